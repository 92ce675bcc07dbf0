//! Results on standard output: as text, or as JSON for programs.

use std::io::{self, Write as _};

use serde_json::Value;

use crate::arguments::Global;
use crate::terminal::Terminal;

/// Prints a result: as JSON if that was asked for, otherwise as text. The text is written as it is, so `text` escapes
/// what comes from files.
pub(crate) fn print(
    global: &Global,
    value: impl FnOnce() -> Value,
    text: impl FnOnce(&Terminal) -> String,
) -> io::Result<()> {
    if global.json {
        return print_json(&value());
    }
    io::stdout().lock().write_all(text(&Terminal::of_stdout(global.color)).as_bytes())
}

/// Prints a short result: one line, of JSON too.
pub(crate) fn print_line(global: &Global, value: &Value, line: &str) -> io::Result<()> {
    let json = global.json.then(|| value.to_string());
    writeln!(io::stdout().lock(), "{}", json.as_deref().unwrap_or(line))
}

/// Prints a value as indented JSON.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    io::stdout().lock().write_all(format!("{value:#}\n").as_bytes())
}
