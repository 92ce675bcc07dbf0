use super::*;

fn check(text: &str, expected: Option<&str>) {
    let problem = match size(&RustSources::of_texts(&[("lib.rs", text)])) {
        CheckResult::Passed(_) => None,
        CheckResult::Failed(mut lines) => lines.pop(),
    };
    assert_eq!(problem.as_deref(), expected);
}

#[test]
fn a_crate_is_at_most_ten_thousand_lines_long() {
    check(&"\n".repeat(10_000), None);
    check(&"\n".repeat(10_001), Some("example has 10001 lines, more than 10000"));
    check(&format!("{}#[cfg(test)]\nmod tests {{\n}}\n", "\n".repeat(9_999)), None);
}

#[test]
fn methods_are_counted_over_all_blocks() {
    let block = |methods: usize| {
        let methods: String = (0..methods).map(|number| format!("fn f{number}() {{}}")).collect();
        format!("impl<'a> Large<'a> {{ {methods} }}")
    };
    check(&format!("{}{}", block(20), block(20)), None);
    check(
        &format!("{}mod a {{ {} }}", block(20), block(21)),
        Some("example has the type Large with 41 methods, more than 40"),
    );
    check(
        &format!("{}impl Trait for &Large<'_> {{ fn more() {{}} }}", block(40)),
        Some("example has the type Large with 41 methods, more than 40"),
    );
}
