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
    check("song.txt 2-3/3 #3fa9c1d27b04@2-3\n", Some(OwnLine::Header));
    check("empty.txt #3fa9c1d27b04@0", Some(OwnLine::Header));
    check("song.txt #482915736208@1-3/3", Some(OwnLine::Header));
    check("a b.txt #482915736208@1-40,90-120/300\n", Some(OwnLine::Header));
    check("[reread: lines 1-100 held]", Some(OwnLine::Marker));
    check("[reread: lines 1-100,120-130 of 300 are held]", Some(OwnLine::Marker));
    check("[end 3fa9c1d27b04]", Some(OwnLine::Closing));
    check("[end 3fa9c1d27b04, no newline at end of file]\n", Some(OwnLine::Closing));
}

#[test]
fn other_lines_are_not_ours() {
    check("", None);
    check("[reread: anything else]", None);
    check("[other: unchanged, 10 lines]", None);
    check("  [reread: unchanged, 10 lines]", None);
    check("[end of the song]", None);
    check("[end 48291573620]", None);
    check("[end 4829157362g8]", None);
    check("see #482915736208", None);
    check("#482915736208@1-2", None);
    check("[end 3fa9c1d27b0]", None);
    check("[end 3FA9C1D27B04]", None);
    check("see #3fa9c1d27b04", None);
    check("#3fa9c1d27b04@1-2", None);
    check("see #482915736208@1-3/three", None);
    check("lines 1-100 held", None);
    assert_eq!(OwnLine::of(b"[end \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff]"), None);
}
