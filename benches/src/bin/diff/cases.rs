//! Pairs of texts: edits of text like Rust source, and texts that have less in common.

use reread_benches::{Random, source_text};

/// Two texts to compare.
pub(crate) struct Case {
    pub(crate) what: &'static str,
    /// How many lines the old text has.
    pub(crate) lines: usize,
    pub(crate) promise: DiffTarget,
    pub(crate) old: String,
    pub(crate) new: String,
}

/// What ours may take at most, as a multiple.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiffTarget {
    /// Of the quickest crate.
    pub(crate) plain: Option<f64>,
    /// Of the quickest crate, with the check that the diff leads from one text to the other.
    pub(crate) checked: Option<f64>,
    /// Of `git diff`, its start as a process included.
    pub(crate) git: Option<f64>,
}

const USUAL: DiffTarget = DiffTarget { plain: Some(1.2), checked: Some(1.6), git: Some(1.0) };

/// Where every line is frequent, Myers' algorithm does nearly all of the work, and git's is the quicker one.
const FREQUENT: DiffTarget = DiffTarget { git: Some(1.5), ..USUAL };

/// Neither an edit of anything nor short enough to be compared: shown for what it would cost.
const NONE: DiffTarget = DiffTarget { plain: None, checked: None, git: None };

const SEED: u64 = 0x6469_6666;

/// Every case, the same in every run.
pub(crate) fn all() -> Vec<Case> {
    let source = source(100_000);
    let mut cases = Vec::new();
    for (what, edit) in EDITS {
        for lines in [1_000, 10_000, 100_000] {
            let mut random = Random::new(SEED + lines as u64);
            let old = &source[..lines];
            let (old, new) = (old.concat(), edit(old, &mut random).concat());
            cases.push(Case { what, lines, promise: USUAL, old, new });
        }
    }
    for (what, distinct, lines, promise) in [
        ("5000 distinct", 5000, 10_000, USUAL),
        ("5000 distinct", 5000, 50_000, USUAL),
        ("50 distinct", 50, 10_000, FREQUENT),
        ("50 distinct", 50, 50_000, NONE),
        ("4 distinct", 4, 10_000, FREQUENT),
        ("4 distinct", 4, 50_000, NONE),
        ("2 distinct", 2, 10_000, FREQUENT),
        ("2 distinct", 2, 50_000, NONE),
    ] {
        let mut random = Random::new(SEED + distinct);
        let mut text = || (0..lines).map(|_| format!("line {}\n", random.below(distinct))).collect();
        cases.push(Case { what, lines, promise, old: text(), new: text() });
    }
    cases
}

fn source(lines: usize) -> Vec<String> {
    let text = source_text(SEED, lines * 64);
    let text = String::from_utf8(text).expect("text like source is UTF-8");
    let source: Vec<String> = text.split_inclusive('\n').take(lines).map(str::to_owned).collect();
    assert_eq!(source.len(), lines, "a line of source is shorter than 64 bytes on average");
    source
}

type Edit = fn(&[String], &mut Random) -> Vec<String>;

const EDITS: [(&str, Edit); 7] = [
    ("1 edit", |old, random| some_edited(old, 1, random)),
    ("5 edits", |old, random| some_edited(old, 5, random)),
    ("20% edited", |old, random| some_edited(old, old.len() / 5, random)),
    ("20% moved", moved),
    ("all reindented", reindented),
    ("shuffled", shuffled),
    ("all different", all_different),
];

/// So many lines replaced, removed or added, each by the toss of a die.
fn some_edited(old: &[String], edits: usize, random: &mut Random) -> Vec<String> {
    let mut places: Vec<usize> = (0..old.len()).collect();
    random.shuffle(&mut places);
    let mut is_edited = vec![false; old.len()];
    places[..edits].iter().for_each(|place| is_edited[*place] = true);

    let mut new = Vec::with_capacity(old.len() + edits);
    for (line, is_edited) in old.iter().zip(is_edited) {
        let kind = if is_edited { random.below(3) } else { 3 };
        if kind < 2 {
            new.push(format!("    self.edited.push({});\n", random.below(1 << 40)));
        }
        if kind == 1 || kind == 3 {
            new.push(line.clone());
        }
    }
    new
}

/// The first fifth stands at the end.
fn moved(old: &[String], _: &mut Random) -> Vec<String> {
    let (first, rest) = old.split_at(old.len() / 5);
    [rest, first].concat()
}

/// Every line that is not blank has four spaces more.
fn reindented(old: &[String], _: &mut Random) -> Vec<String> {
    old.iter().map(|line| if line == "\n" { line.clone() } else { format!("    {line}") }).collect()
}

fn shuffled(old: &[String], random: &mut Random) -> Vec<String> {
    let mut new = old.to_vec();
    random.shuffle(&mut new);
    new
}

fn all_different(old: &[String], _: &mut Random) -> Vec<String> {
    (0..old.len()).map(|line| format!("another line, number {line}\n")).collect()
}
