use super::*;

#[test]
fn a_name_is_read_back_as_it_was_made() {
    for digits in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX] {
        let name = TempName::new(digits);
        assert_eq!(name.to_string(), format!(".reread-{digits:016x}.tmp"));
        assert_eq!(TempName::from_bytes(name.as_bytes()), Ok(name));
    }
}

/// What a forged row may say instead, each as long as ours or not.
#[test]
fn every_other_name_is_refused() {
    for name in [
        "",
        ".",
        "..",
        "/",
        "\0",
        "a.txt",
        "../outside/bashrc",
        "../../payload.sh",
        "/etc/passwd",
        ".git/hooks/pre-commit",
        ".reread-0123456789abcdef.tm/",
        ".reread-../../../../a/cd.tmp",
        ".reread-0123456789abcde\0.tmp",
        ".reread-0123456789ABCDEF.tmp",
        ".reread-0123456789abcdef.tmp.old",
        ".reread-0123456789abcdef.tmp/",
        "./.reread-0123456789abcdef.tmp",
        "/.reread-0123456789abcdef.tm",
    ] {
        assert_eq!(TempName::from_bytes(name.as_bytes()), Err(NameError::NotATempName), "{name:?}");
    }
}
