//! Section D: nothing is called unchanged, and no diff is sent, but on a tag that was really given out.

use reread_testkit::{World, tag};
use serde_json::{Value, json};

/// Case 54: what another caller was sent is no evidence.
#[test]
fn case_54_without_a_citation_the_text_is_sent_again() {
    let world = World::with_secret("case_54");
    for _ in 0..3 {
        let reply = world.json(&["read", "a.txt"]);
        assert_eq!((&reply["meta"]["answer"], &reply["text"]), (&"full".into(), &"one\ntwo\nthree\n".into()));
    }
    world.check_unharmed();
}

/// Case 55: forged, stretched, flipped, foreign and malformed tags all mean: text.
#[test]
fn case_55_a_tag_that_was_not_given_out_for_this_is_worth_nothing() {
    let world = World::with_secret("case_55");
    world.write("b.txt", "one\ntwo\nthree\n");
    world.write("long.txt", (1..=2_100).map(|number| format!("{number}\n")).collect::<String>());
    let own = tag(&world.json(&["read", "a.txt"]));
    let lines = tag(&world.json(&["read", "a.txt:1-2"]));
    let other_file = tag(&world.json(&["read", "b.txt"]));
    let elsewhere = world.beside("state").display().to_string();
    let other_state = tag(&world.json(&["--state", &elsewhere, "read", "a.txt"]));
    let frame = world.run(&["head", "long.txt", "-n", "2001"]).text();
    let digits = frame.lines().next().unwrap().rsplit_once('~').unwrap().1.to_owned();

    let mut forged = vec![
        other_file.clone(),
        other_state,
        lines.replace("@1-2", "@1-3"),
        own.replace("@1-3", "@1-4"),
        own.replace("@1-3", "@1-2,3-3"),
        own.replace("@1-3", "@1-3/x"),
        format!("#{digits}@1-3"),
        "#000000000000@1-3".to_owned(),
        String::new(),
        "#".to_owned(),
        format!("#{own}"),
        format!("{own} "),
        format!("{own},{own}"),
        own.replace("@1-3", ""),
        own.replace("@1-3", "@1-18446744073709551616"),
    ];
    forged.extend((1..13).map(|at| flipped(&own, at)));
    for known in &forged {
        let reply = world.json(&["read", "a.txt", "--known", known]);
        assert_eq!(reply["meta"]["answer"], "full_fallback", "{known}: {reply}");
        assert_eq!(reply["meta"]["fallback"], "unknown_tag", "{known}: {reply}");
        assert_eq!(reply["text"], "one\ntwo\nthree\n", "{known}");
        assert!(!reply.to_string().contains("b.txt"), "{reply}");
    }
    let reply = world.json(&["read", "long.txt", "--known", &format!("#{digits}@1-301")]);
    assert_eq!(reply["meta"]["fallback"], "unknown_tag", "the digits of a frame are no receipt");

    // The real one works, so the refusals above are not for want of a working key; but not beside one that is in doubt,
    // which may stand for what the caller saw last.
    assert_eq!(world.json(&["read", "a.txt", "--known", &own])["meta"]["answer"], "unchanged");
    for known in &forged {
        let reply = world.json(&["read", "a.txt", "--known", &own, "--known", known]);
        assert_eq!(reply["meta"]["answer"], "full_fallback", "{known}: {reply}");
        assert_eq!(reply["meta"]["doubts"].as_array().unwrap().len(), 1, "{known}: {reply}");
    }
    world.check_unharmed();
}

