//! A read.

use std::fmt::Write as _;

use reread_context::{Answer, Fallback, GapReason, MarkerPrefix, RejectedTag, gap_line};
use reread_files::{CutPlace, CutShort, Passage, ReadOperation, ReadReply, SymbolCandidate};
use reread_path::NameRewrite;
use reread_text::{LineRange, TOKEN_ESTIMATOR, estimate_tokens, visible_line};
use serde_json::{Value, json};

use super::outline::{context, doubts, resolved};
use super::{Contract, Wording, add_file, add_would_send, framed, notice, success};
use crate::excerpt::short;
use crate::request::{PreviewMode, ReadMode};

pub(crate) fn text(reply: &ReadReply) -> String {
    text_in(reply, Wording::Tools)
}

/// The text with what only this front end offers. A tool call has one result, so its header does not repeat a name that is in
/// the call as it is.
pub(super) fn text_in(reply: &ReadReply, wording: Wording) -> String {
    let is_named = wording == Wording::CommandLine || reply.symbol.is_some() || reply.name.differs();
    framed_text(reply, wording, is_named)
}

/// The text with the name, which is the longest that any front end prints.
pub(crate) fn named_text(reply: &ReadReply) -> String {
    text_of_part(reply, Wording::Tools)
}

/// The text as one of several, which the header tells apart.
pub(super) fn text_of_part(reply: &ReadReply, wording: Wording) -> String {
    framed_text(reply, wording, true)
}

fn framed_text(reply: &ReadReply, wording: Wording, is_named: bool) -> String {
    let header = || header(reply, is_named);
    let (header, text) = match &reply.answer {
        Answer::Unchanged(_) | Answer::UnchangedHere => {
            let next = next_line(reply).map(|line| format!(" next line {line}")).unwrap_or_default();
            return marker(reply) + &next + "\n" + &around(reply);
        }
        Answer::Diff { diff, .. } => (marker(reply), String::from_utf8_lossy(&diff.text)),
        Answer::Rest { .. } => (format!("{}\n{}", marker(reply), header()), body(reply).into()),
        Answer::Text | Answer::Fallback(_) => (header(), body(reply).into()),
    };
    framed(&header, &text, &closing(reply, wording)) + &around(reply)
}

