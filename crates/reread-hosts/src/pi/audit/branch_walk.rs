//! The way through the tree of entries, and what was shown on it.
//!
//! Every entry is entered after its parent and left after its children; leaving takes back what entering did. So at
//! each entry exactly its own way from the root counts.

use std::collections::HashMap;

use reread_context::{EntryIndex, Event, FileKey, SessionHistory};
use reread_text::{Digest, LineRange, cut, estimate_tokens};

use super::doubts::{DoubtedFiles, FileDoubt, FileDoubts};
use super::gathered::{DeliveredReply, EntryFact, MarkerOrDiff, MeantSnapshots, ReadFact};
use super::judgement::{stands_for, why_not};
use super::known_texts::KnownTexts;
use super::named::{CalledName, is_another, is_from_elsewhere};
use super::objection::{AuditObjection, Unjustified, Unverifiable};
use super::short_reply::ShortReply;
use super::shown::{PieceContent, ShownPiece, ShownPieces, ViewBounds};
use super::{AuditFinding, SessionAudit, TokenCost};
use crate::pi::notice::LONGEST;

/// About how many bytes a token has, where nothing but the size is known.
const BYTES_OF_A_TOKEN: u64 = 4;

pub(super) struct BranchWalk<'a> {
    audit: &'a SessionAudit,
    history: &'a SessionHistory,
    /// The folder that relative names start from, if nothing speaks against it.
    cwd: Option<&'a str>,
    known: KnownTexts<'a>,
    /// How far from the root, counted from 1.
    at: usize,
    /// The entries on the way, and how far from the root each is.
    way: HashMap<EntryIndex, usize>,
    /// Behind which nothing counts, and why; the nearest last.
    barriers: Vec<(usize, Unjustified)>,
    /// Entries that were taken out of the context, and how far from the root.
    edited: HashMap<EntryIndex, usize>,
    /// How often that changed.
    edits: u64,
    doubts: FileDoubts,
    files: HashMap<FileKey, ShownPieces>,
    reads: u64,
    findings: Vec<AuditFinding>,
    /// What lines of a version cost, when that was last asked; all of them if none are named.
    latest_cost: Option<((Digest, Option<LineRange>), u64)>,
}

/// Something that entering an entry did.
enum Did {
    Show(FileKey),
    Bar,
    Edit(EntryIndex),
    Doubt(DoubtedFiles),
}

enum Step {
    Enter(EntryIndex),
    Leave(EntryIndex, Vec<Did>),
}

