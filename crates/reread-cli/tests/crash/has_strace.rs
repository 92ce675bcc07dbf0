//! Whether system calls can be looked at, and failed.

use std::process::Command;

pub(crate) fn has_strace() -> bool {
    let has_it = Command::new("strace").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_it {
        println!("not swept: strace is missing (the package `strace`)");
    }
    has_it
}
