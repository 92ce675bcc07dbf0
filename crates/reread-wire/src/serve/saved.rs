//! What a reply saves: the text that it stands for, less all that it sends.
//!
//! It is counted in bytes, since every model counts tokens in its own way. A text saves nothing, and costs what is put
//! around it.

use reread_context::{Answer, ReadScope};
use reread_files::{OutlineReply, ReadReply};
use reread_text::LineRange;

use crate::render::{named_text, outline_marker};

/// By how much the reply to a read is shorter than the text that it stands for.
pub(super) fn saved_by_read(reply: &ReadReply) -> i64 {
    less(stands_for(reply), named_text(reply).len() as u64)
}

/// The same of an outline that the caller holds.
pub(super) fn saved_by_outline(reply: &OutlineReply) -> i64 {
    less(reply.text.len() as u64, outline_marker(reply).len() as u64)
}

/// The length of what would have been sent; of lines that were not looked at one by one, their share of the file.
fn stands_for(reply: &ReadReply) -> u64 {
    let size = reply.facts.size;
    let share = |lines: LineRange| {
        let count = u128::from(lines.last() - lines.first()) + 1;
        let total = u128::from(reply.total_lines.unwrap_or_default()).max(count);
        u64::try_from(u128::from(size) * count / total).unwrap_or(size)
    };
    match (&reply.answer, reply.asked) {
        (Answer::Text | Answer::Fallback(_), _) => reply.sent_bytes(),
        (Answer::Rest { held }, _) => {
            reply.sent_bytes() + held.ranges().iter().map(|run| share(*run)).sum::<u64>()
        }
        (Answer::Unchanged(ReadScope::Lines(lines)), _) => share(*lines),
        (Answer::UnchangedHere | Answer::Diff { .. }, Some(lines)) => share(lines),
        (Answer::Unchanged(ReadScope::Whole) | Answer::UnchangedHere | Answer::Diff { .. }, _) => size,
    }
}

fn less(text: u64, sent: u64) -> i64 {
    let signed = |bytes| i64::try_from(bytes).unwrap_or(i64::MAX);
    signed(text) - signed(sent)
}
