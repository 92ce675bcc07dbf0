//! How much a principal may write, and has written.
//!
//! A write reserves its amount first and returns it if the write fails, so parallel calls never exceed a limit together.
//! As with reads, all sessions of a principal share the budget.

use std::fmt;

use reread_codes::Code;

/// How much may be written. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteLimits {
    /// Written files. A file counts each time it is written.
    pub max_writes: Option<u64>,
    /// Sum of the sizes of the written files after each write.
    pub max_bytes: Option<u64>,
}

/// The size of one write or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteAmount {
    /// Number of files. A removed file counts.
    pub files: u64,
    /// Sum of the sizes of the files after the write.
    pub bytes: u64,
}

/// The limits of a principal and the used part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteBudget {
    limits: WriteLimits,
    used: WriteAmount,
}

/// A write would exceed a limit. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WriteBudgetExceeded {
    /// The amount used before this write.
    pub used: WriteAmount,
    /// The rejected amount; zero if there was no room for any write.
    pub asked: WriteAmount,
    /// The size of the whole budget.
    pub limits: WriteLimits,
}

impl WriteBudget {
    /// An unused budget.
    pub fn new(limits: WriteLimits) -> Self {
        Self { limits, used: WriteAmount::default() }
    }

    /// Whether there is room for any write at all.
    pub fn check(&self) -> Result<(), WriteBudgetExceeded> {
        self.room_for(WriteAmount { files: 1, bytes: 0 })
            .map_err(|exceeded| WriteBudgetExceeded { asked: WriteAmount::default(), ..exceeded })
    }

    /// Reserves the whole amount, or nothing.
    pub fn reserve(&mut self, asked: WriteAmount) -> Result<(), WriteBudgetExceeded> {
        self.room_for(asked)?;
        self.used.files = self.used.files.saturating_add(asked.files);
        self.used.bytes = self.used.bytes.saturating_add(asked.bytes);
        Ok(())
    }

    /// Returns a reserved amount that was not written.
    pub fn give_back(&mut self, taken: WriteAmount) {
        self.used.files = self.used.files.saturating_sub(taken.files);
        self.used.bytes = self.used.bytes.saturating_sub(taken.bytes);
    }

    fn room_for(&self, asked: WriteAmount) -> Result<(), WriteBudgetExceeded> {
        let Self { limits, used } = *self;
        let fits = |used: u64, asked: u64, most: Option<u64>| {
            most.is_none_or(|most| used.checked_add(asked).is_some_and(|sum| sum <= most))
        };
        let has_room = fits(used.files, asked.files, limits.max_writes)
            && fits(used.bytes, asked.bytes, limits.max_bytes);
        if has_room { Ok(()) } else { Err(WriteBudgetExceeded { used, asked, limits }) }
    }
}

impl WriteBudgetExceeded {
    /// Always `write_budget`.
    pub fn code(&self) -> Code {
        Code::WriteBudget
    }
}

/// `the write budget does not allow it: 9 of 10 writes and 120 bytes are used, and this would be 2 writes of 30 bytes`.
impl fmt::Display for WriteBudgetExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |most: Option<u64>| most.map(|most| format!(" of {most}")).unwrap_or_default();
        let Self { used, asked, limits } = self;
        write!(
            f,
            "the write budget does not allow it: {}{} writes and {}{} bytes are used",
            used.files,
            of(limits.max_writes),
            used.bytes,
            of(limits.max_bytes),
        )?;
        match asked.files {
            0 => Ok(()),
            1 => write!(f, ", and this would be 1 write of {} bytes", asked.bytes),
            files => write!(f, ", and this would be {files} writes of {} bytes", asked.bytes),
        }
    }
}

#[cfg(test)]
mod tests;
