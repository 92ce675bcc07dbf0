use super::*;

fn shell(script: &str, has_input: bool) -> LineProcess {
    LineProcess::start(Command::new("sh").args(["-c", script]), has_input)
}

fn soon() -> Instant {
    Instant::now() + TIME_LIMIT
}

#[test]
fn lines_end_with_lf_only_and_standard_error_is_kept_apart() {
    let mut process = shell("printf 'a\\342\\200\\250b\\r\\n\\nlast'; echo no >&2", false);
    for line in ["a\u{2028}b\r\n", "\n", "last"] {
        assert_eq!(process.next_line(soon()), NextLine::Line(line.to_owned()));
    }
    assert_eq!(process.next_line(soon()), NextLine::Closed);
    assert_eq!(process.stderr(), "no\n");
    assert!(process.status(soon()).is_some_and(|status| status.success()));
}

#[test]
fn input_stays_open_until_it_is_closed() {
    let mut process = shell("exec cat", true);
    process.send_line("hello");
    assert_eq!(process.next_line(soon()), NextLine::Line("hello\n".to_owned()));
    assert_eq!(process.next_line(Instant::now()), NextLine::TimedOut);
    assert_eq!(process.status(Instant::now()), None);
    process.close_input();
    assert_eq!(process.next_line(soon()), NextLine::Closed);
    assert!(process.status(soon()).is_some_and(|status| status.success()));
}
