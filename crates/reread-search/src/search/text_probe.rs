//! Whether a file that passes through memory is text.

use std::io;

use reread_access::{BinaryKind, binary_kind, is_utf8_inside};

use super::byte_source::ByteSource;
use super::line_buffer::LineBuffer;

/// How much is read at once of what has passed already.
const BLOCK: usize = 128 * 1024;

/// Judges a file by what has passed so far.
///
/// Most files have no NUL, and looking for one costs nearly nothing. Only behind the first NUL is it asked whether everything
/// is UTF-8: then what has passed is read once more.
#[derive(Debug, Default)]
pub(crate) struct TextProbe {
    is_begun: bool,
    has_nul: bool,
}

impl TextProbe {
    /// What the file is if it is not text, asked after each run.
    pub(crate) fn judge(&mut self, buffer: &LineBuffer<'_>) -> io::Result<Option<BinaryKind>> {
        let loaded = buffer.loaded();
        let had_nul = self.has_nul;
        self.has_nul = had_nul || memchr::memchr(0, loaded).is_some();
        if !std::mem::replace(&mut self.is_begun, true) {
            return Ok(binary_kind(loaded));
        }
        let is_text = match (had_nul, self.has_nul) {
            (_, false) => true,
            (true, true) => is_utf8_inside(loaded),
            (false, true) => is_utf8_up_to(buffer.source(), buffer.position())?,
        };
        Ok((!is_text).then_some(BinaryKind::Unknown))
    }
}

fn is_utf8_up_to(source: ByteSource<'_>, end: u64) -> io::Result<bool> {
    let mut block = vec![0; BLOCK];
    let mut offset = 0;
    while offset < end {
        let wanted = BLOCK.min(usize::try_from(end - offset).unwrap_or(BLOCK));
        let got = source.fill_at(&mut block[..wanted], offset)?;
        if !is_utf8_inside(&block[..got]) {
            return Ok(false);
        }
        if got < wanted {
            break;
        }
        offset += got as u64;
    }
    Ok(true)
}
