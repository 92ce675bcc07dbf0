use super::*;

fn check(text: &str, expected: &[&str]) {
    let problems = match empty_docs(&RustSources::of_texts(&[("lib.rs", text)])) {
        CheckResult::Passed(_) => Vec::new(),
        CheckResult::Failed(mut problems) => {
            problems.pop();
            problems
        }
    };
    assert_eq!(problems, expected, "{text}");
}

#[test]
fn a_comment_that_repeats_the_name_is_found() {
    check("struct File {\n/// The name.\nname: u8 }", &["lib.rs:3: `name` has the comment `The name.`"]);
    check("/// A line range.\nstruct LineRange;", &["lib.rs:2: `LineRange` has the comment `A line range.`"]);
    check(
        "enum Answer {\n/// The answer is unchanged.\nUnchanged }",
        &["lib.rs:3: `Unchanged` has the comment `The answer is unchanged.`"],
    );
    check(
        "impl File {\n/// The lines of the file.\nfn lines(&self) {} }",
        &["lib.rs:3: `lines` has the comment `The lines of the file.`"],
    );
    check("/// Line range.\nfn line_ranges() {}", &["lib.rs:2: `line_ranges` has the comment `Line range.`"]);
}

#[test]
fn a_comment_that_says_more_is_not() {
    check("struct File {\n/// The name, at most 64 characters.\nname: u8 }", &[]);
    check("/// Line range.\n///\n/// Both ends count.\nstruct LineRange;", &[]);
    check("enum Form {\n/// `<<< SEARCH` and `>>> REPLACE`.\nSearchReplace }", &[]);
    check("struct NoComment { name: u8 }", &[]);
    check("#[derive(Debug, ValueEnum)]\nenum Host {\n/// Claude Code\nClaudeCode }", &[]);
    check("/// The bytes at one moment.\nstruct Snapshot;", &[]);
}
