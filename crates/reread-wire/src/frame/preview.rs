//! A diff against git or the disk, as text.

use reread_files::{ObjectId, PreviewBase, PreviewCut, PreviewReply};
use reread_path::NameRewrite;

use super::{framed, notice};

/// What became of a file between the base and what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PreviewChange {
    None,
    Changed,
    Created,
    Deleted,
}

impl PreviewChange {
    pub(crate) fn word(self) -> &'static str {
        match self {
            PreviewChange::None => "none",
            PreviewChange::Changed => "changed",
            PreviewChange::Created => "new_file",
            PreviewChange::Deleted => "deleted",
        }
    }
}

pub(crate) fn change(reply: &PreviewReply) -> PreviewChange {
    match (&reply.base, &reply.target) {
        (Some(base), Some(target)) if base.digest == target.digest => PreviewChange::None,
        (Some(_), Some(_)) => PreviewChange::Changed,
        (Some(_), None) => PreviewChange::Deleted,
        (None, _) => PreviewChange::Created,
    }
}

/// A header, the diff, and a closing line; a header alone if there is nothing to show.
pub(crate) fn preview(reply: &PreviewReply) -> String {
    if reply.diff.text.is_empty() {
        return words(header(reply), &remarks(reply)) + "\n";
    }
    let header = format!("{} ~{}", header(reply), reply.frame);
    let closing = words(format!("end {}", reply.frame), &remarks(reply));
    framed(&header, &String::from_utf8_lossy(&reply.diff.text), &format!("[{closing}]"))
}

/// `diff_preview song.txt against HEAD 3fa9c1d, 2 hunks +3 -1`.
pub(crate) fn header(reply: &PreviewReply) -> String {
    let proposed = if reply.is_proposed { "content for " } else { "" };
    let mut header = format!("diff_preview {proposed}{} against {}", reply.name.requested, base(reply));
    match change(reply) {
        PreviewChange::None => header.push_str(", no difference"),
        PreviewChange::Changed => {}
        PreviewChange::Created => header.push_str(", new file"),
        PreviewChange::Deleted => header.push_str(", deleted"),
    }
    if reply.diff.hunks > 0 {
        let noun = if reply.diff.hunks == 1 { "hunk" } else { "hunks" };
        header.push_str(&format!(
            ", {} {noun} +{} -{}",
            reply.diff.hunks, reply.diff.added, reply.diff.removed
        ));
    }
    header
}

fn base(reply: &PreviewReply) -> String {
    let short = |id: &ObjectId| id.to_string()[..7].to_owned();
    let id = match reply.against {
        PreviewBase::Head => {
            reply.commit.as_ref().map_or_else(|| "before the first commit".to_owned(), short)
        }
        PreviewBase::Index => reply.base.and_then(|base| base.blob.as_ref().map(short)).unwrap_or_default(),
        PreviewBase::Worktree => String::new(),
    };
    format!("{} {id}", reply.against.word()).trim_end().to_owned()
}

fn remarks(reply: &PreviewReply) -> Vec<String> {
    let mut words = Vec::new();
    let left_out = reply.part.hunks_before > 0 || reply.part.hunks < reply.diff.hunks;
    if left_out {
        let (first, last) = (reply.part.hunks_before + 1, reply.part.hunks_before + reply.part.hunks);
        words.push(match last + 1 - first {
            0 if reply.part.cut.is_some() => format!("a part of hunk {first} of {}", reply.diff.hunks),
            0 => format!("none of {} hunks in these lines", reply.diff.hunks),
            1 => format!("hunk {first} of {}", reply.diff.hunks),
            _ => format!("hunks {first}-{last} of {}", reply.diff.hunks),
        });
    }
    words.extend(reply.part.cut.as_ref().map(going_on));
    if reply.only_line_ends {
        words.push("only line endings differ".to_owned());
    }
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    let unusual = reply.name.readings.iter().filter(|reading| **reading != NameRewrite::LineSuffix);
    words.extend(unusual.map(|reading| format!("name read with {reading}")));
    words.extend(reply.notices.iter().map(notice));
    words
}

fn going_on(cut: &PreviewCut) -> String {
    match cut.next_line {
        Some(line) => format!("cut by {}, go on at line {line}", cut.limit),
        None => format!("cut by {}", cut.limit),
    }
}

fn words(first: String, more: &[String]) -> String {
    std::iter::once(first).chain(more.iter().cloned()).collect::<Vec<_>>().join("; ")
}
