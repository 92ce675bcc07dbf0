//! A JSON text with the places of everything in it.

use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged as _;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use crate::clients::format::EditError;
use crate::clients::slot::{Entry, Slot};

use super::UNIT;
use super::layout::Layout;

/// A text and what stands where in it.
pub(super) struct Document<'t> {
    pub(super) text: &'t str,
    pub(super) root: Node,
    marks: Vec<Mark>,
}

/// A value and its place.
pub(super) struct Node {
    pub(super) range: Range<usize>,
    kind: Kind,
}

enum Kind {
    Object(Vec<(String, Range<usize>, Node)>),
    Array(Vec<Node>),
    Plain(Value),
}

/// What stands between values: commas and comments. The end of a container or of the text is none.
struct Mark {
    range: Range<usize>,
    kind: MarkKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MarkKind {
    Comma,
    LineComment,
    BlockComment,
    Other,
}

/// What follows a member.
pub(super) struct Behind {
    /// Where its comma is, if it has one.
    pub(super) comma: Option<usize>,
    /// Where the member ends, with its comma and with the comments that begin on its line.
    pub(super) end: usize,
    pub(super) ends_in_line_comment: bool,
}

impl<'t> Document<'t> {
    pub(super) fn parse(text: &'t str) -> Result<Self, EditError> {
        let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        // Comments and trailing commas are what the clients of today take; the rest of JSON5 they do not.
        let strict = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(text, &collect, &strict).map_err(|error| {
            let message = error.kind().to_string();
            let mut chars = message.chars();
            let first = chars.next().map(|char| char.to_lowercase().to_string()).unwrap_or_default();
            EditError::at(text, error.range().start, format!("{first}{}", chars.as_str()))
        })?;
        let Some(root) = parsed.value.as_ref() else {
            return Err(EditError::at(text, text.len(), "there is no value"));
        };
        let marks = parsed.tokens.iter().flatten().map(Mark::of).collect();
        Ok(Self { text, root: Node::of(root), marks })
    }

