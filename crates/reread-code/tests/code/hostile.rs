//! Texts that no person writes, in every language: what they cost is bounded.
//!
//! Each text repeats a few tokens, and each of those can keep a parser busy: openers, closers, operators, keywords, marks of
//! strings and comments. The texts of a language are measured in a process of their own, so that neither other tests nor an
//! earlier text add to the memory, and so that a crash is the failure of one language. `HOSTILE_TEXTS` says how many texts
//! of each language are tried; `cargo xtask prove parsers` tries all.

#![expect(clippy::disallowed_methods, reason = "figures come from the process itself")]

use std::fs;
use std::process::Command;

use reread_code::{Basis, Language, Outline, Sketch, Unparsed, roles};

/// Texts per language in an ordinary test run.
const TEXTS: usize = 3;
/// A call may take one second. A build for tests checks every overflow.
const MOST_MILLISECONDS: u64 = if cfg!(debug_assertions) { 5_000 } else { 1_000 };
const MOST_MEGABYTES: u64 = 100;
const SIZES: [usize; 3] = [4 * 1024, 64 * 1024, 1024 * 1024];

const TOKENS: &[&str] = &[
    "x",
    "=",
    ">",
    "<",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ".",
    ":",
    "::",
    "?",
    "!",
    "&",
    "&&",
    "|",
    "||",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "~",
    "@",
    "#",
    "$",
    "\"",
    "'",
    "`",
    "\\",
    "->",
    "=>",
    "<-",
    "..",
    "...",
    "??",
    "?.",
    "#[",
    "@(",
    "${",
    "#{",
    "%w(",
    "<<",
    "<<A",
    "<<'A'",
    "/*",
    "*/",
    "//",
    "--",
    "--[[",
    "\"\"\"",
    "'''",
    "<a>",
    "</a>",
    "<a",
    "<!--",
    "<?php",
    "?>",
    "<script>",
    "0",
    "1.0",
    "\n",
    "\n ",
    "if ",
    "else ",
    "for ",
    "while ",
    "do ",
    "end ",
    "then ",
    "fn ",
    "def ",
    "class ",
    "function ",
    "struct ",
    "enum ",
    "match ",
    "case ",
    "let ",
    "var ",
    "in ",
    "as ",
    "new ",
    "return ",
    "yield ",
    "await ",
    "async ",
    "import ",
    "static ",
    "const ",
    "template ",
    "operator ",
    "type ",
    "where ",
    "impl ",
    "not ",
    "lambda ",
    "begin ",
    "unless ",
    "fi ",
    "R\"(",
    "#if x\n",
    "#else\n",
    "#endif\n",
    "#define ",
    "- ",
    "> ",
    "| ",
    "\u{e9}",
    "\0",
];

/// What was found to be worst, before there were limits.
const WORST: &[(Language, &str)] = &[
    (Language::C, "x=>"),
    (Language::C, "[1],"),
    (Language::Cpp, "x=>"),
    (Language::Rust, "]&"),
    (Language::Rust, ")--"),
    (Language::Rust, ";"),
    (Language::Rust, "fn x(){}\n"),
    (Language::JavaScript, "a;"),
    (Language::TypeScript, "-;"),
    (Language::Json, "1,"),
    (Language::Html, "<div>x</a>"),
    (Language::Html, "<div>x<a/>"),
];

/// Every token and every pair of tokens, with and without a name before them.
fn units() -> Vec<String> {
    let alone =
        TOKENS.iter().flat_map(|token| [(*token).to_owned(), format!("{token} "), format!("x{token}\n")]);
    let pairs = TOKENS.iter().flat_map(|first| {
        TOKENS.iter().flat_map(move |second| [format!("{first}{second}"), format!("x{first}{second}")])
    });
    alone.chain(pairs).collect()
}

/// Some of the units for a language, spread evenly.
fn chosen(language: Language, count: usize) -> Vec<String> {
    let all = units();
    let step = (all.len() / count.max(1)).max(1);
    let spread = all.into_iter().skip(language as usize % step).step_by(step);
    let worst = WORST.iter().filter(|(of, _)| *of == language).map(|(_, unit)| (*unit).to_owned());
    worst.chain(spread).collect()
}

fn text_of(unit: &str, size: usize) -> Vec<u8> {
    unit.bytes().cycle().take(size).collect()
}

fn texts() -> usize {
    std::env::var("HOSTILE_TEXTS").ok().and_then(|count| count.parse().ok()).unwrap_or(TEXTS)
}

