use super::*;

fn check(line: &str, expected: Option<OwnLine>) {
    assert_eq!(OwnLine::of(line.as_bytes()), expected, "{line}");
}

#[test]
fn lines_of_replies_are_known() {
    check("[reread: unchanged, 10 lines]", Some(OwnLine::Marker));
    check("[reread: unchanged in lines 2-3; changes exist outside this range]\n", Some(OwnLine::Marker));
    check("[readcache: 3 lines changed of 10]\r\n", Some(OwnLine::Marker));
    check("song.txt #482915736208@2-3/3\n", Some(OwnLine::Header));
    check("song.txt #482915736208@2-3\n", Some(OwnLine::Header));
    check("empty.txt #482915736208@0/0", Some(OwnLine::Header));
    check("[end 482915736208]", Some(OwnLine::Closing));
    check("[end 482915736208, no newline at end of file]\n", Some(OwnLine::Closing));
}

#[test]
fn other_lines_are_not_ours() {
    check("", None);
    check("[reread: anything else]", None);
    check("[other: unchanged, 10 lines]", None);
    check("  [reread: unchanged, 10 lines]", None);
    check("[end of the song]", None);
    check("[end 48291573620]", None);
    check("[end 4829157362a8]", None);
    check("see #482915736208", None);
    check("#482915736208@1-2", None);
    assert_eq!(OwnLine::of(b"[end \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff]"), None);
}
