use super::ShortReply;

fn check(reply: &str, expected: &str) {
    let said = ShortReply::of(reply).map_or_else(|| "text".to_owned(), |said| said.to_string());
    assert_eq!(said, expected, "{reply:?}");
}

#[test]
fn markers_are_read_back() {
    check("[readcache: unchanged, 41 lines]", "unchanged, 41 lines");
    check("[readcache: unchanged in lines 10-20 of 61]", "unchanged in lines 10-20 of 61");
    let elsewhere = "unchanged in lines 10-20; changes exist outside this range";
    check(&format!("[readcache: {elsewhere}]"), elsewhere);
    check("[readcache: 1 lines changed of 61]\n--- a/a\t\n+++ b/a\t\n", "1 lines changed of 61");
}

#[test]
fn everything_else_is_text() {
    check("", "text");
    check("[readcache: unchanged, 41 lines]\n", "text");
    check("[readcache: unchanged, 41 lines]\nmore", "text");
    check("> [readcache: unchanged, 41 lines]", "text");
    check("[readcache: unchanged, -1 lines]", "text");
    check("[readcache: unchanged,  lines]", "text");
    check("[readcache: unchanged, +4 lines]", "text");
    check("[readcache: unchanged, 99999999999999999999 lines]", "text");
    check("[readcache: unchanged in lines 0-2 of 3]", "text");
    check("[readcache: unchanged in lines 3-2 of 3]", "text");
    check("[readcache: unchanged in lines 1-2]", "text");
    check("[readcache: 1 lines changed of 61]", "text");
    check("[readcache: 1 lines changed of 61]\n@@ -1 +1 @@", "text");
    check("[reread: unchanged, 41 lines]", "text");
}
