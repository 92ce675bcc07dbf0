//! The matches of a search of the tree.
//!
//! As text the header counts everything that matches. Each file has a line of ours in brackets, and below it the lines of its
//! text, which begin with their number: no text of a file can pass for a line of ours.

use std::fmt::Write as _;

use reread_files::{FoundFile, MatchKind, Stopped, SymbolCandidate, TreeSearchReply};
use reread_text::visible_line;
use serde_json::{Value, json};

use super::passed_over::{add_passed_over, clauses, counted_noun};
use super::search::{found_line, write_matches};
use super::{Contract, Wording, add_notices, notice, success};
use crate::Request;

/// More symbols of one file are counted; the JSON has them all.
const MOST_SYMBOLS: usize = 5;

pub(crate) fn text(reply: &TreeSearchReply) -> String {
    text_in(reply, Wording::Tools)
}

/// The text with the option as this front end names it.
pub(super) fn text_in(reply: &TreeSearchReply, wording: Wording) -> String {
    let tally = &reply.tally;
    let at_least = if reply.is_partial() { "at least " } else { "" };
    let with_lines = counted_noun(tally.files - tally.ranked, "file", "files");
    let lines = counted_noun(tally.lines, "line", "lines");
    let found = match reply.ranked_by {
        None => format!("{at_least}{lines} in {with_lines}"),
        Some(_) if reply.is_ranked_only() => {
            let ranked = counted_noun(tally.ranked, "file", "files");
            format!("the phrase stands nowhere, its words in {at_least}{ranked}")
        }
        Some(_) => {
            let others = counted_noun(tally.ranked, "other", "others");
            format!("the phrase stands in {lines} of {with_lines}, its words in {at_least}{others}")
        }
    };
    let mut words = vec![format!("{found} ~{}", reply.frame)];
    let shown: usize = reply.files.iter().map(|file| file.matches.len()).sum();
    match reply.stopped {
        Some(Stopped::Time) => words.push(format!("partial: the time was up, {shown} shown")),
        Some(Stopped::Full(limit)) => words.push(format!(
            "{shown} shown: cut by {limit}, ask for fewer lines around matches, or name paths"
        )),
        Some(stopped) => words.push(format!("{shown} shown: stopped by {}", stopped.word())),
        None => {}
    }
    if tally.binary > 0 {
        words.push(counted_noun(tally.binary, "binary file not searched", "binary files not searched"));
    }
    words.extend(clauses(&tally.passed_over));
    if tally.several_names > 0 {
        words.push(counted_noun(
            tally.several_names,
            "file with names elsewhere not searched",
            "files with names elsewhere not searched",
        ));
    }
    if tally.not_studied > 0 {
        words.push(format!("symbols not looked up in {}", counted_noun(tally.not_studied, "file", "files")));
    }
    words.extend(reply.notices.iter().map(notice));
    let mut text = words.join(", ") + "\n";
    for file in &reply.files {
        let _ = writeln!(text, "[{}: {}]", file.name, about(file));
        write_matches(&mut text, &file.matches);
    }
    let offer = match (reply.is_offer, wording) {
        (false, _) => "",
        (true, Wording::Tools) => "; words=true ranks files by its words",
        (true, Wording::CommandLine) => "; --words ranks files by its words",
    };
    let _ = writeln!(text, "[end {}{offer}]", reply.frame);
    text
}

/// What it defines in the lines that are shown, the first of it by id, with which it can be read.
fn symbols(file: &FoundFile) -> Vec<String> {
    let written = |symbol: &SymbolCandidate| {
        let id = symbol.id.strip_prefix(&file.name).unwrap_or(&symbol.id);
        format!("{} {} {}", symbol.kind.word(), visible_line(id), symbol.lines)
    };
    let mut words: Vec<String> = file.symbols.iter().take(MOST_SYMBOLS).map(written).collect();
    if file.symbols.len() > MOST_SYMBOLS {
        words.push(format!("{} more symbols", file.symbols.len() - MOST_SYMBOLS));
    }
    words
}

/// Why the file is here, and how much of it is not shown.
fn about(file: &FoundFile) -> String {
    let mut words = symbols(file);
    match file.standing {
        MatchKind::Defines | MatchKind::DefinesPart if !words.is_empty() => {}
        MatchKind::Defines => words.push("defined here".to_owned()),
        MatchKind::DefinesPart => words.push("part of a name defined here".to_owned()),
        MatchKind::Named => words.push("its name matches".to_owned()),
        MatchKind::Refers | MatchKind::Mentions | MatchKind::HasWords => {}
    }
    if file.more() > 0 {
        words.push(format!("{} of {} lines", file.matches.len(), file.lines));
    } else if file.lines > 0 {
        words.push(counted_noun(file.lines, "line", "lines"));
    }
    words.extend(file.long_lines.iter().map(|line| format!("line {line} searched in pieces")));
    if file.changed_during_read {
        words.push("changed while it was read".to_owned());
    }
    words.join(", ")
}

pub(crate) fn contract(request: &Request, reply: &TreeSearchReply) -> Contract {
    let query = match request {
        Request::Search(args) => args.query.as_str(),
        _ => "",
    };
    let tally = &reply.tally;
    let mut meta = json!({
        "truncated": reply.stopped.is_some(),
        "partial": reply.is_partial(),
        "stopped_by": reply.stopped.map(reread_files::Stopped::word),
        "searched_files": tally.searched,
        "binary_files": tally.binary,
        "files_with_names_elsewhere": tally.several_names,
        "symbols_not_looked_up": tally.not_studied,
        "frame": reply.frame.to_string(),
        "provenance": "untrusted:file",
    });
    if reply.is_offer {
        meta["offer"] = json!("words");
    }
    if let Some(by) = reply.ranked_by {
        meta["ranked_by"] = json!(by.word());
        meta["ranked_files"] = json!(tally.ranked);
    }
    add_passed_over(&mut meta, &tally.passed_over);
    add_notices(&mut meta, &reply.notices);
    let shown: usize = reply.files.iter().map(|file| file.matches.len()).sum();
    success("search")
        .fact("query", query)
        .fact("count", shown)
        .fact("line_count", shown)
        .fact("matching_lines", json!((reply.is_offer || !reply.is_ranked_only()).then_some(tally.lines)))
        .fact("matching_files", json!(tally.files - if reply.is_offer { tally.ranked } else { 0 }))
        .fact("truncated", reply.stopped.is_some())
        .parts("results", reply.files.iter().map(found_file).collect())
        .fact("meta", meta)
}

fn found_file(file: &FoundFile) -> Contract {
    let mut contract = Contract::default()
        .fact("path", file.name.as_str())
        .fact("standing", file.standing.word())
        .fact("matching_lines", json!(file.lines))
        .fact("more", json!(file.more()))
        .text("matches", file.matches.iter().map(found_line).collect::<Value>());
    if !file.symbols.is_empty() {
        contract = contract.text("symbols", file.symbols.iter().map(symbol).collect::<Value>());
    }
    if !file.long_lines.is_empty() {
        contract = contract.fact("searched_in_pieces", json!(file.long_lines));
    }
    if file.changed_during_read {
        contract = contract.fact("changed_during_read", true);
    }
    contract
}

fn symbol(symbol: &SymbolCandidate) -> Value {
    json!({
        "id": symbol.id,
        "kind": symbol.kind.word(),
        "start_line": symbol.lines.first(),
        "end_line": symbol.lines.last(),
    })
}
