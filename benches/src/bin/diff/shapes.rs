//! Pairs of texts that make comparing slow, from pieces that can be put one after the other.

use reread_benches::Random;

/// Two texts whose lines are numbers.
pub(crate) struct TextPair {
    old: Vec<u64>,
    new: Vec<u64>,
    random: Random,
    /// The next line that stands nowhere else.
    sole: u64,
}

/// One piece of so many lines on each side; what its measure means is its own business.
pub(crate) type ChangeShape = fn(&mut TextPair, lines: u64, measure: u64);

/// Every shape, by the name it has in tables.
pub(crate) const SHAPES: [(&str, ChangeShape); 10] = [
    ("random", TextPair::random),
    ("cycles", TextPair::cycles),
    ("palindromes", TextPair::palindromes),
    ("Fibonacci", TextPair::fibonacci),
    ("alternating", TextPair::alternating),
    ("chain", TextPair::chain),
    ("permuted", TextPair::permuted),
    ("thinned", TextPair::thinned),
    ("interrupted", TextPair::interrupted),
    ("reversed", TextPair::reversed),
];

impl TextPair {
    pub(crate) fn new(seed: u64) -> Self {
        Self { old: Vec::new(), new: Vec::new(), random: Random::new(seed), sole: 1_000_000 }
    }

    /// Both texts, cut to so many lines, the lines indented by what they are.
    pub(crate) fn texts(&self, max_lines: usize) -> (Vec<u8>, Vec<u8>) {
        let line = |number: &u64| format!("{}{number}\n", ["", "  ", "\t", "    "][(number % 4) as usize]);
        let text = |side: &[u64]| side.iter().take(max_lines).map(line).collect::<String>().into_bytes();
        (text(&self.old), text(&self.new))
    }

    fn push(&mut self, old: u64, new: u64) {
        self.old.push(old);
        self.new.push(new);
    }

    fn sole(&mut self) -> u64 {
        self.sole += 1;
        self.sole
    }

    /// So many distinct lines at random.
    pub(crate) fn random(&mut self, lines: u64, distinct: u64) {
        for _ in 0..lines {
            let (old, new) = (self.random.below(distinct), self.random.below(distinct));
            self.push(old, new);
        }
    }

    /// The same lines over and over, one fewer of them on the new side.
    fn cycles(&mut self, lines: u64, period: u64) {
        (0..lines).for_each(|line| self.push(line % (period + 1), line % period));
    }

    /// Up and down, and down and up.
    fn palindromes(&mut self, lines: u64, height: u64) {
        let up = |line: u64| (line % (2 * height)).min(2 * height - 1 - line % (2 * height));
        (0..lines).for_each(|line| self.push(up(line), height - 1 - up(line)));
    }

    /// A word that repeats itself everywhere without a period, and the same word moved by some letters.
    fn fibonacci(&mut self, lines: u64, by: u64) {
        let (mut shorter, mut word) = (vec![0], vec![0, 1]);
        while (word.len() as u64) < lines + by {
            let longer = [&word[..], &shorter].concat();
            shorter = std::mem::replace(&mut word, longer);
        }
        (0..lines).for_each(|line| self.push(word[line as usize], word[(line + by) as usize]));
    }

    /// Every second line is another one: all runs are one line long, and the first is as good as any.
    pub(crate) fn alternating(&mut self, lines: u64, _: u64) {
        for _ in 0..lines / 2 {
            let (old, new, both) = (self.sole(), self.sole(), self.sole());
            self.push(old, new);
            self.push(both, both);
        }
    }

    /// `2 1 3 2 4 3 ...` and `1 x 2 x 3 x ...`: what is left of a text always has one line that stands once, the last.
    pub(crate) fn chain(&mut self, lines: u64, _: u64) {
        let mut link = self.sole();
        for _ in 0..lines / 2 {
            let (next, other) = (self.sole(), self.sole());
            self.push(next, link);
            self.push(link, other);
            link = next;
        }
    }

    /// Lines that each stand so many times, in two orders.
    pub(crate) fn permuted(&mut self, lines: u64, times: u64) {
        let mut side = || {
            let mut side: Vec<u64> = (0..lines).map(|line| line / times).collect();
            self.random.shuffle(&mut side);
            side
        };
        let (old, new) = (side(), side());
        self.old.extend(old);
        self.new.extend(new);
    }

    /// Repeated lines of which some are missing on the new side.
    fn thinned(&mut self, lines: u64, period: u64) {
        for line in 0..lines {
            self.old.push(line % period);
            if self.random.below(5) > 0 {
                self.new.push(line % period);
            }
        }
    }

    /// Repeated lines with others between them on the new side.
    fn interrupted(&mut self, lines: u64, period: u64) {
        for line in 0..lines {
            let sole = self.sole();
            self.push(line % period, if line % (period + 2) == 0 { sole } else { line % period });
        }
    }

    /// Blocks of so many lines, the last one first.
    fn reversed(&mut self, lines: u64, block: u64) {
        let old: Vec<u64> = (0..lines).map(|_| self.sole()).collect();
        self.new.extend(old.chunks(block as usize).rev().flatten());
        self.old.extend(old);
    }
}
