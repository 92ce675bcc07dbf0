//! Whether system calls can be looked at, and failed.

use std::process::Command;

pub(crate) fn has_strace() -> bool {
    Command::new("strace").arg("--version").output().is_ok_and(|output| output.status.success())
}
