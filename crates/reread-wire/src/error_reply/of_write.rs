//! Errors of calls that write, and what to send in place of a patch that fits nowhere.

use reread_codes::Code;
use reread_edit::{PatchError, PlaceError};
use reread_files::{ApprovalReasons, ProposalError, WriteError};
use reread_text::Diff;

use super::{BUSY, ErrorReply, NO_DESCRIPTORS, NO_STATE, NO_STATE_ON_COMMAND_LINE};
use crate::excerpt::cut_diff;

impl From<WriteError> for ErrorReply {
    fn from(error: WriteError) -> Self {
        let hint = match &error {
            WriteError::Open(_) | WriteError::Past(_) => "",
            error if error.code() == Code::Busy => BUSY,
            error if error.code() == Code::TooManyOpenFiles => NO_DESCRIPTORS,
            WriteError::NotAllowed { .. } => "write another file, or ask the user to change write.allow",
            WriteError::NeedsApproval { .. } | WriteError::HiddenTarget(_) => {
                let keys = error.approval_reasons().map(ApprovalReasons::keys).unwrap_or_default();
                let or_keys = match &keys[..] {
                    [] => "",
                    keys => &format!(", or decide in {} of the configuration", keys.join(" or ")),
                };
                &format!(
                    "go on without this change; the user can run it at a terminal, where reread asks{or_keys}"
                )
            }
            WriteError::GoesByLink { .. } => "name the file itself, or ask the user to remove the link",
            WriteError::SeveralNames { .. } => "ask the user which of its names shall be written",
            WriteError::SetsId { .. } | WriteError::ReadOnly { .. } | WriteError::CannotKeep { .. } => {
                "leave it as it is, or ask the user to change its permissions"
            }
            WriteError::NotAFolder { .. } => "choose another name",
            WriteError::TooLarge { .. } => "change it with another tool",
            WriteError::PatchTooLarge { .. } | WriteError::Patch(PatchError::TooManyLines { .. }) => {
                "split it into several patches"
            }
            WriteError::Exists { current, .. } => &format!(
                "change it with a patch that has lines of it, or replace it with write_file and if_match {current}"
            ),
            WriteError::Stale { was_named: false, current, .. } => &unnamed_hint(current),
            WriteError::Stale { current, since, .. } => {
                &stale_hint("base of a patch, if_match of a whole text", current, since.as_deref())
            }
            WriteError::Overtaken { name, .. } => &format!(
                "settle it by hand (`reread history {name}` lists what rollback can bring back), or leave it: `reread undo --skip` goes on to what was done before"
            ),
            WriteError::UnknownBase { current, .. } => match current {
                Some(current) => &format!(
                    "read the file and use the tag you get; it is {current} now (of a digest, 16 digits or more)"
                ),
                None => "the file does not exist: leave the version out",
            },
            WriteError::BaseOfNone { .. } => "read the files and name the tags you get, or leave it out",
            WriteError::UnseenLines { lines, .. } => {
                &format!("read lines {lines} first, and name that tag as well")
            }
            WriteError::Patch(_) => {
                "send a unified or git diff, *** Begin Patch ... *** End Patch, search/replace blocks, or edits"
            }
            WriteError::WhichFile(_) => "name one file in path, or in the patch itself",
            WriteError::Place { source, .. } => &place_hint(source),
            WriteError::BadMode { .. } => "make regular files only",
            WriteError::Suspicious { .. } => {
                "send the text of the file itself, or say literal=true if it is meant so"
            }
            WriteError::Budget(_) => {
                "write no more, and tell the user, who sets write.max_writes_per_session and write.max_bytes_written"
            }
            WriteError::Proposal(error) => match error {
                ProposalError::NotOpen(_) => "`reread proposals` lists those that are",
                ProposalError::Unresolved(id) => &format!(
                    "`reread proposals show {id}` shows it, `reread proposals resolve {id} --content FILE` says what shall be"
                ),
                ProposalError::Marked { .. } => "take the markers out",
                ProposalError::Moved { by, .. } => {
                    &format!("look at it again with `reread proposals show {by}`")
                }
                ProposalError::Elsewhere(_) | ProposalError::Lost(_) => {
                    "drop it with `reread proposals drop`"
                }
            },
            WriteError::Propose(_) => "decide about other proposals first, with `reread proposals`",
            WriteError::NothingToUndo => {
                "the history of a file (file_history) lists what rollback can bring back"
            }
            WriteError::Unsettled { .. } | WriteError::OtherRoot { .. } => {
                "tell the user: `reread check` says what keeps it from being ended"
            }
            WriteError::Restless { .. } => "try again when the other processes are done",
            WriteError::NoState => NO_STATE,
            WriteError::Begin(_) | WriteError::State(_) | WriteError::History(_) | WriteError::Io { .. } => {
                "nothing was written; try again, and if it stays, check the disk and the state directory"
            }
            WriteError::NotTakenBack(_) => "the next write, or `reread check`, rolls it back",
        };
        match error {
            WriteError::Open(error) => error.into(),
            WriteError::Past(error) => (*error).into(),
            WriteError::WhichFile(message) => Self::invalid_args(message, hint)
                .or_on_command_line(Some("name one file with --file, or in the patch itself".to_owned())),
            error => {
                let command_hint = write_hint_on_command_line(&error);
                Self { refused: error.is_refusal(), ..Self::failed(error.code(), error, hint) }
                    .or_on_command_line(command_hint)
            }
        }
    }
}

