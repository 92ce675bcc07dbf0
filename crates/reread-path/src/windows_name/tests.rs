use super::*;

fn check(name: &str, is_refused: bool) {
    assert_eq!(windows_refuses(name.as_bytes()), is_refused, "{name:?}");
}

#[test]
fn devices_are_refused_under_every_extension() {
    for name in [
        "CON",
        "con",
        "Prn.txt",
        "aux",
        "NUL",
        "nul.tar.gz",
        "NUL .txt",
        "COM1",
        "lpt9.log",
        "COM¹",
        "CONIN$",
    ] {
        check(name, true);
    }
    for name in ["console", "com", "com0", "com10", "lpt", "nul_", "xnul", "a.nul", "auxiliary.rs"] {
        check(name, false);
    }
}

#[test]
fn names_that_windows_would_change_are_refused() {
    for name in ["a.", "a ", "a...", ".env.", "a:b", "a.txt::$DATA", "a\\b", "a?b", "a*b", "a\x1fb", "."] {
        check(name, true);
    }
    for name in ["a.b", " a", ".env", "a b", "é", "a'b"] {
        check(name, false);
    }
    assert!(windows_refuses(b"\xff"));
}
