//! A hint that something in the tree may have changed, where the system gives one.
//!
//! It only ever says "look again". Folders may be too many to be watched, and the system may lose what it noticed, so
//! whoever waits for it looks again after a while anyway.

use std::os::fd::BorrowedFd;
use std::time::Duration;

#[cfg(target_os = "linux")]
pub(super) use self::inotify::Noticing;

#[cfg(target_os = "linux")]
mod inotify {
    use std::os::fd::{AsRawFd as _, OwnedFd};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};

    use super::{BorrowedFd, Duration};

    /// Folders whose changes are noticed.
    #[derive(Debug)]
    pub(in crate::registry) struct Noticing {
        events: OwnedFd,
    }

    impl Noticing {
        pub(in crate::registry) fn new() -> Option<Self> {
            let events = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
            Some(Self { events })
        }

        /// Notices from now on what happens in a folder, but not beneath it.
        pub(in crate::registry) fn add(&self, folder: BorrowedFd<'_>) {
            let wanted = WatchFlags::CREATE
                | WatchFlags::DELETE
                | WatchFlags::MOVE
                | WatchFlags::MODIFY
                | WatchFlags::ATTRIB
                | WatchFlags::ONLYDIR;
            // The kernel takes names alone; this one stands for the open folder and nothing else. One that cannot be
            // watched is looked at again after a while.
            let name = format!("/proc/self/fd/{}", folder.as_raw_fd());
            let _ = inotify::add_watch(&self.events, name, wanted);
        }

        /// Waits until something happens, but no longer than that; whether something did.
        pub(in crate::registry) fn wait(&self, longest: Duration) -> bool {
            let mut waited = [PollFd::new(&self.events, PollFlags::IN)];
            let longest = Timespec::try_from(longest).ok();
            let has_happened = poll(&mut waited, longest.as_ref()).is_ok_and(|ready| ready > 0);
            // What it was does not matter.
            let mut events = [0; 4096];
            while rustix::io::read(&self.events, &mut events).is_ok_and(|length| length > 0) {}
            has_happened
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) use self::nothing::Noticing;

#[cfg(not(target_os = "linux"))]
mod nothing {
    use super::{BorrowedFd, Duration};

    /// Nothing is noticed here.
    #[derive(Debug)]
    pub(in crate::registry) enum Noticing {}

    impl Noticing {
        pub(in crate::registry) fn new() -> Option<Self> {
            None
        }

        pub(in crate::registry) fn add(&self, _: BorrowedFd<'_>) {
            match *self {}
        }

        pub(in crate::registry) fn wait(&self, _: Duration) -> bool {
            match *self {}
        }
    }
}
