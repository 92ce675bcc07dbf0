//! What differs from run to run, and the names that stand for it.
//!
//! | in a scenario | stands for |
//! |---|---|
//! | `{tag 1@2-3/9}` | in a header: the first tag, `#482915736208@2-3/9`, with its lines and how many there are |
//! | `{tag 1@2-3}` | the same elsewhere, where it first appears |
//! | `{tag 1}` | the same from then on, and in calls |
//! | `{frame 2}` | `~` and digits: the header of a reply that vouches for nothing |
//! | `{end 1}` | the closing line `[end 482915736208]`; whatever else it says is kept: `{end 1; nlink=2}` |
//! | `{digits 1}` | those digits alone |
//! | `{hash 1}`, `{time}`, `{moment}`, `{pid}` | in records: a link of the chain, when, as a number or for people, and by which process |
//! | `{allocated}` | the space a file takes on disk, which its filesystem decides |
//! | `{root}`, `{outside}`, `{home}`, `{config}` | the workspace and the folders beside it |
//! | `{reread}` | the program |
//!
//! Digits are numbered in the order in which they first appear; equal digits have one number, so that a scenario shows
//! where two replies vouch for the same. Digits that stand in the scenario itself are left alone: they are forged.

/// Numbers that differ from run to run: what stands before and behind them, and their name.
const NUMBERS: [(&str, &str, &str); 9] = [
    ("\"time\":", ",", "{time}"),
    ("\"time\": ", ",", "{time}"),
    ("\"last_read_unix_ms\": ", ",", "{time}"),
    ("\"caller\":\"pid:", "\"", "{pid}"),
    ("\"caller\": \"pid:", "\"", "{pid}"),
    ("  cli pid:", "\n", "{pid}"),
    ("  by pid:", "\n", "{pid}"),
    ("\"allocated_bytes\": ", ",", "{allocated}"),
    (" bytes, ", " on disk", "{allocated}"),
];

/// What stands before the hashes of a record; any other digest is that of a file, which is known.
const CHAIN: [&str; 6] =
    ["\"prev\":\"", "\"hash\":\"", "\"head\":\"", "\"prev\": \"", "\"hash\": \"", "\"head\": \""];

/// The values seen so far in one run.
#[derive(Debug)]
pub(crate) struct Placeholders {
    places: Vec<(&'static str, String)>,
    /// The source of the scenario, in which no keyed value can stand.
    source: String,
    /// Digits, and the lines of their tag if they have one.
    digits: Vec<(String, Option<String>)>,
    hashes: Vec<String>,
}

impl Placeholders {
    pub(crate) fn new(places: Vec<(&'static str, String)>, source: String) -> Self {
        Self { places, source, digits: Vec::new(), hashes: Vec::new() }
    }

    /// Puts values in place of `{root}`, `{tag 1}` and `{digits 1}`; other braces stay.
    pub(crate) fn fill(&self, text: &str) -> Result<String, String> {
        let mut text = text.to_owned();
        for (name, path) in &self.places {
            text = text.replace(name, path);
        }
        for (index, (digits, lines)) in self.digits.iter().enumerate() {
            let number = index + 1;
            text = text.replace(&format!("{{digits {number}}}"), digits);
            if let Some(lines) = lines {
                text = text.replace(&format!("{{tag {number}}}"), &format!("#{digits}@{lines}"));
            }
        }
        match ["{tag ", "{digits "].into_iter().find(|left| text.contains(left)) {
            Some(left) => Err(format!("no reply so far has what `{left}…}}` stands for: {text}")),
            None => Ok(text),
        }
    }

    /// Puts the names in place of the values of a reply.
    pub(crate) fn conceal(&mut self, reply: &str) -> String {
        let mut text = reply.to_owned();
        for (name, path) in &self.places {
            text = text.replace(path, name);
        }
        let lines: Vec<String> = text.split_inclusive('\n').map(|line| self.conceal_line(line)).collect();
        lines.concat()
    }

    fn conceal_line(&mut self, line: &str) -> String {
        let mut concealed = String::new();
        let mut rest = line;
        while let Some(run) = HexRun::first_in(rest) {
            let (before, digits, after) = run.split(rest);
            concealed.push_str(before);
            rest = after;
            match digits.len() {
                12 if !self.source.contains(digits) => {
                    rest = self.conceal_digits(&mut concealed, digits, after);
                }
                64 if CHAIN.iter().any(|key| concealed.ends_with(key)) => {
                    let number = number_of(&mut self.hashes, |known| known == digits, || digits.to_owned());
                    concealed.push_str(&format!("{{hash {number}}}"));
                }
                _ => concealed.push_str(digits),
            }
        }
        concealed.push_str(rest);
        if concealed.starts_with("{end ") && concealed.ends_with("]\n") {
            concealed.truncate(concealed.len() - "]\n".len());
            concealed.push_str("}\n");
        }
        for (before, after, name) in NUMBERS {
            concealed = conceal_number(&concealed, before, after, name);
        }
        conceal_moment(&concealed)
    }

    /// Writes the name of some digits behind what is concealed already; gives what is left of the line.
    fn conceal_digits<'a>(&mut self, concealed: &mut String, digits: &str, after: &'a str) -> &'a str {
        let number = number_of(&mut self.digits, |(known, _)| known == digits, || (digits.to_owned(), None));
        if let Some((lines, after)) = tag_lines(after).filter(|_| concealed.ends_with('#')) {
            let (total, after) = header_total(after);
            self.conceal_tag(concealed, number, lines, total);
            return after;
        }
        if concealed == "[end " && after.ends_with("]\n") {
            *concealed = format!("{{end {number}");
        } else if concealed.ends_with(" ~") {
            concealed.pop();
            concealed.push_str(&format!("{{frame {number}}}"));
        } else {
            concealed.push_str(&format!("{{digits {number}}}"));
        }
        after
    }

