//! Tables: the same number of fields in nearly every line, below a line of names.

use std::collections::BTreeSet;

use reread_text::{REDACTION_MARK, Section, SectionLayout, SectionRow, key_kind};

use super::excerpt::{FlatLine, shortened};
use super::log::time;
use super::{Shape, counted};

/// Lines that are looked at to find out whether a text is a table.
const SAMPLE: usize = 64;
/// Columns that are described.
const MAX_COLUMNS: usize = 200;
/// Different values of a column that are listed, and their length in bytes.
const MAX_VALUES: usize = 5;
const MAX_VALUE: usize = 24;
/// Bytes of a name of a column.
const MAX_NAME: usize = 48;
/// Rows at either end that are shown.
const MAX_END: usize = 3;

const SEPARATORS: [(char, &str); 4] = [('\t', "tabs"), (',', "commas"), (';', "semicolons"), ('|', "bars")];

/// The shape of a table, if the lines are one.
pub(super) fn shape(lines: &[FlatLine<'_>]) -> Option<Shape> {
    let (separator, word) = SEPARATORS.into_iter().find(|(separator, _)| is_table(lines, *separator))?;
    let (header, rows) = lines.split_first()?;
    let names: Vec<String> = fields(header.text, separator).into_iter().map(unquoted).collect();
    let hidden: Vec<Option<&str>> = names.iter().map(|name| key_kind(name)).collect();
    let mut columns: Vec<Column> = names.iter().map(|_| Column::default()).collect();
    for row in rows {
        for (column, field) in columns.iter_mut().zip(fields(row.text, separator)) {
            column.add(&unquoted(field));
        }
    }
    let described = names.iter().zip(&columns).zip(&hidden).take(MAX_COLUMNS);
    let described = described.map(|((name, column), hidden)| column.described(name, *hidden));
    let redacted =
        columns.iter().zip(&hidden).filter(|(_, hidden)| hidden.is_some()).map(|(column, _)| column.filled);
    let shown = |row: &FlatLine<'_>| {
        format!("{} {}", row.number, shortened(&without_hidden(row.text, separator, &hidden)))
    };
    let head = rows.len().min(MAX_END);
    let tail = rows.len().saturating_sub(MAX_END).max(head);
    let columns_word = counted(names.len(), "column", "columns");
    Some(Shape {
        words: format!(
            "table of {}, {columns_word}, separated by {word}",
            counted(rows.len(), "row", "rows")
        ),
        redacted: redacted.sum(),
        parts: Some(Section {
            title: "columns",
            nouns: ("column", "columns"),
            layout: SectionLayout::Lines,
            rows: described.map(|text| SectionRow { text, weight: 0 }).collect(),
        }),
        notable: Vec::new(),
        head: rows[..head].iter().map(shown).collect(),
        tail: rows[tail..].iter().map(shown).collect(),
    })
}

/// Whether nearly all lines have as many fields as the first, at least two, which are short names.
fn is_table(lines: &[FlatLine<'_>], separator: char) -> bool {
    let Some(header) = lines.first() else { return false };
    let names: Vec<String> = fields(header.text, separator).into_iter().map(unquoted).collect();
    let is_name = |name: &String| !name.is_empty() && name.len() <= MAX_NAME && name.parse::<f64>().is_err();
    let is_log = time(header.text).is_some() || header.text.trim_start().starts_with(['{', '[', '#']);
    if lines.len() < 3 || names.len() < 2 || is_log || !names.iter().all(is_name) {
        return false;
    }
    let sample = &lines[1..lines.len().min(SAMPLE)];
    let alike = sample.iter().filter(|line| fields(line.text, separator).len() == names.len()).count();
    alike * 10 >= sample.len() * 9
}

/// The fields of a line. A separator between quotes belongs to its field.
fn fields(line: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    line.split(|character| {
        is_quoted ^= character == '"';
        character == separator && !is_quoted
    })
    .collect()
}

fn unquoted(field: &str) -> String {
    let field = field.trim();
    let inner = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
    inner.map_or(field.to_owned(), |inner| inner.replace("\"\"", "\""))
}

/// A line with what stands in hidden columns taken out.
fn without_hidden(line: &str, separator: char, hidden: &[Option<&str>]) -> String {
    if hidden.iter().all(Option::is_none) {
        return line.to_owned();
    }
    let field = |(index, field): (usize, &str)| match hidden.get(index).copied().flatten() {
        Some(kind) if !field.trim().is_empty() => format!("{REDACTION_MARK}{kind}]"),
        _ => field.to_owned(),
    };
    let fields: Vec<String> = fields(line, separator).into_iter().enumerate().map(field).collect();
    fields.join(&separator.to_string())
}

/// What is known of the values of a column.
#[derive(Default)]
struct Column {
    filled: u64,
    empty: u64,
    numbers: u64,
    smallest: Option<f64>,
    largest: Option<f64>,
    /// Different values, at most one more than are listed.
    values: BTreeSet<String>,
}

impl Column {
    fn add(&mut self, value: &str) {
        if value.is_empty() {
            self.empty += 1;
            return;
        }
        self.filled += 1;
        if let Some(number) = value.parse::<f64>().ok().filter(|number| number.is_finite()) {
            self.numbers += 1;
            self.smallest = Some(self.smallest.map_or(number, |smallest| smallest.min(number)));
            self.largest = Some(self.largest.map_or(number, |largest| largest.max(number)));
        }
        if self.values.len() <= MAX_VALUES {
            self.values.insert(value.to_owned());
        }
    }

    /// `amount: number, 0.5 to 99`, `status: text, open|paid, 3 empty`.
    fn described(&self, name: &str, hidden: Option<&str>) -> String {
        let mut words = match (hidden, self.smallest, self.largest) {
            (Some(kind), ..) => format!("{REDACTION_MARK}{kind}]"),
            (None, Some(smallest), Some(largest)) if self.numbers == self.filled => {
                format!("number, {smallest} to {largest}")
            }
            _ => self.as_text(),
        };
        if self.empty > 0 {
            words.push_str(&format!(", {} empty", self.empty));
        }
        shortened(&format!("{name}: {words}"))
    }

    fn as_text(&self) -> String {
        let are_few = self.values.len() <= MAX_VALUES && self.filled > self.values.len() as u64;
        match are_few && self.values.iter().all(|value| value.len() <= MAX_VALUE) {
            true => format!("text, {}", self.values.iter().map(String::as_str).collect::<Vec<_>>().join("|")),
            false => "text".to_owned(),
        }
    }
}