/// The declarations around a symbol, after its text and in a frame of their own; usually nothing. They are quoted
/// without their bodies, so that no tag stands for them.
pub(crate) fn around(reply: &ReadReply) -> String {
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

/// More of them are only counted.
const MOST_NAMESAKES: usize = 3;

/// `also #Cart.total 12-40, src/b.rs#total 3`: other declarations that the name could mean; usually none.
fn namesakes(reply: &ReadReply, also: &[SymbolCandidate]) -> Option<String> {
    let one = |candidate: &SymbolCandidate| {
        let id = candidate.id.strip_prefix(&reply.name.requested).unwrap_or(&candidate.id);
        format!("{} {}", visible_line(id), short(candidate.lines))
    };
    let mut words: Vec<String> = also.iter().take(MOST_NAMESAKES).map(one).collect();
    if also.len() > MOST_NAMESAKES {
        words.push(format!("{} more", also.len() - MOST_NAMESAKES));
    }
    (!words.is_empty()).then(|| format!("also {}", words.join(", ")))
}

/// The place that a read would show, for a reply without its text. It has no digits: a reader takes digits beside lines for
/// a tag.
pub(crate) fn not_sent(reply: &ReadReply) -> String {
    format!("{}, {}", place(reply), reply.answer.mode().word())
}

/// The text of a file, in one piece or several.
fn body(reply: &ReadReply) -> String {
    let mut text = String::new();
    let mut before: Option<&Passage> = None;
    for passage in &reply.passages {
        if !text.is_empty() {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let is_rest = matches!(reply.answer, Answer::Rest { .. });
            let why = if is_rest { GapReason::Held } else { GapReason::LeftOut };
            text.push_str(&gap_line(&gap(before, passage), why, reply.frame));
            text.push('\n');
        }
        before = Some(passage);
        text.push_str(&String::from_utf8_lossy(&passage.text));
    }
    text
}

/// What lies between two passages.
fn gap(before: Option<&Passage>, passage: &Passage) -> String {
    match (before.and_then(Passage::lines), passage.lines()) {
        (Some(before), Some(after)) => match LineRange::new(before.last() + 1, after.first() - 1) {
            Ok(gap) => format!("lines {gap}"),
            Err(_) => "lines".to_owned(),
        },
        _ => "lines".to_owned(),
    }
}

/// The name in our markers.
const PREFIX: MarkerPrefix = MarkerPrefix::REREAD;

/// The line that stands for lines that need not be sent, or announces a diff.
pub(crate) fn marker(reply: &ReadReply) -> String {
    let total_lines = reply.total_lines.unwrap_or_default();
    match (&reply.answer, reply.asked) {
        (Answer::Unchanged(asked), _) => PREFIX.unchanged(*asked, total_lines),
        (Answer::UnchangedHere, Some(lines)) => PREFIX.unchanged_here(lines),
        (Answer::Diff { diff, .. }, _) => PREFIX.changed(diff, total_lines),
        (Answer::Rest { held }, _) => PREFIX.held(held),
        (Answer::UnchangedHere | Answer::Text | Answer::Fallback(_), _) => String::new(),
    }
}

/// `song.txt #482915736208@2-3/3`: the name and the tag, which names the lines, and how many lines there are. A reply that
/// vouches for nothing, or for less than it shows, names its place first: `song.txt 2-3/3 ~482915736208`. Where the caller
/// has the name from its own call, the tag is enough: `#482915736208@2-3/3`. Of lines that were asked for by number, and that are
/// not the last, it is `#482915736208@1-2`.
fn header(reply: &ReadReply, is_named: bool) -> String {
    match (&reply.tag, reply.total_lines) {
        (Some(tag), Some(total)) if *tag.lines() == reply.shown() => {
            let has_all_asked = reply.operation == ReadOperation::Read && reply.cut.is_none();
            let goes_on = tag.lines().ranges().last().is_some_and(|last| last.last() < total);
            match is_named {
                true => format!("{} {tag}/{total}", reply.name.requested),
                false if has_all_asked && goes_on => tag.to_string(),
                false => format!("{tag}/{total}"),
            }
        }
        (Some(tag), _) => format!("{} {tag}", place(reply)),
        (None, _) => format!("{} ~{}", place(reply), reply.frame),
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

/// `[end 482915736208]`, `[end 482915736208 next 301]` of a page, with the notices after that.
fn closing(reply: &ReadReply, wording: Wording) -> String {
    let next = next_line(reply).map(|line| format!(" next {line}")).unwrap_or_default();
    let mut words = vec![format!("end {}{next}{}", reply.frame, offer(reply, wording))];
    if reply.passages.last().is_some_and(|passage| !passage.ends_line()) && !ends_inside_line(reply) {
        words.push("no newline at end of file".to_owned());
    }
    if let (Answer::Diff { .. }, Some(tag)) = (&reply.answer, &reply.tag) {
        words.push(format!("tag {tag}"));
    }
    words.extend(reply.cut.as_ref().filter(|_| next.is_empty()).map(inside_line));
    if let Some(symbol) = &reply.symbol {
        words.extend(doubts(&symbol.parsed));
        words.extend(namesakes(reply, &symbol.also));
        words.extend(symbol.is_partial.then(|| "not every file with this name was looked at".to_owned()));
    }
    if let Answer::Fallback(why) = &reply.answer {
        words.extend(why_text(*why).map(str::to_owned));
    }
    if reply.doubts.iter().any(|doubt| matches!(doubt, RejectedTag::WithoutBase(_))) {
        words.push("the tag of a change counts only beside that of its base".to_owned());
    }
    if reply.name.differs() {
        words.push(format!("file {}", reply.name.path));
    }
    let unusual = reply.name.readings.iter().filter(|reading| **reading != NameRewrite::LineSuffix);
    words.extend(unusual.map(|reading| format!("name read with {reading}")));
    words.extend(reply.notices.iter().map(notice));
    format!("[{}]", words.join("; "))
}

/// The offer of a summary, on the first page of a large file. The usual list of tools has none that makes one.
fn offer(reply: &ReadReply, wording: Wording) -> &'static str {
    if wording == Wording::CommandLine && offers_summary(reply) { ", or its summary" } else { "" }
}

/// Whether a summary would cost little beside the pages that follow: the file is large, and this is its first page.
fn offers_summary(reply: &ReadReply) -> bool {
    let is_first = reply.passages.first().is_some_and(|passage| passage.start_byte == 0);
    let reads_on = matches!(reply.operation, ReadOperation::Read | ReadOperation::ReadFile);
    is_first && reads_on && reply.symbol.is_none() && reply.cut.is_some() && LARGE.contains(&reply.facts.size)
}

/// The sizes of large files that have a summary, in bytes: from about eight thousand tokens on.
const LARGE: std::ops::RangeInclusive<u64> = 32 << 10..=16 << 20;

fn ends_inside_line(reply: &ReadReply) -> bool {
    reply.cut.is_some_and(|cut| matches!(cut.place, CutPlace::GoesOn { .. }))
}

/// The line at which the file goes on behind a cut.
fn next_line(reply: &ReadReply) -> Option<u64> {
    match reply.cut?.place {
        CutPlace::GoesOn { line, .. } => line,
        CutPlace::StartsAt(_) => None,
    }
}

/// Where the file goes on if that is no beginning of a line, and the limit, which the caller may choose otherwise.
fn inside_line(cut: &CutShort) -> String {
    match cut.place {
        CutPlace::GoesOn { byte, .. } => format!("cut by {}, next byte {byte}", cut.limit),
        CutPlace::StartsAt(byte) => {
            format!("cut by {}, what stands before byte {byte} is left out", cut.limit)
        }
    }
}

/// Why the text is sent although tags were cited, for a reader; nothing where the text says all that helps. Only the first is
/// about a tag that is not valid.
fn why_text(why: Fallback) -> Option<&'static str> {
    Some(match why {
        Fallback::UnknownTag => "a tag in known is not a tag of this file",
        // The tags are good, and are of other lines or of an older version.
        Fallback::NotCovered => return None,
        Fallback::Refreshed => "text as asked",
        Fallback::WrittenSince => "text, since you wrote to the file",
        Fallback::NotProven => "text, since what was shown is not certain",
        Fallback::BaseLost | Fallback::BaseDamaged => "changed; the cited version is no longer kept",
        Fallback::LinesChanged => "lines changed",
        Fallback::Changing => "the file is being written",
        Fallback::TooLargeToDiff => "changed; too large to compare",
        Fallback::DiffTooLong => "changed; a diff would not be shorter",
        Fallback::DiffCut => "changed; a diff would not fit",
        Fallback::NotUtf8 => "changed; a diff would not be text",
        Fallback::DiffWrong => "changed; no diff could be made",
    })
}

/// The keys of the unified contract for `read`, which has a mode and a target; those of the bounded readers otherwise.
pub(crate) fn contract(
    unified: Option<(ReadMode, &str)>,
    reply: &ReadReply,
    preview_mode: PreviewMode,
) -> Contract {
    let sends_text = matches!(reply.answer, Answer::Text | Answer::Fallback(_) | Answer::Rest { .. });
    let text = if sends_text { body(reply) } else { marker_and_diff(reply) };
    let shown = reply.shown();
    let start_line = shown.ranges().first().map(|range| range.first());
    let all_counted = reply.passages.iter().all(|passage| passage.first_line.is_some());
    let end_line = shown.ranges().last().map(|range| range.last()).filter(|_| all_counted);
    let truncated = reply.cut.is_some() || leaves_out(reply);
    let mut meta = read_meta(reply, &text, truncated);
    let mut contract = success(reply.operation.word())
        .fact("path", reply.name.requested.as_str())
        .fact("start_line", json!(start_line))
        .fact("end_line", json!(end_line))
        .fact("count", reply.line_count())
        .fact("line_count", reply.line_count())
        .fact("total_lines", json!(reply.total_lines))
        .fact("truncated", truncated);
    if shown.ranges().len() > 1 {
        contract = contract.fact("ranges", shown.to_string());
    }
    let Some((mode, target)) = unified else { return contract.text("content", text).fact("meta", meta) };
    let line = start_line.or(reply.asked.map(LineRange::first));
    let end_line = end_line.or(reply.asked.map(LineRange::last));
    let location = json!({ "file": reply.name.path.to_string(), "line": line, "end_line": end_line });
    contract = contract.fact("mode", mode.word()).fact("target", target).fact("location", location);
    match preview_mode {
        PreviewMode::Snippet => {
            contract = contract.text("text", text);
            if let Some(symbol) = reply.symbol.as_ref().filter(|symbol| !symbol.around.is_empty()) {
                contract = contract.text("context", context(symbol));
            }
        }
        PreviewMode::None => {
            contract = contract.text("text", "");
            add_would_send(&mut meta, json!({ "lines": reply.line_count() }));
            // The frame closes a text, and none is sent.
            meta.as_object_mut().map(|meta| meta.shift_remove("frame"));
        }
    }
    contract.fact("meta", meta)
}

fn marker_and_diff(reply: &ReadReply) -> String {
    match &reply.answer {
        Answer::Diff { diff, .. } => format!("{}\n{}", marker(reply), String::from_utf8_lossy(&diff.text)),
        _ => marker(reply),
    }
}

/// Whether head, tail or excerpt show less than the file has.
fn leaves_out(reply: &ReadReply) -> bool {
    let bounded = matches!(
        reply.operation,
        ReadOperation::ReadFileHead | ReadOperation::ReadFileTail | ReadOperation::GetExcerpt
    );
    bounded && reply.sent_bytes() < reply.facts.size
}

fn read_meta(reply: &ReadReply, text: &str, truncated: bool) -> Value {
    let mut meta = json!({
        "truncated": truncated,
        "token_estimate": tokens_sent(reply, text),
        "token_estimator": TOKEN_ESTIMATOR,
        "preview_degraded": reply.cut.is_some(),
        "answer": reply.answer.mode().word(),
        "digest": reply.digest.map(|digest| digest.to_string()),
        "tag": reply.tag.as_ref().map(ToString::to_string),
        "provenance": "untrusted:file",
    });
    add_file(&mut meta, &reply.name, &reply.facts, &reply.notices);
    if !reply.passages.is_empty() {
        meta["frame"] = json!(reply.frame.to_string());
    }
    if let Some(symbol) = &reply.symbol {
        meta["resolved_symbol"] = resolved(symbol);
    }
    if let Answer::Fallback(why) = &reply.answer {
        meta["fallback"] = json!(why.word());
    }
    if let Answer::Rest { held } = &reply.answer {
        meta["held"] = json!(held.to_string());
    }
    if !matches!(reply.answer, Answer::Text | Answer::Fallback(_)) {
        meta["hint"] = json!("call again without known to get the text");
    }
    if !reply.doubts.is_empty() {
        meta["doubts"] = reply.doubts.iter().map(RejectedTag::to_string).collect();
    }
    if let Some(cut) = reply.cut {
        meta["limit"] = json!(cut.limit.to_string());
        meta["next"] = match cut.place {
            CutPlace::GoesOn { line, byte } => json!({ "offset": line, "from_byte": byte }),
            CutPlace::StartsAt(_) => Value::Null,
        };
        if offers_summary(reply) {
            meta["summary"] = json!({ "tool": "summarize_file" });
        }
        if cut.before_definition {
            meta["before_definition"] = json!(true);
        }
        if let CutPlace::StartsAt(byte) = cut.place {
            meta["left_out_before_byte"] = json!(byte);
        }
    }
    meta
}

/// Tokens of the file's own text, without our frame; of the marker and the diff where there is none; and of what is stated about
/// the surroundings of a symbol.
fn tokens_sent(reply: &ReadReply, text: &str) -> u64 {
    let sent = match reply.passages.as_slice() {
        [] => estimate_tokens(text.as_bytes()),
        passages => passages.iter().map(|passage| estimate_tokens(&passage.text)).sum(),
    };
    sent + estimate_tokens(around(reply).as_bytes())
}
