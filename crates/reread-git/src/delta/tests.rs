use super::{BadDelta, apply_delta};

fn check(base: &str, delta: &[u8], made: Result<&str, BadDelta>) {
    assert_eq!(apply_delta(base.as_bytes(), delta, 100), made.map(|made| made.as_bytes().to_vec()));
}

#[test]
fn a_delta_copies_and_inserts() {
    check("hello world", &[11, 0], Ok(""));
    check("hello world", &[11, 5, 0x90, 5], Ok("hello"));
    check("hello world", &[11, 8, 0x91, 6, 5, 3, b'!', b'?', b'\n'], Ok("world!?\n"));
    check("", &[0, 1, 1, b'x'], Ok("x"));
}

#[test]
fn a_length_of_nothing_stands_for_64_kib() {
    let base = vec![b'x'; 0x10000];
    let delta = [0x80, 0x80, 0x04, 0x80, 0x80, 0x04, 0x80];
    assert_eq!(apply_delta(&base, &delta, 0x10000), Ok(base.clone()));
    assert_eq!(apply_delta(&base, &delta, 0xffff), Err(BadDelta::TooLarge));
}

#[test]
fn what_does_not_fit_is_refused() {
    check("hello", &[], Err(BadDelta::Malformed));
    check("hello", &[5], Err(BadDelta::Malformed));
    check("hello", &[4, 1, 1, b'x'], Err(BadDelta::Malformed));
    check("hello", &[5, 1, 0], Err(BadDelta::Malformed));
    check("hello", &[5, 1, 2, b'x'], Err(BadDelta::Malformed));
    check("hello", &[5, 1, 2, b'x', b'y'], Err(BadDelta::Malformed));
    check("hello", &[5, 2, 1, b'x'], Err(BadDelta::Malformed));
    check("hello", &[5, 5, 0x91, 1, 5], Err(BadDelta::Malformed));
    check("hello", &[5, 5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], Err(BadDelta::Malformed));
    check("hello", &[5, 5, 0x91, 1], Err(BadDelta::Malformed));
    check("hello", &[5, 101], Err(BadDelta::TooLarge));
    check("hello", &[5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], Err(BadDelta::TooLarge));
}
