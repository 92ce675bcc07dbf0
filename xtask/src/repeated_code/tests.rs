use super::*;

fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let (CheckResult::Passed(lines) | CheckResult::Failed(lines)) =
        repeated_code(&RustSources::of_texts(files));
    lines
}

/// A function of a number of lines.
fn function(lines: usize) -> String {
    let body: String = (2..lines).map(|number| format!("    call({number});\n")).collect();
    format!("fn f() {{\n{body}}}\n")
}

#[test]
fn a_long_run_is_reported_once() {
    let (lib, a) = (format!("mod a;\n{}", function(20)), format!("// one\n\n{}", function(20)));
    assert_eq!(
        problems(&[("lib.rs", &lib), ("a.rs", &a)]),
        ["a.rs:3 repeats more than 12 lines of lib.rs:2"]
    );
}

#[test]
fn a_short_run_is_allowed() {
    let (lib, a) = (format!("mod a;\n{}", function(12)), function(12));
    assert_eq!(problems(&[("lib.rs", &lib), ("a.rs", &a)]), Vec::<String>::new());
    let (lib, a) = (format!("mod a;\n{}", function(13)), function(13));
    assert_eq!(problems(&[("lib.rs", &lib), ("a.rs", &a)]).len(), 1);
}

#[test]
fn tests_may_repeat_themselves() {
    let lib = format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", function(20), function(20));
    assert_eq!(problems(&[("lib.rs", &lib)]), Vec::<String>::new());
}
