//! What the tag of an edit claims, against a model of what its caller can know: lines that it held, and bytes of its patch.
//!
//! The model works on bytes. It knows the texts that were read and the patch as it was sent, and nothing of hunks, spans or
//! tags. A line counts as known if every byte of it was in a reply or in a patch.

mod known_text;
mod random_edit;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::slice;

use reread_access::subject_of;
use reread_context::{Citation, TagView};
use reread_edit::{MatchTolerance, TextEdit};
use reread_files::{Edited, Extent, PatchInput, PatchRequest, ReadRequest};
use reread_text::{Bounds, Digest, LineRange};

use self::known_text::KnownText;
pub(crate) use self::random_edit::Chance;
use self::random_edit::{RandomEdit, SentEdit, random_text};
use crate::writing::place::{Place, writer};

/// How many seeds are tried, unless `OWN_CLAIMS` says which: `7`, or `1-60`.
const SEEDS: u64 = 10;
const FILES: u64 = 10;
const EDITS: usize = 3;

/// By the form of the edit: how often it was applied, and how many lines were claimed by all tags and by its own alone.
type Tally = BTreeMap<&'static str, [u32; 3]>;

#[test]
fn the_tag_of_an_edit_claims_only_what_its_caller_knows() {
    let seeds = seeds_of("OWN_CLAIMS", SEEDS);
    let mut tally = Tally::new();
    for seed in seeds.clone() {
        let place = Place::new();
        let mut chance = Chance::new(seed);
        for file in 0..FILES {
            let name = format!("f{file}.txt");
            Caller::new(&place, &name, &mut chance).edit_and_check(seed, &mut tally);
        }
    }
    // A model that is never asked proves nothing. What is shifted or done twice is seldom claimed by its tag alone.
    let least = u32::try_from(seeds.count()).unwrap() - 1;
    for form in random_edit::FORMS {
        let [applied, by_all, by_one] = tally.get(form).copied().unwrap_or_default();
        let is_plain = matches!(form, "unified" | "envelope" | "blocks");
        assert!(applied >= least && by_all >= least && (by_one >= least || !is_plain), "{form}: {tally:?}");
    }
}

/// The first seeds, or those that a variable names.
pub(crate) fn seeds_of(variable: &str, count: u64) -> RangeInclusive<u64> {
    let Ok(said) = std::env::var(variable) else { return 1..=count };
    let (first, last) = said.split_once('-').unwrap_or((&said, &said));
    first.parse().unwrap()..=last.parse().unwrap()
}

/// A caller that reads some lines of a file and then edits it.
struct Caller<'a> {
    place: &'a Place,
    name: &'a str,
    chance: &'a mut Chance,
    tags: Vec<String>,
    known: KnownText,
}

impl<'a> Caller<'a> {
    fn new(place: &'a Place, name: &'a str, chance: &'a mut Chance) -> Self {
        let text = random_text(chance);
        place.put(name, &text);
        Self { place, name, chance, tags: Vec::new(), known: KnownText::new(text) }
    }

    fn edit_and_check(&mut self, seed: u64, tally: &mut Tally) {
        for _ in 0..self.chance.below(4) {
            self.see_some_lines();
        }
        for _ in 0..EDITS {
            let edit = RandomEdit::of(&self.known, self.name, self.chance);
            let Some(edited) = self.send(&edit.sent) else { continue };
            let counts = tally.entry(edit.form).or_default();
            counts[0] += 1;
            let when = || format!("seed {seed}, {} {} of {:#?}", self.name, edit.sent, self.known.shown());
            let shown = |text: &[u8]| text.escape_ascii().to_string();
            assert_eq!(shown(&edit.after.text()), shown(&self.place.bytes(self.name)), "{}", when());
            if let Some(tag) = edited.tag.as_ref().map(ToString::to_string) {
                for line in self.claimed(&edited, slice::from_ref(&tag)) {
                    assert!(edit.alone.knows(line), "line {line} with one tag: {}", when());
                    counts[2] += 1;
                }
                self.tags.push(tag);
            }
            for line in self.claimed(&edited, &self.tags) {
                assert!(edit.after.knows(line), "line {line} with all tags: {}", when());
                counts[1] += 1;
            }
            self.known = edit.after;
        }
    }

    fn see_some_lines(&mut self) {
        let total = self.known.lines();
        if total == 0 {
            return;
        }
        let first = 1 + self.chance.below(total);
        let last = total.min(first + self.chance.below(6));
        let extent = Extent::Lines(LineRange::new(first as u64, last as u64).unwrap());
        let request = ReadRequest::new(self.name, extent, Bounds::default());
        let reply = self.place.workspace.reader().read(&request).unwrap();
        self.tags.extend(reply.tag.map(|tag| tag.to_string()));
        (first..=last).for_each(|line| self.known.see(line));
    }

    /// What came of the edit; `None` if it was refused or changed nothing.
    fn send(&mut self, sent: &SentEdit) -> Option<Edited> {
        let edits: Vec<TextEdit<'_>>;
        let (patch, name) = match sent {
            SentEdit::Patch(patch) => (PatchInput::Text(patch), None),
            SentEdit::Edits(list) => {
                edits = list.iter().map(|(old, new)| TextEdit { old, new, all: false }).collect();
                (PatchInput::Edits(&edits), Some(self.name))
            }
        };
        let digest = Digest::of(&self.known.text()).to_string();
        let base = (self.chance.below(4) > 0).then_some(&*digest);
        let request = PatchRequest { patch, name, base, loosest: MatchTolerance::Exact };
        let mut reply = self.place.workspace.writer().apply_patch(&request, &writer()).ok()?;
        reply.files.pop().filter(|edited| edited.outcome.changes())
    }

    /// The lines of the new text that a caller is taken to hold if it cites these tags.
    fn claimed(&self, edited: &Edited, tags: &[String]) -> Vec<usize> {
        let access = self.place.workspace.access();
        let (state, name) = (access.state().unwrap(), &edited.name);
        let recorded = state.versions(access.root(name.root).path(), &name.path);
        let subject = subject_of(access, name, TagView::Lines);
        let citation = Citation::recognise(tags, state.key(), &subject, &recorded);
        let held = citation.held.lines_of(&edited.after.unwrap()).filter(|_| citation.rejected.is_empty());
        let lines = |range: &LineRange| range.first()..=range.last();
        held.iter().flat_map(|held| held.ranges().iter().flat_map(lines)).map(|line| line as usize).collect()
    }
}
