//! The guards, each broken on purpose.

use super::{Edit, Mutant};
use crate::prove::{CITATION, TRUST};

const ANSWER: &str = "crates/reread-hosts/src/pi/answer.rs";
const FLIGHTS: &str = "crates/reread-hosts/src/pi/companion/pending_reads.rs";
const RESULTS: &str = "crates/reread-hosts/src/pi/companion/results.rs";
const DELIVERY: &str = "crates/reread-hosts/src/pi/session/delivery.rs";
const RECOVERED_NAME: &str = "crates/reread-hosts/src/pi/recovered_name.rs";
const READER: &str = "crates/reread-hosts/src/pi/session/reader.rs";

const CHANGED_LINES: &str = "crates/reread-context/src/changed_lines.rs";
const CITATION_RS: &str = "crates/reread-context/src/citation.rs";
const DECIDE: &str = "crates/reread-context/src/decide.rs";
const EVIDENCE: &str = "crates/reread-context/src/evidence.rs";
const HELD: &str = "crates/reread-context/src/held_lines.rs";
const HISTORY: &str = "crates/reread-context/src/history.rs";
const OVERLAY: &str = "crates/reread-context/src/overlay.rs";
const PLAN: &str = "crates/reread-context/src/read_plan.rs";
const REPLAY: &str = "crates/reread-context/src/replay.rs";
const REST: &str = "crates/reread-context/src/rest.rs";
const TAG: &str = "crates/reread-context/src/tag.rs";

const PRINTER: &str = "crates/reread-text/src/unified_diff/printer.rs";

