use super::*;

/// The added line with the indentation of the file, for equal lines of patch and file.
fn check(pairs: &[(&str, &str)], added: &str, expected: Option<&str>) {
    let rule = Indentation::of(pairs.iter().map(|(patch, file)| (patch.as_bytes(), file.as_bytes())));
    let shifted = rule.and_then(|rule| rule.shifted(added.as_bytes()));
    assert_eq!(shifted.as_deref(), expected.map(str::as_bytes), "{pairs:?} {added:?}");
}

#[test]
fn one_prefix_is_added_or_removed() {
    check(&[("if x:", "    if x:"), ("    y", "        y")], "  z", Some("      z"));
    check(&[("\tf()", "\t\tf()"), ("", "  ")], "g()", Some("\tg()"));
    check(&[("        y", "    y")], "      z", Some("  z"));
    check(&[("        y", "    y")], "  z", None);
    check(&[("a", "a"), ("b", "  b")], "c", None);
    check(&[("  a", " \ta")], "c", None);
    check(&[("", "\t")], "  c", Some("  c"));
    check(&[("x", "    x")], "", Some(""));
}

#[test]
fn spaces_and_tabs_stand_for_each_other() {
    check(&[("a", "a"), ("    b", "\tb")], "        c", Some("\t\tc"));
    check(&[("    b", "\tb")], "      c", Some("\t  c"));
    check(&[("a", "\ta"), ("  b", "\t\tb")], "    c", Some("\t\t\tc"));
    check(&[("\ta", "  a"), ("\t\tb", "    b")], "\t\t\tc", Some("      c"));
    check(&[("a", "    a"), ("\tb", "        b")], "\t\tc", Some("            c"));
    check(&[("    a", "\ta"), ("      b", "\t\tb")], "c", None);
    check(&[("                 a", "\ta")], "c", None);
}
