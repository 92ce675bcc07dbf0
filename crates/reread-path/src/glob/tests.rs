use super::*;
use crate::RootedPath;

fn view(name: &str) -> MatchableName {
    MatchableName::exact(&RootedPath::from_bytes(name.as_bytes()).unwrap())
}

fn check(glob: &str, covered: &[&str], others: &[&str]) {
    let globs = Glob::parse(glob).unwrap_or_else(|fault| panic!("`{glob}` {fault}"));
    let covers = |name: &str| globs.iter().any(|glob| glob.covers(&view(name)));
    for name in covered {
        assert!(covers(name), "`{glob}` covers {name:?}");
    }
    for name in others {
        assert!(!covers(name), "`{glob}` does not cover {name:?}");
    }
}

fn refused(glob: &str, fault: &BadGlob) {
    assert_eq!(Glob::parse(glob).as_ref(), Err(fault), "{glob:?}");
}

#[test]
fn a_name_matches_at_any_depth_and_covers_what_is_beneath() {
    check(".env", &[".env", "a/.env", "a/b/.env", ".env/x", "a/.env/b/c"], &["", ".envs", "x.env", ".ENV"]);
    check("target/", &["target", "a/target", "target/debug/x"], &["targets", ""]);
}

#[test]
fn a_slash_anchors() {
    check("a/b", &["a/b", "a/b/c"], &["a", "b", "x/a/b", "a/bc"]);
    check("a/*", &["a/b", "a/b/c"], &["a", "b", "x/a/b"]);
    check("*/b", &["a/b", "a/b/c"], &["b", "x/a/b"]);
}

#[test]
fn two_stars_cross_folders() {
    check("**", &["", "a", "a/b/c"], &[]);
    check("**/**/", &["", "a"], &[]);
    check("a/**", &["a/b", "a/b/c"], &["", "a", "b/a/c"]);
    check("**/a", &["a", "x/a", "x/y/a", "a/z"], &["", "b", "xa"]);
    check("a/**/b", &["a/b", "a/x/b", "a/x/y/b", "a/x/b/c"], &["a", "b", "x/a/b", "a/xb"]);
    check("**/a/**", &["a/b", "x/a/b"], &["a", "x/a"]);
    check("a/**/b/**/c", &["a/b/c", "a/b/b/c", "a/x/b/y/c/z"], &["a/c/b", "a/b/x"]);
}

#[test]
fn wildcards_stay_in_a_component() {
    check("*.pem", &[".pem", "a.pem", "x/a.pem", "a.pem/x"], &["pem", "a.pemx", "a/pem"]);
    check("a*b*c", &["abc", "axxbyyc", "abcbc"], &["ab", "abcd", "ab/c"]);
    check("key?", &["key1", "keyé", "key\u{1f511}"], &["key", "key12"]);
    check("*", &["a", "a/b"], &[""]);
}

#[test]
fn a_character_is_not_a_byte() {
    check("?.env", &["é.env", "日.env", "a.env"], &["日本.env", ".env"]);
    let path = RootedPath::from_bytes(b"\xff.env").unwrap();
    assert!(Glob::parse("?.env").unwrap()[0].covers(&MatchableName::exact(&path)));
    assert!(!Glob::parse("??.env").unwrap()[0].covers(&MatchableName::exact(&path)));
}

