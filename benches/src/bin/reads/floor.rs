//! The least work that gives the same answer: no rules, no handles, no receipts.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use grep_matcher::Matcher as _;
use grep_regex::RegexMatcher;
use memchr::{memchr_iter, memrchr_iter};
use reread_text::LineRange;
use sha2::{Digest as _, Sha256};

const CHUNK: usize = 64 * 1024;

/// Text and digest of a whole file.
pub(crate) fn read_and_hash(path: &Path) -> io::Result<(Vec<u8>, [u8; 32])> {
    let bytes = fs::read(path)?;
    let digest = Sha256::digest(&bytes).into();
    Ok((bytes, digest))
}

/// The digest of a whole file, without keeping it.
pub(crate) fn hash_in_chunks(path: &Path) -> io::Result<[u8; 32]> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; CHUNK];
    let mut digest = Sha256::new();
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(digest.finalize().into()),
            count => digest.update(&buffer[..count]),
        }
    }
}

/// Those lines, without reading beyond the chunk in which they end.
pub(crate) fn lines(path: &Path, range: LineRange) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; CHUNK];
    let mut text = Vec::new();
    let (mut to_skip, mut to_take) = (range.first() - 1, range.count());
    loop {
        let count = file.read(&mut buffer)?;
        let mut rest = &buffer[..count];
        if to_skip > 0 {
            let here = memchr_iter(b'\n', rest).count() as u64;
            if here < to_skip && count > 0 {
                to_skip -= here;
                continue;
            }
            rest = &rest[behind(rest, to_skip)..];
            to_skip = 0;
        }
        let taken = &rest[..behind(rest, to_take)];
        to_take -= memchr_iter(b'\n', taken).count() as u64;
        text.extend_from_slice(taken);
        if to_take == 0 || count == 0 {
            return Ok(text);
        }
    }
}

/// The offset behind the `nth` line end, or the end of the bytes if there are fewer.
fn behind(bytes: &[u8], nth: u64) -> usize {
    memchr_iter(b'\n', bytes).nth(nth as usize - 1).map_or(bytes.len(), |at| at + 1)
}

/// The last lines, if they are short.
pub(crate) fn last_lines(path: &Path, count: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let size = file.seek(SeekFrom::End(0))?;
    let start = size.saturating_sub(CHUNK as u64);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::with_capacity(CHUNK);
    file.read_to_end(&mut tail)?;
    let before = memrchr_iter(b'\n', &tail).nth(count as usize).map_or(0, |at| at + 1);
    tail.drain(..before);
    Ok(tail)
}

/// How often the regex matches in the whole file.
pub(crate) fn matches(path: &Path, matcher: &RegexMatcher) -> io::Result<u64> {
    let bytes = fs::read(path)?;
    let mut matches = 0;
    let count = |_| {
        matches += 1;
        true
    };
    matcher.find_iter(&bytes, count).map_err(io::Error::other)?;
    Ok(matches)
}
