//! A transcript of the host, opened for reading beneath the host's own session folder.
//!
//! No link is followed beneath that folder, and the file must belong to the user: a name in a hook's input is no reason to
//! read anything else.

use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use reread_hosts::claude_code::HookCall;
use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};

use crate::setup::home;

/// Opens the transcript that must hold the call: that of the session, or of the sub-agent.
pub(super) fn open_transcript(call: &HookCall) -> Option<File> {
    let sessions = session_folder()?;
    let transcript = PathBuf::from(&call.transcript);
    let beneath = transcript.strip_prefix(&sessions).ok()?;
    let beneath = match &call.agent {
        None => beneath.to_owned(),
        Some(agent) if is_plain(agent) => {
            beneath.with_extension("").join("subagents").join(format!("agent-{agent}.jsonl"))
        }
        Some(_) => return None,
    };
    open_beneath(&sessions, &beneath)
}

/// `projects` in `CLAUDE_CONFIG_DIR`, or in `~/.claude`.
fn session_folder() -> Option<PathBuf> {
    let configured = std::env::var_os("CLAUDE_CONFIG_DIR").map(PathBuf::from);
    let folder = configured.or_else(|| Some(home()?.join(".claude")))?;
    folder.is_absolute().then(|| folder.join("projects"))
}

fn is_plain(agent: &str) -> bool {
    agent.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn open_beneath(folder: &Path, name: &Path) -> Option<File> {
    let parts: Option<Vec<&OsStr>> = name
        .components()
        .map(|part| match part {
            Component::Normal(part) => Some(part),
            _ => None,
        })
        .collect();
    let parts = parts?;
    let (last, folders) = parts.split_last()?;
    let directory = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut at: OwnedFd = openat(CWD, folder, directory, Mode::empty()).ok()?;
    for folder in folders {
        at = openat(&at, *folder, directory | OFlags::NOFOLLOW, Mode::empty()).ok()?;
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = openat(&at, *last, flags, Mode::empty()).ok()?;
    let facts = fstat(&file).ok()?;
    let is_own = facts.st_uid == rustix::process::geteuid().as_raw();
    let is_file = FileType::from_raw_mode(facts.st_mode) == FileType::RegularFile;
    (is_own && is_file).then(|| File::from(file))
}