/// Case 59: a reply that was cut vouches for the lines it showed, and for no more.
#[test]
fn case_59_what_was_cut_off_was_not_delivered() {
    let world = World::with_secret("case_59");
    world.write("long.txt", (1..=700).map(|number| format!("line {number}\n")).collect::<String>());
    let first = world.json(&["read", "long.txt"]);
    assert_eq!((&first["truncated"], &first["end_line"]), (&true.into(), &300.into()));
    let first = tag(&first);
    assert!(first.ends_with("@1-300"), "{first}");

    let again = world.json(&["read", "long.txt", "--known", &first]);
    assert_eq!(again["meta"]["answer"], "unchanged_range", "{again}");
    assert_eq!(
        (&again["location"]["end_line"], &again["meta"]["next"]["offset"]),
        (&300.into(), &301.into())
    );
    let inside = world.json(&["read", "long.txt:10-300", "--known", &first]);
    assert_eq!(inside["meta"]["answer"], "unchanged_range", "{inside}");
    let beyond = world.json(&["read", "long.txt:10-301", "--known", &first]);
    assert_eq!(
        (&beyond["meta"]["answer"], &beyond["text"]),
        (&"rest".into(), &"line 301\n".into()),
        "{beyond}"
    );

    let second = tag(&world.json(&["read", "long.txt", "--offset", "301"]));
    let third = tag(&world.json(&["read", "long.txt", "--offset", "601"]));
    let all = world.json(&["read", "long.txt", "--known", &third, "--known", &first, "--known", &second]);
    assert_eq!(all["meta"]["answer"], "unchanged", "together they cover what they cover together: {all}");

    let long_line = "x".repeat(20_000);
    world.write("wide.txt", format!("{long_line}\nshort\n"));
    let cut = world.json(&["read", "wide.txt"]);
    assert_eq!(
        (&cut["meta"]["tag"], &cut["meta"]["untagged"]),
        (&Value::Null, &"no_whole_line".into()),
        "{cut}"
    );
    world.write("longest.txt", (1..=2_001).map(|number| format!("{number}\n")).collect::<String>());
    let too_long = world.json(&["read", "longest.txt", "--all"]);
    assert_eq!((&too_long["meta"]["tag"], &too_long["meta"]["untagged"]), (&Value::Null, &"too_long".into()));
    world.check_unharmed();
}

/// Case 60: a shift is a change, a change elsewhere is mentioned, and a way back leads back.
#[test]
fn case_60_a_range_is_unchanged_only_where_it_stands() {
    let world = World::with_secret("case_60");
    let lines: Vec<String> = (1..=40).map(|number| format!("line {number}\n")).collect();
    let original = lines.concat();
    world.write("f.txt", &original);
    let range = tag(&world.json(&["read", "f.txt:10-20"]));
    let read = || world.json(&["read", "f.txt:10-20", "--known", &range]);

    world.write("f.txt", format!("inserted\n{original}"));
    assert_eq!(read()["meta"]["fallback"], "lines_changed", "a shift is a change");
    world.write("f.txt", original.replace("line 30\n", "line thirty\n"));
    let elsewhere = read();
    assert_eq!(elsewhere["meta"]["answer"], "unchanged_range", "{elsewhere}");
    assert_eq!(elsewhere["text"], "[reread: unchanged in lines 10-20; changes exist outside this range]");
    world.write("f.txt", original.replace("line 15\n", "line fifteen\n"));
    let changed = read();
    assert_eq!(changed["meta"]["fallback"], "lines_changed", "{changed}");
    assert!(changed["text"].as_str().unwrap().contains("line fifteen\n"));
    world.write("f.txt", lines[..15].concat());
    assert_eq!(read()["meta"]["fallback"], "lines_changed", "lines that were held and asked for are gone");
    let exact = world.json(&["read", "f.txt:10-15", "--known", &range]);
    assert_eq!(exact["meta"]["answer"], "unchanged_range", "all that was asked for is still there: {exact}");
    world.write("f.txt", &original);
    assert_eq!(read()["text"], "[reread: unchanged in lines 10-20 of 40]");
    world.check_unharmed();
}

/// Cases 54, 58 and 60, X-07: of two versions that are held, the one shown last is what the caller believes the file to
/// be, in whatever order it cites them, whichever other agent reads the file, and whether or not a reply gets lost.
#[test]
fn case_60_a_way_back_is_unchanged_only_for_the_caller_that_saw_it_last() {
    let world = World::with_secret("case_60c");
    let (first, second) = ("one\ntwo\n", "ONE\ntwo\n");
    world.write("f.txt", first);
    let seen_first = tag(&world.json(&["read", "f.txt"]));
    world.write("f.txt", second);
    let seen_second = tag(&world.json(&["read", "f.txt"]));
    world.write("f.txt", first);
    let read = |known: [&str; 2]| world.json(&["read", "f.txt", "--known", known[0], "--known", known[1]]);
    let superseded = read([&seen_first, &seen_second]);
    assert_eq!(
        (&superseded["meta"]["answer"], &superseded["text"]),
        (&"full_fallback".into(), &first.into())
    );
    // That reply may have been lost on its way, and so may this one to another caller.
    world.json(&["read", "f.txt"]);
    for known in [[&seen_first, &seen_second], [&seen_second, &seen_first]] {
        assert_eq!(read([known[0], known[1]])["meta"]["answer"], "full_fallback");
    }
    let seen_again = tag(&superseded);
    assert_eq!(read([&seen_second, &seen_again])["meta"]["answer"], "unchanged");
    world.check_unharmed();
}

