//! What a file is about, as text.

use reread_files::SummaryReply;

use super::outline::doubts;
use super::{counted_noun, no_room, notice, redactions};

/// Between a header and a closing line like the text of a file, since it quotes it.
pub(crate) fn summary(reply: &SummaryReply) -> String {
    format!("{}\n{}{}\n", header(reply), reply.text, closing(reply))
}

/// `src/a.rs summary, rust, 1600 lines, version 3fa9c1d27b04e586 ~digits`: there is no tag, since no line is shown.
fn header(reply: &SummaryReply) -> String {
    let mut words = vec![format!("{} summary", reply.name.requested)];
    words.extend(reply.parsed.language.map(str::to_owned));
    words.push(counted_noun(reply.total_lines, "line", "lines"));
    format!("{}, version {} ~{}", words.join(", "), reply.version(), reply.frame)
}

fn closing(reply: &SummaryReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    words.extend(no_room(&reply.text, &reply.left_out));
    words.extend(redactions(reply.redacted));
    words.extend(doubts(&reply.parsed));
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    words.extend(reply.notices.iter().map(notice));
    format!("[{}]", words.join("; "))
}
