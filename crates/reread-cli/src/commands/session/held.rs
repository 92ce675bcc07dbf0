//! `reread session held`: what the model holds at a leaf, and why not more.

use std::fmt::Write as _;
use std::io::Write as _;

use reread_pi::Contents;
use reread_text::{LineSet, visible_line};
use reread_wire::session::{HeldFile, HeldReport, HeldVersion, SessionFacts};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::shown::print_json;
use crate::terminal::Terminal;

use super::WithSnapshots;
use super::opened::{Source, leaf_and_facts};

/// How much of a digest tells versions apart for people.
const DIGITS: usize = 8;

pub(super) fn run(global: &Global, args: &WithSnapshots) -> Result<Exit, Failure> {
    let source = Source::open(&args.session.file)?;
    let snapshots = source.snapshots(args.cache.as_deref())?;
    let load = |digest: &reread_text::Digest| snapshots.bytes(digest);
    let reader = source.read(Contents::Tried(&load), |_, _| {})?;
    let (leaf, facts) = leaf_and_facts(global, &args.session, &reader)?;
    let report = leaf.map(|leaf| HeldReport::at(reader.history(), leaf)).unwrap_or_default();
    if global.json {
        print_json(&report.json(&facts))?;
    } else {
        let text = text(&facts, &report, Terminal::of_stdout(global.color));
        std::io::stdout().lock().write_all(text.as_bytes())?;
    }
    Ok(Exit::Done)
}

fn text(facts: &SessionFacts, report: &HeldReport, terminal: Terminal) -> String {
    let leaf = facts.leaf.as_deref().unwrap_or("nothing");
    let mut text = format!("held at {}, since {}\n", visible_line(leaf), visible_line(&report.boundary));
    if report.files.is_empty() {
        text.push_str("nothing\n");
    }
    for file in &report.files {
        push_file(&mut text, facts, file, terminal);
    }
    if !report.not_held.is_empty() {
        text.push_str("does not count:\n");
    }
    for not_held in &report.not_held {
        let name = not_held.file.as_ref().map_or("(unknown file)", |file| facts.short_name(file.as_str()));
        let (entry, name) = (visible_line(&not_held.entry), visible_line(name));
        let effect = match not_held.effect {
            "ignored" => "ignored",
            "dropped" => "the file is dropped",
            _ => "everything is dropped",
        };
        writeln!(text, "  {entry}  {name}  {}, {effect}", not_held.reason.word())
            .expect("a string takes any text");
    }
    text
}

fn push_file(text: &mut String, facts: &SessionFacts, file: &HeldFile, terminal: Terminal) {
    let name = visible_line(facts.short_name(file.file.as_str()));
    text.push_str(&terminal.bold(&name));
    text.push('\n');
    for version in &file.versions {
        let digest = version.digest.to_string();
        let by: Vec<String> =
            version.by.iter().map(|(entry, lines, how)| by(version, entry, lines, how)).collect();
        let lines = lines_of(version, &version.lines);
        text.push_str(&format!("  {}  {lines}  {}\n", &digest[..DIGITS], by.join(", ")));
    }
    if !file.refreshed.is_empty() {
        text.push_str(&format!("  to be shown again: {}\n", file.refreshed));
    }
    if let Some(entry) = &file.written {
        text.push_str(&format!("  written by the model in {}\n", visible_line(entry)));
    }
}

fn by(version: &HeldVersion, entry: &str, lines: &LineSet, how: &str) -> String {
    let entry = visible_line(entry);
    if *lines == version.lines { format!("{how} {entry}") } else { format!("{how} {entry} ({lines})") }
}

fn lines_of(version: &HeldVersion, lines: &LineSet) -> String {
    let total = version.total_lines;
    if lines.count() == total { format!("all {total} lines") } else { format!("lines {lines} of {total}") }
}
