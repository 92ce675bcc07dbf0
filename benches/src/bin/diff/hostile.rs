//! Texts that were made to be slow, as the product answers them: no answer may take a second.
//!
//! Some are larger than what is compared at all, and show what that spares. The others are as large as they may be.

use std::error::Error;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reread_benches::{Random, SpentTime, timed_call};
use reread_text::{DiffLimits, DiffNames, count_lines, reproduces, unified_diff};

use crate::shapes::{SHAPES, TextPair};

/// How the bench asks itself to compare two texts without asking whether they may be.
pub(crate) const FLAG: &str = "--child";

/// How long that is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

const BYTES: usize = 2 * 1024 * 1024;
const LINES: usize = 12_000;

/// Two texts, and what they took.
#[derive(Debug)]
pub(crate) struct HostileRow {
    pub(crate) what: String,
    pub(crate) lines: u64,
    pub(crate) bytes: usize,
    pub(crate) is_compared: bool,
    /// To find out whether they are compared, to do so, and to check the diff.
    pub(crate) answer: SpentTime,
    /// To compare texts that are not compared; `None` if that took too long, or was done anyway.
    pub(crate) unguarded: Option<Duration>,
}

struct Pair {
    what: &'static str,
    texts: fn() -> (Vec<u8>, Vec<u8>),
}

const PAIRS: [Pair; 18] = [
    Pair { what: "1 byte a line, 2 distinct", texts: || one_byte_lines(2) },
    Pair { what: "1 byte a line, 4 distinct", texts: || one_byte_lines(4) },
    Pair { what: "1 byte a line, 50 distinct", texts: || one_byte_lines(50) },
    Pair { what: "empty lines, one more", texts: || (vec![b'\n'; BYTES - 1], vec![b'\n'; BYTES]) },
    Pair { what: "equal lines, another first", texts: equal_lines },
    Pair { what: "one line", texts: one_line },
    Pair { what: "random bytes", texts: random_bytes },
    Pair { what: "every second line new", texts: || limited(|sides| sides.alternating(12_000, 0)) },
    Pair { what: "chain of repeats", texts: || limited(|sides| sides.chain(12_000, 0)) },
    Pair { what: "chain behind repeats", texts: chain_behind_repeats },
    Pair { what: "each line 63 times", texts: || limited(|sides| sides.permuted(12_000, 63)) },
    Pair { what: "each line 65 times", texts: || limited(|sides| sides.permuted(12_000, 65)) },
    Pair { what: "2 distinct", texts: || limited(|sides| sides.random(12_000, 2)) },
    Pair { what: "4 distinct", texts: || limited(|sides| sides.random(12_000, 4)) },
    Pair { what: "50 distinct", texts: || limited(|sides| sides.random(12_000, 50)) },
    Pair { what: "100 distinct", texts: || limited(|sides| sides.random(12_000, 100)) },
    Pair { what: "5000 distinct", texts: || limited(|sides| sides.random(12_000, 5000)) },
    Pair { what: "blank lines", texts: blank_lines },
];

/// Times every pair.
pub(crate) fn all() -> Result<Vec<HostileRow>, Box<dyn Error>> {
    PAIRS.iter().map(one_pair).collect()
}

fn one_pair(pair: &Pair) -> Result<HostileRow, Box<dyn Error>> {
    let (old, new) = (pair.texts)();
    let is_compared = DiffLimits::default().affordable(&old, &new);
    Ok(HostileRow {
        what: pair.what.to_owned(),
        lines: count_lines(&old).max(count_lines(&new)),
        bytes: old.len().max(new.len()),
        is_compared,
        answer: answer(&old, &new),
        unguarded: if is_compared { None } else { unguarded(pair.what)? },
    })
}

/// What the product does with two texts, as far as that is about the texts.
fn answer(old: &[u8], new: &[u8]) -> SpentTime {
    timed_call(|| {
        if DiffLimits::default().affordable(old, new) {
            let diff = unified_diff(old, new, DiffNames { old: "a/f", new: "b/f" }, 3);
            assert!(reproduces(old, &diff.text, new), "a diff is wrong");
            black_box(diff);
        }
    })()
}

