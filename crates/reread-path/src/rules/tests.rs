use super::*;

fn owned(rules: &[&str]) -> Vec<String> {
    rules.iter().copied().map(str::to_owned).collect()
}

fn compile(deny: &[&str], ask: &[&str], allow: &[&str]) -> Result<Rules, BadRule> {
    Rules::compile(&RuleLists { deny: &owned(deny), ask: &owned(ask), allow: &owned(allow) })
}

fn path(name: &str) -> RootedPath {
    RootedPath::from_bytes(name.as_bytes()).unwrap()
}

fn shown(verdict: Verdict) -> String {
    match verdict {
        Verdict::Allow => "allow".to_owned(),
        Verdict::Ask(rule) => format!("ask {rule}"),
        Verdict::NotAllowed => "not allowed".to_owned(),
        Verdict::Deny(rule) => format!("deny {rule}"),
    }
}

fn check(rules: &Rules, name: &str, expected: &str) {
    assert_eq!(shown(rules.judge(&[&path(name)])), expected, "{name:?}");
}

#[test]
fn without_rules_everything_is_allowed() {
    for rules in [Rules::default(), compile(&[], &[], &[]).unwrap()] {
        check(&rules, "a", "allow");
        check(&rules, "", "allow");
        assert_eq!(rules.judge(&[]), Verdict::NotAllowed);
    }
}

#[test]
fn deny_then_ask_then_allow() {
    let rules = compile(&["secrets"], &["secrets/pub", "docs"], &["src/**", "secrets/**"]).unwrap();
    check(&rules, "secrets/pub/a", "deny secrets");
    check(&rules, "docs/a", "ask docs");
    check(&rules, "src/a", "allow");
    check(&rules, "other", "not allowed");
    check(&rules, "", "not allowed");
}

#[test]
fn deny_sees_through_spellings() {
    let rules = compile(&[".env*", "Config/Prod"], &[], &[]).unwrap();
    for name in [".env", ".ENV", ".Env.local", "a/.env", ".env/x", "．ENV", ".e\u{200c}nv", "a／．env／b"]
    {
        check(&rules, name, "deny .env*");
    }
    for name in ["config/prod", "CONFIG/prod/key", "config／prod", "x/．．/config/prod"] {
        check(&rules, name, "deny Config/Prod");
    }
    check(&rules, "env", "allow");
    check(&rules, "x/config/prod", "allow");
}

#[test]
fn ask_sees_through_them_and_allow_does_not() {
    let rules = compile(&[], &["Makefile"], &["src/**"]).unwrap();
    check(&rules, "makefile", "ask Makefile");
    check(&rules, "src/a", "allow");
    check(&rules, "SRC/a", "not allowed");
    check(&rules, "s\u{200b}rc/a", "not allowed");
}

#[test]
fn names_that_are_not_utf8_are_judged() {
    let rules = compile(&[".env"], &[], &["*.txt"]).unwrap();
    let judge = |name: &[u8]| shown(rules.judge(&[&RootedPath::from_bytes(name).unwrap()]));
    assert_eq!(judge(b"\xff/.ENV"), "deny .env");
    assert_eq!(judge(b"\xff.txt"), "allow");
    assert_eq!(judge(b"\xff"), "not allowed");
}

#[test]
fn the_strictest_name_of_a_file_decides() {
    let rules = compile(&[".env"], &["docs"], &["docs/**", "src/**", ".env"]).unwrap();
    let judge = |names: [&str; 2]| shown(rules.judge(&[&path(names[0]), &path(names[1])]));
    for [one, other, expected] in [
        ["src/notes.txt", ".env", "deny .env"],
        ["src/notes.txt", "docs/a", "ask docs"],
        ["src/notes.txt", "elsewhere", "not allowed"],
        ["docs/a", "elsewhere", "not allowed"],
        ["src/a", "src/b", "allow"],
    ] {
        assert_eq!(judge([one, other]), expected);
        assert_eq!(judge([other, one]), expected);
    }
}

