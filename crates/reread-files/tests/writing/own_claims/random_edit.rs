//! Edits in every format, with what the text says afterwards and what their caller then knows.

use std::fmt;

use reread_text::BOM;

use super::known_text::KnownText;

/// Every form of an edit.
pub(super) const FORMS: [&str; 6] = ["unified", "envelope", "blocks", "shifted", "edits", "twice"];

/// An edit as it is sent.
pub(super) enum SentEdit {
    Patch(Vec<u8>),
    /// Texts and what replaces them.
    Edits(Vec<(Vec<u8>, Vec<u8>)>),
}

impl fmt::Display for SentEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        match self {
            SentEdit::Patch(patch) => f.write_str(&text(patch)),
            SentEdit::Edits(edits) => {
                f.debug_list().entries(edits.iter().map(|(old, new)| (text(old), text(new)))).finish()
            }
        }
    }
}

/// An edit and its result.
pub(super) struct RandomEdit {
    pub(super) form: &'static str,
    pub(super) sent: SentEdit,
    /// The text afterwards, with what the caller knows.
    pub(super) after: KnownText,
    /// The same for a caller that had seen nothing before.
    pub(super) alone: KnownText,
}

/// Lines that go and lines that come at a place, with lines around them that stay.
#[derive(Clone, Debug)]
struct Place {
    /// The first line that goes, counted from 1, or the one that new lines stand before.
    at: usize,
    go: usize,
    /// New lines, without their ends.
    come: Vec<String>,
    /// How many lines stay before and behind.
    before: usize,
    behind: usize,
}

/// One line of a patch: its sign, and its text with its end.
type PatchLine = (char, Vec<u8>);

impl RandomEdit {
    pub(super) fn of(known: &KnownText, name: &str, chance: &mut Chance) -> Self {
        let form = FORMS[chance.below(FORMS.len())];
        let (mut after, mut alone) = (known.clone(), known.unknown());
        if form == "edits" {
            let edits = random_parts(&mut after, &mut alone, chance);
            return Self { form, sent: SentEdit::Edits(edits), after, alone };
        }
        let shift = if form == "shifted" { 1 + chance.below(4) } else { 0 };
        let counted = form == "unified" || form == "twice" && chance.below(2) == 0;
        let mut patch = Vec::new();
        for _ in 0..if form == "twice" { 2 } else { 1 } {
            let mut places = random_places(&after, chance);
            // Without numbers, a place needs a line that is there.
            places.retain(|place| counted || place.before + place.go + place.behind > 0);
            let hunks: Vec<Vec<PatchLine>> = places.iter().map(|place| hunk(&after, place, shift)).collect();
            let part = match (counted, form) {
                (true, _) => unified(name, &places, &hunks),
                (false, "blocks" | "shifted") => blocks(name, &hunks),
                (false, _) => envelope(name, &hunks),
            };
            patch.extend(part);
            for text in [&mut after, &mut alone] {
                apply(text, &places, &hunks, shift);
            }
        }
        if !counted && matches!(form, "envelope" | "twice") {
            patch = [b"*** Begin Patch\n", &patch[..], b"*** End Patch\n"].concat();
        }
        Self { form, sent: SentEdit::Patch(patch), after, alone }
    }
}

/// A few short lines, of which some occur twice and some are indented.
pub(super) fn random_text(chance: &mut Chance) -> Vec<u8> {
    let end: &[u8] = if chance.below(6) == 0 { b"\r\n" } else { b"\n" };
    let mut text = if chance.below(12) == 0 { BOM.to_vec() } else { Vec::new() };
    let indented = chance.below(2) * 4;
    for number in 0..4 + chance.below(12) {
        let line = match chance.below(5) {
            0 => ["same line", "}", "", "\tdeep"][chance.below(4)].to_owned(),
            1 => format!("{}part of number {number} and more", " ".repeat(indented + 2)),
            _ => format!("{}line {number}", " ".repeat(indented)),
        };
        text.extend_from_slice(line.as_bytes());
        text.extend_from_slice(if chance.below(60) == 0 { b"\n" } else { end });
    }
    if chance.below(4) == 0 {
        text.truncate(text.len() - end.len());
    }
    text
}

fn random_places(text: &KnownText, chance: &mut Chance) -> Vec<Place> {
    let total = text.lines();
    let (mut places, mut from) = (Vec::new(), 1);
    for _ in 0..1 + chance.below(3) {
        let at = from + chance.below(6);
        if at > total + 1 {
            break;
        }
        let go = chance.below(3).min(total + 1 - at);
        let context = chance.below(4);
        let come = (0..chance.below(3))
            .map(|number| match chance.below(3) {
                0 => "same line".to_owned(),
                1 => format!("  new {number} at {at}"),
                _ => format!("    new {}", chance.below(1000)),
            })
            .collect::<Vec<_>>();
        if go + come.len() == 0 {
            continue;
        }
        let behind = context.min(total + 1 - at - go);
        places.push(Place { at, go, come, before: context.min(at - from), behind });
        from = at + go + behind + 1;
    }
    if places.is_empty() {
        let come = vec!["the only change".to_owned()];
        places.push(Place { at: 1, go: 0, come, before: 0, behind: 2.min(total) });
    }
    places
}

