//! File names after `--- `, `+++ ` and in git's headers.

use super::file_time::time_start;
use super::patch_lines::PatchLines;
use super::{PatchError, PatchTarget};

const NULL_DEVICE: &[u8] = b"/dev/null";

/// The name of one side; `None` for the null device.
pub(super) type SideName = Option<Vec<u8>>;

/// Consumes a `--- ` or `+++ ` line: a name, quoted or not, optionally followed by a tab and a time.
pub(super) fn take_side(
    lines: &mut PatchLines<'_>,
    prefix: &[u8],
    expected: &'static str,
) -> Result<SideName, PatchError> {
    let rest = lines.peek_after(prefix).ok_or_else(|| lines.unexpected(expected))?;
    let name = match rest.first() {
        Some(b'"') => {
            let (name, behind) =
                unquote(rest).ok_or_else(|| lines.unexpected("a name that is quoted as in C"))?;
            if !(behind.is_empty() || behind.starts_with(b"\t")) {
                return Err(lines.unexpected("nothing, or a tab, behind the quoted name"));
            }
            name
        }
        _ => {
            // A name may have a tab, and some programs write a space between name and time.
            let up_to_tab = || rest.split(|byte| *byte == b'\t').next().unwrap_or_default();
            time_start(rest).map_or_else(up_to_tab, |end| rest[..end].trim_ascii_end()).to_vec()
        }
    };
    if name.is_empty() {
        return Err(lines.unexpected("a file name"));
    }
    lines.advance();
    Ok((name != NULL_DEVICE).then_some(name))
}

/// Consumes a header that consists of a name, such as `rename from `.
pub(super) fn whole_name(rest: &[u8], lines: &PatchLines<'_>) -> Result<Vec<u8>, PatchError> {
    let name = match rest.first() {
        Some(b'"') => match unquote(rest) {
            Some((name, b"")) => name,
            _ => return Err(lines.unexpected("a name that is quoted as in C")),
        },
        _ => rest.to_vec(),
    };
    if name.is_empty() { Err(lines.unexpected("a file name")) } else { Ok(name) }
}

/// The target that `--- ` and `+++ ` name together.
///
/// The prefixes of git are removed if both sides have theirs. Otherwise the names may differ as `diff -ru old new` and
/// `diff f.orig f` make them differ.
pub(super) fn target(old: SideName, new: SideName, line: u64) -> Result<PatchTarget, PatchError> {
    match (old, new) {
        (None, None) => {
            Err(PatchError::Contradiction { line, what: "both sides are the null device".to_owned() })
        }
        (None, Some(new)) => Ok(PatchTarget::Create { path: without_prefix(&new, b"b/") }),
        (Some(old), None) => Ok(PatchTarget::Delete { path: without_prefix(&old, b"a/") }),
        (Some(old), Some(new)) => {
            let (old, new) = without_prefixes(old, new);
            if old == new {
                // One prefix of git on both sides, or a folder of that name.
                return Ok(match old.strip_prefix(b"a/").or(old.strip_prefix(b"b/")) {
                    Some(bare) if !bare.is_empty() => {
                        PatchTarget::OneOf { paths: vec![old.clone(), bare.to_vec()] }
                    }
                    _ => PatchTarget::Modify { path: old },
                });
            }
            let paths = match (behind_folder(&old), behind_folder(&new)) {
                (Some(one), Some(other)) if one == other => vec![one.to_vec(), new, old],
                _ if is_backup(&old, &new) => vec![new, old],
                _ if is_backup(&new, &old) => vec![old, new],
                _ => return Ok(PatchTarget::TwoNames { old, new }),
            };
            Ok(PatchTarget::OneOf { paths })
        }
    }
}

/// Whether the first name is the second with an ending, such as `.orig`, `~` or `_old`.
fn is_backup(name: &[u8], original: &[u8]) -> bool {
    let ending = name.strip_prefix(original).filter(|ending| !ending.contains(&b'/'));
    ending.and_then(<[u8]>::first).is_some_and(u8::is_ascii_punctuation)
}

fn without_prefix(name: &[u8], prefix: &[u8]) -> Vec<u8> {
    name.strip_prefix(prefix).filter(|name| !name.is_empty()).unwrap_or(name).to_vec()
}

/// The name without its first folder.
fn behind_folder(name: &[u8]) -> Option<&[u8]> {
    let slash = memchr::memchr(b'/', name)?;
    Some(&name[slash + 1..]).filter(|rest| slash > 0 && !rest.is_empty())
}

/// The prefixes of old and new names that git writes: by default, with `-R`, and with `diff.mnemonicPrefix`.
pub(super) const PREFIXES: [(&[u8], &[u8]); 12] = [
    (b"a/", b"b/"),
    (b"b/", b"a/"),
    (b"i/", b"w/"),
    (b"c/", b"i/"),
    (b"c/", b"w/"),
    (b"o/", b"w/"),
    (b"1/", b"2/"),
    (b"w/", b"i/"),
    (b"i/", b"c/"),
    (b"w/", b"c/"),
    (b"w/", b"o/"),
    (b"2/", b"1/"),
];

/// Both names without the prefixes of git, if both have theirs. Rare prefixes count only before the same name.
pub(super) fn without_prefixes(old: Vec<u8>, new: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
    for (of_old, of_new) in PREFIXES {
        if let (Some(bare_old), Some(bare_new)) = (old.strip_prefix(of_old), new.strip_prefix(of_new)) {
            let is_default = of_old == b"a/";
            if !bare_old.is_empty() && !bare_new.is_empty() && (is_default || bare_old == bare_new) {
                return (bare_old.to_vec(), bare_new.to_vec());
            }
        }
    }
    (old, new)
}

/// The name between quotes as git writes them, and what follows the closing one.
pub(super) fn unquote(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        let (byte, behind) = rest.split_first()?;
        rest = behind;
        match byte {
            b'"' => return Some((name, rest)),
            b'\\' => {
                let (byte, behind) = unescape(rest)?;
                name.push(byte);
                rest = behind;
            }
            byte => name.push(*byte),
        }
    }
}

/// The byte that an escape sequence stands for, and the rest after it.
fn unescape(text: &[u8]) -> Option<(u8, &[u8])> {
    let (letter, rest) = text.split_first()?;
    let byte = match letter {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'"' | b'\\' => *letter,
        b'0'..=b'3' => {
            let (digits, rest) = text.split_at_checked(3)?;
            let octal =
                |value: u8, digit: &u8| matches!(digit, b'0'..=b'7').then(|| value * 8 + (digit - b'0'));
            return Some((digits.iter().try_fold(0, octal)?, rest));
        }
        _ => return None,
    };
    Some((byte, rest))
}
