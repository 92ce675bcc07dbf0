//! How wide the screen is, and how a line is made to fit it.
//!
//! Only what a terminal shows is shortened or folded. Into a pipe a line stays as long as it is: who reads it there
//! wants whole names.

use crate::terminal::{is_stdout_terminal, stdout_columns};

/// The width of a terminal that does not report it.
const USUAL: usize = 80;

/// On a narrower screen nothing fits anyway.
const NARROWEST: usize = 20;

/// So much of a name is left, however little room there is.
const SHORTEST_NAME: usize = 12;

/// The columns of a stream; `None` if it is not a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Width(Option<usize>);

impl Width {
    /// The width of standard output: `COLUMNS`, else that of the terminal.
    pub(crate) fn of_stdout() -> Self {
        if !is_stdout_terminal() {
            return Self(None);
        }
        let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        let said =
            named.filter(|columns| *columns > 0).or_else(stdout_columns).filter(|columns| *columns > 0);
        Self(Some(said.unwrap_or(USUAL).max(NARROWEST)))
    }

    /// A path that shares its line with `taken` other columns, without its beginning if it is too long: the end says
    /// most.
    pub(crate) fn path(self, path: &str, taken: usize) -> String {
        let count = path.chars().count();
        match self.0.map(|width| width.saturating_sub(taken).max(SHORTEST_NAME)) {
            Some(room) if count > room => {
                ['…'].into_iter().chain(path.chars().skip(count - room + 1)).collect()
            }
            _ => path.to_owned(),
        }
    }

    /// The name of an entry, without its end if it has more than `longest` characters.
    pub(crate) fn entry(self, id: &str, longest: usize) -> String {
        if self.0.is_none() || id.chars().count() <= longest {
            return id.to_owned();
        }
        id.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
    }

    /// A line that goes on below itself, indented, where it is too long. It breaks at spaces and behind commas only.
    pub(crate) fn folded(self, line: &str, indent: usize) -> String {
        let Some(width) = self.0 else { return line.to_owned() };
        let mut folded = String::new();
        let mut column = 0;
        for piece in line.split_inclusive([' ', ',']) {
            let needed = piece.trim_end_matches(' ').chars().count();
            if column > indent && column + needed > width {
                folded.truncate(folded.trim_end_matches(' ').len());
                folded.push('\n');
                folded.push_str(&" ".repeat(indent));
                column = indent;
            }
            folded.push_str(piece);
            column += piece.chars().count();
        }
        folded
    }
}

#[cfg(test)]
mod tests;
