//! Two versions of a text, many times: every diff leads from one to the other, and git prints the same.
//!
//! `DIFF_PAIRS` says how many pairs are compared. They take their seed from their number, and a failure names it.

use reread_text::{DiffNames, apply_diff, count_lines, lines, reproduces, unified_diff};

use crate::git::printed_by_git;

fn pairs() -> u64 {
    std::env::var("DIFF_PAIRS").map_or(1000, |pairs| pairs.parse().expect("DIFF_PAIRS is a number"))
}

#[test]
fn diffs_of_many_pairs_lead_from_one_to_the_other() {
    const NAMES: DiffNames<'_> = DiffNames { old: "a/f", new: "b/f" };
    for number in 0..pairs() {
        let (old, new) = pair(number);
        let diff = unified_diff(&old, &new, NAMES, number % 5);
        assert_eq!(apply_diff(&old, &diff.text).as_ref(), Ok(&new), "pair {number}");
        assert!(reproduces(&old, &diff.text, &new), "pair {number}");
        assert_eq!(reproduces(&old, &diff.text, &old), old == new, "pair {number}");
        assert!(!reproduces(&old, &diff.text, &[&new[..], b"\n"].concat()), "pair {number}");
        assert_eq!(count_lines(&old) + diff.added, count_lines(&new) + diff.removed, "pair {number}");
    }
}

#[test]
fn git_prints_the_same_diffs_of_many_pairs() {
    let numbers: Vec<u64> = (0..pairs()).collect();
    for batch in numbers.chunks(1000) {
        let texts: Vec<(Vec<u8>, Vec<u8>)> = batch.iter().map(|number| pair(*number)).collect();
        let mut by_git = printed_by_git(&texts).into_iter();
        for (index, (old, new)) in texts.iter().enumerate().filter(|(_, (old, new))| old != new) {
            let names = DiffNames { old: &format!("a/old/{index:03}"), new: &format!("b/new/{index:03}") };
            let (ours, by_git) = (unified_diff(old, new, names, 3).text, by_git.next().unwrap_or_default());
            let (ours, by_git) = (String::from_utf8_lossy(&ours), String::from_utf8_lossy(&by_git));
            assert_eq!(ours, by_git, "pair {}", batch[index]);
        }
        assert_eq!(by_git.next(), None, "git sees a difference where there is none");
    }
}

/// The pair of that number.
fn pair(number: u64) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(number);
    let vocabulary = Vocabulary::of(&mut random);
    let most_lines = random.pick(&[8, 80, 80, 800]);
    let count = random.below(most_lines);
    let mut old: Vec<Vec<u8>> = (0..count).map(|line| vocabulary.line(line, &mut random)).collect();
    let mut new = old.clone();
    // Most people edit in one place, so that much is equal before it and after it.
    let place = random.below(count + 1);
    let spread = random.pick(&[1, 20, count + 1]);
    for _ in 0..1 + random.below(6) {
        let start = (place + random.below(spread)) % (new.len() as u64 + 1);
        edit(&mut new, start as usize, &vocabulary, &mut random);
    }
    if random.below(20) == 0 {
        old = (0..random.below(20)).map(|line| vocabulary.line(line, &mut random)).collect();
    }
    (text(&old, &mut random), text(&new, &mut random))
}

/// What the lines of a text are made of.
struct Vocabulary {
    kind: u64,
    /// After so many lines they repeat, if they do.
    period: u64,
}

impl Vocabulary {
    fn of(random: &mut Random) -> Self {
        Self { kind: random.below(4), period: 1 + random.below(8) }
    }

    fn line(&self, number: u64, random: &mut Random) -> Vec<u8> {
        const CODE: [&str; 8] =
            ["fn ", "    let x", "    }\n\n", "\t", "}\n", "\n", "        call", "_long "];
        const PIECES: [&[u8]; 12] = [
            b"",
            b"a",
            b"b",
            b" ",
            b"\t",
            b"\r",
            b"\0",
            b"\xff",
            "é".as_bytes(),
            b"\xe2\x82",
            b"- ",
            b"@@ -1 +1 @@",
        ];
        let most = random.pick(&[60, 100_000]);
        let n = random.below(most);
        match self.kind {
            // A few lines, at random.
            0 => format!("{}\n", random.below(self.period)).into_bytes(),
            // The same lines again and again, and some that stand alone.
            1 if n.is_multiple_of(20) => format!("sole {}\n", random.below(1 << 40)).into_bytes(),
            1 => format!(
                "{}{}\n",
                ["", "  ", "\t", "\n "][(number % self.period % 4) as usize],
                number % self.period
            )
            .into_bytes(),
            2 => match random.pick(&CODE) {
                open if open.ends_with('\n') => open.as_bytes().to_vec(),
                open => format!("{open}{n}\n").into_bytes(),
            },
            // Whatever bytes there are.
            _ => {
                let mut line: Vec<u8> =
                    (0..random.below(4)).flat_map(|_| random.pick(&PIECES)).copied().collect();
                line.push(b'\n');
                line
            }
        }
    }
}

/// Takes out, puts in, repeats, moves or indents some lines.
fn edit(lines: &mut Vec<Vec<u8>>, start: usize, vocabulary: &Vocabulary, random: &mut Random) {
    let end = (start + random.below(9) as usize).min(lines.len());
    let block = lines[start..end].to_vec();
    match random.below(6) {
        0 => drop(lines.drain(start..end)),
        1 => drop(lines.splice(start..start, block)),
        2 => {
            lines.drain(start..end);
            let target = random.below(lines.len() as u64 + 1) as usize;
            lines.splice(target..target, block);
        }
        3 => lines[start..end].iter_mut().for_each(|line| line.splice(..0, *b"    ").for_each(drop)),
        4 => lines.insert(start, format!("new {}\n", random.below(1 << 40)).into_bytes()),
        _ => {
            let other: Vec<Vec<u8>> =
                (0..random.below(5)).map(|line| vocabulary.line(line, random)).collect();
            lines.splice(start..end, other);
        }
    }
}

/// The lines as a text: sometimes with CRLF, sometimes without a last line end.
fn text(content: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = content.concat();
    if random.below(12) == 0 {
        text = lines(&text)
            .flat_map(|line| match line.strip_suffix(b"\n") {
                Some(line) => [line, b"\r\n"].concat(),
                None => line.to_vec(),
            })
            .collect();
    }
    if random.below(6) == 0 {
        text.pop();
    }
    text
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

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}
