//! What the index remembers of a file on disk, to know it again without reading it.
//!
//! All of it is taken at its word only together: times with their nanoseconds, inode and size. Where anything differs, or a
//! writer of the index left something out, the bytes decide.

use reread_disk::FileFacts;

/// How much of an entry it is.
pub(crate) const LENGTH: usize = 40;

/// Times, inode and size, each as much of it as git keeps. Device and owner say nothing about the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatData {
    changed: Moment,
    pub(crate) modified: Moment,
    inode: u32,
    pub(crate) size: u32,
}

/// Seconds and nanoseconds.
pub(crate) type Moment = (u32, u32);

impl StatData {
    /// Takes the beginning of an entry apart; its mode comes along.
    pub(crate) fn parse(bytes: &[u8]) -> Option<(Self, u32)> {
        let number = |place: usize| -> Option<u32> {
            Some(u32::from_be_bytes(bytes.get(place..place + 4)?.try_into().ok()?))
        };
        let stat = Self {
            changed: (number(0)?, number(4)?),
            modified: (number(8)?, number(12)?),
            inode: number(20)?,
            size: number(36)?,
        };
        Some((stat, number(24)?))
    }

    /// What the handle of a file says, as far as the index cares.
    pub(crate) fn of(facts: &FileFacts) -> Self {
        // As git does it: what does not fit is cut.
        let cut = |number: i64| (number & 0xffff_ffff) as u32;
        let moment = |(seconds, nanos): (i64, i64)| (cut(seconds), cut(nanos));
        Self {
            changed: moment(facts.stamp.changed),
            modified: moment(facts.stamp.modified),
            inode: (facts.identity.inode & 0xffff_ffff) as u32,
            size: (facts.size & 0xffff_ffff) as u32,
        }
    }

    /// Whether a file that still looks like this is the one that was looked at. Not if it may have been written after that
    /// in the same moment, nor without a size, by which git marks entries that have to be looked at.
    pub(crate) fn is_telling(&self, index_written: Option<Moment>) -> bool {
        self.size != 0 && index_written.is_some_and(|written| self.modified < written)
    }
}
