use std::io::Write as _;

use proptest::prelude::*;

use super::*;

fn check(bytes: &[u8], end: usize) {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let found: Vec<u64> = Newlines::before(&file, end as u64).map(Result::unwrap).collect();
    let naive: Vec<u64> = (0..end as u64).rev().filter(|&at| bytes[at as usize] == b'\n').collect();
    assert_eq!(found, naive);
}

#[test]
fn newlines_are_found_at_the_edges_of_blocks() {
    check(b"", 0);
    check(b"\n", 1);
    check(b"\n", 0);
    check(b"a\nb\n", 3);
    for length in [BLOCK as usize - 1, BLOCK as usize, BLOCK as usize + 1, 2 * BLOCK as usize] {
        check(&vec![b'x'; length], length);
        check(&vec![b'\n'; length], length);
        let mut bytes = vec![b'x'; length];
        bytes[0] = b'\n';
        check(&bytes, length);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn newlines_are_those_of_a_plain_search(
        lines in prop::collection::vec(0..6000_usize, 0..12),
        rest in 0..100_usize,
    ) {
        let mut bytes = Vec::new();
        for length in lines {
            bytes.resize(bytes.len() + length, b'x');
            bytes.push(b'\n');
        }
        bytes.resize(bytes.len() + rest, b'x');
        check(&bytes, bytes.len());
        check(&bytes, bytes.len() / 2);
    }
}
