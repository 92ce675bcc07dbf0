//! Replies as text for a model.
//!
//! Text of a file stands between a header line and a closing line that repeats the keyed digits of the
//! header. A file cannot know them, so it cannot end its own frame; and the first line of a reply is always
//! ours, so a file that begins like a marker is not taken for one. What stands between is exact.

mod edited;
mod history;
mod list;
mod outline;
mod overview;
mod passed_over;
mod preview;
mod read;
mod search;
mod several;
mod stat;
mod summary;
mod tree_search;

use reread_files::Notice;
use reread_guard::Warning;
use reread_text::{HazardOccurrences, Hazards, estimate_tokens, visible_line};

use crate::request::PreviewMode;
use crate::{Reply, Served};
pub(crate) use edited::{message as edit_message, needed_approval};
pub(crate) use list::list as list_text;
pub(crate) use outline::marker as outline_marker;
use passed_over::counted_noun;
pub(crate) use preview::change;
pub use read::around;
pub(crate) use read::{body, marker, read as read_text};
pub(crate) use several::text_of_part;
pub use stat::utc;
pub(crate) use tree_search::tree_search as tree_search_text;

impl Reply {
    /// The reply as text for a model. Names are spelled on one line; text is exact but for bytes that are not UTF-8.
    pub fn text(&self) -> String {
        match self {
            Reply::Read(reply, mode) => text_or_cost(*mode, read::read(reply), || read::not_sent(reply)),
            Reply::Preview(reply, mode) => {
                text_or_cost(*mode, preview::preview(reply), || preview::header(reply))
            }
            Reply::Outline(reply, mode) => {
                text_or_cost(*mode, outline::outline(reply), || outline::header(reply))
            }
            Reply::Overview(reply, mode) => {
                text_or_cost(*mode, overview::overview(reply), || overview::header(reply))
            }
            Reply::Summary(reply) => summary::summary(reply),
            Reply::Several(reply) => several::several(reply),
            Reply::Search(reply) => search::search(reply),
            Reply::TreeSearch(reply) => tree_search::tree_search(reply),
            Reply::List(reply) => list::list(reply),
            Reply::Stat(reply) => stat::stat(reply),
            Reply::Edited(reply) | Reply::Approved(reply, _) => edited::edited(reply),
            Reply::History(reply) => history::history(reply),
            Reply::VersionDiff(reply) => history::version_diff(reply),
            Reply::Version(reply) => String::from_utf8_lossy(&reply.bytes).into_owned(),
            Reply::Copied(_) => String::new(),
        }
    }
}

/// The text, or in its place what it is and what it would cost.
fn text_or_cost(mode: PreviewMode, text: String, header: impl FnOnce() -> String) -> String {
    match mode {
        PreviewMode::Snippet => text,
        PreviewMode::None => {
            format!("{}, about {} tokens, not sent\n", header(), estimate_tokens(text.as_bytes()))
        }
    }
}

impl Served {
    /// The text for a model: the reply and below it what the guard wants acted on, or the error.
    pub fn text(&self) -> String {
        match &self.outcome {
            Ok(reply) => reply.text() + &self.warnings(),
            Err(error) => error.text(),
        }
    }

    /// Warnings stand below the closing line, where no text of a file can stand; usually there are none.
    fn warnings(&self) -> String {
        let line = |warning: &Warning| {
            let (text, next) = (visible_line(&warning.text), visible_line(&warning.next));
            format!("[{}: {text} Next: {next}]\n", warning.concern.code())
        };
        let warnings = self.guarded.iter().flat_map(|guarded| &guarded.stabilization.warnings);
        warnings.map(line).collect()
    }
}

fn notice(notice: &Notice) -> String {
    match notice {
        Notice::ChangedDuringRead => "changed while it was read".to_owned(),
        Notice::SeveralNames(links) => format!("nlink={links}"),
        Notice::InvalidUtf8(1) => "not UTF-8, 1 place replaced".to_owned(),
        Notice::InvalidUtf8(count) => format!("not UTF-8, {count} places replaced"),
        Notice::Hazards(hazards) => format!("unseen characters: {}", hazard_words(hazards)),
        Notice::Untagged(why) => format!("no tag: {}", why.word()),
    }
}

/// Why a text is empty that is not about nothing.
fn no_room(text: &str, left_out: &[(&str, u64)]) -> Option<String> {
    (text.is_empty() && !left_out.is_empty()).then(|| "no room for what there is".to_owned())
}

/// What was taken out, if anything was.
fn redactions(count: u64) -> Option<String> {
    (count > 0).then(|| counted_noun(count, "credential redacted", "credentials redacted"))
}

fn hazard_words(hazards: &Hazards) -> String {
    let kinds: [(&str, &HazardOccurrences); 4] = [
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
