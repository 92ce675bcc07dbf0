//! What can happen in a session of pi.
//!
//! Numbers stand for whatever there is at that moment, taken round: any life makes sense, also after some of its steps
//! were left out.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::trust::fate::{Fate, fates};
use crate::trust::texts::{Change, changes};

/// How many files there are.
pub(crate) const FILES: usize = 3;

/// The most that pi shows at once, much less than the real one: truncation is the rule with tiny files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) lines: usize,
    pub(crate) bytes: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) limits: Limits,
    pub(crate) form: Form,
    pub(crate) steps: Vec<Step>,
}

/// In which form the product is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// It reads the session file.
    Follower,
    /// Likewise, and looks for snapshots meanwhile.
    TryingFollower,
    /// It is the companion of an extension.
    Companion,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The model reads, once or several times in one message.
    Read { calls: Vec<Call>, order: Order },
    /// A file changes behind the model's back.
    Change { file: u8, change: Change },
    /// The model writes a file with a tool.
    Write { file: u8, change: Option<Change>, fails: bool, nameless: bool },
    /// The user refreshes a file or lines of it.
    Refresh { file: u8, lines: Option<(u8, u8)>, broken: bool },
    /// An entry is removed from the context or replaced; also one that is still to come.
    ContextEdit { entry: u8, replaced: bool, ahead: bool },
    /// What came before is put into a summary.
    Compact { first_kept: u8 },
    /// The user goes to another entry of the tree, or before the first.
    Go { entry: u8, summary: bool },
    /// The session goes on in a new file, with the entries up to one of the branch.
    Fork { entry: u8 },
    /// pi ends and starts again, perhaps in the middle of a line.
    Resume { pieces: u8, torn: Torn },
    /// The extension that came before this product reads in its own way.
    Original { reading: Reading, how: Original, fate: Fate },
    /// An entry that says nothing about files.
    Aside(u8),
    /// An entry whose parent is missing, or comes later than it.
    Orphan { parent: Option<u8> },
    /// An entry by the name of another.
    Double { entry: u8, parent: u8 },
    /// From now on, another extension leaves a result out of every request, replaces it, or no longer does.
    Prune { entry: u8, how: u8 },
    /// The user asks what is held.
    Status,
    /// A snapshot is lost.
    LoseSnapshot(u8),
    /// A snapshot is no longer what it was.
    DamageSnapshot(u8),
}

/// In which order the calls of one message are answered, and their results appended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    /// As they stand in the message; the results are appended together.
    Forwards,
    /// The last one is answered first; the results are appended together.
    Backwards,
    /// As they stand in the message, and each result is appended before the next call is answered.
    OneByOne,
}

/// What happens while the calls of a message are answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meanwhile {
    Nothing,
    /// Another extension appends an entry.
    Note,
    /// The model asks for a file or lines of it anew, in the same message.
    Refresh {
        file: u8,
        lines: Option<(u8, u8)>,
    },
    /// The companion ends and is started again.
    Restart,
}

/// One call of a message.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// What happens right before the call is answered.
    pub(crate) meanwhile: Meanwhile,
    /// The file changes right before the call is answered.
    pub(crate) change: Option<Change>,
    pub(crate) reading: Reading,
    /// How many other calls of the message are answered before its result is seen delivered.
    pub(crate) delay: u8,
    /// Whether the call is missing in its message.
    pub(crate) is_placeless: bool,
    pub(crate) fate: Fate,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) file: u8,
    pub(crate) offset: Option<u8>,
    pub(crate) limit: Option<u8>,
    /// How the model writes the name of the file.
    pub(crate) spelling: u8,
}

/// How the file ends when pi stops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Torn {
    /// In order.
    No,
    /// Within the last line, which is lost; the line is ended before the next one, or not.
    Within { ended: bool },
    /// Before the end of the last line, which pi reads all the same, and does not end.
    BeforeTheEnd,
}

/// What the original extension answers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Original {
    /// pi's text, claimed as it was asked for, however much was cut.
    Text { fallback: bool },
    /// A marker or a diff from an earlier version, which may never have been shown.
    FromVersion(u8),
}

pub(crate) fn sessions() -> impl Strategy<Value = Session> {
    let limits = prop_oneof![
        2 => Just(Limits { lines: 2_000, bytes: 51_200 }),
        1 => Just(Limits { lines: 12, bytes: 400 }),
        1 => Just(Limits { lines: 6, bytes: 160 }),
    ];
    let form = prop_oneof![
        1 => Just(Form::Follower),
        1 => Just(Form::TryingFollower),
        2 => Just(Form::Companion),
    ];
    (limits, form, vec(steps(), 1..70)).prop_map(|(limits, form, steps)| Session { limits, form, steps })
}

