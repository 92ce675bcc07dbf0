use super::*;

#[test]
fn names_are_compared_by_components() {
    let check = |path: &str, folder: &str, expected: bool| {
        assert_eq!(is_beneath(path, folder), expected, "{path} beneath {folder}");
    };
    check("src/a.rs", "src/a.rs", true);
    check("./src//a.rs", "src/./a.rs/", true);
    check("src/a.rs", "src", true);
    check("src-old/a.rs", "src", false);
    check("src/a.rs.bak", "src/a.rs", false);
    check("src", "src/a.rs", false);
    check("src/a.rs", ".", true);
    check("/src/a.rs", "src/a.rs", false);
    check("/src/a.rs", "/src", true);
    check("SRC/a.rs", "src", false);
}

#[test]
fn a_folder_on_the_way_counts_wherever_it_is() {
    let check = |path: &str, folder: &str, expected: bool| {
        assert_eq!(passes_through(path, folder), expected, "{path} through {folder}");
    };
    check("vendor/a.rs", "vendor/", true);
    check("app/vendor/lib/a.rs", "vendor/", true);
    check("vendor/a.rs", "vendor", true);
    check("vendors/a.rs", "vendor/", false);
    check("my-vendor/a.rs", "vendor/", false);
    check("vendor", "vendor/", false);
    check("vendor/", "vendor/", true);
    check("src/dist", "dist/", false);
    check("/ws/dist/a.js", "dist/", true);
    check("a/gen/out/b", "gen/out/", true);
    check("a/gen/b/out/c", "gen/out/", false);
    check("a/b", "", false);
    check("a/b", "./", false);
    check("", "vendor/", false);
}

#[test]
fn a_sentence_takes_names_it_can_write_whole() {
    let check = |path: &str, expected: bool| assert_eq!(is_quotable(path), expected, "{path:?}");
    check("src/a.rs", true);
    check("ein Lied/Straße.txt", true);
    check("a\" or \"b", false);
    check("a\nb", false);
    check("a\u{202e}b", false);
    check("a\x1b[2Jb", false);
    check(&"a".repeat(LONGEST), true);
    check(&"a".repeat(LONGEST + 1), false);
}

#[test]
fn a_list_reads_as_a_choice() {
    let check = |paths: &str, expected: &str| {
        assert_eq!(any_of(&paths.split_whitespace().map(str::to_owned).collect::<Vec<_>>()), expected);
    };
    check("", "");
    check("a", r#""a""#);
    check("a b", r#""a" or "b""#);
    check("a b c", r#""a", "b" or "c""#);
}
