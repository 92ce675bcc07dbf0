use reread_path::RootedPath;

use super::{FileTag, PathClass};

fn check(path: &str, tags: &str, class: PathClass) {
    let rooted = RootedPath::from_bytes(path.as_bytes()).unwrap();
    let on = [FileTag::Doc, FileTag::Config, FileTag::Code, FileTag::Test]
        .into_iter()
        .filter(|tag| tag.is_on(&rooted));
    assert_eq!(on.map(FileTag::word).collect::<Vec<_>>().join(" "), tags, "{path}");
    assert_eq!(PathClass::of(&rooted), class, "{path}");
}

#[test]
fn names_say_what_a_file_is_for() {
    check("src/main.rs", "code", PathClass::Source);
    check("src/Main.RS", "code", PathClass::Source);
    check("Cargo.toml", "config", PathClass::Source);
    check("Cargo.lock", "config", PathClass::Vendored);
    check("README", "doc", PathClass::Docs);
    check("docs/conf.py", "doc code", PathClass::Docs);
    check(".gitignore", "config", PathClass::Source);
    check("Makefile", "config", PathClass::Source);
    check("bin/run", "", PathClass::Source);
    check("rs", "", PathClass::Source);
    check(".rs", "config", PathClass::Source);
}

#[test]
fn tests_are_known_by_name_or_folder() {
    check("src/parse/tests.rs", "code test", PathClass::Test);
    check("tests/a.rs", "code test", PathClass::Test);
    check("pkg/a_test.go", "code test", PathClass::Test);
    check("pkg/test_a.py", "code test", PathClass::Test);
    check("web/a.test.ts", "code test", PathClass::Test);
    check("src/latest.rs", "code", PathClass::Source);
    check("tests", "", PathClass::Source);
}

#[test]
fn what_is_not_ours_comes_last_whatever_else_it_is() {
    check("node_modules/a/test/b.js", "code test", PathClass::Vendored);
    check("web/jquery.min.js", "code", PathClass::Vendored);
    check("vendor/docs/a.md", "doc", PathClass::Vendored);
    check("rpc/a_pb2.py", "code", PathClass::Vendored);
    check("targets/a.rs", "code", PathClass::Source);
}

#[test]
fn tags_have_names() {
    for tag in [FileTag::Doc, FileTag::Config, FileTag::Code, FileTag::Test] {
        assert_eq!(FileTag::named(tag.word()), Some(tag));
    }
    assert_eq!(FileTag::named("Docs"), None);
}