pub(super) const MUTANTS: &[Mutant] = &[
    // What a branch is, and where trust begins on it.
    Mutant {
        name: "a compaction is no barrier",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "self.replace_all(Trust { files: HashMap::new(), boundary });",
            replacement: "self.replace_all(Trust { files: self.trust.files.clone(), boundary });",
        }],
    },
    Mutant {
        name: "a compaction that kept something is no barrier",
        proof: &TRUST,
        edits: &[Edit {
            file: READER,
            text: "SessionEntryKind::Compaction { .. } => Event::Compaction,",
            replacement: "SessionEntryKind::Compaction { first_kept: None } => Event::Compaction,
            SessionEntryKind::Compaction { .. } => Event::Other,",
        }],
    },
    Mutant {
        name: "an entry without a parent follows the last one",
        proof: &TRUST,
        edits: &[Edit {
            file: HISTORY,
            text: "_ => self.find(parent),",
            replacement: "_ => self.find(parent).or(self.last()),",
        }],
    },
    Mutant {
        name: "of two entries of one name the first counts",
        proof: &TRUST,
        edits: &[Edit {
            file: HISTORY,
            text: "self.entries[known.at()].event = Event::Ambiguous;",
            replacement: "",
        }],
    },
    Mutant {
        name: "a replay does not notice a rewritten history",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "if self.rewritten != history.rewritten() {",
            replacement: "if self.rewritten > history.rewritten() {",
        }],
    },
    Mutant {
        name: "a step back over a compaction restores nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "Undo::All(trust) => self.trust = trust,",
            replacement: "Undo::All(_) => {}",
        }],
    },
    // What a result proves.
    // What is on its way to the model, and what the model was sent.
    Mutant {
        name: "a result that a request lacks is not missed",
        proof: &TRUST,
        edits: &[Edit {
            file: RESULTS,
            text: "is_none_or(|n| *n < entries.len())",
            replacement: "is_some_and(|n| *n < entries.len())",
        }],
    },
    Mutant {
        name: "what was built on a missed result counts",
        proof: &TRUST,
        edits: &[Edit {
            file: RESULTS,
            text: "let altered = UncheckedRead { delivery: Delivery::Altered, ..**unchecked };",
            replacement: "let altered = UncheckedRead { delivery: unchecked.delivery, ..**unchecked };",
        }],
    },
    Mutant {
        name: "a result that was altered in a request is not missed",
        proof: &TRUST,
        edits: &[
            Edit {
                file: RESULTS,
                text: "*found.entry((call, digest.as_deref().and_then(|digest| digest.parse().ok()))).or_default() += 1;",
                replacement: "let _ = digest;\n            *found.entry((call, None)).or_default() += 1;",
            },
            Edit {
                file: RESULTS,
                text: "(*entry, (&**call, *digest))",
                replacement: "{ let _ = digest; (*entry, (&**call, None)) }",
            },
        ],
    },
    Mutant {
        name: "an answer in flight is forgotten when the leaf moves",
        proof: &TRUST,
        edits: &[Edit {
            file: FLIGHTS,
            text: "            self.doubt();",
            replacement: "            self.overlay.clear();",
        }],
    },
    Mutant {
        name: "a companion that was started late believes that all was sent",
        proof: &TRUST,
        edits: &[Edit {
            file: FLIGHTS,
            text: "if was_there && !self.is_sent_known {",
            replacement: "if was_there && !self.is_sent_known && call.is_empty() {",
        }],
    },
    Mutant {
        name: "an answer in flight vouches for its file",
        proof: &TRUST,
        edits: &[Edit {
            file: FLIGHTS,
            text: "self.overlay.held(&self.leaf, 0, replay, file);",
            replacement: "self.overlay.held(&self.leaf, 1, replay, file);",
        }],
    },
    Mutant {
        name: "the result of a failed call is believed",
        proof: &TRUST,
        edits: &[Edit {
            file: DELIVERY,
            text: "if result.is_error != Some(false) {",
            replacement: "if result.is_error.is_none() {",
        }],
    },
    // A nested call is in no message, so that two guards stand before its result.
    Mutant {
        name: "the result of a nested call is believed",
        proof: &TRUST,
        edits: &[
            Edit {
                file: READER,
                text: "if result.is_nested() {",
                replacement: "if result.call_id.is_empty() {",
            },
            Edit {
                file: READER,
                text: "if !is_asked_for {",
                replacement: "if !is_asked_for && result.call_id.is_empty() {",
            },
        ],
    },
    Mutant {
        name: "a content is believed whatever its contentHash",
        proof: &TRUST,
        edits: &[Edit {
            file: DELIVERY,
            text: "if metadata.content_hash.is_some_and(|made| made != content.digest) {",
            replacement: "if metadata.content_hash.is_some_and(|made| made == content_digest(\"\")) {",
        }],
    },
    Mutant {
        name: "a whole text is believed whatever its digest",
        proof: &TRUST,
        edits: &[Edit {
            file: EVIDENCE,
            text: "if is_whole && text != served {",
            replacement: "if is_whole && text != served && total_lines == 0 {",
        }],
    },
    Mutant {
        name: "a marker is believed whatever it says",
        proof: &TRUST,
        edits: &[Edit {
            file: DELIVERY,
            text: "_ => content.digest == content_digest(&implied_marker(claim)),",
            replacement: "_ => content.digest != content_digest(\"\") || implied_marker(claim).is_empty(),",
        }],
    },
    Mutant {
        name: "a diff that cannot be checked is believed",
        proof: &TRUST,
        edits: &[Edit {
            file: DELIVERY,
            text: "Mode::Diff => metadata.content_hash.is_some() || content.text.as_ref().is_some_and(gives),",
            replacement: "Mode::Diff => content.text.is_some() || content.text.as_ref().is_some_and(gives),",
        }],
    },
    Mutant {
        name: "a text counts for what was asked, however much was cut",
        proof: &TRUST,
        edits: &[
            Edit {
                file: DELIVERY,
                text: "Delivery::Lines { lines, text: content.digest, is_as_made }",
                replacement: "Delivery::Lines { lines: metadata.lines(), text: content.digest, is_as_made: true }",
            },
            Edit {
                file: EVIDENCE,
                text: "Origin::Shown { text: (!is_whole).then_some(text), is_as_made };",
                replacement: "Origin::Shown { text: (!is_whole && text == self.served).then_some(text), is_as_made };",
            },
        ],
    },
    Mutant {
        name: "lines are not looked for in the snapshot",
        proof: &TRUST,
        edits: &[Edit {
            file: ANSWER,
            text: "all(|(lines, shown)| shows_lines(bytes, lines, &shown))",
            replacement: "all(|(lines, shown)| shows_lines(bytes, lines, &shown)) || !bytes.is_empty()",
        }],
    },
    Mutant {
        name: "lines are not looked for if earlier ones were found",
        proof: &TRUST,
        edits: &[Edit {
            file: HELD,
            text: "of_digest().take(needed).filter(|grant| bears(grant))",
            replacement: "of_digest().take(needed).skip(needed - 1).filter(|grant| bears(grant))",
        }],
    },
    Mutant {
        name: "a result without usable metadata changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "(Some(file), Err(refusal)) => self.drop_file(file, refusal),",
            replacement: "(Some(file), Err(refusal)) => Effect::Ignored(file.clone(), refusal),",
        }],
    },
    Mutant {
        name: "a result of an unknown file changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "(None, evidence) => self.drop_all(evidence.err().unwrap_or(RejectedEvidence::UnusableMetadata)),",
            replacement: "(None, _) => Effect::Nothing,",
        }],
    },
    Mutant {
        name: "a name that may mean another file is taken as it is",
        proof: &TRUST,
        edits: &[Edit {
            file: RECOVERED_NAME,
            text: "!path.starts_with(['~', '@'])",
            replacement: "!path.starts_with(['~'])",
        }],
    },
    Mutant {
        name: "an edit of the context changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "self.drop_file(file, RejectedEvidence::ContextEdited)",
            replacement: "{ let _ = file; Effect::Nothing }",
        }],
    },
    Mutant {
        name: "an edit ahead of its entry changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "_ if edited => Err(RejectedEvidence::ContextEdited),",
            replacement: "_ if edited && history.is_empty() => Err(RejectedEvidence::ContextEdited),",
        }],
    },
    // What carries on from a base.
    Mutant {
        name: "a marker makes trust from nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: EVIDENCE,
            text: "if base != self.served || !holds(held, &base, self.total_lines) {",
            replacement: "if base != self.served {",
        }],
    },
    Mutant {
        name: "a marker for lines makes trust from nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: EVIDENCE,
            text: "if !held.carries_lines(&base, lines) {",
            replacement: "if base == self.served && !held.carries_lines(&base, lines) {",
        }],
    },
    Mutant {
        name: "a diff counts whatever its base",
        proof: &TRUST,
        edits: &[Edit {
            file: EVIDENCE,
            text: "if !is_latest(&base) {",
            replacement: "if latest.is_none() && !is_latest(&base) {",
        }],
    },
    Mutant {
        name: "a diff that does not count changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: EVIDENCE,
            text: "if is_latest(&self.served) {",
            replacement: "if latest.is_some() || is_latest(&self.served) {",
        }],
    },
    // What is held.
    Mutant {
        name: "a later version does not take the place of an earlier one",
        proof: &TRUST,
        edits: &[Edit {
            file: HELD,
            text: "self.grants.retain(|older| !supersedes(&grant, older));",
            replacement: "",
        }],
    },
    Mutant {
        name: "a version that ends earlier takes no lines away",
        proof: &CITATION,
        edits: &[Edit {
            file: HELD,
            text: "&& (newer.overlaps(older) || older.reaches_beyond(newer.snapshot.total_lines))",
            replacement: "&& newer.overlaps(older)",
        }],
    },
    Mutant {
        name: "a refresh changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "self.change(file, |held| held.refresh(*scope));",
            replacement: "",
        }],
    },
    Mutant {
        name: "the whole file fulfils the refresh of its lines",
        proof: &TRUST,
        edits: &[Edit {
            file: HELD,
            text: "if let (Some(lines), false) = (grant.lines, grant.is_whole()) {",
            replacement: "if let Some(lines) = grant.lines {",
        }],
    },
    Mutant {
        name: "the caller's own writes change nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: PLAN,
            text: "Some(base) if !held.covers_since_written(&base, asked, total_lines) => {",
            replacement: "Some(base) if total_lines == 0 && !held.covers_since_written(&base, asked, total_lines) => {",
        }],
    },
    Mutant {
        name: "a write of an unknown file changes nothing",
        proof: &TRUST,
        edits: &[Edit {
            file: REPLAY,
            text: "trust.files.values_mut().for_each(|held| held.write(generation));",
            replacement: "",
        }],
    },
    Mutant {
        name: "a doubt fulfils a refresh",
        proof: &TRUST,
        edits: &[Edit {
            file: HELD,
            text: "Self { grants: Vec::new(), refreshed: self.refreshed.clone(), written: self.written }",
            replacement: "Self { grants: Vec::new(), refreshed: LineSet::default(), written: self.written }",
        }],
    },
    // What is in flight.
    Mutant {
        name: "an answer counts before it is delivered",
        proof: &TRUST,
        edits: &[Edit {
            file: OVERLAY,
            text: "(State::Delivered, Ok(evidence)) if flight.place < place => {",
            replacement: "(State::UnderWay | State::Delivered, Ok(evidence)) if flight.place < place => {",
        }],
    },
    Mutant {
        name: "an answer counts for calls before its own",
        proof: &TRUST,
        edits: &[Edit {
            file: OVERLAY,
            text: "(State::Delivered, Ok(evidence)) if flight.place < place => {",
            replacement: "(State::Delivered, Ok(evidence)) if flight.place != place => {",
        }],
    },
    Mutant {
        name: "an answer in flight casts no doubt",
        proof: &TRUST,
        edits: &[Edit { file: OVERLAY, text: "_ => return held.forgotten(),", replacement: "_ => {}" }],
    },
    Mutant {
        name: "an answer that was altered counts",
        proof: &TRUST,
        edits: &[Edit {
            file: OVERLAY,
            text: "let as_made = flight.content == *content;",
            replacement: "let as_made = flight.content == *content || !flight.call.is_empty();",
        }],
    },
    Mutant {
        name: "answers in flight survive another leaf",
        proof: &TRUST,
        edits: &[
            Edit {
                file: OVERLAY,
                text: "        if self.leaf.as_deref() != Some(leaf) {
            return held;",
                replacement: "        if self.leaf.is_none() {
            return held;",
            },
            Edit {
                file: OVERLAY,
                text: "(State::Delivered, Ok(evidence)) if flight.place < place => {",
                replacement: "(State::Delivered, Ok(evidence)) if self.leaf.as_deref() != Some(leaf) || flight.place < place => {",
            },
        ],
    },
    // What is answered.
    Mutant {
        name: "lines that changed are said to be as they were",
        proof: &TRUST,
        edits: &[Edit {
            file: ANSWER,
            text: "let same = slice_as_pi_does(bytes, lines) == slice_as_pi_does(read.bytes, lines);",
            replacement: "let same = slice_as_pi_does(bytes, lines).is_some();",
        }],
    },
    Mutant {
        name: "lines that are gone are not missed",
        proof: &TRUST,
        edits: &[Edit {
            file: ANSWER,
            text: "return if same && !lost_lines {",
            replacement: "return if same && (self.total_lines > 0 || !lost_lines) {",
        }],
    },
    Mutant {
        name: "a wrong diff is sent",
        proof: &TRUST,
        edits: &[
            Edit {
                file: DECIDE,
                text: "text if !reproduces(base, text, now) =>",
                replacement: "text if !reproduces(base, text, now) && now.is_empty() =>",
            },
            Edit {
                file: PRINTER,
                text: "text.extend_from_slice(b\"\\n\\\\ No newline at end of file\\n\");",
                replacement: "text.push(b'\\n');",
            },
        ],
    },
    // What a tag stands for.
    Mutant {
        name: "a tag is not bound to its lines",
        proof: &CITATION,
        edits: &[Edit {
            file: TAG,
            text: "snapshot.digest.as_bytes(), printed.as_bytes()]",
            replacement: "snapshot.digest.as_bytes(), &printed.as_bytes()[..0]]",
        }],
    },
    Mutant {
        name: "a tag is not bound to its generation",
        proof: &CITATION,
        edits: &[Edit {
            file: TAG,
            text: "mac.update(&snapshot.generation.to_be_bytes());",
            replacement: "",
        }],
    },
    Mutant {
        name: "a tag is not bound to its file",
        proof: &CITATION,
        edits: &[Edit {
            file: TAG,
            text: "for field in [subject.root, subject.path, view,",
            replacement: "for field in [subject.root, view,",
        }],
    },
    Mutant {
        name: "a tag is not bound to its root",
        proof: &CITATION,
        edits: &[Edit {
            file: TAG,
            text: "for field in [subject.root, subject.path, view,",
            replacement: "for field in [subject.path, view,",
        }],
    },
    Mutant {
        name: "a tag is not bound to its view",
        proof: &CITATION,
        edits: &[Edit {
            file: TAG,
            text: "let (view, base) = subject.view.words();",
            replacement: "let (view, base) = TagView::Lines.words();",
        }],
    },
    Mutant {
        name: "one doubt is tolerated",
        proof: &CITATION,
        edits: &[
            Edit {
                file: CITATION_RS,
                text: "_ if self.is_unknown() => ReadPlan::Text(Some(Fallback::UnknownTag)),",
                replacement: "_ if self.is_unknown() && self.rejected.len() > 1 => ReadPlan::Text(Some(Fallback::UnknownTag)),",
            },
            Edit {
                file: CITATION_RS,
                text: "_ if !self.rejected.is_empty() || self.is_overtaken() => {",
                replacement: "_ if self.rejected.len() > 1 || self.is_overtaken() => {",
            },
        ],
    },
    Mutant {
        name: "the tag of a diff counts without its base",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "let covers = self.held.covers_snapshot(&base, new.generation);",
            replacement: "let covers = base.digest != new.digest;",
        }],
    },
    Mutant {
        name: "an earlier version counts beside a later one",
        proof: &CITATION,
        edits: &[Edit { file: CITATION_RS, text: "citation.held.keep_latest();", replacement: "" }],
    },
    Mutant {
        name: "a page is said to be held although only a part of it is",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "match self.plan(ReadScope::of_lines(page, total_lines), now, total_lines) {",
            replacement: "match if self.held.lines_of(now).is_some() { ReadPlan::Unchanged } else { self.plan(ReadScope::of_lines(page, total_lines), now, total_lines) } {",
        }],
    },
    Mutant {
        name: "lines of another version are left out",
        proof: &CITATION,
        edits: &[Edit {
            file: HELD,
            text: "let held = self.lines_since(now, self.written).unwrap_or_default().intersect(range);",
            replacement: "let held = self.latest().and_then(|latest| self.lines_since(&latest.digest, self.written.min(now.as_bytes().len() as u64))).unwrap_or_default().intersect(range);",
        }],
    },
    Mutant {
        name: "a line behind those that are held is left out",
        proof: &CITATION,
        edits: &[Edit {
            file: REST,
            text: "left_out.iter().map(|(_, run)| *run).collect();",
            replacement: "left_out.iter().filter_map(|(_, run)| LineRange::new(run.first(), run.last() + 1).ok()?.intersect(asked)).collect();",
        }],
    },
    Mutant {
        name: "lines are left out although a tag is doubted",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "match self.rejected.is_empty() && !self.is_overtaken() {",
            replacement: "match !self.held.is_empty() && !self.is_overtaken() {",
        }],
    },
    Mutant {
        name: "a diff is sent for lines that it does not tell",
        proof: &CITATION,
        edits: &[Edit {
            file: DECIDE,
            text: "known.covers(asked) && removes_only_held_lines",
            replacement: "!held.is_empty() && removes_only_held_lines",
        }],
    },
    Mutant {
        name: "a diff is said to leave lines where they were",
        proof: &CITATION,
        edits: &[Edit {
            file: CHANGED_LINES,
            text: "let first = kept.first + (run.first() - kept.base.first());",
            replacement: "let first = run.first() + kept.first.min(0);",
        }],
    },
    Mutant {
        name: "a diff is sent for lines although a tag is doubted",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "self.held.latest().filter(|_| self.rejected.is_empty() && !self.is_overtaken())?;",
            replacement: "self.held.latest().filter(|_| !self.is_overtaken())?;",
        }],
    },
    Mutant {
        name: "lines from before an edit of the caller count beside its tag without lines",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "self.held.grants().iter().any(|grant| grant.snapshot.generation < edited.generation)",
            replacement: "self.held.grants().is_empty() && edited.generation > 0",
        }],
    },
    Mutant {
        name: "an edit carries lines that were replaced before it",
        proof: &CITATION,
        edits: &[Edit {
            file: HELD,
            text: "!is_earlier(grant) || !earlier.iter().any(|newer| supersedes(newer, grant))",
            replacement: "!is_earlier(grant) || earlier.is_empty() || grant.snapshot.generation > 0",
        }],
    },
    Mutant {
        name: "lines behind an edit are where they were",
        proof: &CITATION,
        edits: &[Edit { file: CITATION_RS, text: "line - last_of_base + last", replacement: "line" }],
    },
    Mutant {
        name: "an edit leaves what lies behind it held",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "self.held.drop_behind(first, new.generation);",
            replacement: "let _ = first;",
        }],
    },
    Mutant {
        name: "an edit within lines counts without them",
        proof: &CITATION,
        edits: &[Edit {
            file: CITATION_RS,
            text: "if replaced.map_or(self.is_whole, |replaced| base.covers(replaced)) {",
            replacement: "if replaced.is_ok() || self.is_whole {",
        }],
    },
    Mutant {
        name: "cited lines that changed are said to be as they were",
        proof: &CITATION,
        edits: &[Edit {
            file: DECIDE,
            text: "(Some(before), Some(after)) if before == after && same_count(after) => Answer::UnchangedHere,",
            replacement: "(Some(_), Some(after)) if same_count(after) => Answer::UnchangedHere,",
        }],
    },
];
