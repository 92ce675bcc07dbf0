//! Random calls of every kind against one server, then a replay of its journal: no reply differs, and what shows text of a
//! kept file can be made again.

use std::fmt::Write as _;

use reread_testkit::{Era, McpClient, World, contract_of};
use reread_text::Digest;
use serde_json::{Value, json};

/// Numbers that a seed decides.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        let index = usize::try_from(self.below(of.len() as u64)).unwrap();
        of[index]
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

const FILES: [&str; 10] = [
    "a.txt",
    "b.txt",
    "long.txt",
    "one-line.txt",
    "latin.txt",
    "crlf.txt",
    "code.py",
    "src/cart.rs",
    "docs/guide.md",
    "link.txt",
];

fn text_of_lines(count: u64, word: &str) -> String {
    (1..=count).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "line {line} of {word}");
        text
    })
}

fn world() -> World {
    let world = World::project();
    world.write("a.txt", text_of_lines(12, "a"));
    world.write("b.txt", text_of_lines(900, "b"));
    // Longer than a reply that carries a tag.
    world.write("long.txt", text_of_lines(4_000, "something that goes on"));
    world.write("one-line.txt", "word ".repeat(6_000));
    world.write("latin.txt", b"caf\xe9\nline 2 of latin\nline 3\n");
    world.write("crlf.txt", "line 1\r\nline 2\r\nline 3\r\n");
    let functions =
        |line: u64| format!("def name_{line}(value):\n    first = value\n    return first + {line}\n\n");
    world.write("code.py", (0..150).map(functions).collect::<String>());
    world.write(
        "src/cart.rs",
        "pub struct Cart;\n\nimpl Cart {\n    pub fn total(&self) -> u64 {\n        0\n    }\n}\n",
    );
    world.write("docs/guide.md", "# Guide\n\nFirst words.\n\n## More\n\nline 2 of the guide\n");
    world.link("b.txt", "link.txt");
    world.write("near.txt", text_of_lines(40_000, "a file of a megabyte and more"));
    world
}

/// What the caller was given so far.
#[derive(Default)]
struct Tags(Vec<(String, String)>);

impl Tags {
    fn take(&mut self, file: &str, result: &Value) {
        if let Some(tag) = contract_of(result)["meta"]["tag"].as_str() {
            self.0.push((file.to_owned(), tag.to_owned()));
        }
    }

    /// Tags of the file, and now and then one of another file, or one that is none.
    fn cited(&self, dice: &mut Dice, file: &str) -> Vec<String> {
        let mut cited: Vec<String> =
            self.0.iter().filter(|(of, _)| of == file).map(|(_, tag)| tag.clone()).collect();
        let newest = dice.below(3) + 1;
        cited.drain(..cited.len().saturating_sub(usize::try_from(newest).unwrap()));
        if dice.chance(8) && !self.0.is_empty() {
            let other = usize::try_from(dice.below(self.0.len() as u64)).unwrap();
            cited.push(self.0[other].1.clone());
        }
        if dice.chance(4) {
            cited.push("#123456789012@1-3".to_owned());
        }
        cited
    }
}