#[test]
fn classes_hold_ascii() {
    check("[a-c0]", &["a", "b", "c", "0"], &["d", "-", "ab", "A"]);
    check("[!a-c]", &["d", "é"], &["a", "c", "de"]);
    check("[^a]", &["b", "^"], &["a"]);
    check("[]]", &["]"], &["["]);
    check("[!]]", &["["], &["]"]);
    check("[a-]", &["a", "-"], &["b"]);
    check("[-a]", &["a", "-"], &["b"]);
    check("[*?{]", &["*", "?", "{"], &["a"]);
    check(r"[\]", &[r"\"], &["a"]);
    check("x[+-9]y", &["x+y", "x1y"], &["x/y"]);
}

#[test]
fn alternatives_are_rules_of_their_own() {
    check("*.{pem,key}", &["a.pem", "x/b.key"], &["a.pub", "a.{pem"]);
    check("id_rsa{,.pub}", &["id_rsa", "id_rsa.pub"], &["id_rsa."]);
    check("{a/b,c}", &["a/b", "c", "x/c"], &["x/a/b", "b"]);
    check("{a,b}{1,2}", &["a1", "b2"], &["a", "ab"]);
    check("{**/,}x/y", &["x/y", "a/x/y"], &["x"]);
    check("a,b", &["a,b"], &["a", "b"]);
    check("{*,a}*", &["x"], &[""]);
}

#[test]
fn a_backslash_takes_the_meaning_away() {
    check(r"\*", &["*", "x/*"], &["a"]);
    check(r"\!a\{b\}", &["!a{b}"], &[]);
    check(r"a\\b", &[r"a\b"], &["ab"]);
    check(r"a\/b", &["a/b"], &["x/a/b"]);
    check("a!", &["a!"], &["a"]);
}

#[test]
fn what_cannot_match_is_refused() {
    refused("", &BadGlob::Empty);
    refused("{a,}", &BadGlob::Empty);
    refused("a\0", &BadGlob::Nul);
    refused("/", &BadGlob::Absolute);
    refused("/a", &BadGlob::Absolute);
    refused("{x,}/a", &BadGlob::Absolute);
    refused("a//b", &BadGlob::EmptyComponent);
    refused("a//", &BadGlob::EmptyComponent);
    refused(".", &BadGlob::DotComponent);
    refused("./a", &BadGlob::DotComponent);
    refused("a/../b", &BadGlob::DotComponent);
    refused(r"a\", &BadGlob::DanglingBackslash);
    refused("!a", &BadGlob::Negated);
    refused("[a", &BadGlob::UnclosedClass);
    refused("[]", &BadGlob::UnclosedClass);
    refused("[a-", &BadGlob::UnclosedClass);
    refused("[z-a]", &BadGlob::BackwardsRange { first: 'z', last: 'a' });
    refused("[a/b]", &BadGlob::SlashInClass);
    refused("[é]", &BadGlob::NotAsciiInClass);
    refused("{a,b", &BadGlob::UnclosedBraces);
    refused("a}", &BadGlob::UnopenedBraces);
    refused("{a,{b,c}}", &BadGlob::NestedBraces);
    refused("a**", &BadGlob::PartialDoubleStar);
    refused("src/**.rs", &BadGlob::PartialDoubleStar);
    refused("***", &BadGlob::PartialDoubleStar);
    refused(&"{a,b}".repeat(9), &BadGlob::TooManyAlternatives(256));
}

#[test]
fn as_many_alternatives_as_promised_are_written_out() {
    assert_eq!(Glob::parse(&"{a,b}".repeat(8)).unwrap().len(), 256);
}

#[test]
fn stars_do_not_make_matching_explode() {
    let stars = "*a".repeat(2_000) + "b";
    check(&stars, &[], &[&"a".repeat(4_000)]);
    let folders = "**/a/".repeat(800) + "b";
    check(&folders, &[], &[&vec!["a"; 5_000].join("/")]);
}

fn check_look_alike(glob: &str, covered: &[&str], others: &[&str]) {
    let globs = Glob::parse(glob).unwrap();
    let globs: Vec<Glob> = globs.iter().map(|glob| glob.look_alike().unwrap()).collect();
    let covers = |name: &str| {
        let views = MatchableName::look_alikes(&RootedPath::from_bytes(name.as_bytes()).unwrap());
        globs.iter().any(|glob| views.iter().any(|view| glob.covers(view)))
    };
    for name in covered {
        assert!(covers(name), "`{glob}` covers {name:?}");
    }
    for name in others {
        assert!(!covers(name), "`{glob}` does not cover {name:?}");
    }
}

#[test]
fn look_alikes_are_covered() {
    check_look_alike(".env", &[".ENV", "．env", ".e\u{200d}nv", "a／.Env"], &["env"]);
    check_look_alike(".ENV*", &[".env.local"], &["env"]);
    check_look_alike("secre*", &["secrét", "secre\u{301}t", "SECRET"], &["secr"]);
    check_look_alike("a／b", &["a/b", "x/a/b", "a／b"], &["a"]);
    check_look_alike("STRASSE", &["straße"], &["strase"]);
}

#[test]
fn accents_go_with_their_letters() {
    check_look_alike("?x", &["éx", "e\u{301}x", "ax"], &["x", "aex"]);
    check_look_alike("[!aA]x", &["éx", "e\u{301}x", "bx"], &["ax", "Ax"]);
    check_look_alike("[e]x", &["ex", "EX"], &["éx"]);
}

#[test]
fn classes_lose_their_case() {
    check_look_alike("[A-C]", &["a", "B"], &["d"]);
    check_look_alike("[Z-a]", &["z", "Z", "a", "A", "_"], &["b"]);
    check_look_alike("[!A]", &["a", "A", "b"], &[]);
    check_look_alike("[!aA]", &["b"], &["a", "A"]);
}

#[test]
fn what_looks_like_nothing_is_refused() {
    for glob in ["\u{200b}", "a/\u{200b}/b", "．", "{a,\u{feff}}"] {
        let globs = Glob::parse(glob).unwrap();
        assert!(globs.iter().any(|glob| glob.look_alike() == Err(BadGlob::Invisible)), "{glob:?}");
    }
}
