//! `reread replay`: recorded reads and searches, made again.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use reread_store::{JournalEntry, JournalExport};
use reread_wire::{ReplayDifference, Replayed, Replayer};
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::chain::{Chain, report_broken};
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::setup::{open_workspace, state_of};
use crate::terminal::Terminal;

/// Run recorded reads and searches again, and compare the replies
///
/// Each is made by the same code from the versions that the record names, which are kept in the cache and in the history; the
/// files of the workspace are not looked at, and no text is shown. Exits with 1 if a reply differs, or if a version that was
/// kept is gone.
#[derive(Debug, Args)]
pub(crate) struct ReplayCommand {
    /// An export, or a file of a journal. Default: the journal of the workspace
    log: Option<PathBuf>,
}

/// What came of all records.
#[derive(Default)]
struct Tally {
    records: u64,
    same: u64,
    different: u64,
    no_reply: u64,
    not_replayable: BTreeMap<String, u64>,
    first_difference: Option<(u64, JournalEntry, ReplayDifference)>,
    first_loss: Option<u64>,
}

pub(crate) fn run(global: &Global, args: &ReplayCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let chain = Chain::of(state_of(&workspace)?, args.log.as_deref());
    // Nothing is made of a chain that does not hold.
    if let Err(broken) = chain.walk(|_| {})? {
        return report_broken(global, &broken);
    }
    let mut replayer =
        Replayer::new(&workspace).map_err(|error| Failure::new(Exit::Broken, error.to_string(), ""))?;
    let mut tally = Tally::default();
    let walked = chain.walk(|line| tally.add(line, &mut replayer))?;
    let JournalExport { is_whole, .. } = match walked {
        Ok(exported) => exported,
        Err(broken) => return report_broken(global, &broken),
    };
    print(global, || tally.value(is_whole), |terminal| tally.text(terminal, is_whole))?;
    Ok(if tally.is_sound() { Exit::Done } else { Exit::Nothing })
}

impl Tally {
    fn add(&mut self, line: &[u8], replayer: &mut Replayer) {
        self.records += 1;
        let Some(record) = JournalEntry::read(line) else {
            *self.not_replayable.entry("unreadable".to_owned()).or_default() += 1;
            return;
        };
        match replayer.replay(&record) {
            Replayed::Same => self.same += 1,
            Replayed::NoReply => self.no_reply += 1,
            Replayed::NotReplayable(why) => {
                *self.not_replayable.entry(why.word().to_owned()).or_default() += 1;
                if why.is_loss() {
                    self.first_loss = self.first_loss.or(Some(record.seq));
                }
            }
            Replayed::Different(difference) => {
                self.different += 1;
                if self.first_difference.is_none() {
                    self.first_difference = Some((record.seq, record, difference));
                }
            }
        }
    }

    fn is_sound(&self) -> bool {
        self.different == 0 && self.first_loss.is_none()
    }

    fn text(&self, terminal: &Terminal, is_whole: bool) -> String {
        let mut lines = vec![format!("{} replayed and the same", self.same)];
        if let Some((seq, record, difference)) = &self.first_difference {
            let about = record.call.path.as_deref().map_or(String::new(), |path| format!(" of {path}"));
            let ReplayDifference { what, was, is } = difference;
            let line = format!(
                "{} different; the first is record {seq}, {}{about}: {what} was {was} and is {is}",
                self.different, record.call.tool
            );
            lines.push(terminal.red(&terminal.line(&line)));
        }
        let not_replayable = self.not_replayable.iter();
        lines
            .extend(not_replayable.map(|(why, count)| format!("{count} not replayable: {}", explained(why))));
        let first_loss = self.first_loss.iter();
        lines.extend(first_loss.map(|seq| format!("record {seq} is the first whose snapshot is gone")));
        if self.no_reply > 0 {
            lines.push(format!("{} others show no text of files", self.no_reply));
        }
        if !is_whole {
            lines.push("nothing confirms that the log ends there".to_owned());
        }
        lines.join("\n") + "\n"
    }

    fn value(&self, is_whole: bool) -> Value {
        let difference = self.first_difference.as_ref().map(|(seq, record, ReplayDifference { what, was, is })| {
            json!({ "seq": seq, "tool": record.call.tool, "path": record.call.path, "what": what, "was": was, "is": is })
        });
        json!({
            "ok": self.is_sound(),
            "records": self.records,
            "same": self.same,
            "different": self.different,
            "first_difference": difference,
            "not_replayable": self.not_replayable,
            "first_pruned": self.first_loss,
            "no_reply": self.no_reply,
            "end_confirmed": is_whole,
        })
    }
}

/// A word with what it means.
fn explained(why: &str) -> String {
    let means = match why {
        "pruned" => "the snapshot is no longer kept",
        "old_record" => "it was recorded before replies were",
        "partial" => "the time was up",
        "ranked" => "files were ranked by their words, which all files have a part in",
        "more_than_versions" => "it depends on more than the versions that it shows",
        "another_release" => "another release of reread made it, in other words",
        "raw" => "bytes were copied, and not kept",
        "arguments_cut" | "too_many_files" | "too_many_lines" => "the record was too long to be kept whole",
        "redacted" => "a secret was taken out of the record",
        "refused" => "the rules do not let it be read now",
        "name" => "the file was reached by a link, or from another folder",
        "tags_forgotten" => "the tags that it cites are no longer known",
        "changed_during_read" => "the file was written meanwhile",
        "base_lost" => "what it was compared with was lost then",
        "not_kept" | "not_cached" | "too_large" | "too_long" | "not_hashed" | "not_utf8"
        | "no_whole_line" | "no_state" => "the snapshot was not kept",
        _ => return why.to_owned(),
    };
    format!("{why}, {means}")
}