/// The lines of a hunk as a model writes them: with LF, without a BOM, and perhaps with less indentation than the file has.
fn hunk(text: &KnownText, place: &Place, shift: usize) -> Vec<PatchLine> {
    let old = |line: usize| {
        let line = text.line(line);
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = line.strip_prefix(BOM).unwrap_or(line);
        [&line[blanks(line).min(shift)..], b"\n"].concat()
    };
    let new = |line: &String| [&line.as_bytes()[blanks(line.as_bytes()).min(shift)..], b"\n"].concat();
    let mut lines = Vec::new();
    lines.extend((place.at - place.before..place.at).map(|line| (' ', old(line))));
    lines.extend((place.at..place.at + place.go).map(|line| ('-', old(line))));
    lines.extend(place.come.iter().map(|line| ('+', new(line))));
    let behind = place.at + place.go;
    lines.extend((behind..behind + place.behind).map(|line| (' ', old(line))));
    lines
}

fn blanks(line: &[u8]) -> usize {
    line.strip_prefix(BOM).unwrap_or(line).iter().take_while(|byte| **byte == b' ').count()
}

fn unified(name: &str, places: &[Place], hunks: &[Vec<PatchLine>]) -> Vec<u8> {
    let mut patch = format!("--- a/{name}\n+++ b/{name}\n").into_bytes();
    let (mut come, mut go) = (0, 0);
    for (place, hunk) in places.iter().zip(hunks) {
        let count = |sign: char| hunk.iter().filter(|line| line.0 != sign).count();
        let (old, new) = (count('+'), count('-'));
        let start = place.at - place.before;
        let first = |start: usize, count: usize| if count == 0 { start - 1 } else { start };
        let header = format!("@@ -{},{old} +{},{new} @@\n", first(start, old), first(start + come - go, new));
        patch.extend_from_slice(header.as_bytes());
        patch.extend(signed(hunk));
        come += place.come.len();
        go += place.go;
    }
    patch
}

fn envelope(name: &str, hunks: &[Vec<PatchLine>]) -> Vec<u8> {
    let hunks = hunks.iter().flat_map(|hunk| [b"@@\n".to_vec(), signed(hunk)].concat());
    format!("*** Update File: {name}\n").into_bytes().into_iter().chain(hunks).collect()
}

fn blocks(name: &str, hunks: &[Vec<PatchLine>]) -> Vec<u8> {
    let side = |hunk: &[PatchLine], without: char| -> Vec<u8> {
        hunk.iter().filter(|line| line.0 != without).flat_map(|line| line.1.clone()).collect()
    };
    let block = |hunk: &Vec<PatchLine>| {
        let (old, new) = (side(hunk, '+'), side(hunk, '-'));
        [b"<<<<<<< SEARCH\n", &old[..], b"=======\n", &new[..], b">>>>>>> REPLACE\n"].concat()
    };
    format!("{name}\n").into_bytes().into_iter().chain(hunks.iter().flat_map(block)).collect()
}

fn signed(hunk: &[PatchLine]) -> Vec<u8> {
    hunk.iter().flat_map(|(sign, line)| [&[*sign as u8], &line[..]].concat()).collect()
}

/// Does to a text what its caller meant, the last place first. What stands in the patch byte by byte is known.
fn apply(text: &mut KnownText, places: &[Place], hunks: &[Vec<PatchLine>], shift: usize) {
    let end = line_end(text);
    let has_last_end = text.text().ends_with(b"\n") || text.text().is_empty();
    for (place, hunk) in places.iter().zip(hunks).rev() {
        let behind = hunk.len() - place.behind;
        for (number, (_, line)) in hunk[behind..].iter().enumerate() {
            text.see_if(place.at + place.go + number, line);
        }
        for (number, (_, line)) in hunk[..place.before].iter().enumerate() {
            text.see_if(place.at - place.before + number, line);
        }
        let (start, stop) = (text.span(place.at).start, text.span(place.at + place.go).start);
        let start = if start == 0 && text.text().starts_with(BOM) { BOM.len() } else { start };
        let is_end = stop == text.text().len();
        // In a text without a last newline the new last line has none either.
        let joins = is_end && !has_last_end && start == stop && start > 0;
        let mut new: Vec<(u8, bool)> = Vec::new();
        if joins {
            new.extend(end.iter().map(|byte| (*byte, false)));
        }
        let shift = lost_blanks(text, place, shift);
        let come = hunk.iter().filter(|line| line.0 == '+').map(|line| shifted(&line.1, shift));
        for (number, line) in come.enumerate() {
            let is_last = is_end && !has_last_end && number + 1 == place.come.len();
            let end: &[u8] = if is_last { b"" } else { end };
            // A caller that wrote another indentation or another line end has not written these bytes.
            let is_known = end == b"\n" && (shift == 0 || line.is_empty());
            new.extend([&line[..], end].concat().into_iter().map(|byte| (byte, is_known)));
        }
        text.splice(start..stop.max(start), new);
    }
}

