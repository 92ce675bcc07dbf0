//! A name prepared for matching: its characters, and where its components end.
//!
//! A character is a `u32`: a Unicode scalar value, or a larger number for a byte that is not UTF-8. So `?` matches one of
//! either.

use std::borrow::Cow;

use crate::RootedPath;
use crate::look_alike::{letter_for_letter, look_alike};

/// A name, either exact or in a look-alike form.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct MatchableName {
    characters: Vec<u32>,
    ends: Vec<usize>,
}

impl MatchableName {
    /// The name exactly as it is.
    pub(crate) fn exact(path: &RootedPath) -> MatchableName {
        let mut name = MatchableName::default();
        for component in path.components() {
            name.push(&characters(component, |text| Cow::Borrowed(text)));
        }
        name
    }

    /// The look-alike forms of the name. They are split at characters that look like a slash, and components that look
    /// empty or like `.` are dropped.
    ///
    /// A name with components that look like `..` has a second form with those resolved, because a system could take
    /// them for dots. A name that is not ASCII has one more form, letter for letter.
    pub(crate) fn look_alikes(path: &RootedPath) -> Vec<MatchableName> {
        let mut forms = MatchableName::looked_at(path, look_alike);
        if !path.as_bytes().is_ascii() {
            for form in MatchableName::looked_at(path, letter_for_letter) {
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
        }
        forms
    }

    fn looked_at(path: &RootedPath, form: impl Fn(&str) -> Cow<'_, str>) -> Vec<MatchableName> {
        let text = characters(path.as_bytes(), form);
        let mut whole = MatchableName::default();
        let mut climbing = MatchableName::default();
        for component in text.split(|&character| character == SLASH) {
            match component {
                [] | [DOT] => {}
                [DOT, DOT] => {
                    whole.push(component);
                    climbing.pop();
                }
                _ => {
                    whole.push(component);
                    climbing.push(component);
                }
            }
        }
        if whole == climbing { vec![whole] } else { vec![whole, climbing] }
    }

    /// Number of components; 0 for the root.
    pub(crate) fn depth(&self) -> usize {
        self.ends.len()
    }

    /// The component at `index`. Panics unless `index` is less than the depth.
    pub(crate) fn component(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
        &self.characters[start..self.ends[index]]
    }

    /// All components up to and including the one at `index`, with slashes between.
    pub(crate) fn up_to(&self, index: usize) -> &[u32] {
        &self.characters[..self.ends[index]]
    }

    /// Appends a component.
    pub(crate) fn push(&mut self, component: &[u32]) {
        if !self.ends.is_empty() {
            self.characters.push(SLASH);
        }
        self.characters.extend_from_slice(component);
        self.ends.push(self.characters.len());
    }

    /// Removes the last component.
    pub(crate) fn pop(&mut self) {
        self.ends.pop();
        self.characters.truncate(self.ends.last().copied().unwrap_or(0));
    }
}

/// Separates components.
pub(crate) const SLASH: u32 = '/' as u32;
const DOT: u32 = '.' as u32;

fn characters(bytes: &[u8], form: impl Fn(&str) -> Cow<'_, str>) -> Vec<u32> {
    let mut characters = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        characters.extend(form(chunk.valid()).chars().map(u32::from));
        characters.extend(chunk.invalid().iter().copied().map(not_utf8));
    }
    characters
}

fn not_utf8(byte: u8) -> u32 {
    u32::from(char::MAX) + 1 + u32::from(byte)
}

#[cfg(test)]
mod tests;
