//! A look at the beginning and the end of a file.

use reread_access::Located;
use reread_context::Answer;
use reread_disk::{FilePortion, Selection, Steady};
use reread_text::{Bounds, LineRange};

use crate::assemble::passage;
use crate::read::{ReadError, ReadRequest};
use crate::read_reply::{ReadOperation, ReadReply};
use crate::reader::Reader;
use crate::take::kept_for;

impl Reader<'_> {
    /// The whole file if it has no more than `max_lines` lines, else three quarters of them from its beginning and one
    /// quarter from its end; the other bounds of the request are for both together.
    pub(crate) fn excerpt(
        &self,
        request: &ReadRequest,
        located: &Located,
        max_lines: u64,
        digest_bytes: u64,
    ) -> Result<ReadReply, ReadError> {
        // Two lines are enough for a beginning and an end.
        let from_end = (max_lines / 4).max(u64::from(max_lines > 1));
        let beginning = LineRange::new(1, max_lines - from_end).map_err(|_| ReadError::LineZero)?;
        let transport_bytes = self.access.settings().limits.transport_bytes;
        let all = self.access.settings().limits.transport().narrowed(&request.bounds);
        let half = Bounds {
            max_lines: None,
            max_bytes: all.max_bytes.map(|bytes| bytes / 2),
            max_chars: all.max_chars.map(|chars| chars / 2),
            max_tokens: all.max_tokens.map(|tokens| tokens / 2),
        };
        let in_one_piece = |taken: &Steady<FilePortion>, bounds| {
            let request = ReadRequest { bounds, ..request.clone() };
            self.assemble(ReadOperation::GetExcerpt, located, taken, Answer::Text, &request)
        };

        let mut taken = self.take(located, Selection::Lines(beginning), &half, digest_bytes)?;
        if !request.is_about(&taken.value) {
            return self.read_without_approval(ReadOperation::GetExcerpt, request);
        }
        let end = match &taken.value.snapshot {
            Some(whole) if whole.total_lines <= max_lines => {
                taken.value.slice = whole.slice(Selection::From(1), kept_for(transport_bytes));
                return in_one_piece(&taken, all);
            }
            _ if from_end == 0 => return in_one_piece(&taken, half),
            Some(whole) => whole.slice(Selection::Last(from_end), transport_bytes / 2),
            // Too large to be held, so the end is a second reading: both must be of one version.
            None => {
                let end = self.take(located, Selection::Last(from_end), &half, digest_bytes)?;
                if !request.is_about(&end.value) {
                    return self.read_without_approval(ReadOperation::GetExcerpt, request);
                }
                let again = self.take(located, Selection::Lines(beginning), &half, digest_bytes)?;
                taken.changed_during_read |=
                    end.changed_during_read || again.value.slice != taken.value.slice;
                end.value.slice
            }
        };
        if taken.value.slice.meets(&end) {
            taken.value.slice.join(&end);
            return in_one_piece(&taken, all);
        }
        let (first, cut) = passage(&taken.value.slice, &half);
        let (last, cut_at_end) = passage(&end, &half);
        let cut_text = (vec![first, last], cut.or(cut_at_end));
        self.reply(ReadOperation::GetExcerpt, located, &taken, Answer::Text, cut_text, request)
    }
}