fn steps() -> impl Strategy<Value = Step> {
    // Mostly something near, sometimes anything.
    let number = || prop_oneof![2 => 0..16_u8, 1 => any::<u8>()];
    let change = || (file(), changes());
    prop_oneof![
        130 => calls(1..2, 40).prop_map(|calls| Step::Read { calls, order: Order::Forwards }),
        40 => change().prop_map(|(file, change)| Step::Change { file, change }),
        15 => (calls(2..4, 8), orders()).prop_map(|(calls, order)| Step::Read { calls, order }),
        4 => (file(), option::of(changes()), rarely(), rarely())
            .prop_map(|(file, change, fails, nameless)| Step::Write { file, change, fails, nameless }),
        6 => (file(), option::of((1..12_u8, 0..6_u8)), rarely()).prop_map(|(file, lines, broken)| {
            Step::Refresh { file, lines: lines.map(|(first, more)| (first, first + more)), broken }
        }),
        8 => (number(), any::<bool>(), rarely())
            .prop_map(|(entry, replaced, ahead)| Step::ContextEdit { entry, replaced, ahead }),
        4 => number().prop_map(|first_kept| Step::Compact { first_kept }),
        6 => (number(), any::<bool>()).prop_map(|(entry, summary)| Step::Go { entry, summary }),
        2 => number().prop_map(|entry| Step::Fork { entry }),
        4 => (number(), torn()).prop_map(|(pieces, torn)| Step::Resume { pieces, torn }),
        8 => (readings(), originals(), fates())
            .prop_map(|(reading, how, fate)| Step::Original { reading, how, fate }),
        4 => number().prop_map(Step::Aside),
        1 => option::of(number()).prop_map(|parent| Step::Orphan { parent }),
        1 => (number(), number()).prop_map(|(entry, parent)| Step::Double { entry, parent }),
        12 => (number(), any::<u8>()).prop_map(|(entry, how)| Step::Prune { entry, how }),
        3 => Just(Step::Status),
        2 => number().prop_map(Step::LoseSnapshot),
        2 => number().prop_map(Step::DamageSnapshot),
    ]
}

/// One file is read more than the others.
fn file() -> impl Strategy<Value = u8> + Clone {
    prop_oneof![7 => Just(0), 2 => Just(1), 1 => Just(2)]
}

fn rarely() -> impl Strategy<Value = bool> {
    prop_oneof![4 => Just(false), 1 => Just(true)]
}

/// Something happens meanwhile to one call of `seldom` or so.
fn calls(count: std::ops::Range<usize>, seldom: u32) -> impl Strategy<Value = Vec<Call>> {
    let change = prop_oneof![5 => Just(None), 1 => changes().prop_map(Some)];
    let placeless = prop_oneof![30 => Just(false), 1 => Just(true)];
    let call = (meanwhile(seldom), change, readings(), 0..3_u8, placeless, fates());
    let call = call.prop_map(|(meanwhile, change, reading, delay, is_placeless, fate)| Call {
        meanwhile,
        change,
        reading,
        delay,
        is_placeless,
        fate,
    });
    vec(call, count)
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![2 => Just(Order::Forwards), 2 => Just(Order::Backwards), 1 => Just(Order::OneByOne)]
}

fn meanwhile(seldom: u32) -> impl Strategy<Value = Meanwhile> {
    let lines = option::of((1..12_u8, 0..6_u8).prop_map(|(first, more)| (first, first + more)));
    prop_oneof![
        seldom => Just(Meanwhile::Nothing),
        2 => Just(Meanwhile::Note),
        1 => (file(), lines).prop_map(|(file, lines)| Meanwhile::Refresh { file, lines }),
        1 => Just(Meanwhile::Restart),
    ]
}

fn readings() -> impl Strategy<Value = Reading> {
    let few = prop_oneof![1..4_u8, Just(5), Just(10), Just(20)];
    let part = prop_oneof![
        10 => Just((None, None)),
        5 => (1..12_u8, few.clone()).prop_map(|(offset, limit)| (Some(offset), Some(limit))),
        2 => (1..4_u8, 1..4_u8).prop_map(|(offset, limit)| (Some(offset), Some(limit))),
        2 => (7..13_u8, 1..6_u8).prop_map(|(offset, limit)| (Some(offset), Some(limit))),
        1 => (1..20_u8).prop_map(|offset| (Some(offset), None)),
        2 => few.prop_map(|limit| (None, Some(limit))),
        1 => Just((Some(1), Some(250))),
        1 => prop_oneof![Just((Some(0), None)), Just((None, Some(0))), Just((Some(200), None))],
    ];
    let spelling = prop_oneof![16 => Just(0), 3 => Just(1), 1 => Just(2)];
    (file(), part, spelling).prop_map(|(file, (offset, limit), spelling)| Reading {
        file,
        offset,
        limit,
        spelling,
    })
}

fn torn() -> impl Strategy<Value = Torn> {
    prop_oneof![
        3 => Just(Torn::No),
        1 => any::<bool>().prop_map(|ended| Torn::Within { ended }),
        1 => Just(Torn::BeforeTheEnd),
    ]
}

fn originals() -> impl Strategy<Value = Original> {
    prop_oneof![
        any::<bool>().prop_map(|fallback| Original::Text { fallback }),
        any::<u8>().prop_map(Original::FromVersion),
    ]
}