/// Case 60: line ends count. A file that lost its last newline, or gained a CR, is another.
#[test]
fn case_60_line_ends_count() {
    let world = World::with_secret("case_60b");
    world.write("f.txt", "one\ntwo\n");
    let whole = tag(&world.json(&["read", "f.txt"]));
    for content in ["one\ntwo", "one\r\ntwo\n", "one\ntwo\n\n", "one\ntwo \n", "\u{feff}one\ntwo\n"] {
        world.write("f.txt", content);
        let reply = world.json(&["read", "f.txt", "--known", &whole]);
        assert_eq!(
            (&reply["meta"]["answer"], &reply["text"]),
            (&"full_fallback".into(), &content.into()),
            "{reply}"
        );
        let reply = world.json(&["read", "f.txt:2-2", "--known", &whole]);
        assert_ne!((content, &reply["meta"]["answer"]), ("one\ntwo", &"unchanged_range".into()), "{reply}");
    }
    world.check_unharmed();
}

/// Case 62: a diff as it is delivered gives the file, or there is none. Bytes that are not UTF-8 cannot be delivered.
#[test]
fn case_62_a_diff_that_cannot_be_delivered_exactly_is_not_sent() {
    let world = World::with_secret("case_62");
    let base: String = (1..=60).map(|number| format!("line {number}\r\n")).collect();
    world.write("f.txt", &base);
    let known = tag(&world.json(&["read", "f.txt"]));

    let changed = base.replace("line 30\r\n", "line thirty\r\n") + "no newline at the end";
    world.write("f.txt", &changed);
    let reply = world.json(&["read", "f.txt", "--known", &known]);
    assert_eq!(reply["meta"]["answer"], "diff", "{reply}");
    let (marker, diff) = reply["text"].as_str().unwrap().split_once('\n').unwrap();
    assert!(marker.starts_with("[reread: "), "{marker}");
    assert_eq!(reread_text::apply_diff(base.as_bytes(), diff.as_bytes()), Ok(changed.into_bytes()));

    let mut invalid = base.replace("line 30\r\n", "line \0\r\n").into_bytes();
    let at = invalid.iter().position(|byte| *byte == 0).unwrap();
    invalid[at] = 0xff;
    world.write("f.txt", &invalid);
    let reply = world.json(&["read", "f.txt", "--known", &known]);
    assert_eq!(reply["meta"]["answer"], "full_fallback", "{reply}");
    assert_eq!(reply["meta"]["invalid_utf8"], 1, "{reply}");
    assert_eq!(world.run(&["read", "--raw", "f.txt"]).stdout, invalid);
    world.check_unharmed();
}

/// a snapshot that was damaged or lost is no base, and an empty file is one.
#[test]
fn a_base_is_checked_before_it_is_used() {
    let world = World::with_secret("base");
    let base: String = (1..=60).map(|number| format!("line {number}\n")).collect();
    world.write("f.txt", &base);
    let known = tag(&world.json(&["read", "f.txt"]));
    world.write("f.txt", base.replace("line 30\n", "line thirty\n"));
    let read = || world.json(&["read", "f.txt", "--known", &known]);
    assert_eq!(read()["meta"]["answer"], "diff");

    let digest = reread_text::Digest::of(base.as_bytes());
    let object = world.path(format!(".reread/cache/objects/sha256-{digest}.txt"));
    std::fs::write(&object, base.replace("line 3\n", "line E\n")).unwrap();
    assert_eq!(read()["meta"]["fallback"], "base_damaged");
    let _ = std::fs::remove_file(&object);
    assert_eq!(read()["meta"]["fallback"], "base_lost");

    world.write("f.txt", "");
    let empty = tag(&world.json(&["read", "f.txt"]));
    assert!(empty.ends_with("@0"), "{empty}");
    assert_eq!(
        world.json(&["read", "f.txt", "--known", &empty])["text"],
        json!("[reread: unchanged, 0 lines]")
    );
    world.check_unharmed();
}

/// The tag with another hex digit in one place.
fn flipped(tag: &str, at: usize) -> String {
    let digit = u8::from_str_radix(&tag[at..=at], 16).unwrap();
    format!("{}{:x}{}", &tag[..at], digit ^ 1, &tag[at + 1..])
}

