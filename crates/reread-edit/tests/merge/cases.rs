//! Three versions of a text whose right merge is known, because the edits are known line by line.

use std::fmt;
use std::ops::Range;

/// What the lines are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// 60 to 400 lines that look like code.
    Code,
    /// 3 to 30 of them.
    Small,
    /// 3 to 40 lines of 2 to 8 kinds.
    Tiny,
}

pub(crate) const CLASSES: [Class; 3] = [Class::Code, Class::Small, Class::Tiny];

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Code => "code",
            Class::Small => "small",
            Class::Tiny => "tiny",
        })
    }
}

/// Three versions.
pub(crate) struct Case {
    pub(crate) number: u64,
    pub(crate) class: Class,
    pub(crate) base: String,
    pub(crate) ours: String,
    pub(crate) theirs: String,
    pub(crate) truth: Truth,
}

/// The correct merge of both edits.
pub(crate) enum Truth {
    /// They are apart from each other.
    Text(String),
    /// They touch.
    Conflict,
    /// Not decidable from the texts.
    Unclear,
}

/// Lines of the base and what takes their place.
#[derive(Clone, PartialEq, Eq)]
struct Edit {
    at: Range<usize>,
    new: Vec<String>,
}

impl Case {
    /// The case of that number.
    pub(crate) fn new(number: u64) -> Self {
        let mut random = Random(number);
        let class = CLASSES[(number % 3) as usize];
        let vocabulary = Vocabulary { class, kinds: 2 + random.below(7), mixes_ends: random.below(20) == 0 };
        let count = match class {
            Class::Code => 60 + random.below(341),
            Class::Small => 3 + random.below(28),
            Class::Tiny => 3 + random.below(38),
        };
        let base: Vec<String> = (0..count).map(|_| vocabulary.line(&mut random)).collect();
        let ours = edits(&base, &[], &vocabulary, &mut random);
        let theirs = edits(&base, &ours, &vocabulary, &mut random);
        let end = if random.below(10) == 0 { "\r\n" } else { "\n" };
        let last_end = if random.below(100) < 15 { "" } else { end };
        let text = |lines: &[String]| {
            let text = lines.join(end);
            if lines.is_empty() { text } else { text + last_end }
        };
        Self {
            number,
            class,
            base: text(&base),
            ours: text(&applied(&base, &ours)),
            theirs: text(&applied(&base, &theirs)),
            truth: if are_unclear(&base, &ours, &theirs) {
                Truth::Unclear
            } else {
                together(&ours, &theirs)
                    .map_or(Truth::Conflict, |edits| Truth::Text(text(&applied(&base, &edits))))
            },
        }
    }
}

/// One to four edits, apart from each other and often near those of the other side.
fn edits(base: &[String], other: &[Edit], vocabulary: &Vocabulary, random: &mut Random) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for _ in 0..1 + random.below(4) {
        let start = match random.below(6) {
            0 if !other.is_empty() => {
                let near = other[random.index(other.len())].at.start as u64;
                (near + random.below(9)).saturating_sub(4).min(base.len() as u64) as usize
            }
            _ => random.index(base.len() + 1),
        };
        let edit = trimmed(edit(base, start, vocabulary, random), base);
        let is_nothing = edit.at.is_empty() && edit.new.is_empty();
        if !is_nothing && edits.iter().all(|earlier| !touch(earlier, &edit)) {
            edits.push(edit);
        }
    }
    // Sometimes both do the same.
    let same = other.first().filter(|_| random.below(12) == 0);
    edits.extend(same.filter(|same| edits.iter().all(|edit| !touch(edit, same))).cloned());
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    edits
}

fn edit(base: &[String], start: usize, vocabulary: &Vocabulary, random: &mut Random) -> Edit {
    let end = (start + 1 + random.index(5)).min(base.len());
    let block = &base[start..end];
    if block.is_empty() {
        return Edit { at: start..start, new: vec![vocabulary.line(random)] };
    }
    let kind = random.below(5);
    let mut fresh = |most: u64| {
        let count = 1 + random.below(most);
        (0..count).map(|_| vocabulary.line(random)).collect::<Vec<String>>()
    };
    match kind {
        0 => Edit { at: start..end, new: fresh(5) },
        1 => Edit { at: start..start, new: fresh(4) },
        2 => Edit { at: start..end, new: Vec::new() },
        3 => Edit { at: end..end, new: block.to_vec() },
        _ => Edit { at: start..end, new: block.iter().map(|line| format!("    {line}")).collect() },
    }
}

