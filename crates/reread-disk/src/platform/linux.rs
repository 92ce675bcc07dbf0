//! The mask that takes rights from new files.

use std::fs::File;
use std::io::Read as _;

use rustix::fs::{Mode, OFlags};

/// What nearly everybody has.
const USUAL: u32 = 0o022;

/// The mask of this process. The one call that tells it also changes it, for every thread; so the kernel's own account is
/// read, where there is one.
pub fn umask() -> u32 {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let read = || {
        let status = rustix::fs::open("/proc/self/status", flags, Mode::empty()).ok()?;
        let mut text = String::new();
        File::from(status).read_to_string(&mut text).ok()?;
        let mask = text.lines().find_map(|line| line.strip_prefix("Umask:"))?;
        u32::from_str_radix(mask.trim(), 8).ok()
    };
    read().unwrap_or(USUAL)
}
