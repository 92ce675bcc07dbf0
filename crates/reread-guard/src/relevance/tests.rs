use super::*;

fn after(paths: &str) -> Trail {
    let mut trail = Trail::default();
    trail.add_search(PastSearch::new("total", paths.split_whitespace()));
    trail
}

/// The warning for a target after a search that returned these paths; empty if there is none.
fn check(paths: &str, target: &str, expected: &str) {
    let warning = RelevanceRules::default().warning(&after(paths), target);
    assert_eq!(warning.map(|warning| warning.text).unwrap_or_default(), expected, "{target} after {paths}");
}

#[test]
fn what_the_search_returned_is_related() {
    check("src/a.rs", "src/a.rs", "");
    check("src/a.rs", "./src//a.rs", "");
    check("src", "src/deep/a.rs", "");
    check("src/a.rs", "src", "");
    check("src/a.rs", ".", "");
    check("src/a.rs", "", "");
}

#[test]
fn anything_else_is_not_and_others_are_named() {
    let miss = |them: &str| format!("This target seems unrelated. Try {them}, found by search \"total\".");
    check("src/a.rs", "src/b.rs", &miss("\"src/a.rs\""));
    check("src/a.rs", "src/a.rs.bak", &miss("\"src/a.rs\""));
    check("src/cart", "src/cart-old/a.rs", &miss("\"src/cart\""));
    check("a b c d", "e", &miss("\"a\" or \"b\""));
    check("a\u{7} \"b\" c", "e", &miss("\"c\""));
    check("vendor/a b", "e", &miss("\"b\""));
    check("vendor/a", "e", "This target seems unrelated. Try another query than \"total\".");
}

#[test]
fn what_the_conversation_came_across_is_related() {
    let mut trail = after("src/a.rs");
    trail.add_search(PastSearch::new("cart", ["src/cart.rs"]));
    trail.add_file("src/edited.rs");
    let check = |target: &str, expected: &str| {
        let warning = RelevanceRules::default().warning(&trail, target);
        assert_eq!(warning.map(|warning| warning.text).unwrap_or_default(), expected, "{target}");
    };
    check("src/a.rs", "");
    check("src/cart.rs", "");
    check("src/edited.rs", "");
    check("src/b.rs", "This target seems unrelated. Try \"src/cart.rs\", found by search \"cart\".");
}

#[test]
fn what_describes_the_project_is_always_related() {
    for target in [
        "Cargo.toml",
        "web/package.json",
        "pyproject.toml",
        "go.mod",
        "CHANGELOG.md",
        "README",
        "docs/README.md",
    ] {
        check("src/a.rs", target, "");
    }
    check(
        "src/a.rs",
        "src/readme_parser.rs",
        "This target seems unrelated. Try \"src/a.rs\", found by search \"total\".",
    );
}

#[test]
fn a_file_that_was_read_is_not_recommended() {
    let mut trail = after("src/a.rs src/b.rs");
    trail.add_file("src/a.rs");
    let text = RelevanceRules::default().warning(&trail, "src/c.rs").map(|warning| warning.text);
    assert_eq!(text.unwrap(), "This target seems unrelated. Try \"src/b.rs\", found by search \"total\".");
    trail.add_file("src/b.rs");
    let text = RelevanceRules::default().warning(&trail, "src/c.rs").map(|warning| warning.text);
    assert_eq!(text.unwrap(), "This target seems unrelated. Try another query than \"total\".");
}

#[test]
fn without_anything_to_go_by_there_is_no_warning() {
    check("", "src/a.rs", "");
    assert_eq!(RelevanceRules::default().warning(&Trail::default(), "src/a.rs"), None);
}

#[test]
fn an_excluded_folder_is_named_whether_or_not_it_was_found() {
    let excluded =
        |advice: &str, rule: &str| format!("This target seems unrelated. Try {advice} ({rule} is excluded).");
    check("", "vendor/a.rs", &excluded("a search outside vendor/", "vendor/"));
    check("", "web/node_modules/x/i.js", &excluded("a search outside node_modules/", "node_modules/"));
    check("src/a.rs", ".git/config", &excluded("\"src/a.rs\", found by search \"total\"", ".git/"));
    check("dist/a.js src/a.rs", "dist/a.js", &excluded("\"src/a.rs\", found by search \"total\"", "dist/"));
    check("", "vendored/a.rs", "");
    check("", "src/dist", "");
}

#[test]
fn every_warning_says_what_to_do_next() {
    let check = |paths: &str, target: &str, expected: &str| {
        assert_eq!(RelevanceRules::default().warning(&after(paths), target).unwrap().next, expected);
    };
    check("a b", "c", "read \"a\" or \"b\"");
    check("vendor/a", "c", "search with another query than \"total\"");
    check("", "vendor/a", "make a search outside vendor/");
}

#[test]
fn rules_can_be_turned_off_and_changed() {
    let off = RelevanceRules { is_on: false, ..RelevanceRules::default() };
    assert_eq!(off.warning(&after("a"), "vendor/b"), None);
    let own = RelevanceRules { is_on: true, excluded: vec!["gen/out".to_owned(), String::new()] };
    assert_eq!(own.excluding("a/gen/out/b"), Some("gen/out"));
    assert_eq!(own.excluding("vendor/b"), None);
}
