//! The one rule, against a model: a caller that cites every tag it was given never hears of lines that it cannot see.
//!
//! The model is deliberately simple: for each line number, the text that was delivered for it last. Every marker must
//! agree with it, and every diff must turn it into the file, whatever happened in between: edits and ways back, replies
//! that were lost, other readers, lost snapshots and lost lists.

use std::collections::BTreeMap;

use reread_context::Answer;
use reread_files::{Extent, ReadReply, ReadRequest, ReplyUse, Settings, Workspace};
use reread_text::{HunkHeader, LineSet, apply_diff, lines};

use crate::workspace::world::{FilesWorld, lines as range};

const SEEDS: u64 = 24;
const STEPS: u32 = 120;

#[test]
fn a_caller_that_cites_all_it_saw_is_never_misled() {
    let mut answers = Answers::default();
    for seed in 1..=SEEDS {
        let world = FilesWorld::new();
        Life {
            world: &world,
            chance: Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            caller: Caller::default(),
            answers: &mut answers,
        }
        .run(seed);
    }
    // A model that is never asked proves nothing.
    assert!(
        answers.unchanged > 100
            && answers.elsewhere > 20
            && answers.diffs > 50
            && answers.texts > 100
            && answers.rests > 50
            && answers.diffs_of_lines > 10,
        "{answers:?}"
    );
}

#[derive(Debug, Default)]
struct Answers {
    unchanged: u32,
    elsewhere: u32,
    diffs: u32,
    texts: u32,
    rests: u32,
    diffs_of_lines: u32,
}

/// What a caller can see: the tags it was given, and for each line the text that was delivered last.
#[derive(Default)]
struct Caller {
    tags: Vec<String>,
    seen: BTreeMap<u64, Vec<u8>>,
    total: u64,
}

struct Life<'a> {
    world: &'a FilesWorld,
    chance: Chance,
    caller: Caller,
    answers: &'a mut Answers,
}