    /// The container that holds the entry, or the nearest one above that exists and the names that are missing.
    pub(super) fn section<'s>(&self, slot: &'s Slot) -> Result<(&Node, &'s [&'static str]), EditError> {
        let mut node = &self.root;
        for (depth, name) in slot.section.iter().enumerate() {
            if !matches!(node.kind, Kind::Object(_)) {
                return Err(self.wrong_kind(node, &slot.section[..depth], "an object"));
            }
            let mut named = node.members().filter(|(other, _)| *other == Some(name));
            let found = named.next();
            if let Some((_, again)) = named.next() {
                return Err(EditError::at(self.text, again.range.start, format!("`{name}` is there twice")));
            }
            match found {
                Some((_, found)) => node = found,
                None => return Ok((node, &slot.section[depth..])),
            }
        }
        let wanted = match (&slot.entry, &node.kind) {
            (Entry::Named { .. }, Kind::Object(_)) | (Entry::Listed(_), Kind::Array(_)) => None,
            (Entry::Named { .. }, _) => Some("an object"),
            (Entry::Listed(_), _) => Some("a list"),
        };
        if let Some(wanted) = wanted {
            return Err(self.wrong_kind(node, &slot.section, wanted));
        }
        let mut ours = node.members().filter(|(name, node)| slot.is_at(*name, &node.value()));
        if let (Some(_), Some((_, again))) = (ours.next(), ours.next()) {
            return Err(EditError::at(self.text, again.range.start, "the entry is there twice"));
        }
        Ok((node, &[]))
    }

    fn wrong_kind(&self, node: &Node, path: &[&str], wanted: &str) -> EditError {
        let what =
            if path.is_empty() { "the whole of it".to_owned() } else { format!("`{}`", path.join(".")) };
        EditError::at(self.text, node.range.start, format!("{what} is not {wanted}"))
    }

    /// The container of the member that the names lead to, and the member's number in it.
    pub(super) fn member_at(&self, path: &[&str]) -> Option<(&Node, usize)> {
        let (name, above) = path.split_last()?;
        let node = above.iter().try_fold(&self.root, |node, name| {
            node.members().find(|(other, _)| *other == Some(name)).map(|(_, node)| node)
        })?;
        Some((node, node.members().position(|(other, _)| other == Some(name))?))
    }

    /// What follows the member that ends there.
    pub(super) fn behind(&self, member_end: usize) -> Behind {
        let mut behind = Behind { comma: None, end: member_end, ends_in_line_comment: false };
        let first = self.marks.partition_point(|mark| mark.range.start < member_end);
        for mark in &self.marks[first..] {
            match mark.kind {
                MarkKind::Comma if behind.comma.is_none() => {
                    behind = Behind {
                        comma: Some(mark.range.start),
                        end: mark.range.end,
                        ends_in_line_comment: false,
                    };
                }
                MarkKind::Comma | MarkKind::Other => break,
                // Of a later line, but a comma may still follow.
                _ if self.text[behind.end..mark.range.start].contains('\n') => {}
                kind => {
                    behind.end = mark.range.end;
                    behind.ends_in_line_comment = kind == MarkKind::LineComment;
                }
            }
        }
        behind
    }

    /// What one level is indented by: as the first member that has a line of its own is.
    pub(super) fn unit(&self) -> &str {
        let first = self.root.ranges().next();
        let indent = first.and_then(|first| self.own_line(first.start));
        indent.filter(|indent| !indent.is_empty()).unwrap_or(UNIT)
    }

    /// The blanks that the line of this place begins with.
    pub(super) fn indent_at(&self, at: usize) -> &str {
        let line = &self.text[self.line_start(at)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// The blanks before this place, if nothing else stands before it on its line.
    pub(super) fn own_line(&self, at: usize) -> Option<&str> {
        let start = self.line_start(at);
        let before = &self.text[start..at];
        (start > 0 && before.trim_matches([' ', '\t']).is_empty()).then_some(before)
    }

    /// How a value at this place is laid out.
    pub(super) fn layout_at(&self, at: usize) -> Layout {
        let newline = super::newline_of(self.text);
        if self.text.contains('\n') {
            Layout::lines(newline, self.indent_at(at), self.unit())
        } else {
            Layout::OneLine
        }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }
}

impl Node {
    fn of(value: &ast::Value<'_>) -> Self {
        let range = value.range();
        let kind = match value {
            ast::Value::Object(object) => Kind::Object(
                object
                    .properties
                    .iter()
                    .map(|member| {
                        let range = member.range.start..member.range.end;
                        (member.name.as_str().to_owned(), range, Node::of(&member.value))
                    })
                    .collect(),
            ),
            ast::Value::Array(array) => Kind::Array(array.elements.iter().map(Node::of).collect()),
            ast::Value::StringLit(text) => Kind::Plain(Value::from(text.value.as_ref())),
            ast::Value::BooleanLit(truth) => Kind::Plain(Value::from(truth.value)),
            ast::Value::NullKeyword(_) => Kind::Plain(Value::Null),
            // A number that no machine holds is compared by its digits.
            ast::Value::NumberLit(number) => {
                Kind::Plain(serde_json::from_str(number.value).unwrap_or_else(|_| Value::from(number.value)))
            }
        };
        Self { range: range.start..range.end, kind }
    }

    /// What it says, without its places.
    pub(super) fn value(&self) -> Value {
        match &self.kind {
            Kind::Plain(value) => value.clone(),
            Kind::Array(elements) => Value::Array(elements.iter().map(Node::value).collect()),
            Kind::Object(members) => {
                let member = |(name, _, node): &(String, _, Node)| (name.clone(), node.value());
                Value::Object(members.iter().map(member).collect::<Map<String, Value>>())
            }
        }
    }

    /// The members with their names, if they have any.
    pub(super) fn members(&self) -> impl Iterator<Item = (Option<&str>, &Node)> {
        let (named, listed) = match &self.kind {
            Kind::Object(members) => (members.as_slice(), &[][..]),
            Kind::Array(elements) => (&[][..], elements.as_slice()),
            Kind::Plain(_) => (&[][..], &[][..]),
        };
        let named = named.iter().map(|(name, _, node)| (Some(name.as_str()), node));
        named.chain(listed.iter().map(|node| (None, node)))
    }

    /// Where the members stand, names included.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let (named, listed) = match &self.kind {
            Kind::Object(members) => (members.as_slice(), &[][..]),
            Kind::Array(elements) => (&[][..], elements.as_slice()),
            Kind::Plain(_) => (&[][..], &[][..]),
        };
        named.iter().map(|(_, range, _)| range.clone()).chain(listed.iter().map(|node| node.range.clone()))
    }

    /// Where the last member stands.
    pub(super) fn last(&self) -> Option<Range<usize>> {
        self.ranges().last()
    }
}

impl Mark {
    fn of(token: &TokenAndRange<'_>) -> Self {
        let kind = match token.token {
            Token::Comma => MarkKind::Comma,
            Token::CommentLine(_) => MarkKind::LineComment,
            Token::CommentBlock(_) => MarkKind::BlockComment,
            _ => MarkKind::Other,
        };
        Self { range: token.range.start..token.range.end, kind }
    }
}
