//! What a repository's own configuration says about its format, and nothing else of it.
//!
//! The format must be known to read anything: which hash names the objects and how references are stored; and, to compare
//! files with the index, whether their modes mean anything; and which folder is the working tree, to see whether a `.git` file
//! there leads here rightly. Everything else in the file is passed over. Nothing is included, and no other configuration is opened.

use super::GitError;
use super::object_id::ObjectHash;

/// More than a configuration takes.
pub(crate) const LONGEST: u64 = 4 * 1024 * 1024;

/// Extensions that change nothing for a reader of objects, references and the index.
const HARMLESS: [&str; 6] =
    ["noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig", "relativeworktrees"];

/// The hash of a repository with this configuration, if its format can be read.
///
/// As git has it, extensions count from format version 1 on, and an unknown one is a reason not to read.
pub(crate) fn object_hash(configuration: &[u8]) -> Result<ObjectHash, GitError> {
    let mut version = 0;
    let mut hash = ObjectHash::Sha1;
    let mut unsupported = None;
    for Setting { section, key, value } in settings(configuration) {
        match (section.as_str(), key.as_str(), value.as_str()) {
            ("core", "repositoryformatversion", number) => {
                version = number.parse().map_err(|_| GitError::damaged("its format version is no number"))?;
            }
            ("extensions", "objectformat", "sha1") => hash = ObjectHash::Sha1,
            ("extensions", "objectformat", "sha256") => hash = ObjectHash::Sha256,
            ("extensions", "refstorage", "files") => {}
            ("extensions", "refstorage", "reftable") => {
                unsupported = Some("reftable for its references".to_owned());
            }
            ("extensions", key, _) if HARMLESS.contains(&key) => {}
            ("extensions", _, _) => unsupported = Some("an extension that is not known here".to_owned()),
            _ => {}
        }
    }
    match (version, unsupported) {
        (0, _) => Ok(ObjectHash::Sha1),
        (1, None) => Ok(hash),
        (1, Some(feature)) => Err(GitError::unsupported(feature)),
        (version, _) => Err(GitError::unsupported(format!("format version {version}"))),
    }
}

/// Whether it matters to git which files can be run. On some file systems that is unknown.
pub(crate) fn heeds_file_mode(configuration: &[u8]) -> bool {
    let is_it = |setting: &Setting| setting.section == "core" && setting.key == "filemode";
    let said = settings(configuration).into_iter().rfind(is_it);
    said.is_none_or(|setting| !matches!(setting.value.as_str(), "false" | "no" | "off" | "0"))
}

/// Whether settings of one worktree stand in a file of their own.
pub(crate) fn has_worktree_configuration(configuration: &[u8]) -> bool {
    let is_it = |setting: &Setting| setting.section == "extensions" && setting.key == "worktreeconfig";
    let said = settings(configuration).into_iter().rfind(is_it);
    // Without a value it is true.
    said.is_some_and(|setting| matches!(setting.value.as_str(), "" | "true" | "yes" | "on" | "1"))
}

/// The working tree that `core.worktree` names.
pub(crate) fn worktree(configuration: &[u8]) -> Option<Vec<u8>> {
    let mut in_core = false;
    let mut named = None;
    for line in configuration.split(|byte| *byte == b'\n') {
        let mut line = line.trim_ascii();
        if line.first() == Some(&b'[') {
            let end = memchr::memchr(b']', line).unwrap_or(line.len() - 1);
            in_core = line[1..end].trim_ascii().eq_ignore_ascii_case(b"core");
            line = line[end + 1..].trim_ascii();
        }
        if let Some(equals) = memchr::memchr(b'=', line).filter(|_| in_core)
            && line[..equals].trim_ascii().eq_ignore_ascii_case(b"worktree")
        {
            named = Some(value(&line[equals + 1..]));
        }
    }
    named.filter(|path| !path.is_empty() && !path.contains(&0))
}

/// A value as git reads it: what is quoted is taken as it stands, a backslash escapes, a comment and white space at the ends
/// do not count.
fn value(text: &[u8]) -> Vec<u8> {
    let mut value = Vec::new();
    let (mut is_quoted, mut kept) = (false, 0);
    let mut bytes = text.trim_ascii_start().iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'#' | b';' if !is_quoted => break,
            b'\\' => value.push(match bytes.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'b') => 8,
                Some(escaped) => escaped,
                None => break,
            }),
            byte => value.push(byte),
        }
        if is_quoted || !byte.is_ascii_whitespace() {
            kept = value.len();
        }
    }
    value.truncate(kept);
    value
}

/// One line of a configuration: section and key in lower case, and the value.
struct Setting {
    section: String,
    key: String,
    value: String,
}

/// The settings of sections without a subsection. Values are taken as they stand, without quotes and comments.
fn settings(configuration: &[u8]) -> Vec<Setting> {
    let text = String::from_utf8_lossy(configuration);
    let mut section = String::new();
    let mut settings = Vec::new();
    for line in text.lines() {
        let mut line = line.trim();
        if let Some((name, rest)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            section = name.trim().to_ascii_lowercase();
            line = rest.trim();
        }
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        let key = key.trim().to_ascii_lowercase();
        if key.is_empty() || key.starts_with(['#', ';']) {
            continue;
        }
        let value = value.split(['#', ';']).next().unwrap_or_default();
        let value = value.trim().trim_matches('"').to_ascii_lowercase();
        settings.push(Setting { section: section.clone(), key, value });
    }
    settings
}

#[cfg(test)]
mod tests;
