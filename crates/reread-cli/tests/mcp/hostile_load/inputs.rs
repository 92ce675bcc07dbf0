//! What an attacker puts into a workspace, and what it asks of a server about that.

use std::os::fd::OwnedFd;

use reread_testkit::World;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, mkdirat, openat, unlinkat};
use serde_json::{Value, json};

use super::super::disorder::MESSAGES;

/// A message to the server.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// A call of a tool.
    Call { tool: &'static str, arguments: Value },
    /// A text as it stands, which need not be a message.
    Stray(String),
}

/// Texts that keep a parser busy, by the ending of their file.
const PARSED: [(&str, &str); 18] = [
    ("c", "x=>"),
    ("cpp", "[1],"),
    ("rs", "]&"),
    ("rs", "fn x(){}\n"),
    ("js", "a;"),
    ("ts", "-;"),
    ("json", "1,"),
    ("html", "<a>"),
    ("swift", "{("),
    ("php", "<?php "),
    ("rb", "%w("),
    ("scala", "{ "),
    ("java", "@("),
    ("go", "[("),
    ("py", "(\n "),
    ("md", "> "),
    ("cs", "<("),
    ("sh", "<<A\n"),
];

/// Each of them in two sizes.
const SIZES: [usize; 2] = [16 * 1024, 1024 * 1024];

/// A pattern that has no match, and tries long to find one.
const HEAVY: &str = "(a{1,500}){1,20}b";

/// How many folders stand within one another; a path to the last of them is longer than the system takes.
const DEPTH: usize = 3_000;

/// Names that lead outside, or nowhere, or are none.
fn strange_names() -> Vec<String> {
    let names = [
        "../outside/secret",
        "a/../../outside/secret",
        "/etc/passwd",
        "file:///etc/passwd",
        "~/.ssh/id_rsa",
        "link-outside",
        "loop",
        "dangling",
        "outside-folder/secret",
        ".git/config",
        ".reread/reread.db",
        ".reread/token",
        "a\u{0}b",
        "\u{1b}[2J\u{1b}]52;c;eA==\u{7}",
        "\u{202e}txt.a",
        "a.txt:99999999999999999999",
        "-rf",
        "fifo",
        "",
        "/",
        ".",
        "..",
        "a.txt/",
        "denied/yes.txt",
        "asked/yes.txt",
        "asked/not.txt",
        ".env",
        "names/two.txt",
        "names/secret.txt",
        "no/such/file",
    ];
    let long = ["x".repeat(255), "x".repeat(256), "x/".repeat(2_047), "x".repeat(300_000)];
    names.into_iter().map(str::to_owned).chain(long).collect()
}

/// A workspace with everything in it. It is made smaller again before it is removed.
#[derive(Debug)]
pub(super) struct HostileWorld {
    pub(super) world: World,
}

impl HostileWorld {
    pub(super) fn new() -> Self {
        let mut world = World::with_secret("hostile_load");
        // A client of a quiet machine may wait ten seconds for a search. Here each of many would take them.
        world.configure(
            "[read]\ndeny = [\"denied/**\"]\nask = [\"asked/**\"]\n[limits]\nsearch_millis = 300\n",
        );
        for (number, (ending, unit)) in PARSED.iter().enumerate() {
            for size in SIZES {
                let text: Vec<u8> = unit.bytes().cycle().take(size).collect();
                world.write(&format!("parsed/{number}-{size}.{ending}"), text);
            }
        }
        world.write("long.txt", "a".repeat(2_000_000));
        world.write("equal.txt", "x\n".repeat(500_000));
        world.write("small.txt", "one\ntwo\nthree\n");
        world.write("big.txt", []);
        std::fs::OpenOptions::new()
            .write(true)
            .open(world.path("big.txt"))
            .and_then(|file| file.set_len(40 << 20))
            .unwrap();
        for name in ["denied/yes.txt", "asked/yes.txt", ".env"] {
            world.write(name, format!("{}\n", world.secret()));
        }
        world.write("names/one.txt", "shared\n");
        std::fs::hard_link(world.path("names/one.txt"), world.path("names/two.txt")).unwrap();
        std::fs::hard_link(world.outside("secret"), world.path("names/secret.txt")).unwrap();
        world.accept_outside();
        world.link(world.outside("secret"), "link-outside");
        world.link(world.outside(""), "outside-folder");
        world.link("loop", "loop");
        world.link("nowhere", "dangling");
        rustix::fs::mknodat(
            CWD,
            world.path("fifo"),
            rustix::fs::FileType::Fifo,
            Mode::from_raw_mode(0o644),
            0,
        )
        .unwrap();
        world.write("deep/one.txt", "one\n");
        let mut folder = open(&openat(CWD, world.root(), OFlags::RDONLY, Mode::empty()).unwrap(), "deep");
        for _ in 0..DEPTH {
            mkdirat(&folder, "d", Mode::from_raw_mode(0o777)).unwrap();
            folder = open(&folder, "d");
        }
        Self { world }
    }
}

