//! What a caller may write, and what it has written.
//!
//! What is about to be written is taken from the budget first, and given back if nothing comes of it. So calls that run at
//! the same time never go past a limit together. As with reads, a budget belongs to a principal: a new label buys nothing.

use std::fmt;

use reread_codes::Code;

/// How much may be written; nothing limits what is not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteLimits {
    /// Files, each as often as it is written.
    pub max_writes: Option<u64>,
    /// Bytes that these files hold afterwards.
    pub max_bytes: Option<u64>,
}

/// Something that is written, or is about to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteAmount {
    /// How many files; one that is removed is written, too.
    pub files: u64,
    /// How many bytes they hold afterwards.
    pub bytes: u64,
}

/// The limits of a principal and what it has used of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteBudget {
    limits: WriteLimits,
    used: WriteAmount,
}

/// A limit that a write would go past. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WriteBudgetExceeded {
    /// What was used before.
    pub used: WriteAmount,
    /// What would have been written; nothing if there was no room for any write.
    pub asked: WriteAmount,
    /// How much there was.
    pub limits: WriteLimits,
}

impl WriteBudget {
    /// A budget of which nothing is used.
    pub fn new(limits: WriteLimits) -> Self {
        Self { limits, used: WriteAmount::default() }
    }

    /// Whether there is room for any write at all.
    pub fn check(&self) -> Result<(), WriteBudgetExceeded> {
        self.room_for(WriteAmount { files: 1, bytes: 0 })
            .map_err(|exceeded| WriteBudgetExceeded { asked: WriteAmount::default(), ..exceeded })
    }

    /// Takes what is about to be written from the budget, all of it or nothing.
    pub fn reserve(&mut self, asked: WriteAmount) -> Result<(), WriteBudgetExceeded> {
        self.room_for(asked)?;
        self.used.files = self.used.files.saturating_add(asked.files);
        self.used.bytes = self.used.bytes.saturating_add(asked.bytes);
        Ok(())
    }

    /// Gives back what was taken and not written.
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
    /// The stable word that callers branch on.
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
