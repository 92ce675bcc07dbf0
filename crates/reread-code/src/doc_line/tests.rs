use super::doc_line;

fn check(comment: &str, expected: &str) {
    assert_eq!(doc_line(comment.as_bytes()).as_deref().unwrap_or("nothing"), expected, "{comment:?}");
}

#[test]
fn marks_of_every_language_are_left_out() {
    check("/// Adds one.\n/// More.\n", "Adds one.");
    check("/**\n * Adds one.\n */", "Adds one.");
    check("/* Adds one. */", "Adds one.");
    check("# Adds one.", "Adds one.");
    check("--- Adds one.\n-- @param x", "Adds one.");
    check("--[[ Adds one. ]]", "Adds one.");
    check("\"\"\"Adds one.\"\"\"", "Adds one.");
    check("<!-- Adds one. -->", "Adds one.");
    check("/// <summary>Adds one.</summary>", "Adds one.");
    check("/// <summary>\r\n/// Adds one.\r\n/// </summary>", "Adds one.");
}

#[test]
fn lines_that_say_nothing_are_passed_over() {
    check("//------\n// Adds one.\n//------", "Adds one.");
    check("/**/", "nothing");
    check("", "nothing");
    check("#\n#\n", "nothing");
}

#[test]
fn a_long_line_is_cut() {
    let long = doc_line(format!("// {}", "é".repeat(200)).as_bytes()).unwrap();
    assert_eq!(long.chars().count(), 61);
    assert!(long.ends_with('…'));
}