impl<'a> BranchWalk<'a> {
    pub(super) fn new(
        audit: &'a SessionAudit,
        history: &'a SessionHistory,
        cwd: Option<&'a str>,
        known: KnownTexts<'a>,
    ) -> Self {
        Self {
            audit,
            history,
            cwd: cwd.filter(|cwd| !has_moved(audit, cwd)),
            known,
            at: 0,
            way: HashMap::new(),
            barriers: Vec::new(),
            edited: HashMap::new(),
            edits: 0,
            doubts: FileDoubts::default(),
            files: HashMap::new(),
            reads: 0,
            findings: Vec::new(),
            latest_cost: None,
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
                    steps.push(Step::Leave(entry, self.enter(entry)));
                    steps.extend(enter_all(Some(entry)));
                }
                Step::Leave(entry, did) => self.leave(entry, did),
            }
        }
    }

    pub(super) fn done(self) -> (u64, Vec<AuditFinding>) {
        (self.reads, self.findings)
    }

    fn enter(&mut self, entry: EntryIndex) -> Vec<Did> {
        self.at += 1;
        self.way.insert(entry, self.at);
        let mut did = Vec::new();
        if self.history.parent(entry).is_none() && !self.audit.roots.contains(&entry) {
            did.push(self.doubt(DoubtedFiles::EveryFile, Unverifiable::UnreadableEntry));
        }
        if matches!(self.history.event(entry), Event::Ambiguous) {
            did.push(self.doubt(DoubtedFiles::EveryFile, Unverifiable::AmbiguousEntry));
            return did;
        }
        let audit = self.audit;
        match audit.facts.get(&entry) {
            None => {}
            Some(EntryFact::Compaction) => did.push(self.bar(Unjustified::BeforeCompaction)),
            Some(EntryFact::Edit { target: None, .. }) => did.push(self.bar(Unjustified::EditedAway)),
            Some(EntryFact::Edit { target: Some(target), is_replaced }) => {
                if let Some(target) = self.history.find(target) {
                    self.edit(target, *is_replaced, &mut did);
                }
            }
            Some(EntryFact::Unreadable) => {
                did.push(self.doubt(DoubtedFiles::EveryFile, Unverifiable::UnreadableEntry));
            }
            Some(EntryFact::Scripted(markers)) => {
                for marker in markers {
                    let name = marker.path.as_deref().map(|path| CalledName::called(path, self.cwd));
                    self.in_a_script(entry, name.as_ref(), marker.said, &marker.sent);
                }
            }
            Some(EntryFact::Read(read)) => self.read(entry, read, &mut did),
        }
        did
    }

    fn leave(&mut self, entry: EntryIndex, did: Vec<Did>) {
        self.at -= 1;
        self.way.remove(&entry);
        for did in did.into_iter().rev() {
            match did {
                Did::Show(file) => {
                    if let Some(shown) = self.files.get_mut(&file) {
                        shown.pop();
                    }
                }
                Did::Bar => drop(self.barriers.pop()),
                Did::Edit(target) => {
                    self.edited.remove(&target);
                    self.edits += 1;
                }
                Did::Doubt(about) => self.doubts.pop(&about),
            }
        }
    }

    fn bar(&mut self, why: Unjustified) -> Did {
        self.barriers.push((self.at, why));
        Did::Bar
    }

    fn doubt(&mut self, about: DoubtedFiles, why: Unverifiable) -> Did {
        self.doubts.push(about.clone(), FileDoubt { at: self.at, why });
        Did::Doubt(about)
    }

    fn edit(&mut self, target: EntryIndex, is_replaced: bool, did: &mut Vec<Did>) {
        if !self.edited.contains_key(&target) {
            self.edited.insert(target, self.at);
            self.edits += 1;
            did.push(Did::Edit(target));
        }
        let audit = self.audit;
        if let (true, Some(EntryFact::Read(read)), Some(at)) =
            (is_replaced, audit.facts.get(&target), self.way.get(&target).copied())
        {
            let (name, _) = self.name(read);
            let about = name.map_or(DoubtedFiles::EveryFile, |name| name.about());
            self.doubts.push(about.clone(), FileDoubt { at, why: Unverifiable::Replaced });
            did.push(Did::Doubt(about));
        }
    }

    /// Which file a read is about, and the one that the model asked for if that is certainly another.
    fn name(&self, read: &ReadFact) -> (Option<CalledName>, Option<CalledName>) {
        let is_on_the_way = |(entry, _): &&(EntryIndex, Box<str>)| self.way.contains_key(entry);
        let called = read.called.as_ref().filter(is_on_the_way).map(|(_, path)| path);
        let by_call = called.map(|path| CalledName::called(path, self.cwd));
        match &read.recorded {
            Some(name) => {
                let is_another = called.is_some_and(|path| is_another(path, name));
                (Some(CalledName::recorded(name)), by_call.filter(|_| is_another))
            }
            None => (by_call, None),
        }
    }

    fn read(&mut self, entry: EntryIndex, read: &ReadFact, did: &mut Vec<Did>) {
        self.reads += 1;
        let (name, asked_for) = self.name(read);
        if let DeliveredReply::Nothing = read.got {
            return;
        }
        if let DeliveredReply::Scripted(said, sent) = &read.got {
            return self.in_a_script(entry, name.as_ref(), *said, sent);
        }
        let file = name.as_ref().and_then(CalledName::file).cloned();
        if let DeliveredReply::Words(words) = &read.got {
            let shows = self.judge(entry, file.as_ref(), words, asked_for.is_some());
            if let (Some(shows), Some(file)) = (shows, &file) {
                did.push(self.show(file.clone(), entry, shows));
            }
            if !words.is_among_others {
                return;
            }
        }
        // Whatever is shown under two names, or under none that is certain, may be of each file that may be meant.
        let shows = match &read.got {
            DeliveredReply::Lines(lines) => Some(PieceContent::Lines(lines.clone())),
            DeliveredReply::NoLine => Some(PieceContent::Hides(Unjustified::Truncated)),
            DeliveredReply::Altered => Some(PieceContent::Hides(Unjustified::Altered)),
            _ => None,
        };
        if let (Some(shows), Some(file), None) = (shows, file, &asked_for) {
            did.push(self.show(file, entry, shows));
            return;
        }
        let about = name.map_or(DoubtedFiles::EveryFile, |name| name.about());
        for about in [Some(about), asked_for.map(|name| name.about())].into_iter().flatten() {
            did.push(self.doubt(about, Unverifiable::UnknownRead));
        }
    }

    fn show(&mut self, file: FileKey, entry: EntryIndex, shows: PieceContent) -> Did {
        self.files.entry(file.clone()).or_default().push(ShownPiece { entry, at: self.at, shows });
        Did::Show(file)
    }

    /// Judges a marker or a diff, and says what the model was shown by it.
    fn judge(
        &mut self,
        entry: EntryIndex,
        file: Option<&FileKey>,
        words: &MarkerOrDiff,
        is_of_another: bool,
    ) -> Option<PieceContent> {
        if words.is_contradicted || is_of_another {
            let why = Unjustified::MetadataContradictsWords;
            self.find(entry, file, words, Err(AuditObjection::Unjustified(why)), None);
            return words.said.is_diff().then_some(PieceContent::Hides(why));
        }
        let Some(file) = file else {
            let why = Unverifiable::NoMetadata;
            self.find(entry, None, words, Err(AuditObjection::Unverifiable(why)), None);
            return None;
        };
        let Self { known, barriers, edited, edits, .. } = self;
        let shown = self.files.entry(file.clone()).or_default();
        let (beyond, barrier) = barriers.last().copied().unwrap_or((0, Unjustified::BeforeCompaction));
        let look = ViewBounds { beyond, edited, edits: *edits, count: shown.len() };
        let doubt = self.doubts.latest(file).filter(|doubt| doubt.at > beyond);
        let stands = stands_for(words, shown, look, known);
        let verdict = match &stands {
            Some(stands) => {
                let doubt = doubt.filter(|doubt| doubt.at > stands.since).map(|doubt| doubt.why);
                stands.lacks.or(doubt).map_or(Ok(()), |why| Err(AuditObjection::Unverifiable(why)))
            }
            None => Err(match (why_not(words, shown, look, barrier, known), doubt) {
                (Unjustified::NeverShown, Some(doubt)) => AuditObjection::Unverifiable(doubt.why),
                (why, _) => AuditObjection::Unjustified(why),
            }),
        };
        self.find(entry, Some(file), words, verdict, stands.as_ref().map(|stands| &*stands.text));
        match (words.said, words.meant, stands) {
            (ShortReply::Changed { .. }, _, Some(stands)) => Some(PieceContent::Patch {
                diff: words.sent.clone(),
                version: Digest::of(stands.text.as_bytes()),
                text: Some(stands.text.into()),
                since: stands.since,
            }),
            (ShortReply::Changed { .. }, _, None) => Some(PieceContent::Hides(Unjustified::DiffDoesNotApply)),
            (ShortReply::ChangedElsewhere { lines }, Some(meant), Some(stands)) => {
                Some(PieceContent::Told { lines, version: meant.served, since: stands.since })
            }
            _ => None,
        }
    }

    fn find(
        &mut self,
        entry: EntryIndex,
        file: Option<&FileKey>,
        words: &MarkerOrDiff,
        verdict: Result<(), AuditObjection>,
        text: Option<&str>,
    ) {
        let text = match text {
            Some(text) => TokenCost::OfText(cost(text)),
            None => self.cost_of_version(words),
        };
        let (said, sent) = (words.said, estimate_tokens(words.sent.as_bytes()));
        self.findings.push(AuditFinding { entry, file: file.cloned(), said, verdict, sent, text });
    }

    fn in_a_script(&mut self, entry: EntryIndex, name: Option<&CalledName>, said: ShortReply, sent: &str) {
        let sent = estimate_tokens(sent.as_bytes());
        let verdict = Err(AuditObjection::Unjustified(Unjustified::InAScript));
        let file = name.and_then(CalledName::file).cloned();
        self.findings.push(AuditFinding { entry, file, said, verdict, sent, text: TokenCost::Unknown });
    }

    /// What the text would have cost, going by the version that is meant, else by its size.
    fn cost_of_version(&mut self, words: &MarkerOrDiff) -> TokenCost {
        let lines = words.said.lines();
        if let Some(MeantSnapshots { served, .. }) = words.meant
            && let Some(text) = self.known.lines(&served)
        {
            if let Some((_, tokens)) = self.latest_cost.filter(|(version, _)| *version == (served, lines)) {
                return TokenCost::OfText(tokens);
            }
            let asked = lines.or_else(|| LineRange::new(1, text.count()).ok());
            if let Some(passage) = asked.and_then(|asked| text.passage(asked)) {
                let tokens = cost(passage);
                self.latest_cost = Some(((served, lines), tokens));
                return TokenCost::OfText(tokens);
            }
        }
        let Some((bytes, total_lines)) = words.size else { return TokenCost::Unknown };
        let count = lines.map_or(total_lines, LineRange::count).min(total_lines);
        let share = u128::from(bytes) * u128::from(count) / u128::from(total_lines.max(1));
        let longest = u128::from(LONGEST.max_bytes.unwrap_or(u64::MAX));
        TokenCost::OfSize(u64::try_from(share.min(longest)).unwrap_or(u64::MAX) / BYTES_OF_A_TOKEN)
    }
}

/// What pi would have sent of a text, in tokens.
fn cost(text: &str) -> u64 {
    estimate_tokens(&text.as_bytes()[..cut(text.as_bytes(), &LONGEST).bytes])
}

/// Whether the session went on in another folder than the one it names: metadata shows it.
fn has_moved(audit: &SessionAudit, cwd: &str) -> bool {
    audit.facts.values().any(|fact| match fact {
        EntryFact::Read(ReadFact { recorded: Some(name), called: Some((_, path)), .. }) => {
            is_from_elsewhere(path, name, cwd)
        }
        _ => false,
    })
}
