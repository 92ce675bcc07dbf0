//! A read as text.

use std::fmt::Write as _;

use reread_context::{Answer, MarkerPrefix};
use reread_files::{CutPlace, CutShort, Passage, ReadReply};
use reread_path::NameRewrite;
use reread_text::LineRange;

use super::notice;
use super::outline::doubts;
use crate::excerpt::short;

pub(crate) fn read(reply: &ReadReply) -> String {
    let mut text = match &reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => return marker(reply) + "\n" + &around(reply),
        Answer::Diff { diff, .. } => {
            let mut text = marker(reply) + "\n";
            text.push_str(&String::from_utf8_lossy(&diff.text));
            text
        }
        Answer::Text | Answer::Fallback(_) => header(reply) + "\n" + &body(reply),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text + &closing(reply) + "\n" + &around(reply)
}

/// The declarations around a symbol, after its text and in a frame of their own; usually nothing. They are quoted
/// without their bodies, so that no tag stands for them.
pub fn around(reply: &ReadReply) -> String {
    let Some(symbol) = reply.symbol.as_ref().filter(|symbol| !symbol.around.is_empty()) else {
        return String::new();
    };
    let mut text = format!("around it ~{}\n", reply.frame);
    for declaration in &symbol.around {
        let _ = writeln!(text, "{} {}", short(declaration.lines), declaration.signature);
    }
    let more = if symbol.left_out == 0 { String::new() } else { format!("; {} more", symbol.left_out) };
    text + &format!("[end {}{more}]\n", reply.frame)
}

/// The place that a read would show, for a reply without its text. It has no digits: a reader takes digits beside lines for
/// a tag.
pub(crate) fn not_sent(reply: &ReadReply) -> String {
    format!("{}, {}", place(reply), reply.answer.mode().word())
}

/// The text of a file, in one piece or two.
pub(crate) fn body(reply: &ReadReply) -> String {
    let mut text = String::new();
    for passage in &reply.passages {
        if !text.is_empty() {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let _ = writeln!(text, "[{} left out {}]", gap(reply, passage), reply.frame);
        }
        text.push_str(&String::from_utf8_lossy(&passage.text));
    }
    text
}

/// What lies between the first passage and this one.
fn gap(reply: &ReadReply, passage: &Passage) -> String {
    let before = reply.passages.first().and_then(Passage::lines);
    match (before, passage.lines()) {
        (Some(before), Some(after)) => match LineRange::new(before.last() + 1, after.first() - 1) {
            Ok(gap) => format!("lines {gap}"),
            Err(_) => "nothing".to_owned(),
        },
        _ => "lines".to_owned(),
    }
}

/// The name in our markers.
const PREFIX: MarkerPrefix = MarkerPrefix::REREAD;

/// The line that stands for a file that need not be sent, or announces a diff.
pub(crate) fn marker(reply: &ReadReply) -> String {
    let total_lines = reply.total_lines.unwrap_or_default();
    match (&reply.answer, reply.asked) {
        (Answer::Unchanged(asked), _) => PREFIX.unchanged(*asked, total_lines),
        (Answer::UnchangedHere, Some(lines)) => PREFIX.unchanged_here(lines),
        (Answer::Diff { diff, .. }, _) => PREFIX.changed(diff, total_lines),
        (Answer::UnchangedHere | Answer::Text | Answer::Fallback(_), _) => String::new(),
    }
}

/// `song.txt 2-3/3 #3fa9c1d27b04@2-3`: the name, the lines of how many, and the tag; `~` and digits if the
/// reply vouches for nothing. Who asked for a symbol gets its lines in the tag, once.
fn header(reply: &ReadReply) -> String {
    match &reply.tag {
        Some(tag) if reply.symbol.is_some() => format!("{} {tag}", reply.name.requested),
        Some(tag) => format!("{} {tag}", place(reply)),
        None => format!("{} ~{}", place(reply), reply.frame),
    }
}

/// `song.txt 2-3/3`: the name, and the lines of how many.
fn place(reply: &ReadReply) -> String {
    let total = reply.total_lines.map_or("?".to_owned(), |total| total.to_string());
    let shown = reply.shown();
    let whole_lines = reply.passages.iter().all(|passage| passage.whole_lines);
    let place = if !shown.is_empty() && whole_lines {
        format!("{shown}/{total}")
    } else if reply.passages.iter().all(|passage| passage.text.is_empty()) {
        format!("0/{total}")
    } else {
        let start = reply.passages.first().map_or(0, |passage| passage.start_byte);
        format!("bytes {start}-{}/{}", start + reply.sent_bytes() - 1, reply.facts.size)
    };
    format!("{} {place}", reply.name.requested)
}

/// `[end 3fa9c1d27b04]`, with the notices after the digits.
fn closing(reply: &ReadReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    if reply.passages.last().is_some_and(|passage| !passage.ends_line()) && !ends_inside_line(reply) {
        words.push("no newline at end of file".to_owned());
    }
    if let (Answer::Diff { .. }, Some(tag)) = (&reply.answer, &reply.tag) {
        words.push(format!("tag {tag}"));
    }
    words.extend(reply.cut.as_ref().map(going_on));
    if let Some(symbol) = &reply.symbol {
        words.extend(doubts(&symbol.parsed));
        words.extend(symbol.is_partial.then(|| "not every file with this name was looked at".to_owned()));
    }
    if let Answer::Fallback(why) = &reply.answer {
        words.push(format!("known not used: {}", why.word()));
    }
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    let unusual = reply.name.readings.iter().filter(|reading| **reading != NameRewrite::LineSuffix);
    words.extend(unusual.map(|reading| format!("name read with {reading}")));
    words.extend(reply.notices.iter().map(notice));
    format!("[{}]", words.join("; "))
}

fn ends_inside_line(reply: &ReadReply) -> bool {
    reply.cut.is_some_and(|cut| matches!(cut.place, CutPlace::GoesOn { .. }))
}

fn going_on(cut: &CutShort) -> String {
    match cut.place {
        CutPlace::GoesOn { line: Some(line), .. } if cut.before_definition => {
            format!("cut by {} before a definition, go on at line {line}", cut.limit)
        }
        CutPlace::GoesOn { line: Some(line), .. } => format!("cut by {}, go on at line {line}", cut.limit),
        CutPlace::GoesOn { line: None, byte } => format!("cut by {}, go on at byte {byte}", cut.limit),
        CutPlace::StartsAt(byte) => {
            format!("cut by {}, what stands before byte {byte} is left out", cut.limit)
        }
    }
}
