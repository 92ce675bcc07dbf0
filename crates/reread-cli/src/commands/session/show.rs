//! `reread session show`: the tree of a session.

use std::io::Write as _;

use reread_hosts::pi::ContentCheck;
use reread_hosts::report::{SessionFacts, SessionOutline, SessionOutliner};
use reread_text::visible_line;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print_json;
use crate::quantity::counted;
use crate::terminal::Terminal;
use crate::width::Width;

use super::SessionFile;
use super::opened::{SessionSource, leaf_and_facts};
use super::tree::Tree;

pub(super) fn run(global: &Global, args: &SessionFile) -> Result<Exit, Failure> {
    let source = SessionSource::open(&args.file)?;
    let mut outliner = SessionOutliner::default();
    let reader = source.read(ContentCheck::Skipped, |index, entry| outliner.note(index, entry))?;
    let (leaf, facts) = leaf_and_facts(global, args, &reader)?;
    let outline = outliner.outline(reader.history(), leaf);
    if global.json {
        print_json(&outline.json(&facts))?;
        return Ok(Exit::Done);
    }
    let (terminal, width) = (Terminal::of_stdout(global.color), Width::of_stdout());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", terminal.bold(&heading(&facts, &outline, width)))?;
    Tree { outline: &outline, facts: &facts, terminal, width }.draw(&mut out)?;
    out.flush()?;
    Ok(Exit::Done)
}

fn heading(facts: &SessionFacts, outline: &SessionOutline, width: Width) -> String {
    let name = visible_line(facts.session.as_deref().unwrap_or("without a name"));
    let taken = "session  in ".len() + name.chars().count();
    let ends = outline.entries.iter().filter(|entry| entry.children.is_empty()).count() as u64;
    let entries = counted(facts.entries, "entry", "entries");
    let branches = counted(ends, "branch", "branches");
    let cwd = facts.cwd.as_deref().map(|cwd| width.path(&visible_line(cwd), taken));
    let cwd = cwd.map(|cwd| format!(" in {cwd}")).unwrap_or_default();
    format!("session {name}{cwd}\n{entries}, {branches}")
}
