#!/usr/bin/env bash
# Writes state-0.1/: a workspace and the state directory that reread 0.1.0 made for it.
#
# The test `cases/frozen_state.rs` proves that today's build opens it. The data is frozen: it is written once, by the
# build of commit 06de7cc, and never again by a later one. This script says how, so that a later release can freeze its
# own state in the same way.
#
#     git worktree add /tmp/old 06de7cc && (cd /tmp/old && cargo build --bin reread)
#     crates/reread-cli/tests/data/write-state-0.1.sh /tmp/old/target/debug/reread
#
# It needs bash, curl and a C compiler. The state directory stores the absolute path of its root, partly under a seal,
# so the root is always /tmp/reread-state-0.1/ws, here and in the test.
set -euo pipefail

reread=$(realpath "$1")
target=$(dirname "$(realpath "$0")")/state-0.1
home=/tmp/reread-state-0.1
root=$home/ws
port=47391
token=0123456789abcdef0123456789abcdef

rm -rf "$home"
mkdir -p "$root/src"
trap 'rm -rf "$home"' EXIT
cd "$root"
export LC_ALL=C

environment=(env -i HOME="$home" USER=ann REREAD_CONFIG="$home/config.toml")

run() {
    "${environment[@]}" "$reread" "$@"
}

# One call to a server of its own, over HTTP: its principal is the name of the token, which outlives the server.
call() {
    printf 'agent %s\n' "$token" >"$home/tokens"
    chmod 600 "$home/tokens"
    "${environment[@]}" "$reread" mcp --http "$port" --token-file "$home/tokens" 2>"$home/log" &
    local server=$!
    until grep -q "$port" "$home/log"; do sleep 0.05; done
    curl -sS "http://127.0.0.1:$port/mcp" \
        -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
        -H 'Accept: application/json, text/event-stream' \
        -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: read' \
        -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":{"mode":"file","target":"'"$1"'","session":"scout"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}' >&2
    kill -TERM "$server"
    wait "$server"
}

printf 'version = 1\n[guard]\nsession_metrics = true\n' >"$home/config.toml"
{ printf 'one\ntwo\nthree\n'; seq -f 'line %g' 4 40; } >song.txt
printf 'def verse(number):\n    """One of many."""\n    return number\n' >src/song.py
printf 'TOKEN=1\n' >.env
printf 'TOKEN=2\n' >.env.local
touch -d 2026-01-02T03:04:05Z song.txt src/song.py .env .env.local

# Approval requests. A request expires after a day and a grant after minutes, so this
# part runs with a clock that is fifty years ahead. It comes first: by that clock every snapshot would be old enough to
# be removed from the cache.
cat >"$home/clock.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (clock == CLOCK_REALTIME) now->tv_sec += 50L * 365 * 24 * 60 * 60;
    return result;
}
C
cc -shared -fPIC -o "$home/clock.so" "$home/clock.c" -ldl
environment+=(LD_PRELOAD="$home/clock.so")
call .env
call .env.local
run approvals grant a1
unset 'environment[-1]'
run approvals

# Reads: a tag, a marker for it, a diff, an outline, a search. The tags are kept for the test.
tag() { run --json read "$1" | sed -n 's/.*"tag": "\([^"]*\)".*/\1/p'; }
first=$(tag song.txt)
code=$(tag src/song.py)
run read song.txt --known "$first"
run symbols src/song.py
run search verse || true

# Versions: the text as it was found, an edit, an external change, another edit.
printf '<<<<<<< SEARCH\ntwo\n=======\nzwei\n>>>>>>> REPLACE\n' | run patch --file song.txt
run read song.txt --known "$first"
echo 'the end' >>song.txt
printf '<<<<<<< SEARCH\nthree\n=======\ndrei\n>>>>>>> REPLACE\n' | run patch --file song.txt
printf 'new\n' | run write notes.txt
last=$(tag song.txt)

# A conflict, kept as a proposal: made for v1, in which the line was `two`.
printf '<<<<<<< SEARCH\ntwo\n=======\ndeux\n>>>>>>> REPLACE\n' | run patch --file song.txt --base v1 || true

# Session notes, the registry, two sealed files of the journal, and between them the metrics of a session.
run session stack set --task "mend the song" --open song.txt src/song.py
run index
run audit rotate
call song.txt
run audit rotate
run read src/song.py --known "$code"
run history song.txt
run check --data
run audit verify

# Left out: what would hide the rest from git, and what may be removed at any time. The test sets the file modes.
rm -rf "$target"
mkdir -p "$target"
cp -r "$root" "$target/ws"
mv "$target/ws/.reread" "$target/state"
printf '%s\n' "$first" "$code" "$last" >"$target/tags"
printf '%s\n' "$token" >"$target/token"
rm -rf "$target/state/.gitignore" "$target/state/words" "$target/state/cache/tmp" "$target/state"/lock*
