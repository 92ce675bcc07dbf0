//! Our entry in a JSON file, comments and trailing commas included.
//!
//! What is put in tells how the file was before, which is how taking out finds its way back: a section that we made has
//! its braces apart from the entry, on lines of their own or by a space, while in one that was there and empty the
//! entry clings to the brace.

use std::ops::Range;

use serde_json::{Map, Value};

use super::format::{EditError, former, is_blank, newline_of, spliced};
use super::slot::{Entry, Slot};

mod document;
mod layout;

use document::{Document, Node};
use layout::Layout;

const UNIT: &str = "  ";

/// What a text says.
pub(super) fn read(text: &str) -> Result<Value, EditError> {
    if is_blank(text) {
        return Ok(Value::Object(Map::new()));
    }
    Ok(Document::parse(text)?.root.value())
}

/// The text with the entry.
pub(super) fn put(text: Option<&str>, slot: &Slot) -> Result<String, EditError> {
    let Some(text) = text else { return Ok(whole(slot, "\n") + "\n") };
    if is_blank(text) {
        return Ok(format!("{text}{}", whole(slot, newline_of(text))));
    }
    let document = Document::parse(text)?;
    let (section, missing) = document.section(slot)?;
    let member = section.members().find(|(name, node)| slot.is_at(*name, &node.value()));
    match (member, &slot.entry) {
        (Some((_, node)), Entry::Named { value, .. }) if missing.is_empty() => {
            update(text, slot, node, value)
        }
        _ => Ok(insert(&document, section, |layout| made(missing, &slot.entry, layout))),
    }
}

/// The text without the entry; `None` if we made the file.
pub(super) fn take_out(text: &str, slot: &Slot) -> Result<Option<String>, EditError> {
    let document = Document::parse(text)?;
    let (section, missing) = document.section(slot)?;
    let ours = |(name, node): (Option<&str>, &Node)| slot.is_at(name, &node.value());
    let Some(index) = section.members().position(ours).filter(|_| missing.is_empty()) else {
        return Ok(Some(text.to_owned()));
    };
    let alone = remove(&document, section, index);
    if section.members().count() > 1 {
        return Ok(Some(alone));
    }
    let as_it_is = match (&slot.entry, section.members().nth(index).map(|(_, node)| node.value())) {
        (Entry::Named { name, .. }, Some(Value::Object(value))) => Entry::Named { name: name.clone(), value },
        (entry, _) => entry.clone(),
    };
    let as_it_is = Slot { section: slot.section.clone(), entry: as_it_is };
    let blanks = text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let mut candidates = vec![Some(alone.clone())];
    // Each section above may be ours too, down to the whole file.
    for depth in (1..=slot.section.len()).rev() {
        let Some(Some(last)) = candidates.last() else { break };
        let document = Document::parse(last)?;
        let Some((above, index)) = document.member_at(&slot.section[..depth]) else { break };
        let without = remove(&document, above, index);
        let is_last = above.members().count() == 1;
        candidates.push(Some(without));
        if !is_last {
            break;
        }
    }
    candidates.push(Some(text[..blanks].to_owned()));
    candidates.push(None);
    let found = former(candidates.into_iter().rev(), |candidate| put(candidate, &as_it_is), text);
    Ok(found.unwrap_or(Some(alone)))
}

/// A file that holds nothing but the entry.
fn whole(slot: &Slot, newline: &'static str) -> String {
    let inside = Layout::lines(newline, UNIT, UNIT);
    format!("{{{newline}{UNIT}{}{newline}}}", made(&slot.section, &slot.entry, &inside))
}

/// The entry inside the sections that it needs.
fn made(missing: &[&str], entry: &Entry, layout: &Layout) -> String {
    let Some((name, missing)) = missing.split_first() else {
        return match entry {
            Entry::Named { name, value } => {
                let value = layout.render(&Value::Object(value.clone()));
                format!("{}: {value}", layout::quoted(name))
            }
            Entry::Listed(value) => layout::quoted(value),
        };
    };
    let (open, close) = match entry {
        Entry::Listed(_) if missing.is_empty() => ('[', ']'),
        _ => ('{', '}'),
    };
    let inside = made(missing, entry, &layout.deeper());
    let (before, behind) = layout.around();
    format!("{}: {open}{before}{inside}{behind}{close}", layout::quoted(name))
}

