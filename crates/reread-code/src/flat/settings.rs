//! Settings: `key = value` lines, perhaps below `[section]` lines. The summary names keys and no values.

use reread_text::{Section, SectionLayout, SectionRow};

use super::excerpt::{FlatLine, shortened};
use super::{Shape, counted};

/// Bytes of a key.
const MAX_KEY: usize = 64;

struct SettingsSection<'a> {
    name: &'a str,
    first: usize,
    last: usize,
    keys: Vec<&'a str>,
}

/// The shape of settings, if most lines are some.
pub(super) fn shape(lines: &[FlatLine<'_>]) -> Option<Shape> {
    let told: Vec<&FlatLine<'_>> = lines.iter().filter(|line| !is_comment(line.text)).collect();
    let assigned = told.iter().filter(|line| key(line.text).is_some()).count();
    let headed = told.iter().filter(|line| section(line.text).is_some()).count();
    if assigned < 2 || (assigned + headed) * 10 < told.len() * 8 {
        return None;
    }
    let mut sections: Vec<SettingsSection<'_>> = Vec::new();
    for line in &told {
        let (name, number) = (section(line.text), line.number);
        if name.is_some() || sections.is_empty() {
            let name = name.unwrap_or_default();
            sections.push(SettingsSection { name, first: number, last: number, keys: Vec::new() });
        }
        if let Some(current) = sections.last_mut() {
            current.last = number;
            current.keys.extend(key(line.text));
        }
    }
    let mut words = format!("settings, {}", counted(assigned, "key", "keys"));
    if headed > 0 {
        words.push_str(&format!(" in {}", counted(headed, "section", "sections")));
    }
    let rows = sections.iter().map(|section| SectionRow { text: section.shown(), weight: 0 }).collect();
    let nouns = ("section", "sections");
    let parts = Section { title: "sections", nouns, layout: SectionLayout::Lines, rows };
    Some(Shape { parts: Some(parts), ..Shape::of(words, lines) })
}

impl SettingsSection<'_> {
    /// `3-6 [database] host, port`.
    fn shown(&self) -> String {
        let name = if self.name.is_empty() { String::new() } else { format!(" [{}]", self.name) };
        shortened(&format!("{}-{}{name} {}", self.first, self.last, self.keys.join(", ")))
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', ';', '!']) || line.trim_start().starts_with("//")
}

fn section(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.strip_suffix(']').filter(|name| !name.is_empty())
}

/// The key of a line that assigns, which has no white space but may have `export` before it.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(['=', ':'])?;
    let key = key.trim().trim_start_matches("export ").trim();
    let is_key = |key: &str| {
        let is_part = |character: char| character.is_alphanumeric() || "_-./$@\"'".contains(character);
        !key.is_empty()
            && key.len() <= MAX_KEY
            && key.chars().all(is_part)
            && !key.starts_with(|first: char| first.is_ascii_digit())
    };
    is_key(key).then_some(key)
}
