use globset::{GlobBuilder, GlobMatcher};
use proptest::prelude::*;
use proptest::test_runner::Config;
use reread_path::{RootedPath, RuleLists, Rules, Verdict};

use crate::config;

/// Patterns in the language that both implementations promise: ASCII, `**` alone in its component.
fn pattern() -> impl Strategy<Value = String> {
    let component = prop_oneof![
        Just("**".to_owned()),
        prop::collection::vec(
            prop::sample::select(&["a", "b", ".", "*", "?", "[ab]", "[!a]", "{a,b.}", "\\*"][..]),
            1..5
        )
        .prop_map(|parts| parts.concat()),
    ];
    prop::collection::vec(component, 1..5).prop_map(|components| components.join("/"))
}

fn name() -> impl Strategy<Value = String> {
    prop::collection::vec("[ab.*]{1,4}", 1..6).prop_map(|components| components.join("/"))
}

/// What globset makes of a pattern; there a negated class takes the slash unless it lists it.
fn second_opinion(pattern: &str) -> GlobMatcher {
    let is_anchored = pattern.contains('/');
    let pattern = pattern.replace("[!a]", "[!a/]");
    let anchored = if is_anchored { pattern } else { format!("**/{pattern}") };
    let glob = GlobBuilder::new(&anchored).literal_separator(true).backslash_escape(true).build();
    glob.expect("what we take globset takes").compile_matcher()
}

proptest! {
    #![proptest_config(Config { cases: 2_000, ..config() })]

    #[test]
    fn a_glob_covers_what_globset_matches_and_what_is_beneath(pattern in pattern(), name in name()) {
        let allow = [pattern.clone()];
        // A component of dots, or of two stars and more, is refused; that is checked elsewhere.
        let Ok(rules) = Rules::compile(&RuleLists { allow: &allow, ..RuleLists::default() }) else { return Ok(()) };
        let Ok(path) = RootedPath::from_bytes(name.as_bytes()) else { return Ok(()) };
        let matcher = second_opinion(&pattern);
        let mut folders = name.match_indices('/').map(|(end, _)| &name[..end]).chain([name.as_str()]);
        let expected = folders.any(|folder| matcher.is_match(folder));
        prop_assert_eq!(rules.judge(&[&path]) == Verdict::Allow, expected, "`{}` and {}", pattern, name);
    }
}
