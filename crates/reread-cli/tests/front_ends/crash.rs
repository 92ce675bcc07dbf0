//! Cases 85, 87 to 90: who answers dies or is failed by the system on the way. The whole sweeps are in `tests/crash`; here
//! are a few points of each at both front ends.

use reread_testkit::has_strace;

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

/// A world under `strace`, in which nothing else makes system calls of interest.
#[expect(clippy::print_stdout, reason = "it says what was not tried")]
fn at_both_front_ends_traced(seed: &str, case: impl Fn(&FrontEnd)) {
    if !has_strace() {
        println!("not tried: strace is missing (the package `strace`)");
        return;
    }
    at_both_front_ends(seed, |front_end| {
        front_end.world.configure("[index]\nbackground = false\n");
        // A state directory is made before anything is failed.
        front_end.put("other.txt", "x\n");
        case(front_end);
        front_end.launch_by_itself();
    });
}

/// What is left is old or new, is what the history says, and can be written.
fn check_whole(front_end: &FrontEnd, name: &str, (old, new): (&str, &str), what: &str) {
    front_end.launch_by_itself();
    let (code, said) = front_end.printed(&["check", "--data"]);
    assert_eq!(code, Some(0), "{what}: {said}");
    let now = String::from_utf8(front_end.bytes(name)).unwrap();
    assert!(now == old || now == new, "{what}: {now:?}");
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let left: Vec<String> =
        front_end.names(folder).into_iter().filter(|name| name.starts_with(".reread-")).collect();
    assert_eq!(left, Vec::<String>::new(), "{what}");
    let saved = front_end.ask(Call::diff(name, "disk"));
    assert!(saved.code().is_empty(), "{what}: {saved:?}");
}

/// Calls that give or take a name, or make bytes durable.
const CALLS: [&str; 4] = ["renameat2", "unlinkat", "fsync", "fdatasync"];

#[test]
fn case_87_a_kill_leaves_a_file_old_or_new() {
    at_both_front_ends_traced("case_87", |front_end| {
        let mut hits = 0;
        for call in CALLS {
            for when in 1..=3 {
                let what = format!("killed at {call} {when}");
                front_end.world.write("sub/b.txt", "one\n");
                front_end.inject(&format!("{call}:signal=SIGKILL:when={when}"));
                let answer = front_end.try_to_ask(&Call::patch(&block("sub/b.txt", "one\n", "two\n")));
                hits += usize::from(answer.is_none());
                check_whole(front_end, "sub/b.txt", ("one\n", "two\n"), &what);
                // A rollback is a write like any other.
                front_end.world.write("sub/c.txt", "one\n");
                front_end.ask(Call::patch(&block("sub/c.txt", "one\n", "two\n"))).check_outcome("applied");
                let first = reread_text::Digest::of(b"one\n").to_string();
                front_end.inject(&format!("{call}:signal=SIGKILL:when={when}"));
                let answer = front_end.try_to_ask(&Call::rollback("sub/c.txt", &first));
                hits += usize::from(answer.is_none());
                check_whole(front_end, "sub/c.txt", ("one\n", "two\n"), &what);
            }
        }
        assert!(hits >= 8, "{hits} kills");
    });
}

#[test]
fn case_88_an_error_of_the_system_is_told_and_leaves_nothing_behind() {
    let errors = [
        "EIO", "ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "EMFILE", "ENFILE", "EINTR", "EAGAIN",
        "ENOMEM", "ESTALE",
    ];
    at_both_front_ends_traced("case_88", |front_end| {
        let mut hits = 0;
        for (number, error) in errors.into_iter().enumerate() {
            let call = CALLS[number % CALLS.len()];
            let what = format!("{call}: {error}");
            front_end.world.write("sub/b.txt", "one\n");
            front_end.inject(&format!("{call}:error={error}:when=1"));
            let answer = front_end.ask(Call::patch(&block("sub/b.txt", "one\n", "two\n")));
            hits += usize::from(front_end.was_hit());
            let is_new = front_end.bytes("sub/b.txt") == b"two\n";
            assert_eq!(answer.outcome() == "applied", is_new, "{what}: {answer:?}");
            assert!(is_new || !answer.code().is_empty(), "{what}: {answer:?}");
            check_whole(front_end, "sub/b.txt", ("one\n", "two\n"), &what);
        }
        assert!(hits >= 8, "{hits} errors");
    });
}

