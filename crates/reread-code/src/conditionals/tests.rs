use super::{Conditional, conditionals, with_one_branch};

/// `|` marks line ends, in the text and in the expectation; runs of blanks are one.
fn check(text: &str, expected: &str) {
    let text = text.replace('|', "\n");
    let found = conditionals(text.as_bytes());
    let splitting = found.iter().filter(|conditional| conditional.is_splitting());
    let blanked = with_one_branch(text.as_bytes(), splitting).text;
    assert_eq!(blanked.len(), text.len(), "{text}");
    let lines: Vec<String> = String::from_utf8(blanked)
        .unwrap()
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(lines.join("|"), expected, "{text}");
}

#[test]
fn a_branch_that_splits_braces_is_kept_alone() {
    check("a {|#ifdef A|if (x) {|#else|if (y) {|#endif|}}|", "a {||if (x) {||||}}");
    check("#if A|f(int a) {|#elif B|f(long a) {|#else|f() {|#endif|}|", "|f(int a) {||||||}");
    check("g(a,|#ifdef A|b)|#else|c)|#endif|;", "g(a,||b)||||;");
}

#[test]
fn balanced_branches_stay() {
    let text = "#ifdef A|int f() { return 1; }|#else|int f() { return 2; }|#endif";
    check(text, text);
    check("#ifndef H|#define H|int x;|#endif", "#ifndef H|#define H|int x;|#endif");
}

#[test]
fn one_condition_is_decided_once() {
    check("#ifdef A|{|#endif|x;|#ifdef A|}|#endif|", "|{||x;||}|");
    check("#ifdef A|{|#endif|x;|#ifndef A|y;}|#else|}|#endif|", "|{||x;||||}|");
    check("#if !defined(A)|{|#endif|x;|#if defined A|}{|#else|}|#endif|", "|{||x;||||}|");
    check("#ifdef __cplusplus|extern \"C\" {|#endif|int f();|#ifdef __cplusplus|}|#endif|", "|||int f();|||");
    check("#if 0|{|#else|{ {|#endif|}}", "|||{ {||}}");
}

#[test]
fn nested_ones_are_decided_in_the_branch_that_is_kept() {
    check("#ifdef A|{|#ifdef B|x {|#else|y {|#endif|}|#else|{{|#endif|}", "|{||x {||||}||||}");
}

#[test]
fn comments_strings_and_directives_have_no_brackets() {
    let same = |text: &str| check(text, text);
    same("#ifdef A|/* { */ // {|#endif");
    same("#ifdef A|s = \"{\\\"{\"; c = '{'; d = '\\''; n = 1'000'000;|#endif");
    same("#ifdef A|#define OPEN { \\|{|#endif");
    same("/*|#ifdef A|*/ x;|//#endif");
    same("#ifdef A|r = R\"x({)\" )x\";|#endif");
    same("#ifdef A /* {|{ */|x;|#endif");
}

#[test]
fn what_does_not_end_is_no_conditional() {
    assert!(conditionals(b"#ifdef A\n{\n").is_empty());
    assert!(conditionals(b"#endif\n#else\n").is_empty());
    assert!(conditionals(b"#").is_empty() && conditionals(b"#if \\").is_empty());
    let one: Vec<_> = conditionals(b"x\n#if A\ny\n#endif").iter().map(Conditional::bytes).collect();
    assert_eq!((one.len(), one.first()), (1, Some(&(2..16))));
}