/// Case 60: what took the place of a version goes on counting when its own place is taken.
#[test]
fn case_60_a_version_that_was_replaced_does_not_come_back() {
    let world = World::with_secret("case_60d");
    let lines: Vec<String> = (1..=40).map(|number| format!("line {number}\n")).collect();
    let (first, second) = (lines.concat(), lines.concat().replace("line 7\n", "line seven\n"));
    let third = second.replace("line 18\n", "line eighteen\n");
    world.write("f.txt", &first);
    let a = tag(&world.json(&["read", "f.txt:1-10"]));
    world.write("f.txt", &second);
    let b = tag(&world.json(&["read", "f.txt:5-20"]));
    world.write("f.txt", &third);
    let c = tag(&world.json(&["read", "f.txt:15-30"]));
    world.write("f.txt", &first);
    let reply = world.json(&["read", "f.txt:5-10", "--known", &a, "--known", &b, "--known", &c]);
    assert_eq!(reply["meta"]["answer"], "full_fallback", "{reply}");
    world.check_unharmed();
}

/// S0-17: losing the snapshots, or the list of versions, costs tokens and never brings a wrong answer.
#[test]
fn what_is_lost_from_the_state_makes_no_wrong_answer() {
    for lost in ["cache/objects", "cache/shown", "cache"] {
        let world = World::with_secret("lost");
        let first: String = (1..=60).map(|number| format!("line number {number}\n")).collect();
        world.write("f.txt", &first);
        let text = tag(&world.json(&["read", "f.txt"]));
        world.write("f.txt", first.replace("number 30\n", "number thirty\n"));
        let diff = tag(&world.json(&["read", "f.txt", "--known", &text]));
        let lost = world.path(".reread").join(lost);
        std::fs::remove_dir_all(&lost).or_else(|_| std::fs::remove_file(&lost)).unwrap();
        world.write("f.txt", &first);
        let reply = world.json(&["read", "f.txt", "--known", &text, "--known", &diff]);
        assert_eq!(reply["meta"]["answer"], "full_fallback", "{}: {reply}", lost.display());
        world.check_unharmed();
    }
}

/// A diff is as long as the caller is known to keep whole, or it is not sent: whatever is asked for.
#[test]
fn a_diff_is_never_longer_than_what_the_caller_keeps() {
    let world = World::with_secret("long_diff");
    let text: String = (1..=1200).map(|number| format!("line number {number}\n")).collect();
    world.write("f.txt", &text);
    let pages = ["1-300", "301-600", "601-900", "901-1200"];
    let tags = pages.map(|lines| tag(&world.json(&["read", &format!("f.txt:{lines}")])));
    let cite = |more: &[&str]| {
        let known = tags.iter().flat_map(|tag| ["--known", tag]);
        world
            .json(&["read", "f.txt"].into_iter().chain(known).chain(more.iter().copied()).collect::<Vec<_>>())
    };
    world.write("f.txt", text.replace("50\n", "fifty\n"));
    assert_eq!(cite(&[])["meta"]["answer"], "diff");
    assert_eq!(cite(&["--max-tokens", "10"])["meta"]["fallback"], "diff_cut");
    world.write(
        "f.txt",
        text.replace("10\n", "ten\n").replace("30\n", "thirty\n").replace("70\n", "seventy\n"),
    );
    assert_eq!(cite(&[])["meta"]["fallback"], "diff_cut");
    assert_eq!(cite(&["--all"])["meta"]["fallback"], "diff_cut");
    world.check_unharmed();
}

/// The changes of a file are not taken for all that became of lines of an earlier version, nor do they show lines that
/// the caller never saw.
#[test]
fn changes_since_a_version_are_sent_only_if_all_that_is_held_is_of_it() {
    let lines = |changed: &[usize]| -> String {
        (1..=60)
            .map(|line| match changed.contains(&line) {
                true => format!("line {line} is another one by now\n"),
                false => format!("line {line} is as it was in the beginning\n"),
            })
            .collect()
    };
    let world = World::with_secret("changes_since");
    world.write("g.txt", lines(&[]));
    let first = tag(&world.json(&["read", "g.txt:1-20"]));
    world.write("g.txt", lines(&[5]));
    let second = tag(&world.json(&["read", "g.txt:40-60", "--known", &first]));
    world.write("g.txt", lines(&[5, 50]));
    let both = world.json(&["read", "g.txt:40-60", "--known", &first, "--known", &second]);
    assert_eq!(both["meta"]["answer"], "full_fallback", "lines 1-20 are of an earlier version: {both}");
    let alone = world.json(&["read", "g.txt:40-60", "--known", &second]);
    assert_eq!(alone["meta"]["answer"], "diff", "{alone}");
    world.write("g.txt", lines(&[5, 10, 50]));
    let unseen = world.json(&["read", "g.txt:40-60", "--known", &second]);
    assert_eq!(unseen["meta"]["answer"], "full_fallback", "line 10 was never shown: {unseen}");
}
