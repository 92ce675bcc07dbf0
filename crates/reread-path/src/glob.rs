//! Glob patterns for names.
//!
//! A glob that matches a folder covers everything beneath it. `?` matches one character of any script, or one byte that is
//! not UTF-8. [`crate::RuleLists`] documents the syntax.

mod parse;

pub use parse::BadGlob;

use unicode_normalization::char::is_combining_mark;

use crate::look_alike::look_alike;
use crate::matchable_name::{MatchableName, SLASH};

/// A compiled pattern.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Glob {
    segments: Vec<Segment>,
    /// Whether it matches look-alikes, in which accents are separate characters after their letters.
    takes_marks: bool,
}

/// A literal prefix or suffix of a component.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum ComponentAffix {
    Start(Vec<u32>),
    End(Vec<u32>),
}

/// A pattern for one or more components.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Segment {
    /// Any number of folders, none included.
    Folders,
    /// One component.
    Name(Vec<Token>),
}

/// A part of a component.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Token {
    Character(char),
    AnyCharacter,
    AnyRun,
    Class(Box<Class>),
}

/// A set of ASCII characters, one bit each, or its complement.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Class {
    is_negated: bool,
    members: u128,
}

impl Glob {
    /// Whether the glob matches the name or a folder above it.
    pub(crate) fn covers(&self, name: &MatchableName) -> bool {
        let (mut segment, mut component) = (0, 0);
        // Tries the shortest run of folders first and backtracks to the latest run only. That is enough: a later run can
        // skip whatever an earlier one could.
        let mut retry = None;
        loop {
            match self.segments.get(segment) {
                None => return true,
                Some(Segment::Folders) => {
                    segment += 1;
                    retry = Some((segment, component));
                    continue;
                }
                Some(Segment::Name(tokens)) => {
                    if component < name.depth() && self.matches(tokens, name.component(component)) {
                        segment += 1;
                        component += 1;
                        continue;
                    }
                }
            }
            match retry {
                Some((after, from)) if from < name.depth() => {
                    (segment, component) = (after, from + 1);
                    retry = Some((after, from + 1));
                }
                _ => return false,
            }
        }
    }

    /// The name, if the glob matches exactly one name at any depth.
    pub(crate) fn as_name(&self) -> Option<Vec<u32>> {
        match self.segments.as_slice() {
            [Segment::Folders, Segment::Name(tokens)] => literal(tokens),
            _ => None,
        }
    }

    /// The path and its depth, if the glob matches exactly one path.
    pub(crate) fn as_path(&self) -> Option<(Vec<u32>, usize)> {
        let mut path = Vec::new();
        for segment in &self.segments {
            let Segment::Name(tokens) = segment else { return None };
            if !path.is_empty() {
                path.push(SLASH);
            }
            path.extend(literal(tokens)?);
        }
        (!path.is_empty()).then_some((path, self.segments.len()))
    }

    /// The longest literal that is prefix or suffix of a component in every covered name; `None` without one.
    pub(crate) fn edge(&self) -> Option<ComponentAffix> {
        let names = self.segments.iter().filter_map(|segment| match segment {
            Segment::Folders => None,
            Segment::Name(tokens) => Some(tokens),
        });
        let starts = names
            .clone()
            .map(|tokens| ComponentAffix::Start(tokens.iter().map_while(Token::character).collect()));
        let ends = names.map(|tokens| {
            let mut end: Vec<u32> = tokens.iter().rev().map_while(Token::character).collect();
            end.reverse();
            ComponentAffix::End(end)
        });
        starts.chain(ends).max_by_key(|edge| edge.text().len()).filter(|edge| !edge.text().is_empty())
    }

