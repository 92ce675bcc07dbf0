use super::*;

const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

#[test]
fn the_empty_file_has_the_known_digest() {
    assert_eq!(Digest::of(b"").to_string(), EMPTY);
}

#[test]
fn pieces_give_the_digest_of_the_whole() {
    let mut builder = DigestBuilder::default();
    builder.update(b"one\n");
    builder.update(b"");
    builder.update(b"two\n");
    assert_eq!(builder.finish(), Digest::of(b"one\ntwo\n"));
}

#[test]
fn only_sixty_four_lowercase_hex_digits_are_a_digest() {
    assert_eq!(EMPTY.parse::<Digest>(), Ok(Digest::of(b"")));
    for wrong in ["", &EMPTY[1..], &EMPTY.to_uppercase(), &format!("{EMPTY}0"), &EMPTY.replace('e', "g")] {
        assert_eq!(wrong.parse::<Digest>(), Err(NotADigest), "{wrong}");
    }
}
