//! The external editor of the user, and how the line is passed to it.
//!
//! What is named is split into words as a shell would split it, and no shell ever sees it. Editors that are not in the
//! table get the file alone: a word that one takes for a line is another file to the next.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An editor, with the arguments that it is always given.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExternalEditor {
    program: PathBuf,
    arguments: Vec<String>,
}

/// How the line is passed to an editor.
#[derive(Clone, Copy)]
enum Manner {
    /// `+12 FILE`.
    Plus,
    /// `FILE:12`.
    Colon,
    /// `--goto FILE:12`.
    Goto,
    /// `--line 12 FILE`.
    Line,
}

/// Editors by the manner that they share, as words between spaces.
const MANNERS: &[(Manner, &str)] = &[
    (Manner::Plus, "vi vim nvim gvim view nano pico emacs emacsclient micro kak joe mcedit gedit"),
    (Manner::Colon, "hx helix zed zeditor subl sublime_text"),
    (Manner::Goto, "code code-insiders codium vscodium cursor windsurf"),
    (Manner::Line, "mate kate kwrite idea pycharm webstorm goland clion rustrover"),
];

impl ExternalEditor {
    /// The one that `$VISUAL` names, or else `$EDITOR`.
    pub(crate) fn of_environment() -> Option<Self> {
        let named = |variable| Self::parse(&std::env::var(variable).ok()?);
        named("VISUAL").or_else(|| named("EDITOR"))
    }

    /// Parses the setting; `None` if it has no word or an unterminated quote.
    fn parse(text: &str) -> Option<Self> {
        let mut words = words(text)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty())?.into();
        Some(Self { program, arguments: words.collect() })
    }

    /// The name by which people know it.
    pub(crate) fn name(&self) -> String {
        self.program.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// How it is started for a file.
    pub(crate) fn command(&self, file: &Path, line: Option<u64>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).args(self.place(file, line));
        command
    }

    /// The file, and the line if there is one and the editor is known.
    fn place(&self, file: &Path, line: Option<u64>) -> Vec<OsString> {
        let name = self.name();
        let known = MANNERS.iter().find(|(_, names)| names.split(' ').any(|known| known == name));
        let (Some((manner, _)), Some(line)) = (known, line) else { return vec![file.into()] };
        let with_line = || {
            let mut file = file.as_os_str().to_owned();
            file.push(format!(":{line}"));
            file
        };
        match manner {
            Manner::Plus => vec![format!("+{line}").into(), file.into()],
            Manner::Colon => vec![with_line()],
            Manner::Goto => vec!["--goto".into(), with_line()],
            Manner::Line => vec!["--line".into(), line.to_string().into(), file.into()],
        }
    }
}

/// Words between spaces. Quotes hold a word together, and a backslash takes the next character as it is, except between
/// single quotes.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().push(characters.next()?),
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests;
