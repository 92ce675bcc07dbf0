use super::*;

fn check(text: &str, expected: Option<u64>) {
    assert_eq!(text.parse().ok().map(VersionId::number), expected, "{text}");
}

#[test]
fn a_version_has_one_spelling() {
    check("v1", Some(1));
    check("v9223372036854775807", Some(i64::MAX as u64));
    check("v9223372036854775808", None);
    check("v18446744073709551616", None);
    for text in ["", "v", "7", "V7", "v0", "v01", "v+7", "v-7", "v 7", "v7 ", "p7", "vv7", "v٧"] {
        check(text, None);
    }
    assert_eq!(VersionId::new(7).unwrap().to_string(), "v7");
    assert_eq!((VersionId::new(0), VersionId::new(u64::MAX)), (None, None));
}

#[test]
fn a_beginning_is_long_enough_to_mean_something() {
    let check =
        |text: &str, expected| assert_eq!(text.parse::<DigestBeginning>().is_ok(), expected, "{text}");
    check("abc", false);
    check("abc0", true);
    check("ABC0", false);
    check("abcg", false);
    check(&"0".repeat(64), true);
    check(&"0".repeat(65), false);
    check("é12", false);
}

#[test]
fn a_change_is_read_back_as_it_was_kept() {
    let rename = VersionOrigin::Rename { other: vec![0xff] };
    for change in [
        VersionOrigin::Seen,
        VersionOrigin::Write,
        VersionOrigin::Patch,
        VersionOrigin::Rollback,
        VersionOrigin::Create,
        VersionOrigin::Delete,
        rename,
    ] {
        assert_eq!(VersionOrigin::of(change.number(), change.other().map(<[u8]>::to_vec)), Some(change));
    }
    for (number, other) in [(-1, None), (7, None), (6, None), (1, Some(vec![]))] {
        assert_eq!(VersionOrigin::of(number, other), None);
    }
}