/// One call: its tool, its arguments and the file that it is about.
fn call(dice: &mut Dice, tags: &Tags) -> (&'static str, Value, &'static str) {
    let file = if dice.chance(3) { "near.txt" } else { dice.pick(&FILES) };
    let (line, count) = (dice.below(1_000) + 1, dice.below(400) + 1);
    let range = format!("{file}:{line}-{}", line + count);
    let mut arguments = match dice.below(22) {
        0..=4 => json!({ "mode": "file", "target": file }),
        5 => json!({ "mode": "file", "target": range }),
        6 => json!({ "mode": "file", "target": file, "offset": line, "limit": count }),
        7 => {
            json!({ "mode": "snippet", "target": file, "start_line": line, "end_line": line + 3, "context_lines": 2 })
        }
        8 => {
            json!({ "mode": "symbol", "target": dice.pick(&["name_7", "Cart::total", "src/cart.rs#Cart", "nothing"]) })
        }
        9 => json!({ "mode": "outline", "target": file }),
        10 => {
            json!({ "mode": "file", "target": file, "targets": [dice.pick(&FILES), format!("b.txt:{line}-{}", line + 9)] })
        }
        11 => json!({ "mode": "diff_preview", "target": file }),
        12 => return ("read_file", json!({ "path": file }), file),
        13 => {
            return (
                "read_file_range",
                json!({ "path": file, "start_line": line, "end_line": line + count }),
                file,
            );
        }
        14 => return ("read_file_head", json!({ "path": file, "max_lines": count * 4 }), file),
        15 => return ("read_file_tail", json!({ "path": file, "max_lines": count }), file),
        16 => return ("get_excerpt", json!({ "filepath": file, "max_lines": count }), file),
        17 => return ("summarize_file", json!({ "filepath": file, "max_tokens": count * 2 }), file),
        18 => {
            let query = dice.pick(&["line 2", "first", "value", "nothing like it"]);
            return (
                "search_in_file",
                json!({ "path": file, "query": query, "before_lines": dice.below(3), "max_matches": count }),
                file,
            );
        }
        _ => {
            let query =
                dice.pick(&["line 77", "Cart", "name_1", "First words", "nothing like it", "total first"]);
            let mut search =
                json!({ "query": query, "after_lines": dice.below(3), "max_matches": dice.below(150) + 1 });
            if dice.chance(40) {
                search["paths"] = json!([dice.pick(&["src", "docs", "b.txt", "code.py"])]);
            }
            return ("search", search, file);
        }
    };
    if dice.chance(60) && arguments["mode"] != "diff_preview" {
        let cited = tags.cited(dice, file);
        if !cited.is_empty() {
            arguments["known"] = json!(cited);
        }
    }
    if dice.chance(20) {
        arguments["max_lines"] = json!(dice.pick(&[&5_u64, &40, &300, &400, &1_000]));
    }
    if dice.chance(12) {
        arguments["max_preview_chars"] = json!(dice.pick(&[&200_u64, &3_000, &12_000, &40_000]));
    }
    if dice.chance(8) {
        arguments["max_tokens"] = json!(dice.below(2_000) + 20);
    }
    if dice.chance(4) {
        arguments["preview_mode"] = json!("none");
    }
    ("read", arguments, file)
}

/// A change of a file, by the caller or by another program; and now and then a file as it was before.
fn change(dice: &mut Dice, world: &World, client: &mut McpClient, tags: &mut Tags, step: u64) {
    let file = dice.pick(&["a.txt", "b.txt", "code.py", "src/cart.rs", "crlf.txt"]);
    let text = std::fs::read_to_string(world.path(file)).unwrap();
    if dice.chance(50) {
        let mut lines: Vec<&str> = text.lines().collect();
        let at = usize::try_from(dice.below(lines.len() as u64)).unwrap();
        let new = format!("changed {}", dice.below(3));
        lines[at] = &new;
        if dice.chance(30) {
            lines.insert(at, "inserted");
        }
        world.write(file, lines.join("\n") + "\n");
        return;
    }
    let first = text.lines().next().unwrap();
    let edit = format!("<<<<<<< SEARCH\n{first}\n=======\nedited {step}\n>>>>>>> REPLACE\n");
    let result = client.call("apply_patch", json!({ "path": file, "patch": edit }));
    if let Some(tag) = contract_of(&result)["files"][0]["tag"].as_str() {
        tags.0.push((file.to_owned(), tag.to_owned()));
    }
}

/// Calls of every kind, refused ones included.
fn work(seed: u64, world: &World, options: &[&str], steps: u64) {
    let mut dice = Dice(seed);
    let mut client = McpClient::of(Era::Handshake, world, options);
    let mut tags = Tags::default();
    for step in 0..steps {
        if dice.chance(12) {
            change(&mut dice, world, &mut client, &mut tags, step);
            continue;
        }
        let (tool, arguments, file) = call(&mut dice, &tags);
        let result = client.call(tool, arguments);
        tags.take(file, &result);
    }
    client.call("read", json!({ "mode": "file", "target": "missing.txt" }));
    client.call("read", json!({ "mode": "file", "target": "../outside.txt" }));
    assert_eq!(client.end().code, Some(0));
}

fn replayed(world: &World, arguments: &[&str]) -> Value {
    serde_json::from_str(&world.printed(&[&["replay", "--json"], arguments].concat())).unwrap()
}

