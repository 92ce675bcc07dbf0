//! The bounded readers with what one reply may carry.

use reread_files::{Extent, ReadError, ReadOperation, ReadReply, ReadRequest, Workspace};
use reread_text::LineRange;

/// Reads of a name and nothing else.
pub(crate) trait BoundedReads {
    /// One read in the bounds of the transport.
    fn bounded(&self, operation: ReadOperation, name: &str, extent: Extent) -> Result<ReadReply, ReadError>;

    fn read_file(&self, name: &str) -> Result<ReadReply, ReadError> {
        self.bounded(ReadOperation::ReadFile, name, Extent::Whole)
    }

    fn read_file_range(&self, name: &str, lines: LineRange) -> Result<ReadReply, ReadError> {
        self.bounded(ReadOperation::ReadFileRange, name, Extent::Lines(lines))
    }

    fn read_file_head(&self, name: &str, max_lines: u64) -> Result<ReadReply, ReadError> {
        self.bounded(ReadOperation::ReadFileHead, name, Extent::First(max_lines))
    }

    fn read_file_tail(&self, name: &str, max_lines: u64) -> Result<ReadReply, ReadError> {
        self.bounded(ReadOperation::ReadFileTail, name, Extent::Last(max_lines))
    }

    fn get_excerpt(&self, name: &str, max_lines: u64) -> Result<ReadReply, ReadError> {
        self.bounded(ReadOperation::GetExcerpt, name, Extent::First(max_lines))
    }
}

impl BoundedReads for Workspace {
    fn bounded(&self, operation: ReadOperation, name: &str, extent: Extent) -> Result<ReadReply, ReadError> {
        let request = ReadRequest::new(name, extent, self.settings().limits.transport());
        self.reader().read_as(operation, &request)
    }
}
