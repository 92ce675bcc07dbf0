//! Prints a declaration on one line.
//!
//! Attributes and comments are left out, a long value becomes `…`, and line breaks are removed as a formatter would do it:
//! `f(a, b)`, not `f( a, b, )`.

use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::{Grammar, Rule};

/// Bytes. Longer signatures are cut.
const MAX_SIGNATURE: usize = 160;
/// Bytes. Longer values, and values of several lines, become `…`.
const MAX_VALUE: usize = 40;

/// The part of a declaration before its body.
pub(crate) struct DeclarationHead<'tree> {
    /// The declaring node.
    pub(crate) node: Node<'tree>,
    /// Start offset, possibly in a node around it.
    pub(crate) start: usize,
    /// End offset, where the body begins.
    pub(crate) end: usize,
    /// Ranges before the node that are left out.
    pub(crate) cuts: Vec<Range<usize>>,
    /// A body in the middle of the head.
    pub(crate) hidden: Option<Range<usize>>,
}

impl DeclarationHead<'_> {
    /// The declaration on one line, shortened.
    pub(crate) fn signature(mut self, text: &[u8], grammar: &Grammar) -> String {
        let value = VALUES.iter().find_map(|field| self.node.child_by_field_name(field));
        let value = value
            .map(|value| value.byte_range())
            .filter(|value| value.len() > MAX_VALUE || text[value.clone()].contains(&b'\n'))
            // A head that ends inside its value is that of a function: `const add = (a, b) =>`.
            .filter(|value| self.end <= value.start || value.end <= self.end);
        self.find_cuts(grammar, value.as_ref());
        let mut line = Line::default();
        let mut from = self.start;
        for cut in &self.cuts {
            if cut.start >= from && cut.end <= self.end {
                line.push(&text[from..cut.start]);
                line.space = true;
                from = cut.end;
            }
        }
        match value {
            Some(value) if from <= value.start && value.start < self.end => {
                line.push(&text[from..value.start]);
                line.push("…".as_bytes());
            }
            _ => line.push(&text[from..self.end.max(from)]),
        }
        line.finish()
    }

    /// Finds attributes and comments in the head, until the line is long enough without them.
    fn find_cuts(&mut self, grammar: &Grammar, value: Option<&Range<usize>>) {
        let end = value.map_or(self.end, |value| value.start.min(self.end));
        let mut kept_from = self.cuts.last().map_or(self.start, |cut| cut.end);
        let mut kept = 0;
        let mut cursor = self.node.walk();
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let node = cursor.node();
            if node.start_byte() >= end
                || kept + node.start_byte().saturating_sub(kept_from) > MAX_SIGNATURE * 4
            {
                return;
            }
            let is_cut = node.is_extra()
                || matches!(grammar.rule(node), Some(Rule::Attribute | Rule::Comment))
                || self.hidden.as_ref() == Some(&node.byte_range());
            if is_cut {
                kept += node.start_byte().saturating_sub(kept_from);
                kept_from = node.end_byte();
                self.cuts.push(node.byte_range());
            }
            if !is_cut && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }
}

/// The fields for values in the grammars.
const VALUES: &[&str] = &["value", "right", "default_value"];

/// A line under construction.
#[derive(Default)]
struct Line {
    text: String,
    /// White space came last and is added before the next word.
    space: bool,
    full: bool,
}

impl Line {
    fn push(&mut self, bytes: &[u8]) {
        if self.full {
            return;
        }
        let bytes = &bytes[..reread_text::char_floor(bytes, MAX_SIGNATURE * 4)];
        for character in String::from_utf8_lossy(bytes).chars() {
            if character.is_whitespace() || character.is_control() || character == '\u{feff}' {
                self.space = true;
                continue;
            }
            let closes = matches!(character, ')' | ']');
            if self.space && closes {
                let kept = self.text.strip_suffix(',').unwrap_or(&self.text).len();
                self.text.truncate(kept);
            }
            let opened = self.text.ends_with(['(', '[']);
            if self.space && !opened && !closes && character != ',' && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.space = false;
            self.text.push(character);
            if self.text.len() > MAX_SIGNATURE {
                self.full = true;
                return;
            }
        }
    }

    fn finish(mut self) -> String {
        if self.full {
            self.text.truncate(reread_text::char_floor(self.text.as_bytes(), MAX_SIGNATURE));
            self.text.push('…');
            return self.text;
        }
        let kept = self.text.trim_end_matches(['{', ';', ',', ':', ' ']).trim_end();
        let kept = kept.strip_suffix(" =>").or_else(|| kept.strip_suffix(" =")).unwrap_or(kept);
        if !kept.is_empty() {
            self.text.truncate(kept.len());
        }
        self.text
    }
}
