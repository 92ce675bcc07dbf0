use proptest::prelude::*;
use reread_path::{RootedPath, RuleLists, Rules, Verdict};
use unicode_normalization::UnicodeNormalization;

use crate::config;

fn path(name: &str) -> Option<RootedPath> {
    RootedPath::from_bytes(name.as_bytes()).ok()
}

fn judge(deny: &[String], ask: &[String], allow: &[String], name: &RootedPath) -> Verdict {
    Rules::compile(&RuleLists { deny, ask, allow })
        .expect("the rules of these tests are sound")
        .judge(&[name])
}

fn is_denied(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Deny(_))
}

fn owned(rules: &[&str]) -> Vec<String> {
    rules.iter().copied().map(str::to_owned).collect()
}

/// A generator whose whole state is its seed.
struct Shuffle(u64);

impl Shuffle {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % below
    }

    fn shuffle(&mut self, rules: &mut [String]) {
        for last in (1..rules.len()).rev() {
            rules.swap(last, self.next(last + 1));
        }
    }
}

#[test]
fn a_thousand_shuffles_make_no_difference() {
    let mut deny = owned(&["secrets/**", "*.pem", ".env*", "secrets/pub/key", "**/private", "b/?.txt"]);
    let mut ask = owned(&["docs", "docs/**", "*.md", "Makefile"]);
    let mut allow = owned(&["**", "secrets/pub/**", "src/**", "a/.env"]);
    let names = [
        "secrets/pub/key",
        "secrets/a",
        "secrets",
        "docs/a.md",
        "a/.env.pem",
        "x/PRIVATE/y",
        "src/a",
        "b/é.txt",
        "b/MAKEFILE",
    ];
    let names: Vec<RootedPath> = names.iter().filter_map(|name| path(name)).collect();
    let before: Vec<Verdict> = names.iter().map(|name| judge(&deny, &ask, &allow, name)).collect();
    assert_eq!(before[0], Verdict::Deny("secrets/**".to_owned()));
    let mut order = Shuffle(42);
    for round in 0..1_000 {
        for list in [&mut deny, &mut ask, &mut allow] {
            order.shuffle(list);
        }
        let rules = Rules::compile(&RuleLists { deny: &deny, ask: &ask, allow: &allow }).unwrap();
        let now: Vec<Verdict> = names.iter().map(|name| rules.judge(&[name])).collect();
        assert_eq!(now, before, "round {round}: {deny:?} {ask:?} {allow:?}");
    }
}

/// A name, and the rules that deny it in one way or another.
fn denied() -> impl Strategy<Value = (String, String)> {
    let letters = prop_oneof!["[a-zA-Z._-]{1,6}", "[a-zA-Z.éÄñöσßǅﬁ日а_-]{1,6}"];
    let component = letters.prop_filter("an ordinary component", |name| !matches!(name.as_str(), "." | ".."));
    (prop::collection::vec(component, 1..4), any::<prop::sample::Index>(), 0..5_u8).prop_map(
        |(parts, index, shape)| {
            let part = &parts[index.index(parts.len())];
            let start: String = part.chars().take(1).collect();
            let rule = match shape {
                0 => part.clone(),
                1 => parts.join("/"),
                2 => format!("**/{part}/"),
                3 => format!("{start}*"),
                _ => format!("{}/**", parts[0]),
            };
            // What lies in a folder is denied, the folder is not.
            let name = if shape > 3 { parts.join("/") + "/x" } else { parts.join("/") };
            (name, rule)
        },
    )
}

