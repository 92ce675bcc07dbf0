//! Who is measured, and how each of them is asked for a file and for some of its lines.

use std::error::Error;
use std::path::{Path, PathBuf};

use reread_benches::{Argument, PeerPurpose, PeerServer, peers};
use serde_json::{Value, json};

use crate::measure::name_of;
use crate::texts::RANGE;

/// A server of files, and how it is asked.
pub(crate) struct Contestant {
    pub(crate) server: PeerServer,
    pub(crate) reading: ReadCall,
}

/// How a server is asked, with what it answered the first time, if this is not the first time.
#[derive(Clone, Copy)]
pub(crate) struct ReadCall {
    pub(crate) whole: fn(&Path, Option<&Value>) -> Value,
    /// The lines of [`RANGE`].
    pub(crate) range: fn(&Path, Option<&Value>) -> Value,
    /// What it has instead of ranges.
    pub(crate) nearest_range: Option<&'static str>,
    /// How often it reads before it is measured; those of a language that is compiled as it runs need it.
    pub(crate) warming_reads: usize,
    /// Whether a reply is what was asked for: the operation, the reply, the text.
    pub(crate) check: fn(usize, &str, &str) -> bool,
}

/// Ours has a budget of reads, so that it gets along with one.
const PEERS_WARM_UP: usize = 20;

/// Ours, then every peer that is installed.
pub(crate) fn contestants(reread: PathBuf) -> Result<Vec<Contestant>, Box<dyn Error>> {
    let ours = PeerServer { name: "reread", program: reread, arguments: vec![Argument::word("mcp")] };
    let everybody = [ours].into_iter().chain(peers(PeerPurpose::Reading)?);
    Ok(everybody.map(|server| Contestant { reading: reading(server.name), server }).collect())
}

fn reading(name: &str) -> ReadCall {
    match name {
        "reread" => ReadCall {
            whole: ours,
            range: our_range,
            nearest_range: None,
            warming_reads: 1,
            check: our_check,
        },
        "server-filesystem" => ReadCall {
            whole: |path, _| call("read_text_file", &json!({ "path": path })),
            range: |path, _| call("read_text_file", &json!({ "path": path, "head": RANGE.1 })),
            nearest_range: Some("the first 180"),
            warming_reads: PEERS_WARM_UP,
            check: holds_the_lines,
        },
        "rust-mcp-filesystem" => ReadCall {
            whole: |path, _| call("read_text_file", &json!({ "path": path })),
            range: |path, _| {
                let lines = RANGE.1 + 1 - RANGE.0;
                call("read_file_lines", &json!({ "path": path, "offset": RANGE.0 - 1, "limit": lines }))
            },
            nearest_range: None,
            warming_reads: PEERS_WARM_UP,
            check: holds_the_text,
        },
        "tilth" => ReadCall {
            whole: |path, _| call("tilth_read", &json!({ "path": path, "mode": "full" })),
            range: |path, _| {
                let lines = format!("{}-{}", RANGE.0, RANGE.1);
                call("tilth_read", &json!({ "path": path, "section": lines }))
            },
            nearest_range: None,
            warming_reads: PEERS_WARM_UP,
            check: holds_the_lines,
        },
        "cached-context" => ReadCall {
            whole: |path, _| call("read_file", &json!({ "path": path })),
            range: |path, _| {
                let lines = RANGE.1 + 1 - RANGE.0;
                call("read_file", &json!({ "path": path, "offset": RANGE.0, "limit": lines }))
            },
            nearest_range: None,
            warming_reads: PEERS_WARM_UP,
            check: cached_check,
        },
        "mcp-text-editor" => ReadCall {
            whole: |path, _| editor(&json!({ "file_path": path, "ranges": [{ "start": 1 }] })),
            range: |path, _| {
                editor(&json!({ "file_path": path, "ranges": [{ "start": RANGE.0, "end": RANGE.1 }] }))
            },
            nearest_range: None,
            warming_reads: PEERS_WARM_UP,
            check: holds_the_text_in_json,
        },
        other => unreachable!("{other} is not among the peers"),
    }
}

fn call(tool: &str, arguments: &Value) -> Value {
    json!({ "name": tool, "arguments": arguments })
}

fn editor(file: &Value) -> Value {
    call("get_text_file_contents", &json!({ "files": [file] }))
}

/// Ours cites the receipt of the first answer.
fn ours(path: &Path, first: Option<&Value>) -> Value {
    call("read", &cited(json!({ "mode": "file", "target": name_of(path) }), first))
}

fn our_range(path: &Path, first: Option<&Value>) -> Value {
    let lines =
        json!({ "mode": "snippet", "target": name_of(path), "start_line": RANGE.0, "end_line": RANGE.1 });
    call("read", &cited(lines, first))
}

fn cited(mut arguments: Value, first: Option<&Value>) -> Value {
    if let Some(first) = first {
        arguments["known"] = json!([first["_meta"]["reread/reply"]["meta"]["tag"]]);
    }
    arguments
}

fn our_check(operation: usize, shown: &str, asked: &str) -> bool {
    is_saving(operation, shown, asked, "[reread: unchanged")
}

fn cached_check(operation: usize, shown: &str, asked: &str) -> bool {
    is_saving(operation, shown, asked, "[cached-context: unchanged")
}

/// Whether the text is sent once, then a marker, and a diff of three places after the edits.
fn is_saving(operation: usize, shown: &str, asked: &str, marker: &str) -> bool {
    match operation {
        // A server may forget how the last line ends.
        0 | 3 | 5 => shown.contains(asked.trim_end()),
        2 => shown.lines().filter(|line| line.starts_with("+    let edited = ")).count() == 3,
        _ => shown.starts_with(marker),
    }
}

fn holds_the_text(_: usize, shown: &str, asked: &str) -> bool {
    shown.contains(asked)
}

/// For servers that decorate each line, or forget how the last one ends.
fn holds_the_lines(_: usize, shown: &str, asked: &str) -> bool {
    asked.lines().all(|line| shown.contains(line))
}

/// For the editor, which sends JSON in which the text of the one range is escaped.
fn holds_the_text_in_json(_: usize, shown: &str, asked: &str) -> bool {
    let reply: Value = serde_json::from_str(shown).unwrap_or_default();
    let mut files = reply.as_object().into_iter().flat_map(|files| files.values());
    files.any(|file| file["ranges"][0]["content"] == asked)
}
