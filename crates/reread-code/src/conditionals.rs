//! The conditional parts of a text for a preprocessor: `#if`, `#else`, `#endif`.
//!
//! A grammar has to accept all branches at once. It cannot, where a branch opens a brace that another one closes, or where
//! a branch is part of an expression. There, one branch is kept and the others are blanked, as a preprocessor would do.
//! Blanks keep every position.

use std::collections::HashMap;
use std::ops::Range;

/// From `#if` to `#endif`.
pub(crate) struct Conditional {
    branches: Vec<Branch>,
    /// The line of `#endif`.
    end: Range<usize>,
}

/// A directive with the text up to the next one.
struct Branch {
    directive: Range<usize>,
    body: Range<usize>,
    /// Whether brackets are opened and not closed in it, or the reverse.
    is_unbalanced: bool,
}

impl Conditional {
    /// From the first directive to the end of the last.
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.branches.first().map_or(self.end.start, |first| first.directive.start)..self.end.end
    }

    /// Whether a branch opens or closes brackets of the text around it.
    pub(crate) fn is_splitting(&self) -> bool {
        self.branches.iter().any(|branch| branch.is_unbalanced)
    }
}

/// A text with one branch of some conditionals, and blanks in place of the others and of the directives.
pub(crate) struct OneBranchText {
    pub(crate) text: Vec<u8>,
    /// The branches that are not in it.
    pub(crate) dropped: Vec<Range<usize>>,
}

/// The text with one branch of each of these conditionals.
///
/// The first branch is kept. A condition that was decided before is decided alike: what `#ifdef A` opens, a later
/// `#ifdef A` closes. `#if 0` is never kept.
pub(crate) fn with_one_branch<'a>(
    text: &[u8],
    conditionals: impl Iterator<Item = &'a Conditional>,
) -> OneBranchText {
    let mut blanked = text.to_vec();
    let mut dropped = Vec::new();
    let mut decided = HashMap::from([(&b"__cplusplus"[..], false), (&b"0"[..], false), (&b"1"[..], true)]);
    for conditional in conditionals {
        let Some(first) = conditional.branches.first() else { continue };
        let (condition, is_plain) = condition(&text[first.directive.clone()]);
        let holds = *decided.entry(condition).or_insert(is_plain) == is_plain;
        let kept = usize::from(!holds);
        blank(&mut blanked[conditional.end.clone()]);
        for (place, branch) in conditional.branches.iter().enumerate() {
            blank(&mut blanked[branch.directive.clone()]);
            if place != kept {
                blank(&mut blanked[branch.body.clone()]);
                dropped.push(branch.body.clone());
            }
        }
    }
    OneBranchText { text: blanked, dropped }
}

fn blank(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

/// What a directive asks for, and whether it asks for it to hold: `A` and no for `#ifndef A`, `#if !defined(A)`.
fn condition(directive: &[u8]) -> (&[u8], bool) {
    let (word, rest) = word(directive);
    let rest = rest.trim_ascii();
    match word {
        b"ifdef" => (rest, true),
        b"ifndef" => (rest, false),
        _ => {
            let (bare, is_plain) =
                rest.strip_prefix(b"!").map_or((rest, true), |bare| (bare.trim_ascii(), false));
            let name = bare.strip_prefix(b"defined").map(<[u8]>::trim_ascii);
            let name = name
                .map(|name| name.strip_prefix(b"(").and_then(|name| name.strip_suffix(b")")).unwrap_or(name));
            match name.map(<[u8]>::trim_ascii) {
                Some(name) if name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') => {
                    (name, is_plain)
                }
                _ => (rest, true),
            }
        }
    }
}

/// The word of a directive, and what follows.
fn word(directive: &[u8]) -> (&[u8], &[u8]) {
    let inside = directive.trim_ascii_start().strip_prefix(b"#").unwrap_or(directive).trim_ascii_start();
    inside.split_at(inside.iter().take_while(|byte| byte.is_ascii_alphabetic()).count())
}