    /// The glob that covers the look-alikes of what this one covers.
    pub(crate) fn look_alike(&self) -> Result<Glob, BadGlob> {
        let mut segments = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            match segment {
                Segment::Folders => segments.push(Segment::Folders),
                Segment::Name(tokens) => {
                    segments.extend(look_alike_names(tokens)?.into_iter().map(Segment::Name));
                }
            }
        }
        Ok(Glob { segments, takes_marks: true })
    }

    /// The number of tokens: a measure for memory and matching time.
    pub(crate) fn size(&self) -> usize {
        let size = |segment: &Segment| match segment {
            Segment::Folders => 1,
            Segment::Name(tokens) => 1 + tokens.len(),
        };
        self.segments.iter().map(size).sum()
    }

    fn matches(&self, tokens: &[Token], name: &[u32]) -> bool {
        let (mut token, mut at) = (0, 0);
        let mut retry = None;
        loop {
            let next = match tokens.get(token) {
                None if at == name.len() => return true,
                None => None,
                Some(Token::AnyRun) => {
                    retry = Some((token + 1, at));
                    Some(at)
                }
                Some(one) => self.after(one, name, at),
            };
            match (next, retry) {
                (Some(next), _) => (token, at) = (token + 1, next),
                (None, Some((after, from))) if from < name.len() => {
                    (token, at) = (after, from + 1);
                    retry = Some((after, from + 1));
                }
                (None, _) => return false,
            }
        }
    }

    /// The position after the character at `at`, if `token` matches it. A wildcard matches a letter with its accents.
    fn after(&self, token: &Token, name: &[u32], at: usize) -> Option<usize> {
        let character = *name.get(at)?;
        let (is_taken, may_take_marks) = match token {
            Token::Character(wanted) => (character == u32::from(*wanted), false),
            Token::AnyCharacter => (true, true),
            Token::Class(class) => (class.contains(character), class.is_negated),
            Token::AnyRun => unreachable!("a run takes no single character"),
        };
        if !is_taken {
            return None;
        }
        let is_mark = |character: &&u32| char::from_u32(**character).is_some_and(is_combining_mark);
        let marks = if self.takes_marks && may_take_marks {
            name[at + 1..].iter().take_while(is_mark).count()
        } else {
            0
        };
        Some(at + 1 + marks)
    }
}

impl ComponentAffix {
    fn text(&self) -> &[u32] {
        match self {
            ComponentAffix::Start(text) | ComponentAffix::End(text) => text,
        }
    }
}

impl Token {
    fn character(&self) -> Option<u32> {
        match self {
            Token::Character(character) => Some(u32::from(*character)),
            _ => None,
        }
    }
}

impl Class {
    fn contains(&self, character: u32) -> bool {
        (character < 128 && self.members & (1 << character) != 0) != self.is_negated
    }

    /// The same class for lower-case characters.
    fn look_alike(&self) -> Class {
        let mut members = self.members;
        for letter in b'A'..=b'Z' {
            let (upper, lower) = (1 << letter, 1 << letter.to_ascii_lowercase());
            let listed = self.members & (upper | lower);
            let is_member = if self.is_negated { listed == upper | lower } else { listed != 0 };
            members &= !(upper | lower);
            members |= if is_member { lower } else { 0 };
        }
        Class { is_negated: self.is_negated, members }
    }
}

fn literal(tokens: &[Token]) -> Option<Vec<u32>> {
    tokens.iter().map(Token::character).collect()
}

/// A component can look like several components. One that looks like none is an error, because without it the rule would
/// cover more than its author meant.
fn look_alike_names(tokens: &[Token]) -> Result<Vec<Vec<Token>>, BadGlob> {
    let mut names = vec![Vec::new()];
    let mut text = String::new();
    for token in tokens {
        if let Token::Character(character) = token {
            text.push(*character);
            continue;
        }
        push_look_alike(&mut names, &mut text);
        let token = match token {
            Token::Class(class) => Token::Class(Box::new(class.look_alike())),
            other => other.clone(),
        };
        names.last_mut().expect("there is always a name to go on with").push(token);
    }
    push_look_alike(&mut names, &mut text);
    names.retain(|name| !name.is_empty() && *name != [Token::Character('.')]);
    if names.is_empty() { Err(BadGlob::Invisible) } else { Ok(names) }
}

fn push_look_alike(names: &mut Vec<Vec<Token>>, text: &mut String) {
    for (index, part) in look_alike(text).split('/').enumerate() {
        if index > 0 {
            names.push(Vec::new());
        }
        names
            .last_mut()
            .expect("there is always a name to go on with")
            .extend(part.chars().map(Token::Character));
    }
    text.clear();
}

#[cfg(test)]
mod tests;
