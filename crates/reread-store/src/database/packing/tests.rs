use super::*;

/// Lines that cannot be derived from one another.
fn text(lines: u64) -> Vec<u8> {
    let mut state = 7_u64;
    let mut line = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{n} let value_{:x} = compute({});\n", state >> 40, state >> 20 & 0xffff)
    };
    (0..lines).flat_map(|n| line(n).into_bytes()).collect()
}

/// Packs and unpacks: the packed length and whether it needs the base.
fn check(bytes: &[u8], base: Option<&[u8]>) -> (usize, bool) {
    let packed = pack(bytes, base);
    let base = base.filter(|_| packed.needs_base);
    assert_eq!(unpack(&packed.bytes, base, bytes.len() as u64).as_deref(), Ok(bytes));
    for size in [bytes.len() as u64 + 1, u64::MAX].into_iter().chain((bytes.len() as u64).checked_sub(1)) {
        assert_eq!(unpack(&packed.bytes, base, size), Err(NotPacked), "{size}");
    }
    (packed.bytes.len(), packed.needs_base)
}

#[test]
fn a_small_change_packs_into_next_to_nothing() {
    let old = text(1000);
    let mut new = old.clone();
    new.splice(400..402, *b"something else");
    let (whole, _) = check(&new, None);
    let (delta, needs_base) = check(&new, Some(&old));
    assert!(needs_base && delta < whole / 50, "{delta} of {whole}");
}

#[test]
fn a_long_file_is_packed_against_its_very_beginning() {
    let old = text(150_000);
    assert!(old.len() > 4 << 20);
    let mut new = old.clone();
    new.insert(3, b'!');
    let (delta, needs_base) = check(&new, Some(&old));
    assert!(needs_base && delta < 4096, "{delta}");
}

#[test]
fn what_does_not_help_is_not_needed() {
    let bytes = text(100);
    for base in [&b""[..], b"x", &[0; 5000]] {
        assert!(!check(&bytes, Some(base)).1);
        assert!(!check(b"", Some(base)).1);
    }
    assert!(!check(b"", None).1);
    assert!(!check(&[0], None).1);
}

/// A prepared dictionary begins with these four bytes; anything else behind them is refused as one.
#[test]
fn a_base_that_looks_like_a_dictionary_is_only_bytes() {
    let old = [&[0x37, 0xa4, 0x30, 0xec][..], &text(500)].concat();
    let new = [&old[..], b"more"].concat();
    assert!(check(&new, Some(&old)).1);
}

#[test]
fn another_base_gives_no_bytes_or_others() {
    let old = text(200);
    let new = [&old[..], b"more"].concat();
    let packed = pack(&new, Some(&old)).bytes;
    let size = new.len() as u64;
    assert_ne!(unpack(&packed, None, size).as_deref(), Ok(&new[..]));
    assert_ne!(unpack(&packed, Some(b"short"), size).as_deref(), Ok(&new[..]));
    assert_eq!(unpack(b"", None, 1), Err(NotPacked));
    assert_eq!(unpack(b"no frame", None, 8), Err(NotPacked));
}