impl Life<'_> {
    fn run(&mut self, seed: u64) {
        let versions = self.versions();
        let mut now = versions[0].clone();
        self.world.write("f.txt", &now);
        for step in 0..STEPS {
            match self.chance.below(10) {
                0..=2 => {
                    now = versions[self.chance.below(versions.len())].clone();
                    self.world.write("f.txt", &now);
                }
                // Another agent reads, or a reply is lost on its way: the caller sees neither.
                3 => drop(self.read(&now, false)),
                4 => drop(self.read(&now, true)),
                5 if self.chance.below(6) == 0 => self.lose_state(),
                6 if self.chance.below(8) == 0 => self.caller = Caller::default(),
                _ => {
                    let (asked, reply) = self.read(&now, true);
                    self.deliver(&reply, asked, &now, &format!("seed {seed}, step {step}"));
                }
            }
        }
    }

    /// A few versions that differ in a line, by an insertion, or at their end.
    fn versions(&mut self) -> Vec<String> {
        let first: Vec<String> =
            (1..=24).map(|n| format!("line {n} of a text that is long enough\n")).collect();
        let mut versions = vec![first.clone()];
        for _ in 0..4 {
            let mut next = versions[self.chance.below(versions.len())].clone();
            let at = self.chance.below(next.len());
            match self.chance.below(4) {
                0 => next.insert(at, format!("inserted at {at}, which moves what follows\n")),
                1 => drop(next.remove(at)),
                2 => next.truncate(next.len() - 2),
                _ => next[at] = format!("changed at {at}, {}\n", self.chance.below(100)),
            }
            versions.push(next);
        }
        versions.iter().map(|version| version.concat()).collect()
    }

    fn workspace(&self) -> Workspace {
        self.world.workspace_with_state(Settings::default())
    }

    /// Asks for the whole file or for some lines; the lines that were asked for, as far as they exist.
    fn read(&mut self, now: &str, cites: bool) -> ((u64, u64), ReadReply) {
        let total = lines(now.as_bytes()).count() as u64;
        let first = 1 + self.chance.below(usize::try_from(total).unwrap()) as u64;
        let last = first + self.chance.below(28) as u64;
        let whole = self.chance.below(2) == 0;
        let extent = if whole { Extent::Whole } else { Extent::Lines(range(first, last)) };
        let known = if cites { self.caller.tags.clone() } else { Vec::new() };
        let workspace = self.workspace();
        let bounds = workspace.settings().limits.reply();
        let reply = workspace
            .reader()
            .read(&ReadRequest {
                name: "f.txt".to_owned(),
                extent,
                known,
                bounds,
                approved: None,
                showing: ReplyUse::Shown,
            })
            .unwrap();
        (if whole { (1, total) } else { (first, last.min(total)) }, reply)
    }

    fn lose_state(&mut self) {
        let lost = ["cache/objects", "cache/shown", "cache"][self.chance.below(3)];
        // What is not there cannot be lost.
        let lost = self.world.beside("state").join(lost);
        let _ = std::fs::remove_dir_all(&lost).or_else(|_| std::fs::remove_file(&lost));
    }

    /// Checks a reply against what the caller can see, and lets the caller see it.
    fn deliver(&mut self, reply: &ReadReply, asked: (u64, u64), now: &str, when: &str) {
        let current: Vec<&[u8]> = lines(now.as_bytes()).collect();
        let line = |number: u64| current[usize::try_from(number).unwrap() - 1];
        match &reply.answer {
            Answer::Unchanged(_) | Answer::UnchangedHere => {
                // A marker for a page is about the lines of the page.
                let asked = reply.asked.map_or(asked, |lines| (lines.first(), lines.last()));
                for number in asked.0..=asked.1 {
                    let seen = self.caller.seen.get(&number).map(Vec::as_slice);
                    assert_eq!(seen, Some(line(number)), "{when}: line {number} of {:?}", reply.answer);
                }
                match reply.answer {
                    Answer::UnchangedHere => self.answers.elsewhere += 1,
                    _ => self.answers.unchanged += 1,
                }
            }
            Answer::Diff { diff, lines: Some(_), .. } => {
                self.caller.follow(&diff.text, &current);
                let asked = reply.asked.map_or(asked, |lines| (lines.first(), lines.last()));
                for number in asked.0..=asked.1 {
                    let seen = self.caller.seen.get(&number).map(Vec::as_slice);
                    assert_eq!(seen, Some(line(number)), "{when}: line {number} after a diff");
                }
                self.answers.diffs_of_lines += 1;
            }
            Answer::Diff { diff, .. } => {
                let base: Vec<u8> =
                    (1..=self.caller.total).flat_map(|n| self.caller.seen[&n].clone()).collect();
                assert_eq!(apply_diff(&base, &diff.text).as_deref(), Ok(now.as_bytes()), "{when}");
                self.caller.see(&current, 1, current.len() as u64);
                self.answers.diffs += 1;
            }
            Answer::Rest { held } => {
                for number in held.ranges().iter().flat_map(|run| run.first()..=run.last()) {
                    let seen = self.caller.seen.get(&number).map(Vec::as_slice);
                    assert_eq!(seen, Some(line(number)), "{when}: line {number} was left out");
                }
                let all = held.union(&reply.shown());
                assert_eq!(all, LineSet::from(range(asked.0, asked.1)), "{when}");
                self.see_passages(reply, &current, when);
                self.answers.rests += 1;
            }
            Answer::Text | Answer::Fallback(_) => {
                self.see_passages(reply, &current, when);
                self.answers.texts += 1;
            }
        }
        self.caller.tags.extend(reply.tag.as_ref().map(ToString::to_string));
        self.caller.tags.dedup();
    }

    fn see_passages(&mut self, reply: &ReadReply, current: &[&[u8]], when: &str) {
        for passage in &reply.passages {
            let shown = passage.lines().map_or((1, 0), |shown| (shown.first(), shown.last()));
            let part = usize::try_from(shown.0 - 1).unwrap()..usize::try_from(shown.1).unwrap();
            assert_eq!(passage.text, current[part.clone()].concat(), "{when}");
            self.caller.see(&current[part], shown.0, current.len() as u64);
        }
    }
}

impl Caller {
    /// Does to the lines that it sees what a diff says: those between hunks move, those of hunks are shown.
    fn follow(&mut self, diff: &[u8], current: &[&[u8]]) {
        let before = std::mem::take(&mut self.seen);
        let headers = lines(diff).filter_map(|line| HunkHeader::parse(line.strip_suffix(b"\n")?));
        let headers: Vec<HunkHeader> = headers.collect();
        for (number, line) in before {
            let ends = |header: &HunkHeader| header.old.start + header.old.count;
            let passed = headers.iter().take_while(|header| ends(header) <= number);
            let moved = passed.fold(number, |at, header| at + header.new.count - header.old.count);
            if !headers.iter().any(|header| (header.old.start..ends(header)).contains(&number)) {
                self.seen.insert(moved, line);
            }
        }
        for HunkHeader { new, .. } in headers {
            let part =
                usize::try_from(new.start - 1).unwrap()..usize::try_from(new.start - 1 + new.count).unwrap();
            self.see(&current[part], new.start, current.len() as u64);
        }
        self.seen.split_off(&(current.len() as u64 + 1));
    }

    fn see(&mut self, shown: &[&[u8]], first: u64, total: u64) {
        for (number, line) in (first..).zip(shown) {
            self.seen.insert(number, line.to_vec());
        }
        self.total = total;
    }
}

/// Numbers from a seed: a failing run is run again by its number.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}