/// The conditionals of a text, in the order of their starts. A directive in a comment or a string is none.
pub(crate) fn conditionals(text: &[u8]) -> Vec<Conditional> {
    let mut found = Vec::new();
    let mut open: Vec<(Conditional, Brackets)> = Vec::new();
    let mut brackets = Brackets::default();
    let mut scan = Scan { text, at: 0, is_line_start: true };
    while let Some(piece) = scan.next_piece() {
        let directive = match piece {
            Piece::Bracket(byte) => {
                brackets.add(byte);
                continue;
            }
            Piece::Directive(directive) => directive,
        };
        match word(&text[directive.clone()]).0 {
            b"if" | b"ifdef" | b"ifndef" => {
                let around = std::mem::take(&mut brackets);
                let conditional = Conditional { branches: vec![Branch::begun(directive)], end: 0..0 };
                open.push((conditional, around));
            }
            b"elif" | b"elifdef" | b"elifndef" | b"else" => {
                if let Some((conditional, _)) = open.last_mut() {
                    conditional.end_branch(directive.start, &brackets);
                    conditional.branches.push(Branch::begun(directive));
                    brackets = Brackets::default();
                }
            }
            b"endif" => {
                if let Some((mut conditional, around)) = open.pop() {
                    conditional.end_branch(directive.start, &brackets);
                    conditional.end = directive;
                    found.push(conditional);
                    brackets = around;
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|conditional| conditional.bytes().start);
    found
}

impl Conditional {
    fn end_branch(&mut self, at: usize, brackets: &Brackets) {
        if let Some(branch) = self.branches.last_mut() {
            branch.body.end = at;
            branch.is_unbalanced = brackets.is_unbalanced();
        }
    }
}

impl Branch {
    fn begun(directive: Range<usize>) -> Self {
        let body = directive.end..directive.end;
        Self { directive, body, is_unbalanced: false }
    }
}

/// Open brackets, and whether one was closed that was not open.
#[derive(Default)]
struct Brackets {
    open: usize,
    closes_others: bool,
}

impl Brackets {
    fn add(&mut self, byte: u8) {
        match byte {
            b'(' | b'[' | b'{' => self.open += 1,
            _ if self.open == 0 => self.closes_others = true,
            _ => self.open -= 1,
        }
    }

    fn is_unbalanced(&self) -> bool {
        self.open > 0 || self.closes_others
    }
}

/// A part of a text that matters here.
enum Piece {
    Bracket(u8),
    /// A directive with its continued lines, without the last line end.
    Directive(Range<usize>),
}

struct Scan<'text> {
    text: &'text [u8],
    at: usize,
    /// Whether only white space and comments came before on this line.
    is_line_start: bool,
}

impl Scan<'_> {
    fn next_piece(&mut self) -> Option<Piece> {
        loop {
            let byte = *self.text.get(self.at)?;
            let start = self.at;
            self.at += 1;
            match byte {
                b'\n' => self.is_line_start = true,
                b' ' | b'\t' | b'\r' => {}
                b'#' if self.is_line_start => return Some(Piece::Directive(start..self.end_of_directive())),
                b'/' if self.skip_comment() => {}
                b'"' if self.is_raw(start) => self.skip_raw(),
                // A quote behind a digit or letter separates digits.
                b'\''
                    if start
                        .checked_sub(1)
                        .is_some_and(|before| self.text[before].is_ascii_alphanumeric()) => {}
                b'"' | b'\'' => self.skip_string(byte),
                b'(' | b')' | b'[' | b']' | b'{' | b'}' => {
                    self.is_line_start = false;
                    return Some(Piece::Bracket(byte));
                }
                _ => self.is_line_start = false,
            }
        }
    }

    /// Skips the comment that begins with the slash just before, if there is one.
    fn skip_comment(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let length = match rest.first() {
            Some(b'/') => memchr::memchr(b'\n', rest),
            Some(b'*') => memchr::memmem::find(&rest[1..], b"*/").map(|end| end + 3),
            _ => {
                self.is_line_start = false;
                return false;
            }
        };
        self.at += length.unwrap_or(rest.len());
        true
    }

    /// Skips to the end of a string, which is on the same line unless that is continued.
    fn skip_string(&mut self, quote: u8) {
        self.is_line_start = false;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return,
                b'\\' => self.at += 2,
                byte => {
                    self.at += 1;
                    if *byte == quote {
                        return;
                    }
                }
            }
        }
    }

    /// `R"(…)"` of C++.
    fn is_raw(&self, quote: usize) -> bool {
        self.text[..quote].ends_with(b"R")
    }

    fn skip_raw(&mut self) {
        self.is_line_start = false;
        let rest = &self.text[self.at..];
        let Some(opening) = rest.iter().take(20).position(|byte| *byte == b'(') else { return };
        let closing = [b")", &rest[..opening], b"\""].concat();
        self.at += memchr::memmem::find(rest, &closing).map_or(rest.len(), |end| end + closing.len());
    }

    fn end_of_directive(&mut self) -> usize {
        loop {
            let rest = &self.text[self.at..];
            let Some(next) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\\' | b'/')) else {
                self.at = self.text.len();
                return self.at;
            };
            self.at += next + 1;
            match rest[next] {
                b'\n' => {
                    self.at -= 1;
                    return self.at;
                }
                b'\\' => {
                    let continued = &self.text[self.at.min(self.text.len())..];
                    self.at += match continued {
                        [b'\r', b'\n', ..] => 2,
                        [] => 0,
                        _ => 1,
                    };
                }
                // A comment in a directive may go on in the next line.
                _ => _ = self.skip_comment(),
            }
        }
    }
}

#[cfg(test)]
mod tests;