/// Puts one more member behind the others.
fn insert(document: &Document<'_>, container: &Node, member: impl Fn(&Layout) -> String) -> String {
    let text = document.text;
    let newline = newline_of(text);
    let unit = document.unit();
    let outer = document.indent_at(container.range.start);
    let inner = Layout::lines(newline, &format!("{outer}{unit}"), unit);
    let Some(last) = container.last() else {
        let (first, end) = (container.range.start + 1, container.range.end - 1);
        let held = &text[first..end];
        let as_if_made = held == format!("{newline}{outer}");
        let new = if held.contains('\n') && !as_if_made {
            format!("{newline}{outer}{unit}{}", member(&inner))
        } else {
            member(&Layout::OneLine)
        };
        return spliced(text, vec![(first..first, new)]);
    };
    let behind = document.behind(last.end);
    let layout = match document.own_line(last.start) {
        Some(indent) => Layout::lines(newline, indent, unit),
        // Behind a comment that reaches to the end of its line there is no more room.
        None if behind.ends_in_line_comment => inner,
        None => Layout::OneLine,
    };
    let gap = layout.gap();
    let new = format!("{gap}{}", member(&layout));
    match behind.comma {
        Some(_) => spliced(text, vec![(behind.end..behind.end, new + ",")]),
        None if behind.end == last.end => spliced(text, vec![(last.end..last.end, format!(",{new}"))]),
        None => spliced(text, vec![(last.end..last.end, ",".to_owned()), (behind.end..behind.end, new)]),
    }
}

/// Takes a member out, with the comma that it needed and the blanks before it.
fn remove(document: &Document<'_>, container: &Node, index: usize) -> String {
    let text = document.text;
    let ranges: Vec<Range<usize>> = container.ranges().collect();
    let member = ranges[index].clone();
    let before = text[..member.start].trim_end_matches([' ', '\t', '\r', '\n']).len();
    let mut splices = vec![(before..member.end, String::new())];
    let comma = match document.behind(member.end).comma {
        Some(behind) => Some(behind),
        None if index > 0 => document.behind(ranges[index - 1].end).comma,
        None => None,
    };
    // The comma before stands where the blanks begin, or further up, before a comment.
    splices.extend(comma.map(|comma| (comma..comma + 1, String::new())));
    spliced(text, splices)
}

/// Makes an entry say what it should; what else it says stays.
fn update(text: &str, slot: &Slot, found: &Node, wanted: &Map<String, Value>) -> Result<String, EditError> {
    // What has no command is another kind of entry, whose keys would contradict ours.
    let is_of_our_kind = found.value().get("command").is_some();
    if !is_of_our_kind {
        let document = Document::parse(text)?;
        let layout = document.layout_at(found.range.start);
        let value = layout.render(&Value::Object(wanted.clone()));
        return Ok(spliced(text, vec![(found.range.clone(), value)]));
    }
    let mut text = text.to_owned();
    for (key, value) in wanted {
        let document = Document::parse(&text)?;
        let (section, _) = document.section(slot)?;
        let entry = section.members().find(|(name, node)| slot.is_at(*name, &node.value()));
        let Some((_, entry)) = entry else { return Err(EditError::shape("the entry is not where it was")) };
        let edited = match entry.members().find(|(name, _)| *name == Some(key)) {
            Some((_, node)) if node.value() == *value => continue,
            Some((_, node)) => {
                let value = document.layout_at(node.range.start).render(value);
                spliced(&text, vec![(node.range.clone(), value)])
            }
            None => insert(&document, entry, |layout| {
                format!("{}: {}", layout::quoted(key), layout.render(value))
            }),
        };
        text = edited;
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
