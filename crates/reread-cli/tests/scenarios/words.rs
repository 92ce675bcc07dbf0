//! A line taken apart into words, as a shell would with the simplest of lines.

/// The words of a line: separated by spaces, which quotes (`"` or `'`) keep inside a word. Nothing else is special.
pub(crate) fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for char in line.chars() {
        match (char, quote) {
            (char, Some(open)) if char == open => quote = None,
            (char, Some(_)) => word.get_or_insert_default().push(char),
            ('"' | '\'', None) => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            (char, None) => word.get_or_insert_default().push(char),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed: {line}"));
    }
    words.extend(word);
    Ok(words)
}
