//! Records for people: a line for each, or one of them in full.

use std::collections::VecDeque;
use std::io::Write as _;

use clap::Args;
use reread_store::{CallOutcome, CallerIdentity, Journal, JournalEntry, OutcomeNote};
use reread_text::Digest;
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::{print_json, results};
use crate::setup::warn;
use crate::terminal::Terminal;

/// Which records are of interest.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// One record, by its number
    #[arg(value_name = "NUMBER", conflicts_with_all = ["path", "tool", "since"])]
    seq: Option<u64>,
    /// Only records about this file, as the records call it
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// Only records of this tool, such as read or search
    #[arg(long, value_name = "TOOL")]
    tool: Option<String>,
    /// Only records from this moment on: 2026-11-16, or 2026-11-16T18:45 (UTC)
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    since: Option<String>,
    /// How many at the most
    #[arg(short = 'n', long, value_name = "RECORDS", default_value_t = 20)]
    records: usize,
}

/// Moments are spelled so that the later one is the larger text, whichever part of it is given.
fn moment(text: &str) -> Result<String, String> {
    let is_like = |at: usize, byte: u8| match at {
        4 | 7 => byte == b'-',
        10 => byte == b'T',
        13 | 16 => byte == b':',
        _ => byte.is_ascii_digit(),
    };
    let is_moment = matches!(text.len(), 10 | 13 | 16 | 19)
        && text.bytes().enumerate().all(|(at, byte)| is_like(at, byte));
    if is_moment { Ok(text.to_owned()) } else { Err("it is no moment such as 2026-11-16T18:45".to_owned()) }
}

impl ShowArgs {
    fn wants(&self, record: &JournalEntry) -> bool {
        let is_about = |path: &String| {
            path_of(record).as_ref() == Some(path)
                || record.call.making.files.iter().any(|file| file.path == *path)
        };
        self.seq.is_none_or(|seq| seq == record.seq)
            && self.path.as_ref().is_none_or(is_about)
            && self.tool.as_ref().is_none_or(|tool| *tool == record.call.tool)
            && self.since.as_ref().is_none_or(|since| record.call.time.utc() >= *since)
    }
}

pub(super) fn show(global: &Global, journal: &Journal, args: &ShowArgs) -> Result<Exit, Failure> {
    let mut wanted: VecDeque<(JournalEntry, Vec<u8>)> = VecDeque::new();
    let mut last = None;
    let walked = journal.walk(None, |line| {
        let record = JournalEntry::read(line);
        last = record.as_ref().map(|record| record.seq).or(last);
        if let Some(record) = record.filter(|record| args.wants(record)) {
            wanted.push_back((record, line.to_vec()));
            if wanted.len() > args.records.max(1) {
                wanted.pop_front();
            }
        }
    });
    if let Err(broken) = &walked {
        warn(global, &format!("{broken}; what follows is not shown"));
    }
    let value = |line: &[u8]| serde_json::from_slice::<Value>(line).unwrap_or_default();
    let terminal = Terminal::of_stdout(global.color);
    match (args.seq, wanted.front()) {
        (Some(_), Some((_, line))) => print_json(&value(line))?,
        (None, _) if global.json => {
            let records: Vec<Value> = wanted.iter().map(|(_, line)| value(line)).collect();
            print_json(&json!({ "ok": walked.is_ok(), "records": records }))?;
        }
        (None, Some(_)) => {
            let records: Vec<JournalEntry> = wanted.iter().map(|(record, _)| record.clone()).collect();
            let mut out = results(terminal);
            for line in table(&records) {
                writeln!(out, "{}", terminal.line(&line))?;
            }
            out.flush()?;
        }
        (Some(seq), None) if walked.is_ok() => return Err(no_record(seq, last)),
        (None, None) if walked.is_ok() => writeln!(results(terminal), "no record fits")?,
        (_, None) => {}
    }
    Ok(if walked.is_ok() && !wanted.is_empty() { Exit::Done } else { Exit::Nothing })
}

fn no_record(seq: u64, last: Option<u64>) -> Failure {
    let hint =
        last.map_or_else(|| "nothing was recorded yet".to_owned(), |last| format!("the last is {last}"));
    Failure::new(Exit::Nothing, format!("there is no record {seq}"), hint)
}

/// Which file a record is about: the one that was found, or as it was asked for where a call was refused.
fn path_of(record: &JournalEntry) -> Option<String> {
    let asked = || {
        let arguments: Value = serde_json::from_str(&record.call.arguments).ok()?;
        let name = ["filepath", "path", "target"].into_iter().find_map(|key| arguments[key].as_str())?;
        Some(name.to_owned())
    };
    record.call.path.clone().or_else(|| asked().filter(|_| record.call.outcome != CallOutcome::Ok))
}

/// A line for each record: number, moment, outcome, tool, and what it was about; as wide as the widest of each.
fn table(records: &[JournalEntry]) -> Vec<String> {
    let rows: Vec<[String; 5]> = records.iter().map(row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3)];
    let line = |[seq, time, outcome, tool, about]: &[String; 5]| {
        let [of_seq, of_time, of_outcome, of_tool] = widths;
        let line =
            format!("{seq:>of_seq$}  {time:<of_time$}  {outcome:<of_outcome$}  {tool:<of_tool$}  {about}");
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn row(record: &JournalEntry) -> [String; 5] {
    let outcome = record.call.note.as_ref().map_or(record.call.outcome.word(), OutcomeNote::word);
    [
        record.seq.to_string(),
        record.call.time.utc(),
        outcome.to_owned(),
        record.call.tool.clone(),
        about(record),
    ]
}

fn about(record: &JournalEntry) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(path_of(record));
    match &record.call.making.files[..] {
        [] => {}
        [file] if record.call.path.as_ref() == Some(&file.path) => {}
        [file] => words.push(file.path.clone()),
        [first, _] => words.push(format!("{} and 1 more file", first.path)),
        [first, rest @ ..] => words.push(format!("{} and {} more files", first.path, rest.len())),
    }
    words.extend(record.call.making.lines.clone());
    words.extend(record.call.making.mode.as_deref().filter(|mode| *mode != "full").map(str::to_owned));
    if record.call.before.is_some() || record.call.after.is_some() {
        words.push(format!("{} -> {}", version(record.call.before), version(record.call.after)));
    }
    if record.call.sent_bytes > 0 {
        words.push(format!("{} bytes", record.call.sent_bytes));
    }
    words.extend(record.call.who.iter().filter_map(user_and_program));
    words.push(format!("{} {}", record.call.face, record.call.caller));
    words.join("  ")
}

/// What the name of the front end does not say.
fn user_and_program(who: &CallerIdentity) -> Option<String> {
    let host = who.host.clone().filter(|host| host != "cli");
    let said = CallerIdentity { host, ..who.clone() }.to_string();
    (!said.is_empty()).then_some(said)
}

/// How many digits name a version where there is little room.
const VERSION_DIGITS: usize = 16;

fn version(digest: Option<Digest>) -> String {
    digest.map_or_else(|| "none".to_owned(), |digest| digest.to_string()[..VERSION_DIGITS].to_owned())
}
