use super::Language;

fn check(name: &str, beginning: &str, expected: &str) {
    let language = Language::of_file(name, beginning.as_bytes());
    assert_eq!(language.map_or("none", Language::word), expected, "{name} {beginning:?}");
}

#[test]
fn the_extension_says_it() {
    check("main.rs", "", "rust");
    check("src/lib/a.b.tsx", "", "tsx");
    check("C:\\work\\A.CS", "", "csharp");
    check("vector.h", "", "cpp");
    check("notes.txt", "", "none");
    check("noextension", "", "none");
    check("", "", "none");
}

#[test]
fn some_files_are_known_by_their_whole_name() {
    check("Gemfile", "", "ruby");
    check("deep/Cargo.lock", "", "toml");
    check(".bashrc", "", "bash");
    check(".c", "", "none");
}

#[test]
fn an_interpreter_says_it_where_the_name_does_not() {
    check("run", "#!/bin/bash\nset -e\n", "bash");
    check("run", "#!/usr/bin/env -S python3.12 -u\n", "python");
    check("run", "#!/usr/bin/env PATH=/x node", "javascript");
    check("run", "\u{feff}#! /bin/sh\r\n", "bash");
    check("run", "#!/usr/bin/awk -f\n", "none");
    check("run", "#!", "none");
    check("run", "#!/usr/bin/env\n", "none");
    check("run.rs", "#!/bin/bash\n", "rust");
}

#[test]
fn every_language_has_its_own_word_and_place() {
    let words: std::collections::BTreeSet<_> = Language::ALL.map(Language::word).into();
    assert_eq!(words.len(), Language::ALL.len());
    for (place, language) in Language::ALL.into_iter().enumerate() {
        assert_eq!(language as usize, place);
    }
}