impl Drop for HostileWorld {
    /// Folders are removed from the end of their chain: a path does not reach it.
    fn drop(&mut self) {
        let mut folder = openat(CWD, self.world.path("deep"), OFlags::RDONLY, Mode::empty()).unwrap();
        for _ in 0..DEPTH {
            folder = open(&folder, "d");
        }
        for _ in 0..DEPTH {
            folder = open(&folder, "..");
            let _ = unlinkat(&folder, "d", AtFlags::REMOVEDIR);
        }
    }
}

fn open(folder: &OwnedFd, name: &str) -> OwnedFd {
    openat(folder, name, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap()
}

/// Everything that is asked, once.
pub(super) fn inputs() -> Vec<Input> {
    let kinds = [parsed(), searched(), named(), patched(), cited(), walked(), stray()];
    // One of each kind in turn, so that few calls have something of everything.
    let longest = kinds.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|index| kinds.iter().filter_map(move |kind| kind.get(index).cloned())).collect()
}

fn call(tool: &'static str, arguments: Value) -> Input {
    Input::Call { tool, arguments }
}

fn parsed() -> Vec<Input> {
    let files = PARSED
        .iter()
        .enumerate()
        .flat_map(|(number, (ending, _))| SIZES.map(|size| format!("parsed/{number}-{size}.{ending}")));
    files
        .enumerate()
        .map(|(turn, file)| match turn % 5 {
            0 => call("read", json!({ "mode": "outline", "target": file })),
            1 => call("read", json!({ "mode": "symbol", "target": "x", "path": file })),
            2 => call("summarize_file", json!({ "path": file })),
            3 => call("read", json!({ "mode": "file", "target": file })),
            _ => call("search", json!({ "query": "x", "globs": [file] })),
        })
        .collect()
}

fn searched() -> Vec<Input> {
    let patterns = [
        HEAVY.to_owned(),
        "(x+x+)+y".to_owned(),
        "(.*)*".to_owned(),
        "(?:a|b|ab)*c".to_owned(),
        "\\p{L}{1,900}".to_owned(),
        "((((a{1,99}){1,99}){1,99}){1,99})".to_owned(),
        "(".repeat(5_000),
        "a".repeat(100_000),
        "[".to_owned(),
        "\\b".to_owned(),
    ];
    patterns
        .into_iter()
        .flat_map(|query| {
            [
                call("search_in_file", json!({ "path": "long.txt", "query": query, "is_regex": true })),
                call("search", json!({ "query": query, "is_regex": true })),
                call("search", json!({ "query": query, "max_matches": 100_000, "after_lines": 1_000 })),
            ]
        })
        .collect()
}

fn named() -> Vec<Input> {
    let of_name = |(turn, name): (usize, String)| {
        let second = match turn % 6 {
            0 => call("stat_file", json!({ "path": name })),
            1 => call("read_file_head", json!({ "path": name, "max_lines": 1_000_000_000_u64 })),
            2 => call("search_in_file", json!({ "path": name, "query": "a" })),
            3 => call("write_file", json!({ "path": name, "content": "x\n", "mode": "create" })),
            4 => call("file_history", json!({ "path": name })),
            _ => call("list_files", json!({ "globs": [name], "after": name })),
        };
        [call("read", json!({ "mode": "file", "target": name })), second]
    };
    strange_names().into_iter().enumerate().flat_map(of_name).collect()
}

