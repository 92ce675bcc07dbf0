//! Results and messages: the only place that opens standard output and standard error.
//!
//! Everything goes through a [`SafeStream`], so a terminal never obeys what a file, a name, a log or a client chose. Into a
//! pipe, results are exact.

#![expect(clippy::disallowed_methods, reason = "this is the place that opens the streams")]

use std::io::{self, IsTerminal as _, StderrLock, StdoutLock, Write as _};

use serde_json::Value;

use crate::arguments::Global;
use crate::safe_stream::{SafeStream, StreamForm};
use crate::terminal::Terminal;

/// Standard output for text.
pub(crate) fn results(terminal: Terminal) -> SafeStream<StdoutLock<'static>> {
    let form = if terminal.is_watched { StreamForm::Text } else { StreamForm::Exact };
    SafeStream::new(io::stdout().lock(), form)
}

/// Standard output for JSON and lines of JSON.
pub(crate) fn json_results() -> SafeStream<StdoutLock<'static>> {
    let form = if io::stdout().is_terminal() { StreamForm::Json } else { StreamForm::Exact };
    SafeStream::new(io::stdout().lock(), form)
}

/// Standard output for the exact bytes of a file, on a terminal too: only `--raw` asks for it.
pub(crate) fn raw_results() -> io::BufWriter<StdoutLock<'static>> {
    io::BufWriter::new(io::stdout().lock())
}

/// Standard error. A log is looked at on a terminal some day, so it is always escaped.
pub(crate) fn messages() -> SafeStream<StderrLock<'static>> {
    SafeStream::new(io::stderr().lock(), StreamForm::Text)
}

/// Replaces the last words on the line of standard error that the cursor is on.
pub(crate) fn overwrite_message(old: &str, words: &str) {
    let (old, words) = (old.chars().count(), reread_text::visible_line(words));
    // Spaces overwrite what was there, so that no escape sequence is needed. Standard error is closed: progress has no
    // other place.
    let _ = write!(io::stderr().lock(), "\r{:old$}\r{words}", "");
}

/// Prints panics as any other message: they may quote a file.
pub(crate) fn escape_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let _ = writeln!(messages(), "{panic}\n{}", std::backtrace::Backtrace::capture());
    }));
}

/// Prints a result: as JSON if that was asked for, otherwise as text.
pub(crate) fn print(
    global: &Global,
    value: impl FnOnce() -> Value,
    text: impl FnOnce(&Terminal) -> String,
) -> io::Result<()> {
    if global.json {
        return print_json(&value());
    }
    let terminal = Terminal::of_stdout(global.color);
    results(terminal).write_all(text(&terminal).as_bytes())
}

/// Prints a short result: one line, of JSON too.
pub(crate) fn print_line(global: &Global, value: &Value, line: &str) -> io::Result<()> {
    if global.json {
        return writeln!(json_results(), "{value}");
    }
    writeln!(results(Terminal::of_stdout(global.color)), "{line}")
}

/// Prints a value as indented JSON.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    json_results().write_all(format!("{value:#}\n").as_bytes())
}
