use super::*;

/// The warning for a target after a search that returned these paths; empty if there is none.
fn check(paths: &str, target: &str, expected: &str) {
    let latest = LatestSearch::new("total", paths.split_whitespace());
    let warning = RelevanceRules::default().warning(&latest, target);
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
    let not_returned = "the latest search, for \"total\", did not return this one.";
    let miss = |them: &str| format!("This target seems unrelated. Try {them}: {not_returned}");
    check("src/a.rs", "src/b.rs", &miss("\"src/a.rs\""));
    check("src/a.rs", "src/a.rs.bak", &miss("\"src/a.rs\""));
    check("src/cart", "src/cart-old/a.rs", &miss("\"src/cart\""));
    check("a b c d", "e", &miss("\"a\", \"b\" or \"c\""));
    check("vendor/a b", "e", &miss("\"b\""));
    let all_excluded = "This target seems unrelated. Try another search: the latest, for \"total\", \
                        did not return this one.";
    check("vendor/a", "e", all_excluded);
}

#[test]
fn without_anything_to_go_by_there_is_no_warning() {
    check("", "src/a.rs", "");
    assert_eq!(RelevanceRules::default().warning(&LatestSearch::default(), "src/a.rs"), None);
}

#[test]
fn an_excluded_folder_is_named_whether_or_not_it_was_found() {
    let excluded = |advice: &str, rule: &str| {
        format!("This target seems unrelated. Try {advice}: this one is excluded by the rule {rule}.")
    };
    check("", "vendor/a.rs", &excluded("a search outside vendor/", "vendor/"));
    check("", "web/node_modules/x/i.js", &excluded("a search outside node_modules/", "node_modules/"));
    check("src/a.rs", ".git/config", &excluded("\"src/a.rs\"", ".git/"));
    check("dist/a.js src/a.rs", "dist/a.js", &excluded("\"src/a.rs\"", "dist/"));
    check("", "vendored/a.rs", "");
    check("", "src/dist", "");
}

#[test]
fn every_warning_says_what_to_do_next() {
    let check = |paths: &str, target: &str, expected: &str| {
        let latest = LatestSearch::new("total", paths.split_whitespace());
        assert_eq!(RelevanceRules::default().warning(&latest, target).unwrap().next, expected);
    };
    check("a b", "c", "read \"a\" or \"b\"");
    check("vendor/a", "c", "search for what you are after");
    check("", "vendor/a", "search for what you are after");
}

#[test]
fn rules_can_be_turned_off_and_changed() {
    let latest = LatestSearch::new("total", ["a"]);
    let off = RelevanceRules { is_on: false, ..RelevanceRules::default() };
    assert_eq!(off.warning(&latest, "vendor/b"), None);
    let own = RelevanceRules { is_on: true, excluded: vec!["gen/out".to_owned(), String::new()] };
    assert_eq!(own.excluding("a/gen/out/b"), Some("gen/out"));
    assert_eq!(own.excluding("vendor/b"), None);
}
