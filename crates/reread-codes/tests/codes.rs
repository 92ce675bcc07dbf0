//! The codes are distinct and in one case, and `docs/codes.md` lists them.

use std::collections::HashSet;
use std::fmt::Write as _;

use reread_codes::Code;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/codes.md");

/// What the sources of the tool contract fix in upper case.
const FIXED: &[Code] =
    &[Code::InvalidArgs, Code::BudgetExceeded, Code::LowRelevance, Code::HardLimit, Code::SoftLimit];

#[test]
fn codes_are_distinct_and_in_snake_case() {
    let codes: HashSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(codes.len(), Code::ALL.len());
    for code in Code::ALL {
        let is_lower = code.as_str().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        assert!(is_lower != FIXED.contains(code), "{code}");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the document is a file of the repository")]
fn the_document_is_current() {
    let made = document();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(FILE, &made).expect("docs/codes.md can be written");
        return;
    }
    let written = std::fs::read_to_string(FILE).expect("docs/codes.md is there");
    assert!(made == written, "run it with UPDATE_DOCS=1 and look at the change of {FILE}");
}

fn document() -> String {
    let mut text = "# Codes\n\nAn error or a warning has a stable code that programs can branch on. Journals of release 0.1 \
         contain the codes of that\nrelease and stay readable.\n"
        .to_owned();
    let lists = [
        ("Errors of calls", Code::CALLS),
        ("Warnings beside a reply", Code::WARNINGS),
        ("Errors of a command before it makes a call", Code::COMMANDS),
    ];
    for (title, codes) in lists {
        let _ = write!(text, "\n## {title}\n\n| code | until 0.1 | meaning |\n|---|---|---|\n");
        for code in codes {
            let until = code.until_0_1().map(|until| format!("`{until}`")).unwrap_or_default();
            let _ = writeln!(text, "| `{code}` | {until} | {} |", code.meaning());
        }
    }
    text
}
