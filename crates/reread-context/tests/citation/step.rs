//! What can happen between a caller and a server that knows it by its tags alone.
//!
//! Numbers stand for whatever there is at that moment, taken round: any life makes sense, also after some of its steps
//! were left out.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::texts::{Change, changes};

#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The caller reads.
    Read(Reading),
    /// A file changes.
    Change { file: u8, change: Change },
    /// The caller edits a file, on what the disk holds.
    Edit(Editing),
    /// A reply falls out of the caller's context.
    Fall { reply: u8 },
    /// The caller's context is compacted: all replies fall out of it.
    Compact,
    /// The server is told of a compaction, or believes in one.
    RaiseEpoch,
    /// What was noted about a file is lost.
    LoseList { file: u8 },
    /// A snapshot is lost.
    LoseSnapshot { snapshot: u8 },
    /// A snapshot is no longer what it was.
    DamageSnapshot { snapshot: u8 },
}

#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) file: u8,
    pub(crate) extent: Extent,
    /// The most lines of one reply.
    pub(crate) most_lines: u8,
    pub(crate) cites: Cites,
    pub(crate) fate: Fate,
    /// Another server writes its list at the same moment, and it is ours that is lost.
    pub(crate) raced: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Editing {
    pub(crate) file: u8,
    pub(crate) places: Vec<EditPlace>,
    pub(crate) fate: Fate,
}

/// One place of an edit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EditPlace {
    /// How many lines lie between it and the place before.
    pub(crate) skips: u8,
    pub(crate) removes: u8,
    /// Which lines come, or that the removed ones become longer.
    pub(crate) adds: Option<u8>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    Whole,
    From(u8),
    Lines(u8, u8),
    /// The lines that a tag of the file names first, of the last so many tags.
    Again(u8),
}

/// What becomes of a reply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    Delivered,
    /// It goes to another caller, or to none.
    Lost,
}

/// Which of its tags the caller cites.
#[derive(Clone, Debug)]
pub(crate) struct Cites {
    /// How many of the latest tags of the file, or all that it sees.
    pub(crate) latest: u8,
    /// Of these, one in so many is left out; 0 is none.
    pub(crate) leaves_out: u8,
    /// The latest first, as no order is promised.
    pub(crate) backwards: bool,
    pub(crate) false_ones: Vec<False>,
}

/// What a caller should not cite.
#[derive(Clone, Debug)]
pub(crate) enum False {
    /// A tag of another file.
    Foreign(u8),
    /// A tag with a digit altered; also one that the caller never saw.
    Altered { tag: u8, digit: u8 },
    /// A tag with other lines; also one that the caller never saw.
    Stretched { tag: u8, first: u8, last: u8 },
    /// The digits of one tag with the lines of another.
    Mixed { digits: u8, lines: u8 },
    /// No tag at all.
    Words,
}

pub(crate) fn lives() -> impl Strategy<Value = Vec<Step>> {
    // Every other life begins with a text that is long enough for diffs of a part of it.
    let begins = prop_oneof![any::<u8>(), 23..27_u8];
    (begins, vec(steps(), 1..80)).prop_map(|(text, mut steps)| {
        steps.insert(0, Step::Change { file: 0, change: Change::Known(text) });
        steps
    })
}

fn steps() -> impl Strategy<Value = Step> {
    let number = any::<u8>;
    let change = (file(), changes());
    prop_oneof![
        120 => readings().prop_map(Step::Read),
        50 => change.prop_map(|(file, change)| Step::Change { file, change }),
        12 => edits().prop_map(Step::Edit),
        6 => number().prop_map(|reply| Step::Fall { reply }),
        2 => Just(Step::Compact),
        2 => Just(Step::RaiseEpoch),
        2 => file().prop_map(|file| Step::LoseList { file }),
        2 => number().prop_map(|snapshot| Step::LoseSnapshot { snapshot }),
        2 => number().prop_map(|snapshot| Step::DamageSnapshot { snapshot }),
    ]
}

/// One file is read more than the others.
fn file() -> impl Strategy<Value = u8> + Clone {
    prop_oneof![6 => Just(0), 1 => Just(1), 1 => Just(2)]
}

fn readings() -> impl Strategy<Value = Reading> {
    let most_lines = prop_oneof![4 => Just(40_u8), 1 => Just(6_u8)];
    let fate = prop_oneof![6 => Just(Fate::Delivered), 1 => Just(Fate::Lost)];
    let raced = prop_oneof![30 => Just(false), 1 => Just(true)];
    (file(), extents(), most_lines, cites(), fate, raced).prop_map(
        |(file, extent, most_lines, cites, fate, raced)| Reading {
            file,
            extent,
            most_lines,
            cites,
            fate,
            raced,
        },
    )
}

fn edits() -> impl Strategy<Value = Editing> {
    let adds = prop_oneof![3 => (0..12_u8).prop_map(Some), 1 => Just(None)];
    let place =
        (0..12_u8, 0..4_u8, adds).prop_map(|(skips, removes, adds)| EditPlace { skips, removes, adds });
    let places = prop_oneof![3 => vec(place.clone(), 1..2), 1 => vec(place, 2..7)];
    let fate = prop_oneof![6 => Just(Fate::Delivered), 1 => Just(Fate::Lost)];
    (file(), places, fate).prop_map(|(file, places, fate)| Editing { file, places, fate })
}

fn extents() -> impl Strategy<Value = Extent> {
    prop_oneof![
        7 => Just(Extent::Whole),
        3 => (0..4_u8).prop_map(Extent::Again),
        1 => (1..30_u8).prop_map(Extent::From),
        3 => (1..20_u8, 0..12_u8).prop_map(|(first, more)| Extent::Lines(first, first + more)),
        3 => (1..6_u8, 12..34_u8).prop_map(|(first, more)| Extent::Lines(first, first + more)),
        1 => (1..4_u8, 0..3_u8).prop_map(|(first, more)| Extent::Lines(first, first + more)),
        1 => (7..13_u8, 0..6_u8).prop_map(|(first, more)| Extent::Lines(first, first + more)),
    ]
}

fn cites() -> impl Strategy<Value = Cites> {
    let latest = prop_oneof![5 => Just(u8::MAX), 3 => 1..4_u8, 1 => Just(0)];
    let leaves_out = prop_oneof![5 => Just(0), 1 => 2..4_u8];
    let false_ones = prop_oneof![9 => Just(Vec::new()), 1 => vec(false_ones(), 1..3)];
    (latest, leaves_out, any::<bool>(), false_ones).prop_map(|(latest, leaves_out, backwards, false_ones)| {
        Cites { latest, leaves_out, backwards, false_ones }
    })
}

fn false_ones() -> impl Strategy<Value = False> {
    let number = any::<u8>;
    prop_oneof![
        3 => number().prop_map(False::Foreign),
        2 => (number(), number()).prop_map(|(tag, digit)| False::Altered { tag, digit }),
        4 => (number(), 1..16_u8, 0..16_u8)
            .prop_map(|(tag, first, more)| False::Stretched { tag, first, last: first + more }),
        2 => (number(), number()).prop_map(|(digits, lines)| False::Mixed { digits, lines }),
        1 => Just(False::Words),
    ]
}
