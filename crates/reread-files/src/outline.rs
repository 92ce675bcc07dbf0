//! What a file declares, as text in bounds.
//!
//! An outline has a tag of its own. Cited, it stands for exactly that text and for no line of the file: a model that saw the
//! signatures has not seen the bodies.

use reread_access::{FileName, Located, Notice, Untagged, hazards_from};
use reread_code::{OutlinePage, OutlineText, Symbol, SymbolKind};
use reread_context::{OutlineTag, TagDigits};
use reread_disk::FileFacts;
use reread_text::{Bounds, Digest, cut};

use crate::outline_error::OutlineError;
use crate::outlined::{Outlined, Source};
use crate::parsed::Parsed;
use crate::read::ReadRequest;
use crate::reader::Reader;
use crate::seal::Sealing;

/// What a file declares.
#[derive(Clone, Debug)]
pub struct OutlineReply {
    /// Which file it was.
    pub name: FileName,
    /// What its handle said.
    pub facts: FileFacts,
    /// Its version.
    pub digest: Digest,
    /// How many lines it has.
    pub total_lines: u64,
    /// What the outline rests on.
    pub parsed: Parsed,
    /// A row for each declaration, as far as there is room, and a line that says what was left out.
    pub text: String,
    /// The declarations that have a row.
    pub rows: Vec<Symbol>,
    /// How many have none, by the word for their kind.
    pub left_out: Vec<(&'static str, u64)>,
    /// The number of the symbol, counted from 1, with which a page continues; the first if rows were left out by their
    /// weight.
    pub next: Option<u64>,
    /// The keyed digits that close the text.
    pub frame: TagDigits,
    /// The receipt; `None` with a notice that says why.
    pub tag: Option<OutlineTag>,
    /// Whether the caller cites this very text, so that it need not be sent.
    pub is_held: bool,
    /// What the caller should know besides.
    pub notices: Vec<Notice>,
    /// Whether the version that it is of is kept.
    pub is_kept: bool,
    /// How much it might hold.
    pub bounds: Bounds,
}

impl OutlineReply {
    /// How many declarations there are, shown or not.
    pub fn symbols(&self) -> u64 {
        self.rows.len() as u64 + self.left_out.iter().map(|(_, count)| count).sum::<u64>()
    }
}

impl Reader<'_> {
    /// What the file that was opened for a request declares, or one symbol of it, within the bounds of the request: what
    /// matters most, or a page of all in order.
    pub fn outline(
        &self,
        request: &ReadRequest,
        located: Located,
        symbol: Option<&str>,
        page: Option<OutlinePage>,
    ) -> Result<OutlineReply, OutlineError> {
        let outlined = self.take_apart(request, located)?;
        let fits = |text: &str| text.is_empty() || cut(text.as_bytes(), &request.bounds).limit.is_none();
        let of = symbol.map(|symbol| outlined.only(symbol)).transpose()?;
        let shown = match (page, of) {
            (None, None) => outlined.outline.fitting(fits),
            (None, Some(place)) => outlined.outline.members_fitting(place, fits),
            (Some(page), of) => {
                outlined.outline.page(of, page, fits).ok_or_else(|| OutlineError::PastEnd {
                    name: outlined.source.located.name.requested.clone(),
                    offset: page.offset,
                    symbols: outlined.outline.count(of),
                })?
            }
        };
        let frame = self.outline_digits(&outlined.source.located, &shown.text);
        let untagged = self.untagged_outline(&outlined, &shown, request.seals());
        let tag = untagged.is_none().then_some(OutlineTag(frame));
        let is_held = tag.is_some_and(|tag| request.known.iter().any(|cited| cited.parse() == Ok(tag)));
        let Source { located, snapshot, .. } = &outlined.source;
        let is_kept = self.keep_source(request, located, snapshot);
        let facts = located.facts;
        let mut notices = Vec::new();
        notices.extend(snapshot.changed_during_read.then_some(Notice::ChangedDuringRead));
        notices.extend((facts.links > 1).then_some(Notice::SeveralNames(facts.links)));
        notices.extend(hazards_from(1, &shown.text).map(Notice::Hazards));
        notices.extend(untagged.map(Notice::Untagged));
        let word = |(kind, count): &(SymbolKind, u64)| (kind.counted(*count), *count);
        Ok(OutlineReply {
            parsed: outlined.parsed(),
            rows: shown.shown.iter().map(|place| outlined.symbol(*place).clone()).collect(),
            left_out: shown.left_out.iter().map(word).collect(),
            next: shown.next,
            text: shown.text,
            facts,
            digest: outlined.source.snapshot.value.digest,
            total_lines: outlined.source.snapshot.value.total_lines,
            name: outlined.source.located.name,
            frame,
            tag,
            is_held,
            notices,
            is_kept,
            bounds: request.bounds,
        })
    }

    /// Why no tag may stand for an outline; `None` if one may.
    fn untagged_outline(
        &self,
        outlined: &Outlined,
        shown: &OutlineText,
        sealing: Sealing,
    ) -> Option<Untagged> {
        let is_kept_whole =
            cut(shown.text.as_bytes(), &self.access.settings().limits.reply()).limit.is_none();
        match sealing {
            _ if self.access.state().is_none() => Some(Untagged::NoState),
            Sealing::NotShown | Sealing::Approved => Some(Untagged::NotCached),
            Sealing::Tagged | Sealing::Inexact if outlined.source.snapshot.changed_during_read => {
                Some(Untagged::Changed)
            }
            _ if self.is_never_cached(&outlined.source.located) => Some(Untagged::NotCached),
            _ if !is_kept_whole => Some(Untagged::TooLong),
            _ if shown.text.is_empty() && !shown.left_out.is_empty() => Some(Untagged::NoWholeLine),
            Sealing::Tagged | Sealing::Inexact => None,
        }
    }
}
