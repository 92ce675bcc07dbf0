//! A refusal, asked for at every command that opens a file.

use reread_testkit::{RunOutput, World};
use serde_json::Value;

/// A name that must be refused, and one that differs from it only in that nothing is there.
pub(crate) struct Refused<'a> {
    pub(crate) existing: &'a str,
    pub(crate) missing: &'a str,
    pub(crate) code: &'a str,
}

/// Checks of a refusal, in a world with a secret.
pub(crate) trait CheckRefusal {
    /// Every command refuses both names, in the same words, and records each call once as denied.
    fn check_refused(&self, refused: &Refused<'_>);

    /// As [`check_refused`](Self::check_refused) for a name that has no counterpart.
    fn check_refused_name(&self, name: &str, code: &str);
}

impl CheckRefusal for World {
    fn check_refused(&self, refused: &Refused<'_>) {
        assert_eq!(
            refused.existing.len(),
            refused.missing.len(),
            "names of one length are told apart by nothing else"
        );
        for command in commands(self.secret()) {
            let existing = refusal(self, &command, refused.existing, refused.code);
            let missing = refusal(self, &command, refused.missing, refused.code);
            let as_existing = |text: &str| text.replace(refused.missing, refused.existing);
            assert_eq!(existing.stderr, as_existing(&missing.stderr), "{command:?}");
            assert_eq!(existing.text(), as_existing(&missing.text()), "{command:?}");
            assert_eq!(existing.code, missing.code, "{command:?}");
        }
    }

    fn check_refused_name(&self, name: &str, code: &str) {
        for command in commands(self.secret()) {
            refusal(self, &command, name, code);
        }
    }
}

fn refusal(world: &World, command: &[&str], name: &str, code: &str) -> RunOutput {
    let before = world.records().len();
    let arguments: Vec<&str> = command.iter().map(|word| if *word == NAME { name } else { word }).collect();
    let ran = world.run(&arguments);
    assert_eq!(ran.code, Some(3), "{arguments:?}: {ran:?}");
    if arguments.contains(&"--json") {
        let reply: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(reply["ok"], false, "{reply}");
        assert_eq!(reply["error"]["code"], code, "{arguments:?}: {reply}");
    } else {
        assert!(ran.stdout.is_empty(), "{arguments:?}: {ran:?}");
    }
    let records = world.records();
    assert_eq!(records.len(), before + 1, "{arguments:?}: one record for one call");
    let record = records.last().unwrap();
    assert_eq!((&record["outcome"], &record["code"]), (&"denied".into(), &code.into()), "{record}");
    ran
}

const NAME: &str = "NAME";

/// Every command that opens a file. The query is a part of the secret, so that a match would show.
fn commands(secret: &str) -> Vec<Vec<&str>> {
    let query = &secret[..4];
    vec![
        vec!["read", "--", NAME],
        vec!["--json", "read", "--", NAME],
        vec!["read", "--raw", "--", NAME],
        vec!["read", "--offset", "1", "--limit", "1", "--", NAME],
        vec!["read", "--from-byte", "0", "--", NAME],
        vec!["read", "--known", "#000000000000@1-1", "--", NAME],
        vec!["head", "--", NAME],
        vec!["tail", "--", NAME],
        vec!["excerpt", "--", NAME],
        vec!["stat", "--", NAME],
        vec!["--json", "stat", "--", NAME],
        vec!["search", "--", query, NAME],
        vec!["--json", "search", "-E", "--", ".", NAME],
    ]
}
