//! A text, and which of its bytes a caller has seen or written.

/// Each byte, and whether it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownText {
    bytes: Vec<(u8, bool)>,
}

impl KnownText {
    /// A text of which nothing is known.
    pub(super) fn new(text: Vec<u8>) -> Self {
        Self { bytes: text.into_iter().map(|byte| (byte, false)).collect() }
    }

    pub(super) fn text(&self) -> Vec<u8> {
        self.bytes.iter().map(|(byte, _)| *byte).collect()
    }

    /// The same text, of which nothing is known.
    pub(super) fn unknown(&self) -> Self {
        Self::new(self.text())
    }

    /// The text with its known lines marked, for messages.
    pub(super) fn shown(&self) -> Vec<String> {
        let row = |line: usize| {
            let mark = if self.knows(line) { '*' } else { ' ' };
            format!("{mark}{}", self.line(line).escape_ascii())
        };
        (1..=self.lines()).map(row).collect()
    }

    /// The number of lines; one without an end counts.
    pub(super) fn lines(&self) -> usize {
        self.starts().len()
    }

    pub(super) fn line(&self, line: usize) -> Vec<u8> {
        self.bytes[self.span(line)].iter().map(|(byte, _)| *byte).collect()
    }

    pub(super) fn knows(&self, line: usize) -> bool {
        self.bytes[self.span(line)].iter().all(|(_, is_known)| *is_known)
    }

    /// The caller is shown a line.
    pub(super) fn see(&mut self, line: usize) {
        let span = self.span(line);
        self.bytes[span].iter_mut().for_each(|(_, is_known)| *is_known = true);
    }

    /// The caller has a line in its patch, perhaps not byte by byte.
    pub(super) fn see_if(&mut self, line: usize, written: &[u8]) {
        if self.line(line) == written {
            self.see(line);
        }
    }

    /// The bytes of a line, counted from 1; one past the last line is empty.
    pub(super) fn span(&self, line: usize) -> std::ops::Range<usize> {
        let starts = self.starts();
        let start = |line: usize| starts.get(line - 1).copied().unwrap_or(self.bytes.len());
        start(line)..start(line + 1)
    }

    /// The caller writes bytes in place of others, and knows those that are marked.
    pub(super) fn splice(&mut self, span: std::ops::Range<usize>, new: impl IntoIterator<Item = (u8, bool)>) {
        self.bytes.splice(span, new);
    }

    fn starts(&self) -> Vec<usize> {
        let after_newline = |at: &usize| *at == 0 || self.bytes[at - 1].0 == b'\n';
        (0..self.bytes.len()).filter(after_newline).collect()
    }
}