#[test]
fn narrowing_never_widens() {
    let user = || compile(&["secrets"], &[], &["src/**", "secrets/**"]).unwrap();
    let workspace = || compile(&["src/generated"], &["src/ask"], &["src/**", "other"]).unwrap();
    for rules in [user().narrowed_by(workspace()), workspace().narrowed_by(user())] {
        check(&rules, "src/a", "allow");
        check(&rules, "src/generated/a", "deny src/generated");
        check(&rules, "src/ask", "ask src/ask");
        check(&rules, "secrets/a", "deny secrets");
        check(&rules, "other", "not allowed");
    }
    let unchanged = user().narrowed_by(Rules::default());
    check(&unchanged, "other", "not allowed");
    check(&unchanged, "src/a", "allow");
}

#[test]
fn the_rule_reported_does_not_depend_on_the_order() {
    for rules in [["*.env", ".env"], [".env", "*.env"]] {
        check(&compile(&rules, &[], &[]).unwrap(), ".env", "deny *.env");
    }
}

#[test]
fn secrets_by_custom_are_rules() {
    let rules = compile(SENSITIVE_NAMES, &[], &[]).unwrap();
    check(&rules, "a/.ENV.production", "deny .env*");
    check(&rules, "certs/Server.PEM", "deny *.pem");
    check(&rules, "home/ID_RSA", "deny id_rsa");
    check(&rules, "src/environment.rs", "allow");
    check(&rules, "src/keyboard.rs", "allow");
}

#[test]
fn one_bad_rule_refuses_the_set_and_says_why() {
    let fault = |deny: &[&str]| compile(deny, &[], &[]).unwrap_err().to_string();
    assert_eq!(
        fault(&["a", "/b"]),
        "rule `/b` starts with `/`, but rules are relative to the root; leave the leading slash out"
    );
    assert_eq!(fault(&["a\u{202e}//b"]), {
        r"rule `a\u{202e}//b` contains `//`, and no name has an empty component; write one slash"
    });
    assert_eq!(fault(&["[z-a]"]), "rule `[z-a]` has the range `z-a`, which holds nothing; write `a-z`");
    assert_eq!(
        fault(&["{a"]),
        r"rule `{a` opens `{` and does not close it; write `\{` for the character itself"
    );
    assert!(fault(&["a", ""]).starts_with("rule `` is empty"));
    assert!(
        fault(&["a", "\u{200b}"]).starts_with(r"rule `\u{200b}` has a component that looks like nothing")
    );
    assert!(compile(&[], &["!a"], &[]).is_err());
    assert!(compile(&[], &[], &["a/.."]).is_err());
}

#[test]
fn rules_are_bounded_and_never_cut() {
    assert!(compile(&[&"a".repeat(4096)], &[], &[]).is_ok());
    assert_eq!(
        compile(&[&"a".repeat(1024 * 1024)], &[], &[]).unwrap_err().to_string(),
        "a rule has 1048576 bytes, more than the 4096 a rule may have; write several shorter ones"
    );
    let heavy: Vec<String> =
        (0..10).map(|index| "{a,b}".repeat(8) + &index.to_string().repeat(4000)).collect();
    let heavy: Vec<&str> = heavy.iter().map(String::as_str).collect();
    assert_eq!(compile(&heavy, &[], &[]).unwrap_err(), BadRule::TooMany(MAX_CHARACTERS));
}

#[test]
fn ten_thousand_rules_all_count() {
    let plain = (0..5_000).map(|index| format!("name{index}"));
    let wild = (0..5_000).map(|index| format!("dir{index}/*.key{index}"));
    let rules: Vec<String> = plain.chain(wild).collect();
    let rules = Rules::compile(&RuleLists { deny: &rules, ..RuleLists::default() }).unwrap();
    check(&rules, "a/NAME4999/b", "deny name4999");
    check(&rules, "dir4999/x.key4999", "deny dir4999/*.key4999");
    check(&rules, "dir4999/x.key4998", "allow");
}

#[test]
fn a_name_of_five_thousand_components_is_judged() {
    let rules = compile(&[".env", "**/a/**/deep"], &[], &[]).unwrap();
    let long = vec!["a"; 5_000].join("/");
    check(&rules, &long, "allow");
    check(&rules, &format!("{long}/.ENV"), "deny .env");
    check(&rules, &format!("{long}/deep/x"), "deny **/a/**/deep");
}
