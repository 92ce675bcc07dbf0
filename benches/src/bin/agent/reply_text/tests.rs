use super::{body_of, error_code, next_line, says_tags_were_not_used, tag_of};

#[track_caller]
fn check_tag(reply: &str, expected: Option<&str>) {
    assert_eq!(tag_of(reply).as_deref(), expected, "{reply}");
}

#[test]
fn a_tag_is_the_last_of_header_and_closing_line() {
    check_tag("a.rs 1-2/9 #3fa9c1d27b04@1-2\none\n[end 3fa9c1d27b04]\n", Some("#3fa9c1d27b04@1-2"));
    check_tag("a.rs #482915736208@1-300/3000\none\n[end 482915736208]\n", Some("#482915736208@1-300"));
    check_tag("a.rs 1-9,20-30/30 #3fa9c1d27b04@1-9,20-30\n", Some("#3fa9c1d27b04@1-9,20-30"));
    check_tag(
        "[reread: 1 line changed of 9]\n--- a/a.rs\n[end 3fa9c1d27b04; tag #3fa9c1d27b04@1-9]\n[SOFT_LIMIT: low]\n",
        Some("#3fa9c1d27b04@1-9"),
    );
    check_tag(
        "a.rs #482915736208@1-2/9\none\n[end 482915736208; tag #915736208482@1-9]\n",
        Some("#915736208482@1-9"),
    );
    check_tag("applied a.rs v2, lines 11, +1 -0\ntag #482915736208@11\n", Some("#482915736208@11"));
}

#[test]
fn what_only_looks_like_a_tag_is_none() {
    check_tag("a.rs 1-2/2 ~3fa9c1d27b04\n#3fa9c1d27b04@1-2\n[end 3fa9c1d27b04]\n", None);
    check_tag("[reread: unchanged, 9 lines]\n", None);
    check_tag("a.rs#Cart::total #cafe@1-2 #3fa9c1d27b04@outline\n", None);
}

#[test]
fn unused_tags_are_reported_in_the_closing_line() {
    let reply = |closing: &str| format!("a.rs #482915736208@1-2/2\ntags not used\n{closing}\n");
    assert!(says_tags_were_not_used(&reply("[end 482915736208; known not used: not_covered]")));
    assert!(says_tags_were_not_used(&reply("[end 482915736208; tags cited are of other lines]")));
    assert!(!says_tags_were_not_used(&reply("[end 482915736208; no tag: changing]")));
    assert!(!says_tags_were_not_used("[reread: unchanged, 9 lines]\n"));
}

#[test]
fn a_cut_reply_says_where_to_go_on() {
    let closing = |line: &str| next_line(&format!("a.rs #482915736208@1-2/2\nline 7\n{line}\n"));
    assert_eq!(closing("[end 482915736208; cut by lines, go on at line 301]"), Some(301));
    assert_eq!(closing("[end 482915736208; cut at 300 lines, next line 301]"), Some(301));
    assert_eq!(closing("[end 482915736208 next 301]"), Some(301));
    assert_eq!(closing("[end 482915736208 next 301; nlink=2]"), Some(301));
    assert_eq!(closing("[end 482915736208; cut by chars, next byte 40]"), None);
    assert_eq!(closing("[end 482915736208; no newline at end of file]"), None);
    assert_eq!(next_line("[reread: unchanged in lines 1-300 of 3000; go on at line 301]\n"), Some(301));
    assert_eq!(next_line("[reread: unchanged in lines 1-300 of 3000]\n"), None);
}

#[test]
fn an_error_begins_with_its_code() {
    assert_eq!(error_code("no_match: a.rs: hunk 1 fits nowhere\ntry: read"), "no_match");
}

#[test]
fn the_body_stands_between_header_and_closing_line() {
    let header = "a.rs #482915736208@1-2/2\n";
    assert_eq!(
        body_of(&format!("{header}one\n[end 1]\n[end 482915736208]\n[SOFT_LIMIT: low]\n")),
        "one\n[end 1]\n"
    );
    assert_eq!(body_of(&format!("{header}[end 482915736208]\n")), "");
    assert_eq!(body_of("[reread: unchanged, 9 lines]\n"), "");
}
