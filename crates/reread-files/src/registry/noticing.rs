//! A hint that something in the tree may have changed, where the system gives one.
//!
//! It only ever says "look again". Folders may be too many to be watched, and the system may lose what it noticed, so
//! whoever waits for it looks again after a while anyway.

use std::os::fd::BorrowedFd;
use std::time::Duration;

#[cfg(target_os = "linux")]
pub(crate) use self::inotify::Noticing;

#[cfg(target_os = "linux")]
mod inotify {
    use std::os::fd::{AsRawFd as _, OwnedFd};
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};

    use super::{BorrowedFd, Duration};
    use reread_disk::is_disk_of_ours;

    /// Folders whose changes are noticed.
    #[derive(Debug)]
    pub(crate) struct Noticing {
        events: OwnedFd,
        /// Whether something happened, or may have where nobody looks.
        is_disturbed: AtomicBool,
    }

    impl Noticing {
        pub(in crate::registry) fn new() -> Option<Self> {
            let events = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
            Some(Self { events, is_disturbed: AtomicBool::new(false) })
        }

        /// Forgets what happened so far.
        pub(in crate::registry) fn begin(&self) {
            self.drain();
            self.is_disturbed.store(false, Ordering::SeqCst);
        }

        /// Whether nothing has happened in the folders since it began, as far as the system tells.
        pub(crate) fn is_quiet(&self) -> bool {
            // What is drained is noted before.
            !self.happens_within(Duration::ZERO) && !self.is_disturbed.load(Ordering::SeqCst)
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
            // watched, or that others change without this kernel, is looked at again after a while.
            let name = format!("/proc/self/fd/{}", folder.as_raw_fd());
            if inotify::add_watch(&self.events, name, wanted).is_err() || !is_disk_of_ours(folder) {
                self.doubt();
            }
        }

        /// From now on it is not quiet: something may happen where nobody looks.
        pub(in crate::registry) fn doubt(&self) {
            self.is_disturbed.store(true, Ordering::SeqCst);
        }

        /// Waits until something happens, but no longer than that; whether something did.
        pub(in crate::registry) fn wait(&self, longest: Duration) -> bool {
            let has_happened = self.happens_within(longest);
            if has_happened {
                self.doubt();
                self.drain();
            }
            has_happened
        }

        fn happens_within(&self, longest: Duration) -> bool {
            let mut waited = [PollFd::new(&self.events, PollFlags::IN)];
            let longest = Timespec::try_from(longest).ok();
            // Whoever cannot ask has to expect everything.
            poll(&mut waited, longest.as_ref()).map_or(true, |ready| ready > 0)
        }

        /// What it was does not matter.
        fn drain(&self) {
            let mut events = [0; 4096];
            while rustix::io::read(&self.events, &mut events).is_ok_and(|length| length > 0) {}
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) use self::nothing::Noticing;

#[cfg(not(target_os = "linux"))]
mod nothing {
    use super::{BorrowedFd, Duration};

    /// Nothing is noticed here.
    #[derive(Debug)]
    pub(crate) enum Noticing {}

    impl Noticing {
        pub(in crate::registry) fn new() -> Option<Self> {
            None
        }

        pub(in crate::registry) fn begin(&self) {
            match *self {}
        }

        pub(crate) fn is_quiet(&self) -> bool {
            match *self {}
        }

        pub(in crate::registry) fn add(&self, _: BorrowedFd<'_>) {
            match *self {}
        }

        pub(in crate::registry) fn doubt(&self) {
            match *self {}
        }

        pub(in crate::registry) fn wait(&self, _: Duration) -> bool {
            match *self {}
        }
    }
}
