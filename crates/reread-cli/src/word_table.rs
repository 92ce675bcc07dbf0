//! Options whose value is one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The words of an option, each with its help text and what it stands for.
pub(crate) type WordTable<T> = [(&'static str, &'static str, T)];

/// A parser of the words of a table.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    table: &'static WordTable<T>,
) -> impl TypedValueParser<Value = T> {
    let words = table.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(words).map(|given| {
        let found = table.iter().find(|(word, ..)| word.eq_ignore_ascii_case(&given));
        found.expect("the parser accepts the words of the table only").2
    })
}
