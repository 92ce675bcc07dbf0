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
    check("[reread: lines 1-100 unchanged, held]", Some(OwnLine::Marker));
    check("[reread: lines 1-100,120-130 unchanged, held]\n", Some(OwnLine::Marker));
    check("[end 3fa9c1d27b04]", Some(OwnLine::Closing));
    check("[readcache: unchanged in lines 1-20 of 300]", Some(OwnLine::Marker));
    check("[reread: unchanged in lines 1-300 of 301] next line 301\n", Some(OwnLine::Marker));
    check("[reread: outline unchanged, 2 symbols]", Some(OwnLine::Marker));
    check("[reread: lines 1-100,120-130 unchanged, held]", Some(OwnLine::Marker));
    check("src/b.txt:1-3 [reread: unchanged in lines 1-3 of 400]", Some(OwnLine::Marker));
    check("b.txt [reread: 2 lines changed of 4]", Some(OwnLine::Marker));
    check("[lines 7-998 left out 482915736208]", Some(OwnLine::Marker));
    check("a.rs outline, 4 symbols, 90 lines #482915736208@outline", Some(OwnLine::Header));
    check("song.txt 2-3/3 ~482915736208", Some(OwnLine::Header));
    check("large.log bytes 0-131071/500000000 ~482915736208", Some(OwnLine::Header));
    check("[end 482915736208; next line 301; lines 1-20 are not held]", Some(OwnLine::Closing));
    check("[end 482915736208; tag #482915736208@1-3]\r\n", Some(OwnLine::Closing));
    check("[end 3fa9c1d27b04, no newline at end of file]\n", Some(OwnLine::Closing));
    check("#482915736208@2-3/3\n", Some(OwnLine::Header));
    check("#482915736208@1-40,90-120/300", Some(OwnLine::Header));
    check("#482915736208@0/0", Some(OwnLine::Header));
    check("#482915736208@1-2\n", Some(OwnLine::Header));
    check("#3fa9c1d27b04@1-2", Some(OwnLine::Header));
    check("#a@b.txt #482915736208@2-3/3", Some(OwnLine::Header));
    check("[end 482915736208 next 301]\n", Some(OwnLine::Closing));
    check("[end 482915736208 next 301, or its summary]", Some(OwnLine::Closing));
    check("[end 482915736208 next 301; nlink=2]", Some(OwnLine::Closing));
}

#[test]
fn every_line_between_or_below_texts_is_known() {
    for why in GapReason::ALL {
        for lines in ["lines 22-23", "lines 7", "lines"] {
            check(&gap_line(lines, why, "711699022331"), Some(OwnLine::Marker));
        }
    }
    for code in WARNING_CODES {
        check(&warning_line(code, "20 of 25 reads are used."), Some(OwnLine::Warning));
    }
}

#[test]
fn other_lines_are_not_ours() {
    check("[lines 22-23 held]", None);
    check("[lines of code held 711699022331]", None);
    check("[SOFT_LIMIT]", None);
    check("[NOTE: read this]", None);
    check("", None);
    check("[reread: anything else]", None);
    check("[other: unchanged, 10 lines]", None);
    check("  [reread: unchanged, 10 lines]", None);
    check("[end of the song]", None);
    check("[end 48291573620]", None);
    check("[end 4829157362g8]", None);
    check("see #482915736208", None);
    check("#482915736208", None);
    check("#482915736208@1-2 and more", None);
    check("#482915736208@1-2/three", None);
    check("#482915736208@/3", None);
    check("#48291573620@1-2/3", None);
    check("[end 482915736208 next]", None);
    check("[end 482915736208 next page]", None);
    check("[end 482915736208 next 3 of them]", None);
    check("[end 3fa9c1d27b0]", None);
    check("[end 3FA9C1D27B04]", None);
    check("see #3fa9c1d27b04", None);
    check("`#3fa9c1d27b04@1-2`", None);
    check("see #482915736208@1-3/three", None);
    check("lines 1-100 held", None);
    check("[reread: unchanged", None);
    check("[reread: unchanged]", None);
    check("[reread: unchanged files are not sent twice]", None);
    check("[reread: unchanged, ten lines]", None);
    check("[reread: unchanged, 10 lines] is what it says", None);
    check("`[reread: unchanged, 10 lines]`", None);
    check("> [reread: unchanged, 10 lines]", None);
    check("    [reread: unchanged, 10 lines]", None);
    check("1. [reread: unchanged, 10 lines]", None);
    check("It answers [reread: unchanged, 10 lines]", None);
    check("| `unchanged` | [reread: unchanged, 10 lines]", None);
    check("[end 482915736208", None);
    check("[end 482915736208 of the world]", None);
    check("[end 4829157362081]", None);
    check("stars: ~100000000000", None);
    check("a galaxy has 1/2 ~10000000000", None);
    check("1/2 ~100000000000", None);
    check("[lines 7-998 left out]", None);
    check("issue #482915736208", None);
    check("mail #482915736208@example", None);
    assert_eq!(OwnLine::of(b"[end \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff]"), None);
}