#[test]
fn hostile_texts_cost_at_most_a_second_and_a_hundred_megabytes() {
    let program = std::env::current_exe().expect("a test is a program");
    for language in Language::ALL {
        let ran = Command::new(&program)
            .args(["--exact", "hostile::measured_texts", "--ignored", "--nocapture", "--test-threads=1"])
            .env("HOSTILE_LANGUAGE", language.word())
            .output()
            .expect("the test runs itself");
        let told = String::from_utf8_lossy(&ran.stdout);
        let told: Vec<&str> = told.lines().filter(|line| line.contains("slowest")).collect();
        assert!(
            ran.status.success(),
            "{}: {told:?} {}",
            language.word(),
            String::from_utf8_lossy(&ran.stderr)
        );
        assert!(!told.is_empty(), "{} was not measured", language.word());
        println!("{}", told.join("\n"));
    }
}

#[test]
#[ignore = "runs in a process of its own"]
fn measured_texts() {
    let word = std::env::var("HOSTILE_LANGUAGE").unwrap_or_else(|_| "c".to_owned());
    let language = Language::ALL.into_iter().find(|language| language.word() == word).expect("a language");
    let mut slowest = Cost::default();
    let mut largest = Cost::default();
    let mut tried = 0;
    for (place, unit) in chosen(language, texts()).iter().enumerate() {
        let is_worst = WORST.contains(&(language, unit.as_str()));
        for size in SIZES.into_iter().enumerate().filter(|(turn, _)| is_worst || *turn == place % SIZES.len())
        {
            let cost = cost_of(&text_of(unit, size.1), language, unit);
            assert!(cost.milliseconds <= MOST_MILLISECONDS, "{word}: too slow: {cost:?}");
            assert!(cost.megabytes <= MOST_MEGABYTES, "{word}: too large: {cost:?}");
            tried += 1;
            if cost.milliseconds > slowest.milliseconds {
                slowest = cost.clone();
            }
            if cost.megabytes > largest.megabytes {
                largest = cost;
            }
        }
    }
    println!("hostile {word}: {tried} texts; slowest {slowest:?}; largest {largest:?}");
}

/// What the slowest of the calls on a text took.
#[derive(Clone, Default, Debug)]
#[expect(dead_code, reason = "printed")]
struct Cost {
    milliseconds: u64,
    megabytes: u64,
    unit: String,
    size: usize,
}

fn cost_of(text: &[u8], language: Language, unit: &str) -> Cost {
    // Forgets the peak so far.
    _ = fs::write("/proc/self/clear_refs", "5");
    let before = resident("VmRSS:");
    let places: Vec<_> = (0..text.len().min(4096)).step_by(7).map(|start| start..start + 3).collect();
    let calls: [&dyn Fn(); 3] = [
        &|| {
            Outline::of(text, Some(language)).chunk_end(1, 300);
        },
        &|| {
            Sketch::of(text, Some(language)).summary(&String::from_utf8_lossy(text));
        },
        &|| {
            roles(text, language, &places);
        },
    ];
    let took = calls.map(|call| {
        let start = on_processor();
        call();
        on_processor().saturating_sub(start)
    });
    let megabytes = resident("VmHWM:").saturating_sub(before) / 1024;
    let milliseconds = took.into_iter().max().unwrap_or(0) / 1_000_000;
    Cost { milliseconds, megabytes, unit: unit.to_owned(), size: text.len() }
}

/// Nanoseconds that this thread has run, whatever else the machine does.
fn on_processor() -> u64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|run| run.parse().ok()).unwrap_or(0)
}

/// Kilobytes.
fn resident(what: &str) -> u64 {
    let told = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix(what));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_text_that_no_grammar_can_follow_has_an_outline_by_indentation() {
    for (language, unit) in [(Language::C, "x=>"), (Language::Rust, "]&"), (Language::Rust, ")--")] {
        for size in SIZES {
            let outline = Outline::of(&text_of(unit, size), Some(language));
            assert_eq!(outline.basis(), Basis::Blocks(Unparsed::TooTangled), "{unit} of {size} bytes");
        }
    }
}

/// The parser asks again for a piece that ends within a character, and must get one.
#[test]
fn characters_at_the_edges_of_pieces_do_no_harm() {
    for unit in ["]&\u{e9}", ")-\u{1f600}", "x=>\u{20ac}", "&;\u{e9}\u{1f600}"] {
        for shift in 0..4 {
            let text = " ".repeat(shift) + &unit.repeat(800);
            let broken = [text.as_bytes(), b"\xff\xf0\x9f"].concat().repeat(2);
            for language in Language::ALL {
                Outline::of(text.as_bytes(), Some(language));
                Outline::of(&broken, Some(language));
            }
        }
    }
}

#[test]
fn many_members_of_long_names_end_an_outline() {
    let long = "n".repeat(90);
    let opened: String = (0..14).map(|depth| format!("mod {long}{depth} {{\n")).collect();
    let text = opened + &"fn f();\n".repeat(60_000);
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    let qualified: usize = outline.symbols().iter().map(|symbol| symbol.qualified.len()).sum();
    assert!(qualified < 5 * 1024 * 1024, "{qualified} bytes of names");
}
