//! How a fuzzer's bytes become the arguments of a law.

/// Stands between two parts of an input: no UTF-8 text contains it.
pub(crate) const SEAM: u8 = 0xff;

/// What stands before the first seam and after it; without a seam the second part is empty.
pub(crate) fn parts(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|byte| *byte == SEAM) {
        Some(seam) => (&data[..seam], &data[seam + 1..]),
        None => (data, &[]),
    }
}

/// So many bytes as small numbers, and the rest; an input too short for them says nothing.
pub(crate) fn numbers<const COUNT: usize>(data: &[u8]) -> Option<([u8; COUNT], &[u8])> {
    let (numbers, rest) = data.split_first_chunk()?;
    Some((*numbers, rest))
}
