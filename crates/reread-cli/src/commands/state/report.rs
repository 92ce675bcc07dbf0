//! A foreign state directory, in words. Everything in it was chosen by another program, so everything is escaped.

use std::path::Path;

use reread_files::Adoption;
use reread_path::spell;
use reread_store::{FoundFile, FoundHistory, FoundMaker, FoundOperation, FoundState};
use serde_json::{Value, json};

use crate::quantity::counted;
use crate::terminal::Terminal;

/// More of one kind are counted and not listed.
const MOST_LISTED: usize = 50;

/// What the directory says, one fact in a line.
pub(super) fn lines(path: &Path, found: &FoundState, moved: Option<&[u8]>, terminal: &Terminal) -> String {
    let mut lines = vec![
        format!("{} was not made by you at this place", path.display()),
        format!("  made by: {}", maker(&found.maker)),
    ];
    match &found.history {
        None => lines.push("  history: none".to_owned()),
        Some(history) => lines.extend(history_lines(history, moved)),
    }
    lines.push(format!("  journal: {}", counted(found.journal_bytes, "byte", "bytes")));
    lines.push(format!("  snapshots: {}", found.snapshots));
    lines.push(
        "Adopting it changes no file of the workspace but staged copies that it proves to be its own."
            .to_owned(),
    );
    lines.iter().map(|line| format!("{}\n", terminal.line(line))).collect()
}

fn maker(maker: &FoundMaker) -> String {
    match maker {
        FoundMaker::User(path) => format!("a key of yours, when it was {}", path.display()),
        FoundMaker::KeyInside => {
            "its own key, as earlier releases kept it; another program can do the same".to_owned()
        }
        FoundMaker::Unknown => "unknown: no key of yours fits it".to_owned(),
    }
}

fn history_lines(history: &FoundHistory, moved: Option<&[u8]>) -> Vec<String> {
    let mut lines = vec![format!("  versions: {}", history.versions)];
    for (root, files) in &history.roots {
        let files = counted(*files, "file", "files");
        let becomes =
            if moved == Some(root) { ", which count as files of this workspace from then on" } else { "" };
        lines.push(format!("  with history: {files} in {}{becomes}", spell(root)));
    }
    let operations: u64 = history.authors.values().sum();
    lines.push(format!("  operations: {operations}"));
    listed(&mut lines, history.authors.iter(), |(author, count)| vec![format!("    {count} by {author}")]);
    if !history.open.is_empty() {
        let open = counted(history.open.len() as u64, "operation is", "operations are");
        lines.push(format!("  {open} open; adopting settles by what is on the disk:"));
        listed(&mut lines, history.open.iter(), operation_lines);
    }
    lines.push(format!("  proposals: {}", history.proposals.len()));
    listed(&mut lines, history.proposals.iter(), |(path, caller)| {
        vec![format!("    {} by {caller}", spell(path))]
    });
    lines.push(format!("  approvals: {}; adopting removes them", history.approvals));
    if history.unsound > 0 {
        let rows = counted(history.unsound, "row", "rows");
        lines.push(format!("  damaged or forged: {rows}; adopting removes them"));
    }
    lines
}

fn operation_lines(operation: &FoundOperation) -> Vec<String> {
    let mut lines = vec![format!("    o{} by {}", operation.id, operation.author)];
    listed(&mut lines, operation.files.iter(), |FoundFile { root, path, temp }: &FoundFile| {
        let temp = temp.as_ref().map(|temp| format!(", made ready as {}", spell(temp))).unwrap_or_default();
        vec![format!("      {} in {}{temp}", spell(path), spell(root))]
    });
    lines
}

fn listed<T>(
    lines: &mut Vec<String>,
    all: impl ExactSizeIterator<Item = T>,
    line: impl Fn(T) -> Vec<String>,
) {
    let more = all.len().saturating_sub(MOST_LISTED);
    all.take(MOST_LISTED).for_each(|one| lines.extend(line(one)));
    if more > 0 {
        lines.push(format!("    and {more} more"));
    }
}

/// The same for programs.
pub(super) fn value(path: &Path, found: &FoundState) -> Value {
    let file = |file: &FoundFile| {
        json!({
            "root": spell(&file.root),
            "path": spell(&file.path),
            "temp": file.temp.as_ref().map(|temp| spell(temp).into_owned()),
        })
    };
    let history = found.history.as_ref().map(|history| {
        let open = |operation: &FoundOperation| {
            let files: Vec<Value> = operation.files.iter().map(file).collect();
            json!({ "operation": operation.id, "author": operation.author, "files": files })
        };
        json!({
            "roots": history.roots.iter().map(|(root, files)| json!({ "root": spell(root), "files": files })).collect::<Vec<_>>(),
            "versions": history.versions,
            "authors": history.authors,
            "open": history.open.iter().map(open).collect::<Vec<_>>(),
            "proposals": history.proposals.iter().map(|(path, caller)| json!({ "path": spell(path), "caller": caller })).collect::<Vec<_>>(),
            "approvals": history.approvals,
            "unsound": history.unsound,
        })
    });
    json!({
        "ok": true,
        "path": path.display().to_string(),
        "ours": false,
        "made_by": match &found.maker {
            FoundMaker::User(_) => "user",
            FoundMaker::KeyInside => "key_inside",
            FoundMaker::Unknown => "unknown",
        },
        "history": history,
        "journal_bytes": found.journal_bytes,
        "snapshots": found.snapshots,
    })
}

/// What became of it.
pub(super) fn adopted_lines(adoption: &Adoption, terminal: &Terminal) -> String {
    let rows = &adoption.rows;
    let mut lines = vec![format!(
        "adopted: {}, {}, {}",
        counted(rows.versions, "version", "versions"),
        counted(rows.operations, "operation", "operations"),
        counted(rows.proposals, "proposal", "proposals"),
    )];
    for (operation, is_done) in &adoption.settled {
        let end = if *is_done { "done, as the disk proves" } else { "undone; its files stay as they are" };
        lines.push(format!("  {operation} was open and counts as {end}"));
    }
    lines.extend(adoption.removed.iter().map(|name| format!("  removed the staged copy {name}")));
    lines.iter().map(|line| format!("{}\n", terminal.line(line))).collect()
}
