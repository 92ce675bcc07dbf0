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
use reread_text::{HazardOccurrences, Hazards, LineRange};

use crate::Reply;
pub(crate) use edited::{cut_diff, message as edit_message, needed_approval};
pub(crate) use list::list as list_text;
pub(crate) use outline::marker as outline_marker;
use passed_over::counted_noun;
pub(crate) use preview::change;
pub use read::around;
pub(crate) use read::{body, marker, read as read_text};
pub(crate) use several::text_of_part;
pub use stat::utc;
pub(crate) use tree_search::tree_search as tree_search_text;

/// Renders a reply. Names are spelled on one line; text is exact but for bytes that are not UTF-8.
pub fn text_for_models(reply: &Reply) -> String {
    match reply {
        Reply::Read(reply) => read::read(reply),
        Reply::Facts(reply) => read::facts(reply),
        Reply::Preview(reply) => preview::preview(reply),
        Reply::PreviewFacts(reply) => preview::facts(reply),
        Reply::Outline(reply) => outline::outline(reply),
        Reply::OutlineFacts(reply) => outline::facts(reply),
        Reply::Overview(reply) => overview::overview(reply),
        Reply::OverviewFacts(reply) => overview::facts(reply),
        Reply::Summary(reply) => summary::summary(reply),
        Reply::Several(reply) => several::several(reply),
        Reply::Search(reply) => search::search(reply),
        Reply::TreeSearch(reply) => tree_search::tree_search(reply),
        Reply::List(reply) => list::list(reply),
        Reply::Stat(reply) => stat::stat(reply),
        Reply::Edited(reply) => edited::edited(reply),
        Reply::History(reply) => history::history(reply),
        Reply::VersionDiff(reply) => history::version_diff(reply),
    }
}

/// Lines as outlines write them: one number for one line.
pub(crate) fn short(lines: LineRange) -> String {
    if lines.first() == lines.last() { lines.first().to_string() } else { lines.to_string() }
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
