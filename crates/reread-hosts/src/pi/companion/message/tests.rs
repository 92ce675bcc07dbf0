use super::*;

/// What comes of a conversation: the messages, and why it ended.
fn heard(mut bytes: &[u8]) -> String {
    let mut heard = Vec::new();
    loop {
        match ReceivedMessage::from(&mut bytes) {
            Ok(Some(received)) => heard.push(match received.message() {
                Ok(message) => word(&message),
                Err(bad) => format!("bad {:?}", bad.id),
            }),
            Ok(None) => heard.push("end".to_owned()),
            Err(error) => heard.push(error.to_string()),
        }
        if !heard.last().unwrap().starts_with(['<', 'b']) {
            return heard.join(", ");
        }
    }
}

fn word(message: &CompanionMessage<'_>) -> String {
    match message {
        CompanionMessage::Resolve(resolve) => format!("<resolve {}>", resolve.path),
        CompanionMessage::Branch(branch) => format!("<branch {}>", branch.entries.len()),
        CompanionMessage::Read(read) => format!("<read {:?}>", read.shown().map(|shown| shown.text)),
        CompanionMessage::Delivered(delivered) => format!("<delivered {:?}>", delivered.content),
        CompanionMessage::Refresh(refresh) => format!("<refresh {:?}>", refresh.bytes().map(<[u8]>::len)),
        CompanionMessage::Status(status) => format!("<status {}>", status.id),
        CompanionMessage::Unheard => "<unheard>".to_owned(),
    }
}

fn check(bytes: &str, expected: &str) {
    let heard = heard(bytes.as_bytes());
    let matches = expected.strip_suffix('…').map_or(heard == expected, |start| heard.starts_with(start));
    assert!(matches, "{bytes:?} gives {heard}, not {expected}");
}

#[test]
fn messages_follow_one_another() {
    check("", "end");
    check("{\"op\":\"status\",\"id\":7}\n", "<status 7>, end");
    check(
        "{\"op\":\"status\",\"id\":7}\n{\"op\":\"status\",\"id\":8,\"later\":[1]}\n",
        "<status 7>, <status 8>, end",
    );
    check("{\"op\":\"resolve\",\"id\":1,\"path\":\"a\\u0062\",\"lines_given\":false}\n", "<resolve ab>, end");
    check("{\"op\":\"delivered\",\"call\":\"c\"}\n", "<delivered None>, end");
    check("{\"op\":\"delivered\",\"call\":\"c\",\"content\":null}\n", "<delivered None>, end");
    check("{\"op\":\"delivered\",\"call\":\"c\",\"content\":\"00\"}\n", "<delivered Some(\"00\")>, end");
    let branch = "\"op\":\"branch\",\"session\":\"s\",\"cwd\":\"/p\",\"entries\":[{},3],\"leaf\":null";
    check(&format!("{{{branch}}}\n"), "<branch 2>, end");
    check(
        &format!("{{{branch},\"version\":3,\"context\":{{\"leaf\":null,\"reads\":[]}}}}\n"),
        "<branch 2>, end",
    );
}

#[test]
fn frames_follow_their_line() {
    let read = "\"op\":\"read\",\"id\":1,\"call\":\"c\",\"file\":\"/a\",\"name\":\"a\"";
    check(&format!("{{{read},\"frames\":[2,3]}}\n12{{\"o"), "<read Some(\"{\\\"o\")>, end");
    check(&format!("{{{read},\"frames\":[0,0]}}\n"), "<read Some(\"\")>, end");
    check(
        &format!("{{{read},\"frames\":[1,1]}}\na\n{{\"op\":\"status\",\"id\":2}}\n"),
        "<read Some(\"\\n\")>, <status 2>, end",
    );
    check(&format!("{{{read},\"frames\":[]}}\n"), "<read None>, end");
    check(&format!("{{{read}}}\n"), "<read None>, end");
    check(&format!("{{{read},\"frames\":[1]}}\na"), "<read Some(\"a\")>, end");
    let refresh = "\"op\":\"refresh\",\"id\":1,\"file\":\"/a\",\"name\":\"a\",\"at\":9";
    check(&format!("{{{refresh},\"frames\":[2]}}\nab"), "<refresh Some(2)>, end");
    check(&format!("{{{refresh},\"frames\":[]}}\n"), "<refresh None>, end");
    let bytes = [format!("{{{read},\"frames\":[1,1]}}\n").as_bytes(), b"\xff\xff"].concat();
    assert_eq!(heard(&bytes), "<read None>, end");
}

