//! Whether output goes to a terminal, and how to show characters that it would interpret.

use std::borrow::Cow;
use std::io::IsTerminal as _;

use reread_text::{visible, visible_line};

use crate::arguments::ColorChoice;

/// How a stream shows text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// Output is a terminal: escape what it would interpret, and number lines.
    pub(crate) is_watched: bool,
    colored: bool,
}

impl Terminal {
    pub(crate) fn of_stdout(color: ColorChoice) -> Self {
        Self::new(std::io::stdout().is_terminal(), color)
    }

    pub(crate) fn of_stderr(color: ColorChoice) -> Self {
        // Messages quote names, and a log is looked at on a terminal some day: they are always escaped.
        Self { is_watched: true, ..Self::new(std::io::stderr().is_terminal(), color) }
    }

    fn new(is_terminal: bool, color: ColorChoice) -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colored = match color {
            ColorChoice::Auto => is_terminal && !no_color,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        Self { is_watched: is_terminal || color == ColorChoice::Always, colored }
    }

    /// Text of several lines.
    pub(crate) fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.is_watched { visible(text) } else { Cow::Borrowed(text) }
    }

    /// A name or a message on one line.
    pub(crate) fn line<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.is_watched { visible_line(text) } else { Cow::Borrowed(text) }
    }

    pub(crate) fn dim(&self, text: &str) -> String {
        self.styled("2", text)
    }

    pub(crate) fn bold(&self, text: &str) -> String {
        self.styled("1", text)
    }

    pub(crate) fn red(&self, text: &str) -> String {
        self.styled("31", text)
    }

    pub(crate) fn cyan(&self, text: &str) -> String {
        self.styled("36", text)
    }

    pub(crate) fn green(&self, text: &str) -> String {
        self.styled("32", text)
    }

    fn styled(&self, code: &str, text: &str) -> String {
        if self.colored { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