/// A search may depend on files that it does not show, and a preview on git's objects. Everything else is made again.
const EXPECTED: [&str; 2] = ["more_than_versions", "ranked"];

#[test]
fn an_untouched_log_has_no_difference() {
    let small = "[guard.budget]\nmax_reads_per_session = 12\nmax_total_read_lines = 900\nmax_single_read_lines = 120\n";
    let lines = "[limits]\nreply_lines = 250\n[guard.budget]\nmax_total_read_lines = 4000\n";
    let settings: [(&str, &[&str]); 6] = [
        ("", &["--guard", "off"]),
        ("", &["--guard", "warn"]),
        ("", &["--guard", "enforce"]),
        (small, &["--guard", "enforce"]),
        (lines, &["--guard", "enforce", "--backend", "local"]),
        (small, &["--guard", "warn", "--backend", "review"]),
    ];
    let mut wrong = String::new();
    for (seed, (configuration, options)) in (1..).zip(settings) {
        let world = world();
        world.configure(configuration);
        work(seed, &world, options, 150);
        world.configure("");
        let said = replayed(&world, &[]);
        let reasons = said["not_replayable"].as_object().unwrap();
        let is_right = said["different"] == 0
            && said["ok"] == true
            && reasons.keys().all(|why| EXPECTED.contains(&why.as_str()))
            && said["same"].as_u64() > Some(10);
        if !is_right {
            let _ = writeln!(wrong, "seed {seed}, {options:?}: {said}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A journal whose record says something else, sealed again so that its chain holds.
fn forged(journal: &str, change: impl Fn(&mut Value) -> bool) -> String {
    let mut is_changed = false;
    let mut prev: Option<String> = None;
    let mut text = String::new();
    for line in journal.lines() {
        let mut record: Value = serde_json::from_str(line).unwrap();
        is_changed = is_changed || change(&mut record);
        if !is_changed {
            prev = record["hash"].as_str().map(str::to_owned);
            text.push_str(line);
            text.push('\n');
            continue;
        }
        // Members stand as they stood; only their values differ.
        let was: Value = serde_json::from_str(line).unwrap();
        let mut body = line[..line.rfind(",\"hash\":").unwrap()].to_owned();
        for name in ["reply", "prev"] {
            let new = if name == "prev" { prev.as_deref() } else { record[name].as_str() };
            if let (Some(old), Some(new)) = (was[name].as_str(), new) {
                body = body.replacen(&format!("\"{name}\":\"{old}\""), &format!("\"{name}\":\"{new}\""), 1);
            }
        }
        let hash = Digest::of(body.as_bytes()).to_string();
        let _ = writeln!(text, "{body},\"hash\":\"{hash}\"}}");
        prev = Some(hash);
    }
    assert!(is_changed);
    text
}

#[test]
fn a_forged_log_and_a_changed_snapshot_are_noticed() {
    let world = world();
    work(7, &world, &["--guard", "off"], 60);
    let journal = world.read(".reread/audit/journal.jsonl");
    // Another digest of what was shown.
    let log = forged(&journal, |record| match record["reply"].as_str() {
        Some(reply) if record.get("not_replayable").is_none() && record["tool"] == "read" => {
            record["reply"] =
                json!(format!("{}{}", if reply.starts_with('0') { '1' } else { '0' }, &reply[1..]));
            true
        }
        _ => false,
    });
    world.write("forged.jsonl", log);
    let said = replayed(&world, &[&world.path("forged.jsonl").to_string_lossy()]);
    assert_eq!((&said["different"], &said["ok"]), (&1.into(), &false.into()), "{said}");
    // The same change without new seals.
    let altered = journal.replacen("\"tool\":\"read\"", "\"tool\":\"reed\"", 1);
    world.write(".reread/audit/journal.jsonl", altered);
    assert_ne!(world.run(&["replay"]).code, Some(0));
    world.write(".reread/audit/journal.jsonl", journal);
    assert_eq!(replayed(&world, &[])["ok"], true);
    // A snapshot that says something else is lost.
    for object in reread_testkit::files_below(&world.path(".reread/cache/objects")) {
        std::fs::write(object, "something else\n").unwrap();
    }
    let said = replayed(&world, &[]);
    assert_eq!(said["ok"], false, "{said}");
    assert!(said["first_pruned"].is_u64(), "{said}");
}