/// Without lines that it leaves as they are.
fn trimmed(edit: Edit, base: &[String]) -> Edit {
    let Edit { mut at, mut new } = edit;
    while new.first().is_some_and(|first| at.start < at.end && *first == base[at.start]) {
        new.remove(0);
        at.start += 1;
    }
    while new.last().is_some_and(|last| at.start < at.end && *last == base[at.end - 1]) {
        new.pop();
        at.end -= 1;
    }
    Edit { at, new }
}

fn touch(one: &Edit, other: &Edit) -> bool {
    meet(&one.at, &other.at)
}

fn meet(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Whether both do the same somewhere, or whether they touch depends on where one of them is said to be.
fn are_unclear(base: &[String], ours: &[Edit], theirs: &[Edit]) -> bool {
    let unclear = |one: &Edit, other: &Edit| {
        let reach = reach(one, base);
        one == other
            || (reach != one.at && meet(&reach, &other.at))
            || (touch(one, other) && is_mixed(one, base))
    };
    ours.iter().any(|one| theirs.iter().any(|other| unclear(one, other) || unclear(other, one)))
}

/// All equivalent lines: in a run of equal lines, it is undefined which one was removed or added.
fn reach(edit: &Edit, base: &[String]) -> Range<usize> {
    let Edit { at, new } = edit;
    if !at.is_empty() && !new.is_empty() {
        return at.clone();
    }
    let moved = if at.is_empty() { new } else { &base[at.clone()] };
    let around = |line: usize, step: usize| base.get(line) == moved.get(step % moved.len());
    let up =
        (0..at.start).take_while(|up| around(at.start - 1 - up, moved.len() - 1 - up % moved.len())).count();
    let down = (0..base.len() - at.end).take_while(|down| around(at.end + down, *down)).count();
    at.start - up..at.end + down
}

/// Whether some of its new lines are old ones that stand there or near, so that it may be several changes.
fn is_mixed(edit: &Edit, base: &[String]) -> bool {
    let Edit { at, new } = edit;
    let near = at.start.saturating_sub(new.len())..(at.end + new.len()).min(base.len());
    new.iter().any(|line| base[near.clone()].contains(line))
}

/// The edits of both; `None` if two touch.
fn together(ours: &[Edit], theirs: &[Edit]) -> Option<Vec<Edit>> {
    if ours.iter().any(|one| theirs.iter().any(|other| touch(one, other))) {
        return None;
    }
    let mut all = [ours, theirs].concat();
    all.sort_by_key(|edit| (edit.at.start, edit.at.end));
    Some(all)
}

fn applied(base: &[String], edits: &[Edit]) -> Vec<String> {
    let mut lines = base.to_vec();
    for Edit { at, new } in edits.iter().rev() {
        lines.splice(at.clone(), new.iter().cloned());
    }
    lines
}

struct Vocabulary {
    class: Class,
    /// How many different lines a tiny text has.
    kinds: u64,
    /// Whether some lines end with CR.
    mixes_ends: bool,
}

impl Vocabulary {
    fn line(&self, random: &mut Random) -> String {
        let end = if self.mixes_ends && random.below(2) == 0 { "\r" } else { "" };
        if self.class == Class::Tiny {
            return format!(
                "{}{end}",
                ["a", "b", "c", "}", "", "x", "y", "z"][random.below(self.kinds) as usize]
            );
        }
        let indent = "    ".repeat(random.index(4));
        let (name, value) = (random.below(400), random.below(1000));
        let line = match random.below(14) {
            0 | 1 => String::new(),
            2 | 3 => "}".to_owned(),
            4 => "return result;".to_owned(),
            5 => "} else {".to_owned(),
            6 => format!("if value_{name} > 0 {{"),
            7 => format!("fn part_{name}(input: &str) -> u32 {{"),
            8 => format!("// note {value} about part {name}"),
            9 => format!("use module_{name}::Item;"),
            10 => format!("call(value_{name});"),
            _ => format!("let value_{name} = compute({value});"),
        };
        if line.is_empty() { end.to_owned() } else { format!("{indent}{line}{end}") }
    }
}

/// `SplitMix64`: small and seeded.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }
}