    /// Writes the name of a tag; its `#` stands there already.
    fn conceal_tag(&mut self, concealed: &mut String, number: usize, lines: &str, total: Option<&str>) {
        let held = &mut self.digits[number - 1].1;
        let is_new = held.is_none();
        if held.get_or_insert_with(|| lines.to_owned()) != lines {
            let total = total.map(|total| format!("/{total}")).unwrap_or_default();
            concealed.push_str(&format!("{{digits {number}}}@{lines}{total}"));
            return;
        }
        concealed.pop();
        let lines = if is_new || total.is_some() { format!("@{lines}") } else { String::new() };
        let total = total.map(|total| format!("/{total}")).unwrap_or_default();
        concealed.push_str(&format!("{{tag {number}{lines}{total}}}"));
    }
}

/// Puts a name in the place of a moment that stands in a column of its own.
fn conceal_moment(line: &str) -> String {
    let is_moment = |word: &&str| word.len() == MOMENT.len() && word.bytes().zip(MOMENT.bytes()).all(is_like);
    match line.split("  ").find(is_moment) {
        Some(moment) => line.replacen(moment, "{moment}", 1),
        None => line.to_owned(),
    }
}

const MOMENT: &str = "0000-00-00T00:00:00.000Z";

fn is_like((one, other): (u8, u8)) -> bool {
    one == other || (one.is_ascii_digit() && other == b'0')
}

/// A run of hexadecimal digits that is not part of a longer word.
struct HexRun {
    start: usize,
    end: usize,
}

impl HexRun {
    fn first_in(text: &str) -> Option<Self> {
        let is_word = |char: char| char.is_ascii_alphanumeric();
        let mut start = 0;
        while let Some(found) = text[start..].find(is_word) {
            start += found;
            let end = text[start..].find(|char| !is_word(char)).map_or(text.len(), |length| start + length);
            let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            if matches!(end - start, 12 | 64) && text[start..end].bytes().all(is_hex) {
                return Some(Self { start, end });
            }
            start = end;
        }
        None
    }

    fn split<'a>(&self, text: &'a str) -> (&'a str, &'a str, &'a str) {
        (&text[..self.start], &text[self.start..self.end], &text[self.end..])
    }
}

/// The lines behind the digits of a tag, and what follows them.
fn tag_lines(after: &str) -> Option<(&str, &str)> {
    let after = after.strip_prefix('@')?;
    let end = after.find(|char: char| !matches!(char, '0'..='9' | ',' | '-')).unwrap_or(after.len());
    (end > 0).then(|| after.split_at(end))
}

/// How many lines there are, which a header says behind the lines of its tag, and what follows.
fn header_total(after: &str) -> (Option<&str>, &str) {
    let Some(number) = after.strip_prefix('/') else { return (None, after) };
    let end = number.find(|char: char| !char.is_ascii_digit()).unwrap_or(number.len());
    if end == 0 { (None, after) } else { (Some(&number[..end]), &number[end..]) }
}

/// The number of a value, counted from 1 in the order in which values were first seen.
fn number_of<T>(seen: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> usize {
    let index = seen.iter().position(is_it).unwrap_or_else(|| {
        seen.push(new());
        seen.len() - 1
    });
    index + 1
}

/// Puts `name` in place of the first number that stands between `before` and `after`.
fn conceal_number(text: &str, before: &str, after: &str, name: &str) -> String {
    let concealed = || {
        let start = text.find(before)? + before.len();
        let length = text[start..].find(|char: char| !char.is_ascii_digit())?;
        let rest = &text[start + length..];
        (length > 0 && rest.starts_with(after)).then(|| format!("{}{name}{rest}", &text[..start]))
    };
    concealed().unwrap_or_else(|| text.to_owned())
}
