use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::*;

fn check_edit(content: &str, expected: Result<&str, &str>) {
    let edit = Edit { file: "guard.rs", text: "if is_held {", replacement: "if true {" };
    let edited = edit.apply(content);
    assert_eq!(edited.as_deref().map_err(String::as_str), expected, "{content:?}");
}

#[test]
fn an_edit_fits_exactly_once() {
    check_edit("if is_held { answer }", Ok("if true { answer }"));
    check_edit("if held { answer }", Err("guard.rs no longer says `if is_held {`"));
    check_edit("if is_held { if is_held {", Err("guard.rs says `if is_held {` 2 times"));
}

fn check_verdict(output: &str, complaints: &str, succeeded: bool, expected: &MutantResult) {
    let said = ProofOutput { output: output.to_owned(), complaints: complaints.to_owned(), succeeded };
    assert_eq!(MutantResult::of(&said), *expected, "{output:?} {complaints:?}");
}

#[test]
fn a_proof_says_what_it_found() {
    let output = "running 1 test\ntrust broken after 812 steps: a whole marker: \"[…]\" for; more\nfailed\n";
    let caught = MutantResult::Caught { steps: 812, rule: "a whole marker".to_owned() };
    check_verdict(output, "", false, &caught);
    check_verdict("test result: ok. 1 passed\n", "", true, &MutantResult::Survived);
}

#[test]
fn a_proof_that_fails_otherwise_catches_nothing() {
    let failed = |why: &str| MutantResult::FailedOtherwise(why.to_owned());
    let complaints = "\nthread 'x' (7) panicked at main.rs:5:9:\nonly 3 times `diff`\nnote: run with\n";
    check_verdict("running 1 test\n", complaints, false, &failed("only 3 times `diff`"));
    check_verdict("trust broken after many steps: a marker\n", "", false, &failed("no reason given"));
    check_verdict("", "error: test failed\n", false, &failed("no reason given"));
}

#[test]
fn mutants_have_names_of_their_own() {
    for (place, mutant) in MUTANTS.iter().enumerate() {
        assert!(MUTANTS[..place].iter().all(|other| other.name != mutant.name), "{} twice", mutant.name);
        assert!(!mutant.edits.is_empty(), "{} breaks nothing", mutant.name);
    }
}

/// A change of a guard also changes how it is broken here.
#[test]
fn every_guard_still_stands_where_it_is_broken() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let problems = MUTANTS.iter().filter_map(|mutant| {
        let mut contents = HashMap::new();
        mutant.edits.iter().find_map(|edit| {
            let read = || fs::read_to_string(root.join(edit.file)).unwrap();
            let content = contents.entry(edit.file).or_insert_with(read);
            edit.apply(content).map(|edited| *content = edited).err()
        })
    });
    assert_eq!(problems.collect::<Vec<_>>(), Vec::<String>::new());
}
