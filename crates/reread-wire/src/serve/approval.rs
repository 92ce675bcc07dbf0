//! What the user is asked to approve, and what they see of it.

use reread_files::{ChangeToApprove, ExactFile, Root, Workspace, WriteError};
use reread_path::spell;
use reread_store::ApprovalSubject;
use reread_text::{Digest, count_lines, lines, redact, visible};

/// A question to the user: what would be done to which version of which file, and what the user is shown of it.
#[derive(Clone, Debug)]
pub struct ApprovalRequest {
    /// What would be done: `read`, `large_read`, `write`, `delete`, `move to NAME` or `move from NAME`; followed by `as 0755` if
    /// the file gets other permissions.
    pub operation: String,
    /// The file, with its version if it exists.
    pub file: ExactFile,
    /// What it would hold afterwards; `None` if it would be deleted, and where nothing is written.
    pub after: Option<Digest>,
    /// What would change, unless nothing is written.
    pub change: Option<ShownChange>,
}

/// A change as the user sees it: bounded, with invisible characters spelled out, and without credentials.
#[derive(Clone, Debug)]
pub struct ShownChange {
    /// Why it needs approval, with every reason.
    pub why: String,
    /// How many lines come and go, and below that which.
    pub text: String,
}

/// The most lines that are shown: more do not help the user to decide.
const MOST_LINES: usize = 40;

/// The longest line, in characters, and the longest text, in bytes.
const LONGEST_LINE: usize = 160;
const LONGEST: usize = 3_000;

/// How many lines are looked at for credentials, which may begin on one that is shown and end on one that is not.
const LOOKED_AT: usize = 10 * MOST_LINES;

/// Stands in place of lines that need approval to be read.
const HIDDEN: &str = "its lines are not shown: a rule asks before it is read\n";

impl ApprovalRequest {
    /// To read a file.
    pub fn to_read(file: ExactFile) -> Self {
        Self::to("read", file)
    }

    /// To do something with a file that does not change it.
    pub(super) fn to(operation: &str, file: ExactFile) -> Self {
        Self { operation: operation.to_owned(), file, after: None, change: None }
    }

    /// To write, move or delete a file.
    pub(super) fn to_change(change: &ChangeToApprove) -> Self {
        let (operation, file) = (operation(change), change.file.clone());
        Self { operation, file, after: change.after, change: Some(ShownChange::of(change)) }
    }

    /// What the decision is bound to: the principal that asks, and names that mean the same to another process.
    pub fn subject(&self, workspace: &Workspace, principal: &str) -> ApprovalSubject {
        let root = workspace.access().roots().get(self.file.root).map(Root::path);
        ApprovalSubject {
            principal: principal.to_owned(),
            operation: self.operation.clone(),
            root: root.map(|root| root.as_os_str().as_encoded_bytes().to_vec()).unwrap_or_default(),
            path: self.file.path.as_bytes().to_vec(),
            before: self.file.digest,
            after: self.after,
        }
    }

    /// `write Makefile as 0755`, `move old.mk to new.mk`.
    pub fn phrase(&self) -> String {
        phrase(&self.operation, &self.file.path.to_string())
    }
}

/// What is done to a file, in words.
pub fn phrase(operation: &str, path: &str) -> String {
    match operation.split_once(' ') {
        Some((verb, rest)) => format!("{verb} {path} {rest}"),
        None => format!("{operation} {path}"),
    }
}

/// What an approval of a change is called: no two changes that do different things to a file share a name.
fn operation(change: &ChangeToApprove) -> String {
    let deed = match (change.other.as_deref().map(spell), change.after) {
        (Some(other), None) => format!("move to {other}"),
        (Some(other), Some(_)) => format!("move from {other}"),
        (None, None) => "delete".to_owned(),
        (None, Some(_)) => "write".to_owned(),
    };
    match change.mode {
        Some(mode) => format!("{deed} as {mode:04o}"),
        None => deed,
    }
}

impl ShownChange {
    fn of(change: &ChangeToApprove) -> Self {
        let (name, reasons) = (change.name.clone(), change.reasons.clone());
        let why = WriteError::NeedsApproval { name, reasons }.to_string();
        let text = if change.reasons.hides { HIDDEN.to_owned() } else { changed_lines(change) };
        Self { why, text }
    }
}

fn changed_lines(change: &ChangeToApprove) -> String {
    let diff = &change.diff;
    let nearby = if change.nearby_change { ", external change close by" } else { "" };
    let mut text = format!("+{} -{}{nearby}\n", diff.added, diff.removed);
    // Which file it is was said already.
    let (header, all) = (2, usize::try_from(count_lines(&diff.text)).unwrap_or(usize::MAX));
    let looked_at: Vec<String> = lines(&diff.text)
        .skip(header)
        .take(LOOKED_AT)
        .map(|line| String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line)).into_owned())
        .collect();
    let mut shown = 0;
    for line in without_credentials(&looked_at) {
        let line = bounded(&line);
        if shown == MOST_LINES || text.len() + line.len() > LONGEST {
            break;
        }
        text.push_str(&line);
        text.push('\n');
        shown += 1;
    }
    match all.saturating_sub(header + shown) {
        0 => {}
        1 => text.push_str("(1 more line)\n"),
        more => text.push_str(&format!("({more} more lines)\n")),
    }
    text
}

/// The lines of a diff, looked at as they stand in the file: a key of several lines has no signs in front.
fn without_credentials(diff: &[String]) -> Vec<String> {
    let (signs, bare): (Vec<&str>, Vec<&str>) =
        diff.iter().map(|line| line.split_at_checked(1).unwrap_or(("", line))).unzip();
    let bare = bare.join("\n");
    let redacted = redact(&bare).text;
    signs.into_iter().zip(redacted.split('\n')).map(|(sign, bare)| sign.to_owned() + bare).collect()
}

/// One line, with what is hidden in it spelled out, and cut.
fn bounded(line: &str) -> String {
    let line = visible(line);
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into_owned(),
    }
}

#[cfg(test)]
mod tests;
