//! Edits for any of the versions that a caller knows, among its own edits and external changes, against a model.
//!
//! The model knows every text that the disk held and who wrote it. It knows nothing of digests, generations and histories, and it
//! merges with `git merge-file`. Whatever is written has to be what the model expects; what it cannot merge must not be written.

mod model;

use std::cell::RefCell;
use std::collections::BTreeMap;

use reread_edit::{MatchTolerance, TextEdit};
use reread_files::{
    EditOutcome, EditReply, Extent, FileWriteMode, PatchInput, PatchRequest, ReadRequest, WriteContext,
    WriteError, WriteRequest,
};
use reread_store::OperationId;
use reread_text::{Bounds, LineRange};

use self::model::{Change, Expected, Texts};
use crate::writing::own_claims::{Chance, seeds_of};
use crate::writing::place::{Place, writer};

/// How many seeds are tried, unless `OWN_BASES` says which: `7`, or `1-60`.
const SEEDS: u64 = 6;
const FILES: usize = 4;
const STEPS: usize = 14;

/// How often what came of which kind of call.
type Tally = BTreeMap<&'static str, u32>;

#[test]
fn whatever_is_written_is_what_was_meant() {
    let mut tally = Tally::new();
    let seeds = seeds_of("OWN_BASES", SEEDS);
    for seed in seeds.clone() {
        let (place, mut chance) = (Place::new(), Chance::new(seed));
        for file in 0..FILES {
            let mut life = Life::new(&place, format!("f{file}.txt"), &mut chance, seed);
            (0..STEPS).for_each(|_| life.step(&mut tally));
            life.end(&mut tally);
        }
    }
    // A model that is never asked proves nothing.
    let least = u32::try_from(seeds.count()).unwrap() / 4;
    for kind in
        ["applied", "rebased", "carried", "own line", "refused", "written", "removed", "moved", "diff"]
    {
        assert!(tally.get(kind).copied().unwrap_or_default() >= least, "{kind}: {tally:?}");
    }
}

/// What becomes of one file.
struct Life<'a> {
    place: &'a Place,
    name: String,
    chance: &'a mut Chance,
    seed: u64,
    texts: Texts,
    /// Tags, and the text that each was given for.
    tags: Vec<(String, usize)>,
    made: RefCell<Vec<OperationId>>,
    marks: usize,
}

impl<'a> Life<'a> {
    fn new(place: &'a Place, name: String, chance: &'a mut Chance, seed: u64) -> Self {
        let texts = Texts::new(model::random_text(chance));
        place.put(&name, texts.now());
        let mut life =
            Self { place, name, chance, seed, texts, tags: Vec::new(), made: RefCell::default(), marks: 0 };
        life.read(&mut Tally::new());
        life
    }

    fn step(&mut self, tally: &mut Tally) {
        match self.chance.below(10) {
            0..3 => self.read(tally),
            3 | 4 => self.change_externally(),
            5 => self.write(tally),
            _ => self.edit(tally),
        }
    }

    fn read(&mut self, tally: &mut Tally) {
        let total = self.texts.now().lines().count();
        let extent = match self.chance.below(2) {
            0 => Extent::Whole,
            _ => {
                let first = 1 + self.chance.below(total);
                let last = total.min(first + self.chance.below(20));
                Extent::Lines(LineRange::new(first as u64, last as u64).unwrap())
            }
        };
        let mut request = ReadRequest::new(&self.name, extent, Bounds::default());
        if self.chance.below(2) == 0 {
            let latest = 1 + self.chance.below(2);
            request.known = self.tags.iter().rev().take(latest).map(|(tag, _)| tag.clone()).collect();
        }
        let reply = self.place.workspace.reader().read(&request).unwrap();
        if matches!(reply.answer, reread_context::Answer::Diff { .. }) {
            *tally.entry("diff").or_default() += 1;
        }
        self.tags.extend(reply.tag.map(|tag| (tag.to_string(), self.texts.last())));
    }

    fn change_externally(&mut self) {
        let mark = self.mark("ext");
        let text = self.texts.changed_somewhere(self.chance, &mark);
        self.place.put(&self.name, &text);
        self.texts.push(text, false);
    }

    /// Some of the tags that the caller has, and the newest text that one of them is of.
    fn named(&mut self) -> (String, usize) {
        let one = self.chance.below(self.tags.len());
        let mut chosen = vec![self.tags[one].clone()];
        for tag in &self.tags {
            if self.chance.below(4) == 0 {
                chosen.push(tag.clone());
            }
        }
        let newest = chosen.iter().map(|(_, of)| *of).max().unwrap();
        let between = [" ", ",", ", "][self.chance.below(3)];
        let names: Vec<String> = chosen.into_iter().map(|(tag, _)| tag).collect();
        (names.join(between), newest)
    }

