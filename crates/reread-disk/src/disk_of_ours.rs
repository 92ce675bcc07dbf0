//! Whether a folder lies on a disk or in the memory of this machine, and not behind a network or another program.
//!
//! Only kinds that are known to be local count. Any other may keep a reader waiting for as long as it likes, and may change
//! without this system's hearing of it.

use std::os::fd::AsFd;

/// Whether the folder's filesystem is known to be local to this machine.
#[cfg(target_os = "linux")]
pub fn is_disk_of_ours(folder: impl AsFd) -> bool {
    // As the kernel numbers them: ext, xfs, btrfs, f2fs, zfs, bcachefs, tmpfs, overlay.
    const LOCAL: [u64; 8] =
        [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994, 0x794C_7630];
    rustix::fs::fstatfs(folder).is_ok_and(|facts| LOCAL.contains(&(facts.f_type as u64)))
}

/// Unknown on this system, so never.
#[cfg(not(target_os = "linux"))]
pub fn is_disk_of_ours(_: impl AsFd) -> bool {
    false
}
