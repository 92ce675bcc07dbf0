//! Real texts keep their lines: hashes, ids, names and words about credentials are not taken for one.
//!
//! `cargo xtask prove redaction` names folders with about a million lines and more. Without them the lock file of this
//! workspace is looked at.

#![expect(clippy::disallowed_methods, reason = "the proof reads folders by path and measures time")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reread_text::{REDACTION_MARK, TextKind, redact_as};

/// Larger files are no text that a person wrote.
const LARGEST: u64 = 4 << 20;

/// Lines with a literal credential, as a person judged: `package/path:line kind`.
const JUDGED: &str = include_str!("judged_lines.txt");

#[derive(Default)]
struct Counted {
    files: u64,
    lines: u64,
    bytes: u64,
    took: Duration,
    /// `path:line kind` and the line as it is shown.
    hits: Vec<(String, String)>,
}

#[test]
fn real_lines_have_no_credential_but_the_judged_ones() {
    let judged: Vec<&str> = JUDGED.lines().filter(|line| !line.starts_with('#')).collect();
    let mut counted = Counted::default();
    for root in roots() {
        counted.look_beneath(&root, &root);
    }
    assert!(counted.lines > 0, "nothing was looked at");
    let (known, unknown): (Vec<_>, Vec<_>) =
        counted.hits.iter().partition(|(place, _shown)| judged.contains(&place.as_str()));
    let mut by_kind = BTreeMap::<&str, u64>::new();
    for (place, _shown) in &counted.hits {
        *by_kind.entry(place.rsplit(' ').next().unwrap()).or_default() += 1;
    }
    let speed = counted.bytes as f64 / 1e6 / counted.took.as_secs_f64();
    println!("{} lines of {} files, {speed:.0} MB/s", counted.lines, counted.files);
    println!(
        "{} lines hold a credential, {} of them not judged: {by_kind:?}",
        counted.hits.len(),
        unknown.len()
    );
    unknown.iter().for_each(|(place, shown)| println!("{place}\n    {shown}"));
    assert!(unknown.is_empty(), "{} lines that were not judged; {} judged ones", unknown.len(), known.len());
}

/// One line of nothing but beginnings, for which a careless rule needs quadratic time.
#[test]
fn a_hostile_line_of_redaction_costs_no_more_than_a_real_one() {
    let is_proof = std::env::var_os("REDACTION_SOURCES").is_some();
    let size = if is_proof { 8 << 20 } else { 64 << 10 };
    for part in [
        "=",
        "a",
        "A",
        "-",
        ":",
        "password=",
        "password=x",
        "password: \"",
        "<password>",
        "--token ",
        "eyJ-",
        "eyJaaaaaaa.",
        "sk-ant-",
        "sk-ant-1-",
        "glpat-1.",
        "ATATT31-",
        "ATATT3-",
        "AKIA",
        "https://",
        "https://a:b",
        "Bearer ",
        "authorization: ",
        "Q~",
        "0:AA",
        "-us1",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nA: b",
        "AKIAQ7WX2ZK4Q7WX2ZK4 ",
        "[redacted:",
    ] {
        let text = part.repeat(size / part.len());
        for kind in [TextKind::Code, TextKind::Settings, TextKind::Shell, TextKind::Prose] {
            let start = Instant::now();
            redact_as(&text, kind);
            let took = start.elapsed();
            println!("{:>8.1} MB/s {kind:?} {part:?}", text.len() as f64 / 1e6 / took.as_secs_f64());
            assert!(took < Duration::from_secs(60), "{part:?} repeated takes {took:?}");
        }
    }
}

fn roots() -> Vec<PathBuf> {
    let own = || vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock")];
    std::env::var_os("REDACTION_SOURCES").map_or_else(own, |roots| std::env::split_paths(&roots).collect())
}

impl Counted {
    fn look_beneath(&mut self, root: &Path, path: &Path) {
        let Ok(facts) = path.symlink_metadata() else { return };
        if facts.is_dir() {
            let mut entries: Vec<PathBuf> =
                path.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
            entries.sort();
            entries.iter().for_each(|entry| self.look_beneath(root, entry));
        } else if facts.is_file()
            && facts.len() <= LARGEST
            && let Ok(text) = std::fs::read_to_string(path)
        {
            let name = path.strip_prefix(root.parent().unwrap_or(root)).unwrap_or(path);
            self.look_at(&name.to_string_lossy().replace('\\', "/"), &text, kind_of(path));
        }
    }

    fn look_at(&mut self, name: &str, text: &str, kind: TextKind) {
        let start = Instant::now();
        let redacted = redact_as(text, kind);
        self.took += start.elapsed();
        self.files += 1;
        self.lines += text.lines().count() as u64;
        self.bytes += text.len() as u64;
        if redacted.count == 0 {
            return;
        }
        for (number, (before, after)) in text.lines().zip(redacted.text.lines()).enumerate() {
            if before != after && after.contains(REDACTION_MARK) {
                let kind =
                    after.split(REDACTION_MARK).nth(1).and_then(|rest| rest.split(']').next()).unwrap();
                let shown: String = before.trim().chars().take(300).collect();
                self.hits.push((format!("{name}:{} {kind}", number + 1), shown));
            }
        }
    }
}

/// The kind of a text by the end of its name, as a summary decides it.
fn kind_of(path: &Path) -> TextKind {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "json" | "toml" | "yaml" | "yml" | "ini" | "cfg" | "conf" | "properties" | "env" | "lock" => {
            TextKind::Settings
        }
        "sh" | "bash" => TextKind::Shell,
        "rs" | "py" | "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" | "tsx" | "jsx" | "c" | "h" | "cc"
        | "cpp" | "hpp" | "java" | "go" | "rb" | "php" | "kt" | "swift" | "scala" | "cs" | "pl" | "pm"
        | "lua" | "sql" => TextKind::Code,
        _ => TextKind::Prose,
    }
}