fn unguarded(what: &str) -> Result<Option<Duration>, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let mut child = Command::new(program).args([FLAG, what]).stdout(Stdio::null()).spawn()?;
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait()? {
            return if status.success() {
                Ok(Some(began.elapsed()))
            } else {
                Err(format!("{what}: {status}").into())
            };
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Compares the texts of that name, however large they are.
pub(crate) fn child(what: &str) -> Result<(), Box<dyn Error>> {
    let pair = PAIRS.iter().find(|pair| pair.what == what).ok_or("there is no such pair")?;
    let (old, new) = (pair.texts)();
    black_box(unified_diff(&old, &new, DiffNames { old: "a/f", new: "b/f" }, 3));
    Ok(())
}

/// Puts shapes together at random, as large as they may be; the slowest of so many.
pub(crate) fn search() -> HostileRow {
    const TRIES: u64 = 100;
    const MEASURES: [u64; 10] = [1, 2, 3, 8, 20, 63, 64, 65, 200, 1000];
    let slowest = (0..TRIES).map(|seed| {
        let mut random = Random::new(seed);
        let mut sides = TextPair::new(seed);
        let mut names = Vec::new();
        for _ in 0..1 + random.below(4) {
            let (name, shape) = random.pick(&SHAPES);
            let (lines, measure) = (random.pick(&[500, 2000, 6000, 12_000]), random.pick(&MEASURES));
            shape(&mut sides, lines, measure);
            names.push(format!("{name} {measure}"));
        }
        let (old, new) = sides.texts(LINES);
        HostileRow {
            what: format!("slowest of {TRIES}: {}", names.join(" + ")),
            lines: count_lines(&old).max(count_lines(&new)),
            bytes: old.len().max(new.len()),
            is_compared: DiffLimits::default().affordable(&old, &new),
            answer: answer(&old, &new),
            unguarded: None,
        }
    });
    slowest.max_by_key(|row| row.answer.cpu).expect("something was tried")
}

fn limited(shape: fn(&mut TextPair)) -> (Vec<u8>, Vec<u8>) {
    let mut sides = TextPair::new(1);
    shape(&mut sides);
    sides.texts(LINES)
}

fn one_byte_lines(distinct: u64) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random::new(distinct);
    let mut text = || (0..BYTES / 2).flat_map(|_| [b'0' + random.below(distinct) as u8, b'\n']).collect();
    (text(), text())
}

fn equal_lines() -> (Vec<u8>, Vec<u8>) {
    let old = b"a\n".repeat(BYTES / 2);
    let new = [b"b\n", &old[2..]].concat();
    (old, new)
}

fn one_line() -> (Vec<u8>, Vec<u8>) {
    let old = vec![b'a'; BYTES];
    let new = [&old[..BYTES / 2], b"b", &old[BYTES / 2 + 1..]].concat();
    (old, new)
}

fn random_bytes() -> (Vec<u8>, Vec<u8>) {
    let mut random = Random::new(3);
    let mut text = || (0..BYTES).map(|_| random.below(256) as u8).collect();
    (text(), text())
}

/// Each step along the chain looks at all of the repeats again.
fn chain_behind_repeats() -> (Vec<u8>, Vec<u8>) {
    limited(|sides| {
        sides.permuted(6000, 63);
        sides.chain(6000, 0);
    })
}

/// Lines of spaces, as long as they may be: where to put a change is asked of all lines around it.
fn blank_lines() -> (Vec<u8>, Vec<u8>) {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let blank = [&[b' '; 150][..], b"\n"].concat();
    for heading in 0..3000 {
        let heading = format!("{heading}\n").into_bytes();
        old.extend([&heading[..], &blank, &blank].concat());
        new.extend([&heading[..], &blank, &blank, &blank].concat());
    }
    (old, new)
}
