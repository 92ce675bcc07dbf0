use super::*;

/// The added line with the indentation of the file, for equal lines of patch and file.
fn check(pairs: &[(&str, &str)], added: &str, expected: Option<&str>) {
    check_unit(pairs, None, added, expected);
}

/// The same where a level is known to have this many spaces.
fn check_unit(pairs: &[(&str, &str)], unit: Option<usize>, added: &str, expected: Option<&str>) {
    let pairs = pairs.iter().map(|(patch, file)| (patch.as_bytes(), file.as_bytes()));
    let rule = Indentation::of(pairs.clone(), |_| unit);
    let pairs: Vec<_> = pairs.collect();
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
    check(&[("a", "\ta"), ("  b", "\t\tb")], "    c", Some("\t\t\tc"));
    check(&[("\ta", "  a"), ("\t\tb", "    b")], "\t\t\tc", Some("      c"));
    check(&[("a", "    a"), ("\tb", "        b")], "\t\tc", Some("            c"));
    check(&[("    a", "\ta"), ("      b", "\t\tb")], "c", None);
    check(&[("                 a", "\ta")], "c", None);
}

#[test]
fn a_single_depth_needs_the_width_of_a_level() {
    check(&[("    b", "\tb")], "    c", Some("\tc"));
    check(&[("    b", "\tb")], "        c", None);
    check(&[("\tb", "        b")], "\t\tc", None);
    check(&[("\tb", "        b")], "c", None);
    check_unit(&[("    b", "\tb")], Some(4), "      c", Some("\t  c"));
    check_unit(&[("    b", "\t\tb")], Some(4), "        c", Some("\t\t\tc"));
    check_unit(&[("\tb", "        b")], Some(4), "\t\tc", Some("            c"));
    check_unit(&[("\tb", "        b")], Some(4), "c", Some("    c"));
    check_unit(&[("   b", "\tb")], Some(2), "   c", None);
}
