use reread_path::{RootedPath, Verdict};

use super::*;

fn judge(settings: &Settings, name: &str) -> &'static str {
    let path = RootedPath::from_bytes(name.as_bytes()).unwrap();
    match settings.read.judge(&[&path]) {
        Verdict::Allow => "allow",
        Verdict::Ask(_) => "ask",
        Verdict::Deny(_) => "deny",
        Verdict::NotAllowed => "not allowed",
    }
}

/// What a user's configuration, narrowed by a workspace's file, says of a name.
fn check(user: &str, workspace: &str, name: &str, expected: &str) {
    let settings = parse_user_configuration("config.toml", &format!("version = 1\n{user}")).unwrap();
    let settings =
        narrow_by_workspace(settings, "reread.toml", &format!("version = 1\n{workspace}")).unwrap();
    assert_eq!(judge(&settings, name), expected, "{user} {workspace} {name}");
}

/// The error that a pair of files gives.
fn check_refused(user: &str, workspace: &str, expected: &str) {
    let refused = parse_user_configuration("config.toml", user)
        .and_then(|settings| narrow_by_workspace(settings, "reread.toml", workspace))
        .expect_err("the files are refused")
        .to_string();
    assert!(refused.contains(expected), "{refused}");
}

#[test]
fn sensitive_names_ask_unless_the_user_decides_otherwise() {
    assert_eq!(judge(&Settings::default(), ".env"), "ask");
    check("", "", ".env.local", "ask");
    check("[read]\nsensitive = 'deny'", "", "keys/server.pem", "deny");
    check("[read]\nsensitive = 'allow'", "", ".env", "allow");
    check("[read]\nsensitive_names = ['.env']", "", ".env.example", "allow");
    check("[read]\nsensitive_names = ['.env']", "", ".env", "ask");
}

#[test]
fn a_workspace_narrows() {
    check("", "[read]\ndeny = ['secrets/**']", "secrets/a.txt", "deny");
    check("", "[read]\nask = ['secrets/**']", "secrets/a.txt", "ask");
    check("[read]\ndeny = ['secrets/**']", "", "secrets/a.txt", "deny");
    check("[read]\nallow = ['src/**']", "", "docs/a.md", "not allowed");
    check("[read]\nallow = ['src/**']", "[read]\ndeny = ['src/x']", "src/x", "deny");
}

#[test]
fn a_workspace_lowers_what_may_be_written() {
    let limits = |user: &str, workspace: &str| {
        let settings = parse_user_configuration("config.toml", &format!("version = 1\n{user}")).unwrap();
        let text = format!("version = 1\n[write]\n{workspace}");
        let limits = narrow_by_workspace(settings, "reread.toml", &text).unwrap().write.limits;
        (limits.max_writes, limits.max_bytes)
    };
    assert_eq!(limits("", ""), (None, None));
    assert_eq!(limits("", "max_writes_per_session = 3"), (Some(3), None));
    assert_eq!(limits("[write]\nmax_writes_per_session = 5\nmax_bytes_written = 9", ""), (Some(5), Some(9)));
    assert_eq!(limits("[write]\nmax_bytes_written = 9", "max_bytes_written = 0"), (None, Some(0)));
    check_refused(
        "version = 1\n[write]\nmax_writes_per_session = 5",
        "version = 1\n[write]\nmax_writes_per_session = 6",
        "write.max_writes_per_session = 6 would widen the limit of 5",
    );
}

#[test]
fn only_the_user_says_how_long_the_past_is_kept() {
    let user = |text: &str| parse_user_configuration("config.toml", &format!("version = 1\n{text}")).unwrap();
    assert!(!user("").retention.is_on());
    let retention = user("[history]\nmax_age_days = 2\nmax_bytes = 7").retention;
    assert_eq!((retention.max_age.unwrap().as_secs(), retention.max_bytes), (2 * 24 * 60 * 60, Some(7)));
    check_refused("version = 1", "version = 1\n[history]\nmax_bytes = 0", "unknown field `history`");
}

#[test]
fn a_workspace_cannot_widen() {
    check_refused("version = 1", "version = 1\n[read]\nallow = ['**']", "unknown field `allow`");
    check_refused("version = 1", "version = 1\nhard_links = 'allow'", "unknown field `hard_links`");
    check_refused("version = 1", "version = 1\n[limits]\nreply_lines = 301", "can only narrow");
    check_refused(
        "version = 1\n[limits]\nreply_lines = 100",
        "version = 1\n[limits]\nreply_lines = 101",
        "of 100",
    );
}

#[test]
fn a_file_that_cannot_be_understood_is_an_error() {
    check_refused("", "version = 1", "missing field `version`");
    check_refused("version = 2", "version = 1", "knows version 1");
    check_refused("version = 1\n[raed]\ndeny = []", "version = 1", "unknown field `raed`");
    check_refused("version = 1\n[read]\ndeny = 'x'", "version = 1", "config.toml");
    check_refused("version = 1\n[read]\ndeny = ['a//b']", "version = 1", "a//b");
    check_refused("version = 1\n[limits]\nreply_lines = 0", "version = 1", "would show nothing");
    check_refused("version = 1\n[limits]\nreply_lines = -1", "version = 1", "config.toml");
    check_refused("version = 1", "version = 1\n[search]\nmodel = '/m'", "unknown field `search`");
    check_refused("version = 1\ndeny = [", "version = 1", "config.toml");
}

#[test]
fn nothing_is_kept_for_pi_of_what_may_not_be_read() {
    let check = |user: &str, name: &str, is_left_to_pi: bool| {
        let settings = parse_user_configuration("config.toml", &format!("version = 1\n{user}")).unwrap();
        let path = RootedPath::from_bytes(name.as_bytes()).unwrap();
        assert_eq!(settings.pi.excluded.judge(&[&path]) != Verdict::Allow, is_left_to_pi, "{user} {name}");
    };
    check("", "src/main.rs", false);
    check("", "sub/.env", true);
    check("[read]\ndeny = [\"secrets/**\"]", "secrets/k.txt", true);
    check("[read]\ndeny = [\"secrets/**\"]", "src/main.rs", false);
    check("[read]\nask = [\"plans\"]", "plans/a.md", true);
    check("[cache]\nnot_cached = [\"*.log\"]", "a.log", true);
    check("[pi]\nexclude = [\"vault/\"]", "vault/a", true);
}