/// What is acknowledged as durable was handed to the disk: the bytes before they got their name, the name before the reply.
#[test]
fn case_89_what_is_called_durable_was_synced_with_its_folder() {
    at_both_front_ends_traced("case_89", |front_end| {
        front_end.world.write("sub/b.txt", "one\n");
        front_end.list_calls("fsync,fdatasync,renameat2");
        let answer = front_end.ask(Call::patch(&block("sub/b.txt", "one\n", "two\n")));
        answer.check_outcome("applied");
        assert_eq!(answer.reply["meta"]["durable"], true, "{answer:?}");
        let calls = front_end.listed();
        let lines: Vec<&str> = calls.lines().collect();
        let named =
            lines.iter().position(|line| line.contains("renameat2") && line.contains("b.txt")).unwrap();
        let is_sync = |line: &&str| line.contains("sync(");
        let of_file = |line: &&str| is_sync(line) && line.contains("/sub/.reread-");
        let of_folder = |line: &&str| is_sync(line) && line.contains("/workspace/sub>");
        assert!(lines[..named].iter().any(of_file), "{calls}");
        assert!(lines[named..].iter().any(of_folder), "{calls}");
    });
}

/// A sync that failed once is not asked for again as though nothing had happened.
#[test]
fn case_90_a_sync_that_fails_once_fails_the_call() {
    at_both_front_ends_traced("case_90", |front_end| {
        let write = || Call::patch(&block("sub/b.txt", "one\n", "two\n"));
        front_end.world.write("sub/b.txt", "one\n");
        // Which of them is of the file's own new bytes, counted in a run that goes well.
        front_end.list_calls("fsync");
        front_end.ask(write()).check_outcome("applied");
        let calls = front_end.listed();
        let mut syncs = calls.lines().filter(|line| line.contains("fsync("));
        let when = 1 + syncs.position(|line| line.contains("/sub/.reread-")).unwrap();
        front_end.world.write("sub/b.txt", "one\n");
        front_end.inject(&format!("fsync:error=EIO:when={when}"));
        let answer = front_end.ask(write());
        assert!(front_end.was_hit());
        assert_ne!(answer.code(), "", "{answer:?}");
        front_end.check_bytes("sub/b.txt", "one\n");
        assert_eq!(front_end.names("sub"), ["b.txt"], "what could not be synced is thrown away");
        check_whole(front_end, "sub/b.txt", ("one\n", "one\n"), "a failed sync");
        front_end.ask(write()).check_outcome("applied");
    });
}

#[test]
fn case_85_after_a_kill_between_two_files_all_or_none_is_written_and_the_history_says_which() {
    at_both_front_ends_traced("case_85_kill", |front_end| {
        let name = |number: usize| format!("sub/f{number}.txt");
        let patch: String = (1..=5).map(|number| block(&name(number), "one\n", "two\n")).collect();
        let mut hits = 0;
        for when in 1..=7 {
            let _ = std::fs::remove_dir_all(front_end.world.path("sub"));
            (1..=5).for_each(|number| front_end.world.write(&name(number), "one\n"));
            front_end.inject(&format!("renameat2:signal=SIGKILL:when={when}"));
            let answer = front_end.try_to_ask(&Call::patch(&patch));
            hits += usize::from(answer.is_none());
            front_end.launch_by_itself();
            // The next write settles it; no command has to be run.
            front_end.put("other.txt", &format!("{when}\n"));
            let texts: Vec<Vec<u8>> = (1..=5).map(|number| front_end.bytes(&name(number))).collect();
            assert!(texts.iter().all(|text| *text == texts[0]), "killed at {when}: {texts:?}");
            assert!(texts[0] == b"one\n" || texts[0] == b"two\n", "{texts:?}");
            assert_eq!(front_end.names("sub").len(), 5, "killed at {when}: {:?}", front_end.names("sub"));
            for number in 1..=5 {
                let history = front_end.ask(Call::history(&name(number)));
                let newest = &history.reply["versions"][0]["hash"];
                let written = reread_text::Digest::of(b"two\n").to_string();
                assert_eq!(
                    *newest == written.as_str(),
                    texts[0] == b"two\n",
                    "killed at {when}: {history:?}"
                );
            }
            let (code, said) = front_end.printed(&["check", "--data"]);
            assert_eq!(code, Some(0), "killed at {when}: {said}");
        }
        assert!(hits >= 5, "{hits} kills");
    });
}
