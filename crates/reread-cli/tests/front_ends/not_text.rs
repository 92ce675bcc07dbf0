//! What is not text is neither read nor searched as text, wherever the bytes stand that show it.

use super::call::Call;
use super::front_end::{FrontEnd, at_both_front_ends};

/// So many bytes of lines that hold the word `needle`.
fn lines(length: usize) -> Vec<u8> {
    let line = b"needle in a line of text\n";
    line.iter().copied().cycle().take(length).collect()
}

fn behind(length: usize, end: &[u8]) -> Vec<u8> {
    [&lines(length), end].concat()
}

fn readers(name: &str) -> Vec<Call> {
    vec![
        Call::read(name),
        Call::read_lines(name, 1, 2),
        Call::read_lines(name, 40, 2),
        Call::read_from_byte(name, 3),
        Call::head(name),
        Call::tail(name),
        Call::excerpt(name),
        Call::summary(name),
        Call::outline(name),
        Call::search_in("needle", name),
    ]
}

fn check_not_text(front_end: &FrontEnd, name: &str, bytes: &[u8]) {
    front_end.world.write(name, bytes);
    for call in readers(name) {
        let answer = front_end.ask(call.clone());
        assert_eq!(answer.code(), "not_text", "{name}, {call:?}");
    }
    let found = front_end.ask(Call::search_like("needle", name));
    assert_eq!(found.reply["meta"]["binary_files"], 1, "{name}: {found:?}");
    assert!(!found.said.contains("line of text"), "{name}: {found:?}");
    std::fs::remove_file(front_end.world.path(name)).unwrap();
}

#[test]
fn what_is_not_text_is_read_and_searched_by_no_reader() {
    at_both_front_ends("not_text", |front_end| {
        let pdf = [&b"%PDF-1.7\n"[..], &lines(30_000), b"\nstream\n\x00\x9c\xff\n"].concat();
        let wide: Vec<u8> =
            String::from_utf8(lines(4_000)).unwrap().encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (name, bytes) in [
            ("paper.pdf", pdf),
            ("ascii.pdf", [&b"%PDF-1.7\n"[..], &lines(30_000)].concat()),
            ("late.bin", behind(9_000, b"\0\xff\xfe")),
            ("later.bin", behind(300_000, b"\0\xff\xfe")),
            ("last-byte.bin", [&b"\xff\n"[..], &behind(9_000, b"\0")].concat()),
            ("middle.bin", [behind(9_000, b"\xff\0"), lines(200_000)].concat()),
            ("stored.zip", [&b"PK\x03\x04\n"[..], &lines(3_000)].concat()),
            ("wide.txt", wide),
        ] {
            check_not_text(front_end, name, &bytes);
        }
    });
}

/// A log that a crash left with NULs in it is still a log.
#[test]
fn utf8_with_a_nul_is_text() {
    at_both_front_ends("nul", |front_end| {
        for (name, end) in [("one.log", &b"\0\nlast needle\n"[..]), ("hole.log", &[0; 4096])] {
            front_end.world.write(name, behind(9_000, end));
            for call in readers(name) {
                let answer = front_end.ask(call.clone());
                assert_eq!(answer.code(), "", "{name}, {call:?}: {}", answer.words());
            }
            let found = front_end.ask(Call::search_like("needle", name));
            assert_eq!(found.reply["meta"]["searched_files"], 1, "{name}: {found:?}");
            std::fs::remove_file(front_end.world.path(name)).unwrap();
        }
    });
}

/// A file that is too large to be read whole is judged by its beginning and by what would be shown.
#[test]
fn a_large_file_is_judged_by_its_beginning_and_by_what_is_shown() {
    at_both_front_ends("large", |front_end| {
        const LARGE: usize = 20 << 20;
        front_end.world.write("large.pdf", [&b"%PDF-1.7\n"[..], &lines(LARGE)].concat());
        front_end.world.write("late.bin", behind(LARGE, b"\n\0\xff\n"));
        for call in [Call::read("large.pdf"), Call::read_lines("large.pdf", 900, 3), Call::tail("large.pdf")]
        {
            assert_eq!(front_end.ask(call.clone()).code(), "not_text", "{call:?}");
        }
        assert_eq!(front_end.ask(Call::head("late.bin")).code(), "");
        assert_eq!(front_end.ask(Call::tail("late.bin")).code(), "not_text");
        assert_eq!(front_end.ask(Call::read_from_byte("late.bin", LARGE - 100)).code(), "not_text");
        let found = front_end.ask(Call::search_like("needle", "late.bin"));
        assert_eq!(found.reply["meta"]["binary_files"], 1, "{found:?}");
    });
}
