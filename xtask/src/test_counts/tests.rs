use super::*;

fn check(output: &str, expected: &str) {
    let mut copy = Vec::new();
    let counts = count_results(output.as_bytes(), &mut copy).unwrap();
    assert_eq!(counts.to_string(), expected, "counted in {output:?}");
    assert_eq!(copy, output.as_bytes(), "the output is passed on as it came");
}

#[test]
fn results_of_all_programs_are_summed() {
    check("", "0 passed, 0 failed");
    check(
        "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n",
        "3 passed, 0 failed",
    );
    check(
        "running 2 tests\n\
         test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
         \n\
         test result: FAILED. 5 passed; 2 failed; 1 ignored; 0 measured; 9 filtered out; finished in 1.10s\n",
        "7 passed, 2 failed, 1 skipped",
    );
}

#[test]
fn the_last_line_may_lack_its_end() {
    check("test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", "1 passed, 0 failed");
    check(
        "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\r\n",
        "1 passed, 0 failed",
    );
}

#[test]
fn colours_do_not_hide_a_result() {
    check(
        "test result: \x1b[31mFAILED\x1b[0m. 0 passed; 4 failed; 0 ignored; 0 measured\n",
        "0 passed, 4 failed",
    );
    check("test result: \x1b[32mok\x1b(B\x1b[m. 4 passed; 0 failed; 0 ignored\n", "4 passed, 0 failed");
}

#[test]
fn the_words_elsewhere_do_not_count() {
    check("  left: \"test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured\"\n", "0 passed, 0 failed");
    check("test result: ok. three passed; 0 failed; 0 ignored\n", "0 passed, 0 failed");
    check("test result: ok. 3 passed\n", "0 passed, 0 failed");
    check("test result: ok\n", "0 passed, 0 failed");
}

#[test]
fn a_run_without_tests_is_empty() {
    assert!(TestCounts::default().is_empty());
    assert!(TestCounts { skipped: 4, ..TestCounts::default() }.is_empty());
    assert!(!TestCounts { failed: 1, ..TestCounts::default() }.is_empty());
}