    fn edit(&mut self, tally: &mut Tally) {
        let (base, newest) = self.named();
        let mark = self.mark("own");
        let change = self.texts.random_change(newest, self.chance, &mark);
        let expected = self.texts.expected(newest, &change);
        let before = self.texts.now().to_owned();
        let reply = self.send(&change, &base);
        let after = self.text();
        let when = format!(
            "seed {}, {}, base {newest} of {}, {change:?}\n{expected:?}\n{before}",
            self.seed,
            self.name,
            self.texts.last()
        );
        let Some(reply) = reply.ok().filter(|reply| reply.files[0].outcome.changes()) else {
            assert_eq!(after, before, "{when}");
            assert!(newest < self.texts.last() || expected.is_refused(), "refused: {when}");
            *tally.entry("refused").or_default() += 1;
            return;
        };
        let edited = &reply.files[0];
        let Expected::Text { text, is_rebased, is_carried } = &expected else {
            panic!("written: {when}\n{after}")
        };
        assert_eq!(after, *text, "{when}");
        if self.texts.is_recorded(newest) {
            assert_eq!(edited.outcome == EditOutcome::Rebased, *is_rebased, "{when}");
            let external =
                edited.external.as_ref().map(|diff| String::from_utf8_lossy(&diff.text).into_owned());
            let external = external.unwrap_or_default();
            assert!(!external.contains("\n+own"), "own work is shown as external: {when}\n{external}");
        }
        let kind = match (&change, is_carried) {
            (Change::OwnLine { .. }, _) => "own line",
            (_, true) => "carried",
            _ if *is_rebased => "rebased",
            _ => "applied",
        };
        *tally.entry(kind).or_default() += 1;
        let tag = edited.tag.as_ref().expect("every edit names its version").to_string();
        self.texts.push(after, true);
        self.tags.push((tag, self.texts.last()));
    }

    /// A whole file replaces what the caller knows, and its own edits of that.
    fn write(&mut self, tally: &mut Tally) {
        let (if_match, newest) = self.named();
        let mark = self.mark("own");
        let content = self.texts.changed_somewhere(self.chance, &mark);
        let request = WriteRequest {
            name: &self.name,
            content: content.as_bytes(),
            mode: FileWriteMode::Truncate,
            if_match: Some(&if_match),
        };
        let reply = self.in_context(|context| self.place.workspace.writer().write_file(&request, context));
        let may = self.texts.carried(newest) == self.texts.now();
        let when = || format!("seed {}, {}, {newest} of {}", self.seed, self.name, self.texts.last());
        match reply {
            Ok(reply) => {
                assert!(may, "{}", when());
                assert_eq!(self.text(), content, "{}", when());
                *tally.entry("written").or_default() += 1;
                let tag = reply.files[0].tag.as_ref().unwrap().to_string();
                self.texts.push(content, true);
                self.tags.push((tag, self.texts.last()));
            }
            Err(error) => {
                assert!(!may || !self.texts.is_recorded(newest), "{error}: {}", when());
                assert_eq!(self.text(), self.texts.now(), "{}", when());
                *tally.entry("refused").or_default() += 1;
            }
        }
    }

    /// The file is removed or moved, with a change on the way.
    fn end(&mut self, tally: &mut Tally) {
        let (base, newest) = self.named();
        let may = self.texts.carried(newest) == self.texts.now();
        let (name, other) = (&self.name, format!("moved-{}", self.name));
        let when = format!("seed {}, {name}, {newest} of {}", self.seed, self.texts.last());
        if self.chance.below(2) == 0 {
            let patch = format!("*** Begin Patch\n*** Delete File: {name}\n*** End Patch\n");
            let removed = self.send_patch(&patch, &base);
            assert_eq!(removed.is_ok(), !self.place.is_there(name), "{when}");
            assert!(removed.is_err() || may, "{when}");
            *tally.entry(if removed.is_ok() { "removed" } else { "refused" }).or_default() += 1;
            return;
        }
        let patch = format!(
            "*** Begin Patch\n*** Update File: {name}\n*** Move to: {other}\n@@\n-the end\n+own end\n*** End Patch\n"
        );
        match self.send_patch(&patch, &base) {
            Ok(_) => {
                let moved = String::from_utf8(self.place.bytes(&other)).unwrap();
                assert!(may && !self.place.is_there(name), "{when}");
                assert_eq!(moved, self.texts.now().replace("the end\n", "own end\n"), "{when}");
                *tally.entry("moved").or_default() += 1;
            }
            Err(_) => {
                assert!(self.place.is_there(name) && !self.place.is_there(&other), "{when}");
                *tally.entry("refused").or_default() += 1;
            }
        }
    }

    fn send(&self, change: &Change, base: &str) -> Result<EditReply, WriteError> {
        match change {
            Change::Lines { is_numbered: true, .. } => self.send_patch(&change.unified(&self.name), base),
            Change::Lines { old, new, .. } | Change::OwnLine { old, new } => {
                let edits = [TextEdit { old: old.as_bytes(), new: new.as_bytes(), all: false }];
                self.send_input(PatchInput::Edits(&edits), Some(&self.name), base)
            }
        }
    }

    fn send_patch(&self, patch: &str, base: &str) -> Result<EditReply, WriteError> {
        self.send_input(PatchInput::Text(patch.as_bytes()), None, base)
    }

    fn send_input(
        &self,
        patch: PatchInput<'_>,
        name: Option<&str>,
        base: &str,
    ) -> Result<EditReply, WriteError> {
        let request = PatchRequest { patch, name, base: Some(base), loosest: MatchTolerance::Exact };
        self.in_context(|context| self.place.workspace.writer().apply_patch(&request, context))
    }

    fn in_context(
        &self,
        call: impl FnOnce(&WriteContext<'_>) -> Result<EditReply, WriteError>,
    ) -> Result<EditReply, WriteError> {
        let is_own = |operation| self.made.borrow().contains(&operation);
        let reply = call(&WriteContext { is_own: &is_own, ..writer() })?;
        self.made.borrow_mut().extend(reply.operation);
        Ok(reply)
    }

    fn text(&self) -> String {
        String::from_utf8(self.place.bytes(&self.name)).unwrap()
    }

    /// A line that no other change has.
    fn mark(&mut self, who: &str) -> String {
        self.marks += 1;
        format!("{who} {}", self.marks)
    }
}