fn patched() -> Vec<Input> {
    let copy = |number: usize| {
        format!(
            "diff --git a/big.txt b/copy{number}\nsimilarity index 100%\ncopy from big.txt\ncopy to copy{number}\n"
        )
    };
    let new = |number: usize| format!("--- /dev/null\n+++ b/f{number}\n@@ -0,0 +1 @@\n+x\n");
    let context = " x\n".repeat(20_000);
    let patches = [
        (0..400).map(copy).collect(),
        (0..1_001).map(new).collect(),
        format!("--- a/equal.txt\n+++ b/equal.txt\n@@ -1,20001 +1,20001 @@\n{context}-absent\n+y\n"),
        format!("--- a/equal.txt\n+++ b/equal.txt\n@@ -99999999999999999999,1 +1,1 @@\n-x\n+y\n"),
        "*** Begin Patch\n*** Delete File: denied/yes.txt\n*** End Patch\n".to_owned(),
        "*** Begin Patch\n*** Update File: small.txt\n*** Move to: .git/hooks/pre-commit\n*** End Patch\n"
            .to_owned(),
        format!("*** Begin Patch\n*** Add File: {}\n+x\n*** End Patch\n", "y".repeat(256)),
        "@@ -1 +1 @@\n".repeat(50_000),
        "<<<<<<< SEARCH\n".repeat(50_000),
        String::new(),
    ];
    let applied = patches.into_iter().map(|patch| call("apply_patch", json!({ "patch": patch })));
    let edits: Vec<Value> = (0..2_000).map(|_| json!({ "old": "x", "new": "y" })).collect();
    applied
        .chain([
            call("apply_patch", json!({ "path": "equal.txt", "edits": edits })),
            call("write_file", json!({ "path": "small.txt", "content": "x\n".repeat(400_000) })),
            call("write_file", json!({ "path": "package.json", "content": "[".repeat(200_000) })),
            call(
                "read",
                json!({ "mode": "diff_preview", "target": "equal.txt", "content": "y\n".repeat(100_000) }),
            ),
        ])
        .collect()
}

fn cited() -> Vec<Input> {
    let forged = |number: usize| format!("#{:012}@1-{}", (number * 7_919) % 1_000_000_000_000, number + 1);
    let many: Vec<String> = (0..5_000).map(forged).collect();
    [
        json!([forged(1)]),
        json!(many),
        json!(["#000000000000@1-18446744073709551615"]),
        json!(["\u{1b}[31m"]),
        json!(["x".repeat(100_000)]),
    ]
    .into_iter()
    .flat_map(|known| {
        ["small.txt", "long.txt", "equal.txt", "denied/yes.txt"]
            .map(|target| call("read", json!({ "mode": "file", "target": target, "known": known })))
    })
    .collect()
}

fn walked() -> Vec<Input> {
    vec![
        call("list_files", json!({})),
        call("list_files", json!({ "limit": 1_000_000 })),
        call("list_files", json!({ "globs": ["**/d/**/d/**/d/**/x"] })),
        call("search", json!({ "query": "one", "paths": ["deep"] })),
        call("read", json!({ "mode": "outline", "target": "deep" })),
        call("read", json!({ "mode": "outline", "target": "." })),
        call("read", json!({ "mode": "file", "target": "small.txt", "targets": vec!["small.txt"; 5_000] })),
        call("search", json!({ "query": "secret key of all words", "words": true })),
        call("search", json!({ "query": "a", "globs": ["{a,b}".repeat(2_000)] })),
        call("no_such_tool", json!({ "x": "\u{1b}[2J" })),
    ]
}

fn stray() -> Vec<Input> {
    let nested = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let handshake = |text: &str| text.contains("\"initialize\"");
    let texts = MESSAGES.iter().filter(|text| !handshake(text)).map(|text| (*text).to_owned());
    texts.chain([nested, "{\"a\":".repeat(50_000), "x".repeat(1 << 20)]).map(Input::Stray).collect()
}
