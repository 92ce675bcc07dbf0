use reread_text::{estimate_tokens, fit_sections};

use super::FlatSummary;

fn shape(text: &str) -> String {
    FlatSummary::of(text).sections[0].rows[0].text.clone()
}

fn shown(text: &str) -> String {
    fit_sections(&FlatSummary::of(text).sections, |_| true).text
}

fn check(text: &str, expected: &str) {
    assert_eq!(shape(text), expected, "{text:?}");
}

#[test]
fn tables_are_known_by_their_fields() {
    check("a,b\n1,2\n3,4\n", "table of 2 rows, 2 columns, separated by commas");
    check("a\tb\n1\t2\n3\t4\n", "table of 2 rows, 2 columns, separated by tabs");
    check("a;b\r\n1;\"2;3\"\r\n3;4\r\n", "table of 2 rows, 2 columns, separated by semicolons");
    assert!(shape("one, two\nthree, four, five\nsix\nseven\n").starts_with("text"));
    assert!(shape("{\"a\": 1, \"b\": 2}\n{\"a\": 1, \"b\": 2}\n{\"a\": 1, \"b\": 2}\n").starts_with("text"));
}

#[test]
fn logs_are_known_by_times_or_levels() {
    check("10:00:01 a\n10:00:02 b\n", "log, 0 errors, 0 warnings, 10:00:01 to 10:00:02");
    check(
        "2026-01-01 10:00:00,123 INFO a\n2026-01-01 10:00:01,456 ERROR b\n2026-01-01 10:00:02,789 INFO c\n",
        "log, 1 error, 0 warnings, 2026-01-01 10:00:00,123 to 2026-01-01 10:00:02,789",
    );
    check(
        "Nov 18 07:04:12 host a\nNov 18 07:04:13 host b\n",
        "log, 0 errors, 0 warnings, Nov 18 07:04:12 to Nov 18 07:04:13",
    );
    check("error: a\nwarning: b\nnote\n", "log, 1 error, 1 warning");
    check("level=error msg=a\nlevel=info msg=b\n", "log, 1 error, 0 warnings");
    check(
        "{\"level\":\"warn\",\"msg\":\"a\"}\n{\"level\":\"info\",\"msg\":\"b\"}\n",
        "log, 0 errors, 1 warning",
    );
}

#[test]
fn settings_are_known_by_their_keys() {
    check("a = 1\nb = 2\n", "settings, 2 keys");
    check("; c\n[x]\na = 1\n[y]\nb: 2\n", "settings, 2 keys in 2 sections");
    check("debug = true\nerror_log = x\n", "settings, 2 keys");
    check("export A=1\nB=\n", "settings, 2 keys");
}

#[test]
fn other_lines_are_prose_or_text() {
    check("This is a line of several words.\n", "prose, 1 paragraph, 7 words, longest line 32 characters");
    check("", "text, 0 paragraphs, 0 words, longest line 0 characters");
    check("a\n\nb\n", "text, 2 paragraphs, 2 words, longest line 1 character");
}

#[test]
fn a_column_named_like_a_credential_is_not_shown() {
    let text = "user,api_key\nann,abcdefgh\nbob,\ncid,ijklmnop\n";
    let shown = shown(text);
    assert!(!shown.contains("abcd") && !shown.contains("ijkl"), "{shown}");
    assert!(shown.contains("2 ann,[redacted:key]"), "{shown}");
    assert_eq!(FlatSummary::of(text).redacted, 2);
}

#[test]
fn equal_messages_are_one_row_and_errors_come_first() {
    let mut log = String::from("00:00:00 WARN low disk\n");
    (0..5000).for_each(|second| log.push_str(&format!("00:00:01 ERROR request {second} failed\n")));
    let shown = shown(&log);
    assert!(
        shown.contains("notable:\n2 00:00:01 ERROR request 0 failed (×5000)\n1 00:00:00 WARN low disk\n"),
        "{shown}"
    );
}

#[test]
fn a_budget_is_kept_and_shows_some_of_each_part() {
    let rows: String = (0..2000).map(|row| format!("{row},x{row}\n")).collect();
    let sections = FlatSummary::of(&format!("id,name\n{rows}")).sections;
    for budget in [10, 40, 80, 400] {
        let fitted = fit_sections(&sections, |text| estimate_tokens(text.as_bytes()) <= budget);
        assert!(estimate_tokens(fitted.text.as_bytes()) <= budget);
    }
    let fitted = fit_sections(&sections, |text| estimate_tokens(text.as_bytes()) <= 120);
    assert!(
        fitted.text.contains("id: number, 0 to 1999") && fitted.text.contains("2001 1999,x1999"),
        "{}",
        fitted.text
    );
}
