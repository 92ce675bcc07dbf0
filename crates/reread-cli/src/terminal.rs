//! Whether output goes to a terminal, and how to show characters that it would interpret.

#![expect(clippy::disallowed_methods, reason = "the streams are asked what they are, and not written to")]

use std::borrow::Cow;
use std::fs::File;
use std::io::IsTerminal as _;
use std::os::fd::AsFd as _;

use reread_text::{visible, visible_line};
use rustix::fs::{OFlags, fcntl_getfl};

use crate::arguments::ColorChoice;
use crate::safe_stream::color_mark;

/// Whether a person looks at standard output.
pub(crate) fn is_stdout_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Whether a person looks at standard error.
pub(crate) fn is_stderr_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// The columns of the terminal at standard output, if it says how many it has.
pub(crate) fn stdout_columns() -> Option<usize> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col))
}

/// The terminal that shows questions, if it can be read from, too.
pub(crate) fn answering_terminal() -> Option<File> {
    let stderr = std::io::stderr();
    let is_readable = fcntl_getfl(&stderr).is_ok_and(|flags| flags & OFlags::RWMODE == OFlags::RDWR);
    let terminal = stderr.as_fd().try_clone_to_owned().ok().filter(|_| is_readable)?;
    Some(terminal.into())
}

/// How a stream shows text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// Output is a terminal: escape what it would interpret, and number lines.
    pub(crate) is_watched: bool,
    colored: bool,
}

impl Terminal {
    pub(crate) fn of_stdout(color: ColorChoice) -> Self {
        Self::new(is_stdout_terminal(), color)
    }

    pub(crate) fn of_stderr(color: ColorChoice) -> Self {
        // Messages quote names, and a log is looked at on a terminal some day: they are always escaped.
        Self { is_watched: true, ..Self::new(is_stderr_terminal(), color) }
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
        if self.colored { color_mark(code) + text + &color_mark("0") } else { text.to_owned() }
    }
}
