//! The two configuration files: the user's, which decides, and the workspace's, which can only narrow.

use reread_files::{Limits, Settings, Workspace, WorkspaceError, WorkspaceOptions, parse_user_configuration};
use reread_path::RootedPath;

use crate::scratch;

/// Names that the default rules judge differently.
const NAMES: [&str; 5] = ["src/lib.rs", ".env", "deep/down/id_rsa", "certs/server.pem", "README.md"];

/// A configuration that is taken shows at least something, and would not be taken with an unknown key.
pub fn user_configuration(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse_user_configuration("config.toml", &text) {
        Ok(settings) => {
            assert!(limits(&settings.limits).iter().all(|limit| *limit > 0));
            let misspelt = format!("reply_line = 1\n{text}");
            assert!(parse_user_configuration("config.toml", &misspelt).is_err(), "{misspelt}");
            let judge_again = parse_user_configuration("config.toml", &text).expect("it was just taken");
            assert_eq!(verdicts(&judge_again), verdicts(&settings));
        }
        Err(error) => assert!(error.to_string().starts_with("config.toml"), "{error}"),
    }
}

/// Whatever a repository writes into its `reread.toml`: no verdict gets milder, no limit larger, no switch moves.
pub fn workspace_policy(data: &[u8]) {
    match opened_with(data) {
        Ok(workspace) => {
            let (before, after) = (Settings::default(), workspace.settings());
            for (old, new) in verdicts(&before).iter().zip(verdicts(after)) {
                assert!(new >= *old, "{new:?} is milder than {old:?}");
            }
            for (old, new) in limits(&before.limits).iter().zip(limits(&after.limits)) {
                assert!((1..=*old).contains(&new), "{new} is not within {old}");
            }
            assert_eq!(after.hard_links, before.hard_links);
            assert_eq!(after.other_filesystems, before.other_filesystems);
            assert_eq!(after.unused_for_hours, before.unused_for_hours);
            let misspelt = [b"denied = true\n", data].concat();
            assert!(opened_with(&misspelt).is_err(), "an unknown key was ignored");
        }
        Err(error) => assert!(matches!(error, WorkspaceError::Policy(_)), "{error}"),
    }
}

fn opened_with(policy: &[u8]) -> Result<Workspace, WorkspaceError> {
    let root = scratch::folder("narrowed");
    scratch::write(&root.join("reread.toml"), policy);
    Workspace::open(WorkspaceOptions {
        roots: vec![root],
        here: None,
        home: None,
        settings: Settings::default(),
        confinement: None,
    })
}

fn verdicts(settings: &Settings) -> Vec<reread_path::Verdict> {
    let names = NAMES.iter().map(|name| RootedPath::from_bytes(name.as_bytes()).expect("a plain name"));
    names.flat_map(|name| [settings.read.judge(&[&name]), settings.not_cached.judge(&[&name])]).collect()
}

fn limits(limits: &Limits) -> [u64; 5] {
    let Limits { reply_lines, reply_chars, transport_bytes, search_millis, digest_bytes } = *limits;
    [reply_lines, reply_chars, transport_bytes, search_millis, digest_bytes]
}
