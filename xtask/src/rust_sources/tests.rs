use super::*;

fn modules(files: &[(&str, &str)]) -> Vec<(String, String, usize)> {
    let sources = RustSources::of_texts(files);
    let shown = |module: &RustModule| (module.path.join("::"), module.file.clone(), module.lines);
    sources.modules().map(shown).collect()
}

#[test]
fn modules_are_found_as_the_compiler_finds_them() {
    let files = [
        ("lib.rs", "mod a;\nmod b { mod c; }\n#[path = \"odd.rs\"]\nmod d;\n"),
        ("a.rs", "mod e;\n"),
        ("a/e/mod.rs", ""),
        ("b/c.rs", "struct C;\n"),
        ("odd.rs", ""),
    ];
    let expected = [
        ("", "lib.rs", 4),
        ("a", "a.rs", 1),
        ("a::e", "a/e/mod.rs", 0),
        ("b", "lib.rs", 0),
        ("b::c", "b/c.rs", 1),
        ("d", "odd.rs", 0),
    ];
    let expected = expected.map(|(path, file, lines)| (path.to_owned(), file.to_owned(), lines));
    assert_eq!(modules(&files), expected);
}

#[test]
fn tests_are_left_out() {
    let text = "fn f() {}\n#[cfg(test)]\nmod tests;\n#[cfg(all(test, unix))]\nmod more {\n    fn g() {}\n}\n#[cfg(not(test))]\nfn h() {}\n";
    assert_eq!(modules(&[("lib.rs", text)]), [(String::new(), "lib.rs".to_owned(), 3)]);
    assert_eq!(RustSources::of_texts(&[("lib.rs", text)]).crates[0].modules[0].items.len(), 2);
}
