use super::*;
use crate::tools::{PiVersion, Tools};

fn node(program: &str, talks: bool) -> Process {
    Process::start(Command::new(Tools::find(PiVersion::V1_5_0).node).args(["-e", program]), talks)
}

fn soon() -> Instant {
    Instant::now() + PATIENCE
}

#[test]
fn lines_end_with_lf_only_and_complaints_are_kept_apart() {
    let program = r#"process.stdout.write("a\u2028b\r\n\nlast"); process.stderr.write("no\n")"#;
    let mut process = node(program, false);
    for line in ["a\u{2028}b\r\n", "\n", "last"] {
        assert_eq!(process.next(soon()), Next::Line(line.to_owned()));
    }
    assert_eq!(process.next(soon()), Next::Closed);
    assert_eq!(process.complaints(), "no\n");
    assert!(process.status(soon()).is_some_and(|status| status.success()));
}

#[test]
fn a_talk_goes_on_until_one_hangs_up() {
    let mut process = node("process.stdin.pipe(process.stdout)", true);
    process.say("hello");
    assert_eq!(process.next(soon()), Next::Line("hello\n".to_owned()));
    assert_eq!(process.next(Instant::now()), Next::Silence);
    assert_eq!(process.status(Instant::now()), None);
    process.hang_up();
    assert_eq!(process.next(soon()), Next::Closed);
    assert!(process.status(soon()).is_some_and(|status| status.success()));
}
