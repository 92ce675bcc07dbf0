use crate::{Language, Outline};

fn check(line: u64, expected: Option<&str>) {
    let text = "use a;\n\nconst LIMIT: u32 = 1;\n\n/// A cart.\nstruct Cart {\n    total: u64,\n}\n\nimpl Cart {\n    fn add(&self) {\n        b();\n    }\n}\n";
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    let around = outline.around_line(line).map(|place| outline.symbols()[place].qualified.as_str());
    assert_eq!(around, expected, "line {line}");
}

#[test]
fn the_innermost_symbol_around_a_line_is_none_of_its_small_parts() {
    check(1, None);
    check(3, Some("LIMIT"));
    check(5, Some("Cart"));
    check(7, Some("Cart"));
    check(9, None);
    check(12, Some("Cart::add"));
    check(99, None);
}