#[test]
fn a_number_that_is_none_is_left_to_pi() {
    let check = |fields: &str, expected: &str| {
        let read = "\"op\":\"read\",\"id\":1,\"call\":\"c\",\"file\":\"/a\",\"name\":\"a\",\"frames\":[1,1]";
        self::check(&format!("{{{read},{fields}}}\naa"), &format!("<read {expected}>, end"));
    };
    for fields in ["\"offset\":7", "\"offset\":0,\"limit\":0", "\"offset\":null,\"limit\":null"] {
        check(fields, "Some(\"a\")");
    }
    for fields in ["\"offset\":1.5", "\"offset\":-1", "\"limit\":\"7\"", "\"limit\":true", "\"limit\":1e3"] {
        check(fields, "None");
    }
    let cut = "\"truncated\":true,\"outputLines\":2,\"lastLinePartial\":false";
    check(&format!("\"truncation\":{{{cut},\"firstLineExceedsLimit\":false}}"), "Some(\"a\")");
    check(&format!("\"truncation\":{{{cut}}}"), "None");
    check(&format!("\"truncation\":[{{{cut}}}]"), "None");
    check("\"truncation\":null", "None");
    check("\"truncation\":\"yes\"", "None");
}

#[test]
fn what_cannot_be_understood_is_refused_by_its_id() {
    check("{\"op\":\"sing\",\"id\":7}\n", "bad Some(7), end");
    check("{\"op\":\"\",\"id\":7}\n{\"op\":\"status\",\"id\":8}\n", "bad Some(7), <status 8>, end");
    check("{\"op\":\"sing\"}\n", "bad None, end");
    check("{\"op\":\"status\"}\n", "bad None, end");
    check("{\"op\":\"resolve\",\"id\":7}\n", "bad Some(7), end");
    check("{\"op\":\"resolve\",\"id\":7,\"path\":\"\\ud800\",\"lines_given\":true}\n", "bad Some(7), end");
    check("{\"op\":\"read\",\"id\":7,\"call\":\"c\",\"name\":\"a\"}\n", "bad Some(7), end");
    check("{\"op\":\"read\",\"id\":7,\"call\":\"c\",\"name\":\"a\",\"file\":7}\n", "bad Some(7), end");
    check("{\"op\":\"refresh\",\"id\":7,\"file\":\"/a\",\"name\":\"a\"}\n", "bad Some(7), end");
    check(
        "{\"op\":\"refresh\",\"id\":7,\"file\":\"/a\",\"name\":\"a\",\"at\":1,\"offset\":1.5}\n",
        "bad Some(7), end",
    );
    check("{\"op\":\"delivered\"}\n", "bad None, end");
}

#[test]
fn a_branch_that_cannot_be_understood_is_not_passed_over() {
    let branch = "\"op\":\"branch\",\"session\":\"s\",\"cwd\":\"/p\",\"leaf\":null";
    check(&format!("{{{branch}}}\n"), "<unheard>, end");
    check(&format!("{{{branch},\"entries\":{{}}}}\n"), "<unheard>, end");
    check(&format!("{{{branch},\"entries\":[],\"version\":\"3\"}}\n"), "<unheard>, end");
    check(&format!("{{{branch},\"entries\":[],\"context\":{{}}}}\n"), "<unheard>, end");
    check(
        "{\"op\":\"branch\",\"session\":\"s\",\"cwd\":\"\\ud800\",\"entries\":[],\"leaf\":null}\n",
        "<unheard>, end",
    );
}

#[test]
fn what_is_no_message_ends_the_conversation() {
    check("{\"op\":\"status\",\"id\":7}", "a line has no end");
    check("{\"op\":\"status\",\"id\":7}\n{\"op\"", "<status 7>, a line has no end");
    check("hello\n", "expected value…");
    check("\n", "EOF…");
    check("[]\n", "invalid length 0…");
    check("{\"id\":7}\n", "missing field `op`…");
    check("{\"op\":\"status\",\"id\":7} {}\n", "trailing characters…");
    check("{\"op\":\"status\",\"id\":-7}\n", "invalid value…");
    check("{\"op\":\"status\",\"id\":7,\"op\":\"read\"}\n", "duplicate field…");
    assert_eq!(heard(b"{\"op\":\"\xff\"}\n"), "stream did not contain valid UTF-8");
}

#[test]
fn frames_are_few_and_bounded() {
    let check = |frames: &str, rest: &str, expected: &str| {
        self::check(&format!("{{\"op\":\"status\",\"id\":7,\"frames\":{frames}}}\n{rest}"), expected);
    };
    check("[1,2]", "abc", "<status 7>, end");
    check("[1,2]", "ab", "a frame has no end");
    check("[268435456]", "ab", "a frame has no end");
    check("[268435457]", "ab", "the frames are too many or too long");
    check("[18446744073709551615]", "", "the frames are too many or too long");
    check("[0,0,0]", "", "the frames are too many or too long");
    check("[-1]", "", "invalid value…");
    check("null", "", "invalid type…");
}
