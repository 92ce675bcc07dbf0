//! What a file declares, as text.

use reread_files::{OutlineReply, Parsed};

use super::notice;

/// Between a header and a closing line like the text of a file, since rows quote it.
pub(crate) fn outline(reply: &OutlineReply) -> String {
    if reply.is_held {
        return marker(reply) + "\n";
    }
    let receipt = reply.tag.map_or_else(|| format!("~{}", reply.frame), |tag| tag.to_string());
    format!("{} {receipt}\n{}{}\n", header(reply), reply.text, closing(reply))
}

/// The line that stands for an outline that need not be sent.
pub(crate) fn marker(reply: &OutlineReply) -> String {
    format!("[reread: outline unchanged, {}]", counted(reply.symbols()))
}

/// `src/a.rs outline, 40 of 120 symbols, 1600 lines`.
pub(crate) fn header(reply: &OutlineReply) -> String {
    let (shown, all) = (reply.rows.len() as u64, reply.symbols());
    let symbols = if shown == all { counted(all) } else { format!("{shown} of {}", counted(all)) };
    let lines = if reply.total_lines == 1 { "line" } else { "lines" };
    format!("{} outline, {symbols}, {} {lines}", reply.name.requested, reply.total_lines)
}

fn counted(symbols: u64) -> String {
    format!("{symbols} {}", if symbols == 1 { "symbol" } else { "symbols" })
}

fn closing(reply: &OutlineReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    words.extend(doubts(&reply.parsed));
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    words.extend(reply.notices.iter().map(notice));
    format!("[{}]", words.join("; "))
}

/// Why an outline may not be what the language would say; usually nothing.
pub(crate) fn doubts(parsed: &Parsed) -> Vec<String> {
    let doubts = [
        (parsed.is_guessed(), "by indentation, not by syntax"),
        (parsed.has_errors, "the file has syntax errors"),
        (parsed.is_cut, "the file has more symbols than are looked at"),
    ];
    doubts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words.to_owned()).collect()
}
