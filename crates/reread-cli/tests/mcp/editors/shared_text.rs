//! The files that everybody edits: a counter that all fight for, a line for each client, and a log at the end.
//!
//! Lines that different clients change have lines between them that no client changes, each of them another, so that a merge
//! has no choice.

use std::fmt;

/// How many of them there are.
pub(crate) const FILES: usize = 4;

/// A file that holds nothing but a number.
pub(crate) const TALLY: &str = "tally.txt";

pub(crate) fn file_name(file: usize) -> String {
    format!("shared{file}.txt")
}

/// What one of them holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedText {
    pub(crate) counter: usize,
    /// Who counted last.
    pub(crate) counted_by: String,
    /// What each client wrote last into its own line.
    pub(crate) own: Vec<usize>,
    pub(crate) log: Vec<String>,
}

/// The line before the first of the log.
const LOG: &str = "log";

impl SharedText {
    pub(crate) fn new(clients: usize) -> Self {
        Self { counter: 0, counted_by: "none".to_owned(), own: vec![0; clients], log: Vec::new() }
    }

    /// The last line before the log, for so many clients.
    pub(crate) fn last_line(clients: usize) -> usize {
        Self::new(clients).to_string().lines().count()
    }

    pub(crate) fn own_line(client: usize, number: usize) -> String {
        format!("client {client} wrote {number}")
    }

    /// Reads a text; `None` if it is no such text, torn or mixed.
    pub(crate) fn parse(text: &str, clients: usize) -> Option<Self> {
        let mut read = Self::new(clients);
        let mut lines = text.lines();
        let (counter, counted_by) = lines.next()?.strip_prefix("counter ")?.split_once(" by ")?;
        (read.counter, read.counted_by) = (counter.parse().ok()?, counted_by.to_owned());
        let own =
            lines.by_ref().take_while(|line| *line != LOG).filter_map(|line| line.split_once(" wrote "));
        read.own = own.map(|(_, number)| number.parse().ok()).collect::<Option<_>>()?;
        read.log = lines.map(str::to_owned).collect();
        // Whatever is missing, doubled or out of its place would not be written back as it is.
        (read.own.len() == clients && read.to_string() == text).then_some(read)
    }
}

/// Lines that no client changes.
fn gap(name: &str) -> String {
    ["one", "two", "three"].map(|line| format!("-- {line} below {name}")).join("\n")
}

impl fmt::Display for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "counter {} by {}\n{}", self.counter, self.counted_by, gap("counter"))?;
        for (client, number) in self.own.iter().enumerate() {
            writeln!(f, "{}\n{}", Self::own_line(client, *number), gap(&client.to_string()))?;
        }
        writeln!(f, "{LOG}")?;
        self.log.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
