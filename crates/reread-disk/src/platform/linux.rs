//! Linux: `openat2`, `/proc/self`, filesystem numbers, inotify.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cap_std::fs::Dir;
use reread_path::RootedPath;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::fs::{AtFlags, Mode, OFlags, ResolveFlags, StatxFlags};
use rustix::io::Errno;

use super::{Platform, Resolution};

/// How often the kernel may ask for another try.
const MOST_TRIES: u32 = 64;

/// The mask that nearly every user has.
const USUAL_UMASK: u32 = 0o022;

/// Filesystems as the kernel numbers them: ext, xfs, btrfs, f2fs, zfs, bcachefs, tmpfs, overlay.
const LOCAL_FILESYSTEMS: [u64; 8] =
    [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994, 0x794C_7630];

/// This system.
#[derive(Clone, Copy, Debug)]
pub struct Linux;

impl Platform for Linux {
    fn examine_flags() -> OFlags {
        OFlags::CLOEXEC | OFlags::PATH
    }

    fn open_beneath(
        dir: &Dir,
        path: &RootedPath,
        flags: OFlags,
        resolution: Resolution,
    ) -> Result<File, Errno> {
        let name: &[u8] = if path.is_root() { b"." } else { path.as_bytes() };
        let mut resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        if !resolution.follows_links {
            resolve |= ResolveFlags::NO_SYMLINKS;
        }
        if !resolution.crosses_mounts {
            resolve |= ResolveFlags::NO_XDEV;
        }
        // EAGAIN means that something was renamed while a `..` in a link was followed; the kernel asks for another
        // try. A rename storm must not become an endless loop.
        let mut tries = MOST_TRIES;
        loop {
            match rustix::fs::openat2(dir, name, flags, Mode::empty(), resolve) {
                Err(Errno::AGAIN | Errno::INTR) if tries > 0 => tries -= 1,
                outcome => return outcome.map(File::from),
            }
        }
    }

    fn path_of(file: BorrowedFd<'_>) -> Option<PathBuf> {
        let name = rustix::fs::readlink(by_number(file), Vec::new()).ok()?;
        Some(Path::new(OsStr::from_bytes(name.as_bytes())).to_owned())
    }

    fn mount_of(file: BorrowedFd<'_>) -> Option<u64> {
        mount_of_name(file, b"", AtFlags::EMPTY_PATH)
    }

    /// What cannot be told is taken for one: a name less is counted.
    fn is_mount_point(folder: BorrowedFd<'_>, name: &[u8]) -> bool {
        let own = Self::mount_of(folder);
        own.is_none() || mount_of_name(folder, name, AtFlags::SYMLINK_NOFOLLOW) != own
    }

    fn is_local(folder: BorrowedFd<'_>) -> bool {
        rustix::fs::fstatfs(folder).is_ok_and(|facts| LOCAL_FILESYSTEMS.contains(&(facts.f_type as u64)))
    }

    /// The one call that tells the mask also changes it, for every thread. So the kernel's own account is read.
    fn umask() -> u32 {
        let read = || {
            let flags = OFlags::RDONLY | OFlags::CLOEXEC;
            let status = rustix::fs::open("/proc/self/status", flags, Mode::empty()).ok()?;
            let mut text = String::new();
            File::from(status).read_to_string(&mut text).ok()?;
            let mask = text.lines().find_map(|line| line.strip_prefix("Umask:"))?;
            u32::from_str_radix(mask.trim(), 8).ok()
        };
        read().unwrap_or(USUAL_UMASK)
    }

    /// Linux counts the priority by thread, and threads inherit it.
    fn lower_priority() {
        let _ = rustix::process::nice(19);
    }
}

/// The number of the mount behind a name; `None` before Linux 5.8, or if there is nothing.
fn mount_of_name(folder: BorrowedFd<'_>, name: &[u8], flags: AtFlags) -> Option<u64> {
    let facts = rustix::fs::statx(folder, name, flags | AtFlags::NO_AUTOMOUNT, StatxFlags::MNT_ID).ok()?;
    StatxFlags::from_bits_retain(facts.stx_mask).contains(StatxFlags::MNT_ID).then_some(facts.stx_mnt_id)
}

/// The name under which the kernel lists an open file of this process.
fn by_number(file: BorrowedFd<'_>) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// A hint that something in the watched folders may have changed.
///
/// It only ever says "look again". Folders may be too many to be watched, and the system may lose events, so a caller
/// looks again after a while anyway.
#[derive(Debug)]
pub struct InotifyWatch {
    events: OwnedFd,
    /// Whether something happened, or may have happened in a folder that is not watched.
    is_disturbed: AtomicBool,
}

impl InotifyWatch {
    /// Watches nothing yet; `None` if the system gives no hints.
    pub fn new() -> Option<Self> {
        let events = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
        Some(Self { events, is_disturbed: AtomicBool::new(false) })
    }

    /// Forgets what happened so far.
    pub fn begin(&self) {
        self.drain();
        self.is_disturbed.store(false, Ordering::SeqCst);
    }

    /// Whether nothing has happened in the folders since it began, as far as the system tells.
    pub fn is_quiet(&self) -> bool {
        // `wait` marks it as disturbed before it drains the events.
        !self.happens_within(Duration::ZERO) && !self.is_disturbed.load(Ordering::SeqCst)
    }

    /// Watches a folder from now on, but not what lies beneath it.
    pub fn add(&self, folder: BorrowedFd<'_>) {
        let wanted = WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVE
            | WatchFlags::MODIFY
            | WatchFlags::ATTRIB
            | WatchFlags::ONLYDIR;
        // The kernel takes names alone; this one stands for the open folder and nothing else. A folder that cannot be
        // watched, or that changes without this kernel, is looked at again after a while.
        if inotify::add_watch(&self.events, by_number(folder), wanted).is_err() || !Linux::is_local(folder) {
            self.doubt();
        }
    }

    /// From now on it is not quiet: something may happen in a folder that is not watched.
    pub fn doubt(&self) {
        self.is_disturbed.store(true, Ordering::SeqCst);
    }

    /// Waits until something happens, but no longer than that; whether something did.
    pub fn wait(&self, longest: Duration) -> bool {
        let has_happened = self.happens_within(longest);
        if has_happened {
            self.doubt();
            self.drain();
        }
        has_happened
    }

    fn happens_within(&self, longest: Duration) -> bool {
        let mut waited = [PollFd::from_borrowed_fd(self.events.as_fd(), PollFlags::IN)];
        let longest = Timespec::try_from(longest).ok();
        // If the system cannot be asked, anything may have happened.
        poll(&mut waited, longest.as_ref()).map_or(true, |ready| ready > 0)
    }

    /// Which events they were does not matter.
    fn drain(&self) {
        let mut events = [0; 4096];
        while rustix::io::read(&self.events, &mut events).is_ok_and(|length| length > 0) {}
    }
}
