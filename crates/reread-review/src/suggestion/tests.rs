use reread_edit::merge;

use super::*;

fn decide(sides: [&str; 3], decided: &[&str], language: Option<Language>) -> Result<String, SuggestionError> {
    let [base, ours, theirs] = sides.map(str::as_bytes);
    let decided: Vec<String> = decided.iter().map(ToString::to_string).collect();
    let text = checked(&merge(base, ours, theirs).unwrap(), &decided, language)?;
    Ok(String::from_utf8(text).unwrap())
}

const SONG: [&str; 3] = ["one\ntwo\nthree\n", "one\nzwei\nthree\n", "one\ndeux\nthree\n"];

#[test]
fn only_the_conflict_is_replaced() {
    assert_eq!(decide(SONG, &["beide\n"], None).unwrap(), "one\nbeide\nthree\n");
    assert_eq!(decide(SONG, &[""], None).unwrap(), "one\nthree\n");
}

#[test]
fn line_ends_are_those_of_the_file() {
    assert_eq!(decide(SONG, &["beide"], None).unwrap(), "one\nbeide\nthree\n");
    let crlf = SONG.map(|text| text.replace('\n', "\r\n"));
    let crlf = [crlf[0].as_str(), &crlf[1], &crlf[2]];
    assert_eq!(decide(crlf, &["a\nb\n"], None).unwrap(), "one\r\na\r\nb\r\nthree\r\n");
    assert_eq!(decide(["a", "b", "c"], &["d"], None).unwrap(), "d");
}

#[test]
fn what_belongs_into_no_file_is_refused() {
    let marked = decide(SONG, &["<<<<<<< ours\nzwei\n"], None);
    assert_eq!(marked, Err(SuggestionError::Suspicious { line: 2, what: "conflict marker" }));
    let long = decide(SONG, &[&"x".repeat(5_000)], None);
    assert_eq!(long, Err(SuggestionError::TooLong { conflict: 1, bytes: 5_000 }));
}

#[test]
fn what_parsed_before_still_parses() {
    let rust = ["fn a() {}\n", "fn b() {}\n", "fn c() {}\n"];
    assert_eq!(decide(rust, &["fn b() {\n"], Some(Language::Rust)), Err(SuggestionError::BreaksSyntax));
    assert_eq!(
        decide(rust, &["fn b() {}\nfn c() {}\n"], Some(Language::Rust)).unwrap(),
        "fn b() {}\nfn c() {}\n"
    );
    let broken = ["fn a() {}\n", "fn b() {\n", "fn c() {}\n"];
    assert!(decide(broken, &["fn b() {\n"], Some(Language::Rust)).is_ok());
}
