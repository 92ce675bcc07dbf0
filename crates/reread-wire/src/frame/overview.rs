//! What a folder holds, as text.

use reread_files::OverviewReply;

use super::passed_over::clauses;
use super::{counted_noun, no_room, redactions};

/// Between a header and a closing line like the text of a file, since it quotes documents.
pub(crate) fn overview(reply: &OverviewReply) -> String {
    format!("{} ~{}\n{}{}\n", header(reply), reply.frame, reply.text, closing(reply))
}

/// `src overview, 40 files, 123456 bytes`.
pub(crate) fn header(reply: &OverviewReply) -> String {
    let more = if reply.is_cut { "more than " } else { "" };
    let files = counted_noun(reply.files, "file", "files");
    format!("{} overview, {more}{files}, {} bytes", reply.name.requested, reply.bytes)
}

fn closing(reply: &OverviewReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    words.extend(no_room(&reply.text, &reply.left_out));
    words.extend(redactions(reply.redacted));
    words.extend(clauses(&reply.passed_over));
    format!("[{}]", words.join("; "))
}
