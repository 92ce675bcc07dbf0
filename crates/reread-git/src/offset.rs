//! Numbers of seven bits to the byte, in git's two ways.

/// The highest bits first, and no number in two ways: distances in packs and in the index. The number, and how many
/// bytes it took.
pub(crate) fn parse_offset(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number: u64 = 0;
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 {
            number = number.checked_add(1)?.checked_mul(128)?;
        }
        number = number.checked_add(u64::from(byte & 0x7f))?;
        if byte & 0x80 == 0 {
            return Some((number, index + 1));
        }
    }
    None
}

/// The lowest bits first: lengths. As [`parse_offset`].
pub(crate) fn parse_length(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number: u64 = 0;
    for (index, byte) in bytes.iter().enumerate() {
        let shift = u32::try_from(7 * index).ok().filter(|shift| *shift < 64)?;
        let part = u64::from(byte & 0x7f);
        number |= part.checked_shl(shift).filter(|shifted| shifted >> shift == part)?;
        if byte & 0x80 == 0 {
            return Some((number, index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{parse_length, parse_offset};

    #[test]
    fn offsets_start_with_the_highest_bits() {
        assert_eq!(parse_offset(&[5, 9]), Some((5, 1)));
        assert_eq!(parse_offset(&[0x80, 0]), Some((128, 2)));
        assert_eq!(parse_offset(&[0x80, 0x80, 1]), Some((16513, 3)));
        assert_eq!(parse_offset(&[0x80]), None);
        assert_eq!(parse_offset(&[]), None);
        assert_eq!(parse_offset(&[0xff; 20]), None);
    }

    #[test]
    fn lengths_start_with_the_lowest_bits() {
        assert_eq!(parse_length(&[5, 9]), Some((5, 1)));
        assert_eq!(parse_length(&[0x80, 1]), Some((128, 2)));
        assert_eq!(parse_length(&[0x80, 0x80, 1]), Some((16384, 3)));
        assert_eq!(parse_length(&[0x80]), None);
        assert_eq!(parse_length(&[]), None);
        let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
        assert_eq!(parse_length(&most), Some((u64::MAX, 10)));
        assert_eq!(parse_length(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]), None);
        assert_eq!(parse_length(&[0xff; 20]), None);
    }
}
