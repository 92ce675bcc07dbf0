//! The way through the tree of entries, and what was shown on it.
//!
//! Every entry is entered after its parent and left after its children; leaving takes back what entering did. So at
//! each entry exactly its own way from the root counts.

use std::collections::HashMap;

use reread_context::{EntryIndex, Event, FileName, History};
use reread_text::{Digest, LineRange, cut, estimate_tokens};

use super::gathered::{Fact, Got, Named, ReadFact, Words};
use super::judgement::{stands_for, why_not};
use super::known::Known;
use super::passage::{lines_in, passage};
use super::said::Said;
use super::shown::{Look, Piece, Shown, Shows};
use super::unjustified::Unjustified;
use super::{Audit, Cost, Finding};
use crate::notice::LONGEST;

/// About how many bytes a token has, where nothing but the size is known.
const BYTES_OF_A_TOKEN: u64 = 4;

pub(super) struct Walk<'a> {
    audit: &'a Audit,
    history: &'a History,
    cwd: Option<&'a str>,
    known: Known<'a>,
    /// How far from the root, counted from 1.
    at: usize,
    /// Behind which nothing counts, and why; the nearest last.
    barriers: Vec<(usize, Unjustified)>,
    /// Entries that were taken out of the context, and how far from the root.
    edited: HashMap<EntryIndex, usize>,
    files: HashMap<FileName, Shown>,
    reads: u64,
    findings: Vec<Finding>,
}

/// What entering an entry did.
enum Did {
    Nothing,
    Show(FileName),
    Bar,
    Edit(EntryIndex),
}