/// The hint on the command line, where it names an option or a command.
fn write_hint_on_command_line(error: &WriteError) -> Option<String> {
    let hint = match error {
        WriteError::Exists { current, .. } => &format!(
            "change it with a patch that has lines of it, or replace it with `reread write --if-match {current}`"
        ),
        WriteError::Stale { was_named: false, current, .. } => &unnamed_hint_on_command_line(current),
        WriteError::Stale { current, since, .. } => {
            &stale_hint("--base of a patch, --if-match of a whole text", current, since.as_deref())
        }
        WriteError::Patch(_) => {
            "send a unified or git diff, *** Begin Patch ... *** End Patch, search/replace blocks, or --edits"
        }
        WriteError::Suspicious { .. } => {
            "send the text of the file itself, or say --literal if it is meant so"
        }
        WriteError::NothingToUndo => "`reread history` lists what rollback can bring back",
        WriteError::NoState => NO_STATE_ON_COMMAND_LINE,
        _ => return None,
    };
    Some(hint.to_owned())
}

/// The version to name in the next call, for a caller that knows the file.
fn unnamed_hint(current: &str) -> String {
    unnamed(&format!("base=\"{current}\" for a patch, if_match=\"{current}\" for a whole text"))
}

fn unnamed_hint_on_command_line(current: &str) -> String {
    unnamed(&format!("--base {current} for a patch, --if-match {current} for a whole text"))
}

fn unnamed(arguments: &str) -> String {
    format!("if you have read it as it is now, call again with {arguments}; otherwise read it first")
}

/// What the file is by now and, if that is known, what it was and the external change.
fn stale_hint(arguments: &str, current: &str, since: Option<&(String, Diff)>) -> String {
    let advice = format!("read it, then name the tag you get: {arguments}");
    match since {
        None => format!("{advice}; it is {current} now"),
        Some((named, diff)) => {
            format!(
                "{advice}; it was {named} and is {current} now, after an external change:\n{}",
                cut_diff(diff)
            )
        }
    }
}

/// What is there in place of what a hunk expects, so that the next patch can be right without another read.
fn place_hint(error: &PlaceError) -> String {
    match error {
        PlaceError::NoMatch { closest: Some(closest), expected, .. } => {
            let text = String::from_utf8_lossy(&closest.text.join(&b'\n')).into_owned();
            let blanks = if differs_in_blanks(expected, &closest.text) {
                ", and here only white space differs"
            } else {
                ""
            };
            format!(
                "whole lines are compared{blanks}; the closest place, from line {}, is:\n{text}",
                closest.line
            )
        }
        PlaceError::Ambiguous { patch_line: 0, .. } => {
            "give more of the text around it, or say all=true for every place".to_owned()
        }
        PlaceError::Ambiguous { .. } => {
            "give more lines around it, or a line number that is right".to_owned()
        }
        PlaceError::NoContext { .. } => "give lines that are there beside the new ones".to_owned(),
        PlaceError::NotAtStart { .. } | PlaceError::NotAtEnd { .. } => {
            "give three lines around what changes, or name the version that the patch was made for".to_owned()
        }
        PlaceError::LastNewline { file_has_it: false, .. } => {
            "say `\\ No newline at end of file` behind the last line, or name the version that the patch was made for"
                .to_owned()
        }
        PlaceError::TooMuchWork { .. } | PlaceError::TooManyPlaces { .. } | PlaceError::TooManyBytes { .. } => {
            "change fewer places at once".to_owned()
        }
        _ => "read the file again and make the patch for what is there".to_owned(),
    }
}

/// Whether the lines are those that are expected but for white space at their ends, as far as both are known.
fn differs_in_blanks(expected: &[Vec<u8>], found: &[Vec<u8>]) -> bool {
    let is_same = |(one, other): (&Vec<u8>, &Vec<u8>)| one.trim_ascii() == other.trim_ascii();
    expected != found && expected.len() == found.len() && expected.iter().zip(found).all(is_same)
}
