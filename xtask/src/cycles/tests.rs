use super::*;

fn check(text: &str, expected: &[&str]) {
    let (CheckResult::Passed(lines) | CheckResult::Failed(lines)) =
        cycles(&RustSources::of_texts(&[("lib.rs", text)]));
    assert_eq!(lines, expected, "{text}");
}

#[test]
fn modules_that_use_each_other_are_a_cycle() {
    check(
        "mod a { use crate::b::B; pub struct A; } mod b { pub struct B(super::a::A); } mod c { use crate::a::A; }",
        &["example: 2 modules in one cycle: a, b"],
    );
    check("mod a { use crate::b::B; } mod b { pub struct B; }", &[]);
}

#[test]
fn four_modules_in_one_cycle_are_too_many() {
    let module =
        |name: &str, uses: &str| format!("mod {name} {{ use crate::{uses}::Other; pub struct Other; }}");
    let text = [module("a", "b"), module("b", "c"), module("c", "d"), module("d", "a")].concat();
    check(
        &text,
        &["example: 4 modules in one cycle: a, b, c, d", "a cycle of more than 3 modules is too large"],
    );
}

#[test]
fn reexports_are_followed_to_the_item() {
    check(
        "pub use a::A; pub use b::*; mod a { use crate::B; pub struct A; } mod b { use crate::A; pub struct B; }",
        &["example: 2 modules in one cycle: a, b"],
    );
}

#[test]
fn expressions_and_macros_count() {
    check(
        "mod a { pub fn f() { crate::b::g() } } mod b { pub fn g() { println!(\"{}\", crate::a::f()) } }",
        &["example: 2 modules in one cycle: a, b"],
    );
}

#[test]
fn cycles_are_found_inside_a_module_too() {
    check(
        "mod a { mod x { use super::y::Y; } mod y { use super::x::X; } }",
        &["example::a: 2 modules in one cycle: x, y"],
    );
}

#[test]
fn a_module_and_its_parts_are_one() {
    check("mod a { pub struct A; mod x { use super::A; } use x::X; }", &[]);
    check(
        "mod a { mod x { use crate::b::B; } } mod b { use crate::a::A; }",
        &["example: 2 modules in one cycle: a, b"],
    );
}
