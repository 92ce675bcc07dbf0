//! What a read result proves, once everything that speaks against it was looked at.

use reread_text::{Digest, LineRange};

use crate::held_lines::{Grant, HeldLines, Origin};
use crate::{Claim, Delivery, Mode, ReadScope, RejectedEvidence, ShownSnapshot, UncheckedRead};

/// A read result that is believed. There is no other way to one than [`admit`](Evidence::admit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    served: Digest,
    total_lines: u64,
    says: Says,
}

/// What came of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The lines it stands for are held from now on.
    Counts,
    /// Its base is not held, and it changes nothing.
    None,
    /// Its base is not held, and nothing of its file counts any more.
    Against,
}

/// What evidence does to trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// Text that was shown: creates trust from nothing.
    Anchor { lines: LineRange, text: Digest, is_as_made: bool },
    /// A diff: replaces the whole of its base.
    Changes { base: Digest },
    /// A marker: carries lines, or all of them, on from its base.
    Same { base: Digest, scope: ReadScope },
}

impl Evidence {
    /// Looks at a testimony and believes it, or says why not.
    ///
    /// A text that claims to be the whole file must have the file's digest: then it is the file, whatever else its
    /// metadata says. Lines can only be compared once a snapshot is at hand; [`HeldLines::to_be_found`] says with what.
    pub fn admit(unchecked: &UncheckedRead) -> Result<Self, RejectedEvidence> {
        let UncheckedRead { claim, delivery } = *unchecked;
        let Claim { mode, scope, served, base, total_lines } = claim;
        let says = match (mode, delivery) {
            (_, Delivery::Failed) => return Err(RejectedEvidence::FailedResult),
            (_, Delivery::Altered) => return Err(RejectedEvidence::Altered),
            (_, Delivery::Unattested) => return Err(RejectedEvidence::Unattested),
            (Mode::Full | Mode::FullFallback, Delivery::NoLine) => return Err(RejectedEvidence::NoLineShown),
            (Mode::Full | Mode::FullFallback, Delivery::Lines { lines, text, is_as_made }) => {
                let is_whole = ReadScope::of_lines(lines, total_lines) == ReadScope::Whole;
                if is_whole && text != served {
                    return Err(RejectedEvidence::NotTheSnapshot);
                }
                let claimed = match scope {
                    ReadScope::Whole => {
                        LineRange::new(1, total_lines).map_err(|_| RejectedEvidence::UnusableMetadata)?
                    }
                    ReadScope::Lines(lines) => lines,
                };
                if !claimed.covers(lines) {
                    return Err(RejectedEvidence::UnusableMetadata);
                }
                Says::Anchor { lines, text, is_as_made }
            }
            (Mode::Diff, Delivery::AsMade) => {
                Says::Changes { base: base.ok_or(RejectedEvidence::UnusableMetadata)? }
            }
            (Mode::Unchanged | Mode::UnchangedRange, Delivery::AsMade) => {
                Says::Same { base: base.ok_or(RejectedEvidence::UnusableMetadata)?, scope }
            }
            _ => return Err(RejectedEvidence::Unattested),
        };
        Ok(Self { served, total_lines, says })
    }

    /// Whether it is a marker that says nothing but that nothing changed.
    pub(crate) fn shows_nothing(&self) -> bool {
        matches!(self.says, Says::Same { base, .. } if base == self.served)
    }

    /// Lets the evidence count for its file, as of a generation. What carries on from a base counts only if that base
    /// is held. A marker that does not count changes nothing; a diff that does not count has shown all the same that
    /// the file became another, so that nothing else of it counts either.
    pub(crate) fn count(&self, held: &mut HeldLines, generation: u64) -> Weight {
        let snapshot = ShownSnapshot { generation, digest: self.served, total_lines: self.total_lines };
        let whole = LineRange::new(1, self.total_lines).ok();
        let holds = |held: &HeldLines, digest: &Digest, total_lines: u64| {
            held.sound_lines_of(digest)
                .is_some_and(|lines| crate::held_lines::covers_all(&lines, total_lines))
        };
        match self.says {
            Says::Anchor { lines, text, is_as_made } => {
                // The whole file was proven by its digest; lines have still to be found in it.
                let is_whole = Some(lines) == whole;
                let origin = Origin::Shown { text: (!is_whole).then_some(text), is_as_made };
                held.show(Grant { snapshot, lines: Some(lines), origin });
            }
            Says::Changes { base } => {
                let latest = held.latest();
                let is_latest = |digest: &Digest| {
                    latest.is_some_and(|latest| {
                        latest.digest == *digest && holds(held, digest, latest.total_lines)
                    })
                };
                if !is_latest(&base) {
                    if is_latest(&self.served) {
                        return Weight::None;
                    }
                    *held = held.forgotten();
                    return Weight::Against;
                }
                held.show(Grant {
                    snapshot,
                    lines: whole,
                    origin: Origin::Shown { text: None, is_as_made: true },
                });
            }
            Says::Same { base, scope: ReadScope::Whole } => {
                if base != self.served || !holds(held, &base, self.total_lines) {
                    return Weight::None;
                }
                held.push(Grant { snapshot, lines: whole, origin: Origin::Told });
            }
            Says::Same { base, scope: ReadScope::Lines(lines) } => {
                if !held.carries_lines(&base, lines) {
                    return Weight::None;
                }
                held.push(Grant { snapshot, lines: Some(lines), origin: Origin::Told });
            }
        }
        Weight::Counts
    }
}

#[cfg(test)]
mod tests;