enum Step {
    Enter(EntryIndex),
    Leave(Did),
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        audit: &'a Audit,
        history: &'a History,
        cwd: Option<&'a str>,
        known: Known<'a>,
    ) -> Self {
        Self {
            audit,
            history,
            cwd,
            known,
            at: 0,
            barriers: Vec::new(),
            edited: HashMap::new(),
            files: HashMap::new(),
            reads: 0,
            findings: Vec::new(),
        }
    }

    /// Goes along one branch.
    pub(super) fn along(&mut self, branch: &[EntryIndex]) {
        for entry in branch {
            self.enter(*entry);
        }
    }

    /// Goes to every entry there is.
    pub(super) fn everywhere(&mut self) {
        let mut children: HashMap<Option<EntryIndex>, Vec<EntryIndex>> = HashMap::new();
        for entry in self.history.entries() {
            children.entry(self.history.parent(entry)).or_default().push(entry);
        }
        let enter_all = |parent| children.get(&parent).into_iter().flatten().rev().copied().map(Step::Enter);
        let mut steps: Vec<Step> = enter_all(None).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(entry) => {
                    steps.push(Step::Leave(self.enter(entry)));
                    steps.extend(enter_all(Some(entry)));
                }
                Step::Leave(did) => self.leave(did),
            }
        }
    }

    pub(super) fn done(self) -> (u64, Vec<Finding>) {
        (self.reads, self.findings)
    }

    fn enter(&mut self, entry: EntryIndex) -> Did {
        self.at += 1;
        if matches!(self.history.event(entry), Event::Ambiguous) {
            return self.bar(Unjustified::AmbiguousEntry);
        }
        let audit = self.audit;
        match audit.facts.get(&entry) {
            None => Did::Nothing,
            Some(Fact::Compaction) => self.bar(Unjustified::BeforeCompaction),
            Some(Fact::Edit(None)) => self.bar(Unjustified::EditedAway),
            Some(Fact::Edit(Some(target))) => match self.history.find(target) {
                Some(target) if !self.edited.contains_key(&target) => {
                    self.edited.insert(target, self.at);
                    Did::Edit(target)
                }
                _ => Did::Nothing,
            },
            Some(Fact::Scripted(markers)) => {
                for marker in markers {
                    let file = marker.path.as_deref().map(|path| self.file_as_called(path));
                    self.in_a_script(entry, file, marker.said, &marker.sent);
                }
                Did::Nothing
            }
            Some(Fact::Read(read)) => self.read(entry, read),
        }
    }

    fn leave(&mut self, did: Did) {
        self.at -= 1;
        match did {
            Did::Nothing => {}
            Did::Show(file) => {
                if let Some(shown) = self.files.get_mut(&file) {
                    shown.pop();
                }
            }
            Did::Bar => drop(self.barriers.pop()),
            Did::Edit(target) => drop(self.edited.remove(&target)),
        }
    }

    fn bar(&mut self, why: Unjustified) -> Did {
        self.barriers.push((self.at, why));
        Did::Bar
    }

    fn read(&mut self, entry: EntryIndex, read: &ReadFact) -> Did {
        self.reads += 1;
        let file = match &read.file {
            Named::Absolute(name) => Some(FileName::new(&folded("", name))),
            Named::AsCalled(path) => Some(self.file_as_called(path)),
            Named::Nobody => None,
        };
        let shows = match (&read.got, &file) {
            (Got::Nothing, _) => return Did::Nothing,
            (Got::Scripted(said, sent), _) => {
                self.in_a_script(entry, file, *said, sent);
                return Did::Nothing;
            }
            (Got::Words(words), Some(file)) => match self.judge(entry, file, words) {
                Some(shows) => shows,
                None => return Did::Nothing,
            },
            (Got::Words(words), None) => {
                self.find(entry, None, words, Err(Unjustified::NeverShown), None);
                return Did::Nothing;
            }
            (Got::Lines(lines), _) => Shows::Lines(lines.clone()),
            (Got::NoLine, _) => Shows::Hides(Unjustified::Truncated),
            (Got::Altered, _) => Shows::Hides(Unjustified::Altered),
        };
        let Some(file) = file else { return Did::Nothing };
        self.files.entry(file.clone()).or_default().push(Piece { entry, at: self.at, shows });
        Did::Show(file)
    }

    /// Judges a marker or a diff, and says what the model was shown by it.
    fn judge(&mut self, entry: EntryIndex, file: &FileName, words: &Words) -> Option<Shows> {
        let Self { known, barriers, edited, .. } = self;
        let shown = self.files.entry(file.clone()).or_default();
        let (beyond, barrier) = barriers.last().copied().unwrap_or((0, Unjustified::BeforeCompaction));
        let look = Look { beyond, edited, count: shown.len() };
        let view = shown.view(look);
        let since = view.since(words.said.lines());
        let stands_for = stands_for(words, &view, known).map(std::borrow::Cow::into_owned);
        let verdict = match &stands_for {
            Some(_) => Ok(()),
            None => Err(why_not(words, shown, look, barrier, known)),
        };
        self.find(entry, Some(file.clone()), words, verdict, stands_for.as_deref());
        match (words.said, words.meant, stands_for) {
            (Said::Changed { .. }, _, Some(text)) => Some(Shows::Patch {
                diff: words.sent.clone(),
                version: Digest::of(text.as_bytes()),
                text: Some(text.into()),
                since,
            }),
            (Said::Changed { .. }, _, None) => Some(Shows::Hides(Unjustified::DiffDoesNotApply)),
            (Said::ChangedElsewhere { lines }, Some(meant), Some(_)) => {
                Some(Shows::Told { lines, version: meant.served, since })
            }
            _ => None,
        }
    }

    fn find(
        &mut self,
        entry: EntryIndex,
        file: Option<FileName>,
        words: &Words,
        verdict: Result<(), Unjustified>,
        text: Option<&str>,
    ) {
        let text = match text {
            Some(text) => Cost::OfText(cost(text)),
            None => self.cost_of_version(words),
        };
        let (said, sent) = (words.said, estimate_tokens(words.sent.as_bytes()));
        self.findings.push(Finding { entry, file, said, verdict, sent, text });
    }

    fn in_a_script(&mut self, entry: EntryIndex, file: Option<FileName>, said: Said, sent: &str) {
        let sent = estimate_tokens(sent.as_bytes());
        let verdict = Err(Unjustified::InAScript);
        self.findings.push(Finding { entry, file, said, verdict, sent, text: Cost::Unknown });
    }

    /// What the text would have cost, going by the version that is meant, else by its size.
    fn cost_of_version(&mut self, words: &Words) -> Cost {
        let lines = words.said.lines();
        if let Some(text) = words.meant.and_then(|meant| self.known.text(&meant.served)) {
            let lines = lines.or_else(|| LineRange::new(1, lines_in(&text)).ok());
            if let Some(passage) = lines.and_then(|lines| passage(&text, lines)) {
                return Cost::OfText(cost(passage));
            }
        }
        let Some((bytes, total_lines)) = words.size else { return Cost::Unknown };
        let count = lines.map_or(total_lines, LineRange::count).min(total_lines);
        let share = u128::from(bytes) * u128::from(count) / u128::from(total_lines.max(1));
        let longest = u128::from(LONGEST.max_bytes.unwrap_or(u64::MAX));
        Cost::OfSize(u64::try_from(share.min(longest)).unwrap_or(u64::MAX) / BYTES_OF_A_TOKEN)
    }

    fn file_as_called(&self, path: &str) -> FileName {
        let path = path.strip_prefix('@').unwrap_or(path);
        FileName::new(&folded(self.cwd.unwrap_or_default(), path))
    }
}

/// What pi would have sent of a text, in tokens.
fn cost(text: &str) -> u64 {
    estimate_tokens(&text.as_bytes()[..cut(text.as_bytes(), &LONGEST).bytes])
}

/// An absolute name without detours. A name that is not absolute stays as it is if there is no folder to start from.
fn folded(cwd: &str, path: &str) -> String {
    let absolute = if path.starts_with('/') { path.to_owned() } else { format!("{cwd}/{path}") };
    if !absolute.starts_with('/') || (cwd.is_empty() && !path.starts_with('/')) {
        return path.to_owned();
    }
    let mut parts = Vec::new();
    for part in absolute.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
