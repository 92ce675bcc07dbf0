//! Texts to read.

/// A file of 5 lines, as pi counts them: the last one is empty.
pub(crate) const SONG: &str = "one\ntwo\nthree\nfour\n";

/// So many verses, and the empty line that pi counts behind the last of them.
pub(crate) fn poem(verses: usize) -> String {
    (1..=verses).map(|number| format!("verse {number} of a poem that no one has read\n")).collect()
}

/// The poem with one verse written anew.
pub(crate) fn poem_with(verses: usize, anew: usize) -> String {
    let old = format!("verse {anew} of a poem that no one has read\n");
    poem(verses).replacen(&old, &format!("verse {anew}, written anew\n"), 1)
}

/// What pi shows of these lines of a text with more behind them.
pub(crate) fn slice(text: &str, first: usize, last: usize) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let shown = lines[first - 1..last].join("\n");
    match lines.len() - last {
        0 => shown,
        left => format!("{shown}\n\n[{left} more lines in file. Use offset={} to continue.]", last + 1),
    }
}