/// Rules of every shape over few letters, so that many of them match.
fn rule() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        3 => "[abAé]|[ab]{2}",
        1 => Just("*".to_owned()),
        1 => "[ab]\\*",
        1 => "\\*[ab]",
        1 => Just("?".to_owned()),
    ];
    (prop::collection::vec(part, 1..4), 0..4_u8).prop_map(|(parts, shape)| match shape {
        0 => parts[0].clone(),
        1 => parts.join("/"),
        2 => format!("**/{}", parts.join("/")),
        _ => format!("{}/**", parts.join("/")),
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_denied_name_stays_denied_however_it_is_written(
        (name, rule) in denied(),
        upper in prop::collection::vec(any::<bool>(), 40),
        unseen in prop::collection::vec(prop::sample::select(&["", "", "\u{200b}", "\u{ad}", "\u{2060}", "\u{fe0f}", "\u{34f}"][..]), 40),
    ) {
        let deny = [rule];
        let denied = |name: &str| {
            let name = path(name).unwrap();
            is_denied(&judge(&deny, &[], &[], &name))
        };
        prop_assert!(denied(&name), "{:?} {}", deny, name);
        let mut written = String::new();
        for (index, character) in name.chars().enumerate() {
            match upper[index % upper.len()] {
                true => written.extend(character.to_uppercase()),
                false => written.extend(character.to_lowercase()),
            }
            if character != '/' {
                written.push_str(unseen[index % unseen.len()]);
            }
        }
        let nfd: String = written.nfd().collect();
        let nfc: String = written.nfc().collect();
        let full_width = written.replace('.', "．").replace('/', "／");
        for spelling in [written, nfd, nfc, full_width] {
            prop_assert!(denied(&spelling), "{:?} {:?}", deny, spelling);
        }
    }

    #[test]
    fn another_rule_never_loosens_deny((name, rule) in denied(), (_, other) in denied()) {
        let name = path(&name).unwrap();
        let alone = judge(std::slice::from_ref(&rule), &[], &[], &name);
        prop_assert!(is_denied(&alone));
        let joined = judge(&[rule.clone(), other.clone()], &[], std::slice::from_ref(&other), &name);
        prop_assert!(is_denied(&joined), "{} {}", rule, other);
    }

    #[test]
    fn narrowing_takes_the_stricter_verdict((name, rule) in denied(), (_, other) in denied()) {
        let name = path(&name).unwrap();
        let deny = Rules::compile(&RuleLists { deny: &[rule], ..RuleLists::default() }).unwrap();
        let allow = Rules::compile(&RuleLists { allow: &[other], ..RuleLists::default() }).unwrap();
        let stricter = deny.judge(&[&name]).max(allow.judge(&[&name]));
        prop_assert_eq!(deny.clone().narrowed_by(allow.clone()).judge(&[&name]), stricter.clone());
        prop_assert_eq!(allow.narrowed_by(deny).judge(&[&name]), stricter);
    }

    /// With one rule most names are passed by at a glance; those that it denies are not.
    #[test]
    fn what_one_rule_denies_is_denied_in_its_folder((name, rule) in denied()) {
        let name = path(&name).unwrap();
        let rules = Rules::compile(&RuleLists { deny: &[rule], ..RuleLists::default() }).unwrap();
        let folder = name.parent().unwrap_or_default();
        let verdict = rules.in_folder(&folder).judge(name.file_name().unwrap_or_default());
        prop_assert_eq!(verdict, rules.judge(&[&name]));
    }

    /// Judging in a folder is a faster way to the same verdict, down to the rule that it names.
    #[test]
    fn a_name_in_a_folder_is_judged_as_its_path_is(
        parts in prop::collection::vec("[abAé]|[ab.ß．]{2}", 0..4),
        name in "[abAé]|[ab.ß．]{2}",
        rules in prop::collection::vec(rule(), 3..9),
    ) {
        let folder = path(&parts.join("/"));
        prop_assume!(folder.is_some());
        let folder = folder.unwrap();
        let joined = folder.join(name.as_bytes());
        let third = rules.len() / 3;
        let compiled = |deny: &[String], ask: &[String], allow: &[String]| {
            Rules::compile(&RuleLists { deny, ask, allow }).ok()
        };
        let all = compiled(&rules[..third], &rules[third..2 * third], &rules[2 * third..]);
        let more = compiled(&rules[2 * third..], &rules[..third], &[]);
        for rules in [all.clone(), more.clone(), all.zip(more).map(|(all, more)| all.narrowed_by(more))] {
            let Some(rules) = rules else { continue };
            let mut in_folder = rules.in_folder(&folder);
            let expected = joined.as_ref().map_or(Verdict::NotAllowed, |path| rules.judge(&[path]));
            prop_assert_eq!(in_folder.judge(name.as_bytes()), expected.clone());
            prop_assert_eq!(in_folder.judge(name.as_bytes()), expected, "asked again");
        }
    }
}
