//! Replies as text for a model.
//!
//! Text of a file stands between a header line and a closing line that repeats the keyed digits of the
//! header. A file cannot know them, so it cannot end its own frame; and the first line of a reply is always
//! ours, so a file that begins like a marker is not taken for one. What stands between is exact.

use std::fmt::Write as _;

use reread_context::{Answer, Voice};
use reread_files::{
    CutPlace, CutShort, FileKind, FoundLine, Notice, Passage, ReadReply, SearchReply, ShownLine, StatReply,
    Stopped,
};
use reread_path::Reading;
use reread_text::{Hazards, LineRange, Sightings};

use crate::Reply;

/// Renders a reply. Names are spelled on one line; text is exact but for bytes that are not UTF-8.
pub fn text_for_models(reply: &Reply) -> String {
    match reply {
        Reply::Read(reply) => read(reply),
        Reply::Search(reply) => search(reply),
        Reply::Stat(reply) => stat(reply),
    }
}

fn read(reply: &ReadReply) -> String {
    let mut text = match &reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => return marker(reply) + "\n",
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
    text + &closing(reply) + "\n"
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

/// The name under which this face speaks.
const VOICE: Voice = Voice("reread");

/// The line that stands for a file that need not be sent, or announces a diff.
pub(crate) fn marker(reply: &ReadReply) -> String {
    let total_lines = reply.total_lines.unwrap_or_default();
    match (&reply.answer, reply.asked) {
        (Answer::Unchanged(asked), _) => VOICE.unchanged(*asked, total_lines),
        (Answer::UnchangedHere, Some(lines)) => VOICE.unchanged_here(lines),
        (Answer::Diff { diff, .. }, _) => VOICE.changed(diff, total_lines),
        (Answer::UnchangedHere | Answer::Text | Answer::Fallback(_), _) => String::new(),
    }
}

/// `song.txt 2-3/3 #3fa9c1d27b04@2-3`: the name, the lines of how many, and the tag; `~` and digits if the
/// reply vouches for nothing.
fn header(reply: &ReadReply) -> String {
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
    match &reply.tag {
        Some(tag) => format!("{} {place} {tag}", reply.name.requested),
        None => format!("{} {place} ~{}", reply.name.requested, reply.frame),
    }
}

/// `[end 3fa9c1d27b04]`, with whatever has to be said behind the digits.
fn closing(reply: &ReadReply) -> String {
    let mut words = vec![format!("end {}", reply.frame)];
    if reply.passages.last().is_some_and(|passage| !passage.ends_line()) && !ends_inside_line(reply) {
        words.push("no newline at end of file".to_owned());
    }
    if let (Answer::Diff { .. }, Some(tag)) = (&reply.answer, &reply.tag) {
        words.push(format!("tag {tag}"));
    }
    words.extend(reply.cut.as_ref().map(going_on));
    if let Answer::Fallback(why) = &reply.answer {
        words.push(format!("known not used: {}", why.word()));
    }
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    let unusual = reply.name.readings.iter().filter(|reading| **reading != Reading::LineSuffix);
    words.extend(unusual.map(|reading| format!("name read with {reading}")));
    words.extend(reply.notices.iter().map(notice));
    format!("[{}]", words.join("; "))
}

fn ends_inside_line(reply: &ReadReply) -> bool {
    reply.cut.is_some_and(|cut| matches!(cut.place, CutPlace::GoesOn { .. }))
}

fn going_on(cut: &CutShort) -> String {
    match cut.place {
        CutPlace::GoesOn { line: Some(line), .. } => format!("cut by {}, go on at line {line}", cut.limit),
        CutPlace::GoesOn { line: None, byte } => format!("cut by {}, go on at byte {byte}", cut.limit),
        CutPlace::StartsAt { byte } => {
            format!("cut by {}, what stands before byte {byte} is left out", cut.limit)
        }
    }
}

fn notice(notice: &Notice) -> String {
    match notice {
        Notice::ChangedDuringRead => "changed while it was read".to_owned(),
        Notice::SeveralNames { links } => format!("nlink={links}"),
        Notice::InvalidUtf8 { count: 1 } => "not UTF-8, 1 place replaced".to_owned(),
        Notice::InvalidUtf8 { count } => format!("not UTF-8, {count} places replaced"),
        Notice::Hazards(hazards) => format!("unseen characters: {}", hazard_words(hazards)),
        Notice::Untagged(why) => format!("no tag: {}", why.word()),
    }
}

fn hazard_words(hazards: &Hazards) -> String {
    let kinds: [(&str, &Sightings); 4] = [
        ("control", &hazards.control),
        ("bidi", &hazards.bidi),
        ("invisible", &hazards.invisible),
        ("tag", &hazards.tag),
    ];
    let words: Vec<String> = kinds
        .iter()
        .filter(|(_, seen)| seen.count > 0)
        .map(|(kind, seen)| match seen.first.first() {
            Some(place) => format!("{kind} {} from {}:{}", seen.count, place.line, place.column),
            None => format!("{kind} {}", seen.count),
        })
        .collect();
    words.join(", ")
}

fn search(reply: &SearchReply) -> String {
    let count = reply.matches.len();
    let noun = if count == 1 { "line matches" } else { "lines match" };
    let mut text = format!("{} {count} {noun} ~{}", reply.name.requested, reply.frame);
    match reply.stopped {
        Some(Stopped::Time) => text.push_str(", partial: the time was up"),
        Some(stopped) => {
            let _ = write!(text, ", more exist: stopped by {}", stopped.word());
        }
        None => {}
    }
    for line in &reply.long_lines {
        let _ = write!(text, ", line {line} searched in pieces");
    }
    for words in reply.notices.iter().map(notice) {
        let _ = write!(text, ", {words}");
    }
    text.push('\n');
    let mut last_line = None;
    for found in &reply.matches {
        for (line, mark) in lines_of(found) {
            let apart = last_line.is_some_and(|last: u64| last + 1 < line.line);
            if apart && (found.before.len() + found.after.len() > 0) {
                text.push_str("--\n");
            }
            last_line = Some(line.line);
            let _ = writeln!(text, "{}{mark}{}", line.line, shown(line));
        }
    }
    let _ = writeln!(text, "[end {}]", reply.frame);
    text
}

fn lines_of(found: &FoundLine) -> impl Iterator<Item = (&ShownLine, char)> {
    let before = found.before.iter().map(|line| (line, '-'));
    let after = found.after.iter().map(|line| (line, '-'));
    before.chain(std::iter::once((&found.shown, ':'))).chain(after)
}

/// A line of a search: what is cut is said in its place.
fn shown(line: &ShownLine) -> String {
    let text = String::from_utf8_lossy(&line.text);
    let before = if line.cut_before > 0 { format!("[{} bytes] ", line.cut_before) } else { String::new() };
    let after = if line.cut_after > 0 { format!(" [{} bytes]", line.cut_after) } else { String::new() };
    format!("{before}{text}{after}")
}

fn stat(reply: &StatReply) -> String {
    match reply {
        StatReply::Absent { requested } => format!("{requested} does not exist\n"),
        StatReply::Present { name, facts } => {
            let mut text = format!("{} {}", name.requested, facts.kind.word());
            if facts.kind == FileKind::File {
                let _ = write!(text, " {} bytes", facts.size);
                let _ = facts.allocated.map(|allocated| write!(text, ", {allocated} on disk"));
            }
            let _ = write!(text, ", modified {}", utc(facts.modified_unix_ms));
            if facts.links > 1 && facts.kind == FileKind::File {
                let _ = write!(text, ", nlink={}", facts.links);
            }
            if name.differs() {
                let _ = write!(text, ", file {}", name.path);
            }
            text + "\n"
        }
    }
}

/// `2026-11-15T20:24:00.125Z`, in the calendar that the proleptic Gregorian rules give for any year.
fn utc(unix_ms: i64) -> String {
    let (days, ms) = (unix_ms.div_euclid(86_400_000), unix_ms.rem_euclid(86_400_000));
    // Days are counted from 1 March of year 0, so that the leap day is the last of its year.
    let since_march = days + 719_468;
    let (era, day_of_era) = (since_march.div_euclid(146_097), since_march.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", ms % 1_000)
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_shown_in_utc() {
        assert_eq!(utc(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(utc(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(utc(951_782_400_000), "2000-02-29T00:00:00.000Z");
        assert_eq!(utc(1_794_777_418_851), "2026-11-15T21:16:58.851Z");
        assert_eq!(utc(4_107_542_400_000), "2100-03-01T00:00:00.000Z");
    }
}