/// How many blanks the lines that are there have lost in the patch. If some lost more than others, the patch is refused.
fn lost_blanks(text: &KnownText, place: &Place, shift: usize) -> usize {
    let lines = place.at - place.before..place.at + place.go + place.behind;
    lines.into_iter().map(|line| blanks(&text.line(line)).min(shift)).max().unwrap_or(0)
}

/// A line of the patch as it stands in the file, without its end.
fn shifted(line: &[u8], shift: usize) -> Vec<u8> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    if line.is_empty() { Vec::new() } else { [&b" ".repeat(shift), line].concat() }
}

fn line_end(text: &KnownText) -> &'static [u8] {
    let text = text.text();
    let newlines = text.iter().filter(|byte| **byte == b'\n').count();
    let pairs = text.windows(2).filter(|pair| pair == b"\r\n").count();
    if newlines > 0 && newlines == pairs { b"\r\n" } else { b"\n" }
}

/// The indentation before a part that is the rest of its line. Further lines of the new text get it, too.
fn blanks_before(text: &[u8], start: usize, stop: usize) -> Vec<u8> {
    let first = text[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let before = text[first..start].strip_prefix(BOM).unwrap_or(&text[first..start]);
    let part = &text[start..stop];
    let is_one_line = !part[..part.len() - 1].contains(&b'\n');
    let behind = text[stop..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_rest = part.ends_with(b"\n") || behind.is_empty() || behind == b"\r";
    let are_blanks = before.iter().all(|byte| matches!(byte, b' ' | b'\t'));
    if is_one_line && is_rest && are_blanks { before.to_vec() } else { Vec::new() }
}

/// The end of the last line that an edit replaces, which new lines get. The last line of a text may have none.
fn end_of_line_at(text: &[u8], start: usize) -> &'static [u8] {
    let end = text[start..].iter().position(|byte| *byte == b'\n').map(|at| start + at);
    let before = end.and_then(|end| end.checked_sub(1)).map(|at| text[at]);
    let ends_with_crlf = || text.windows(2).any(|pair| pair == b"\r\n") && !has_bare_newline(text);
    if before == Some(b'\r') || end.is_none() && ends_with_crlf() { b"\r\n" } else { b"\n" }
}

fn has_bare_newline(text: &[u8]) -> bool {
    let is_bare = |at: &usize| text[*at] == b'\n' && (*at == 0 || text[at - 1] != b'\r');
    (0..text.len()).any(|at| is_bare(&at))
}

/// Replaces parts of a text, which may begin and end inside lines.
fn random_parts(
    after: &mut KnownText,
    alone: &mut KnownText,
    chance: &mut Chance,
) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut edits = Vec::new();
    for _ in 0..1 + chance.below(2) {
        let text = after.text();
        let (start, stop) = random_span(&text, chance);
        let old = &text[start..stop];
        let (end, blanks) = (end_of_line_at(&text, stop - 1), blanks_before(&text, start, stop));
        let new: &[u8] = [&b"new"[..], b"", b"two\nlines\n", b"x\ny", b"whole line\n"][chance.below(5)];
        let sent: Vec<u8> = old.iter().copied().filter(|byte| *byte != b'\r').collect();
        for text in [&mut *after, &mut *alone] {
            see_part(text, start, stop);
            let written = new.iter().enumerate().flat_map(|(at, byte)| {
                // A line of the caller at the depth of its block gets blanks that the caller did not send.
                let is_deeper = at > 0 && new[at - 1] == b'\n';
                let mut bytes: Vec<(u8, bool)> = match is_deeper {
                    true => blanks.iter().map(|blank| (*blank, false)).collect(),
                    false => Vec::new(),
                };
                if *byte == b'\n' && end == b"\r\n" {
                    bytes.push((b'\r', false));
                }
                bytes.push((*byte, true));
                bytes
            });
            // What old and new text share is as known as what they do not share.
            text.splice(start..stop, written);
        }
        edits.push((sent, new.to_vec()));
    }
    edits
}

/// Bytes of the old text that are sent are known; a CR is not sent.
fn see_part(text: &mut KnownText, start: usize, stop: usize) {
    let part: Vec<(u8, bool)> = text.text()[start..stop].iter().map(|byte| (*byte, *byte != b'\r')).collect();
    text.splice(start..stop, part);
}

/// Whole lines, or a part of the text.
fn random_span(text: &[u8], chance: &mut Chance) -> (usize, usize) {
    let from = if text.starts_with(BOM) { BOM.len() } else { 0 };
    let start = from + chance.below((text.len() - from).max(1));
    let stop = (start + 1 + chance.below(24)).min(text.len());
    match chance.below(3) {
        0 => {
            let start = text[..start].iter().rposition(|byte| *byte == b'\n').map_or(from, |at| at + 1);
            let stop =
                text[start..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| start + at + 1);
            (start, stop)
        }
        // A CRLF stays together.
        _ => {
            let is_split = |at: usize| text[..at].ends_with(b"\r");
            (start - usize::from(is_split(start)), stop + usize::from(is_split(stop)))
        }
    }
}

/// Numbers from a seed: a failing run is run again by its number.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}
