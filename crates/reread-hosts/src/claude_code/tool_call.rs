//! What a call of a tool means for the one file that is asked about.

use serde_json::Value;

use crate::claude_code::shell_read::ShellRead;
use crate::claude_code::shown_text::ShownForm;

/// A call, as far as it concerns the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToolCall {
    /// It concerns other files, or none.
    Elsewhere,
    /// It may have shown or changed the file.
    Unclear,
    /// It shows lines of the file.
    Read(ShownForm),
    /// It replaces a text in the file.
    Edit { old: String, new: String, is_everywhere: bool },
    /// It gives the file a new text.
    Write(String),
    /// It changes the file in a way that is not followed.
    Change,
}

/// How a name relates to the file.
enum Named {
    TheFile,
    Another,
    Unknown,
}

/// The folder in which shell commands run, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShellFolder<'a> {
    /// What the transcript says; `None` if it says nothing.
    pub(crate) folder: Option<&'a str>,
    /// Whether an earlier command may have changed to another folder.
    pub(crate) has_moved: bool,
}

impl ToolCall {
    /// Looks at a call. `file` is the absolute name of the file.
    pub(crate) fn of(tool: &str, input: &Value, here: ShellFolder<'_>, file: &str) -> Self {
        let text = |key: &str| input.get(key).and_then(Value::as_str);
        match tool {
            "Read" => Self::about(text("file_path"), file, || Self::Read(ShownForm::Numbered)),
            "Edit" => Self::about(text("file_path"), file, || Self::edit(input).unwrap_or(Self::Change)),
            "Write" => Self::about(text("file_path"), file, || {
                text("content").map_or(Self::Change, |content| Self::Write(content.to_owned()))
            }),
            "MultiEdit" => Self::about(text("file_path"), file, || Self::Change),
            "NotebookEdit" => Self::about(text("notebook_path"), file, || Self::Change),
            "Bash" => text("command").map_or(Self::Unclear, |command| Self::shell(command, here, file)),
            _ => Self::Elsewhere,
        }
    }

    fn about(path: Option<&str>, file: &str, then: impl FnOnce() -> Self) -> Self {
        let Some(path) = path else { return Self::Unclear };
        match named(path, None, file) {
            Named::TheFile => then(),
            Named::Another => Self::Elsewhere,
            Named::Unknown => Self::Unclear,
        }
    }

    fn edit(input: &Value) -> Option<Self> {
        let text = |key: &str| Some(input.get(key)?.as_str()?.to_owned());
        let is_everywhere = match input.get("replace_all") {
            None => false,
            Some(flag) => flag.as_bool()?,
        };
        Some(Self::Edit { old: text("old_string")?, new: text("new_string")?, is_everywhere })
    }

    fn shell(command: &str, here: ShellFolder<'_>, file: &str) -> Self {
        // What other commands show is not counted; what they change is found by the bytes on disk.
        let Some(read) = ShellRead::parse(command) else { return Self::Elsewhere };
        match named(&read.file, here.folder.filter(|_| !here.has_moved), file) {
            Named::TheFile => Self::Read(ShownForm::Shell(read)),
            Named::Another => Self::Elsewhere,
            Named::Unknown => Self::Unclear,
        }
    }
}

/// Whether a command may leave the shell in another folder.
pub(crate) fn may_change_folder(command: &str) -> bool {
    let words = command.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-');
    words.into_iter().any(|word| matches!(word, "cd" | "pushd" | "popd" | "source" | "eval"))
}

/// The text after the edit, if it can be made for certain.
pub(crate) fn edited(base: &[u8], old: &str, new: &str, is_everywhere: bool) -> Option<Vec<u8>> {
    let base = std::str::from_utf8(base).ok()?;
    let count = if old.is_empty() { 0 } else { base.matches(old).count() };
    let is_certain = if is_everywhere { count > 0 } else { count == 1 };
    is_certain.then(|| base.replace(old, new).into_bytes())
}

/// The absolute name that a path has beneath a folder; `None` if that depends on what is on disk.
pub(crate) fn absolute_name(path: &str, folder: Option<&str>) -> Option<String> {
    let whole = match path.strip_prefix('/') {
        Some(_) => path.to_owned(),
        None => format!("{}/{path}", folder.filter(|folder| folder.starts_with('/'))?),
    };
    let parts: Vec<&str> = whole.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    // The folder above a link is not the one that the name says.
    (!parts.contains(&"..")).then(|| format!("/{}", parts.join("/")))
}

fn named(path: &str, folder: Option<&str>, file: &str) -> Named {
    let last = |name: &str| name.rsplit('/').next().map(str::to_owned);
    match absolute_name(path, folder) {
        Some(name) if name == file => Named::TheFile,
        Some(_) => Named::Another,
        None if last(path) == last(file) || path.ends_with(['/', '.']) => Named::Unknown,
        None => Named::Another,
    }
}

#[cfg(test)]
mod tests;
