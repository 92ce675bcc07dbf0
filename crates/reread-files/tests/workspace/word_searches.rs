//! Several words: the same files come first whether a walk counts or an index, and an index that may be behind is not asked.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use reread_files::{
    Pace, Pattern, RankedBy, Settings, TreeSearchReply, TreeSearchRequest, Watch, Workspace,
    parse_user_configuration,
};

use crate::workspace::registry::{wait_for, while_kept};
use crate::workspace::trees::{ask, found, plant, question};
use crate::workspace::world::FilesWorld;

pub(crate) const AT_ONCE: Pace = Pace {
    first_after: Duration::ZERO,
    settled_after: Duration::ZERO,
    at_the_latest: Duration::from_secs(3600),
};

pub(crate) fn names(reply: &TreeSearchReply) -> Vec<&str> {
    reply.files.iter().map(|file| file.name.as_str()).collect()
}

/// Asks until the index answers.
pub(crate) fn by_index(workspace: &Workspace, request: &TreeSearchRequest) -> TreeSearchReply {
    let begin = Instant::now();
    loop {
        let reply = ask(workspace, request);
        if reply.ranked_by == Some(RankedBy::Index) {
            return reply;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "the index never answers: {reply:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn files_with_rare_words_and_several_of_them_come_first() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[
            ("src/line_range.rs", "/// Parses it.\npub fn of(text: &str) {}\n"),
            ("src/lines.rs", "fn lines() {}\n\nfn parse() {}\n"),
            ("src/other.rs", "fn parse() {}\n"),
            ("src/unrelated.rs", "fn open() {}\n"),
            ("tests/other.rs", "fn parse() {}\n"),
        ],
    );
    let workspace = world.workspace();
    let reply = ask(&workspace, &question("parse line ranges"));
    assert_eq!(names(&reply), ["src/line_range.rs", "src/lines.rs", "src/other.rs", "tests/other.rs"]);
    assert_eq!((reply.ranked_by, reply.tally.files, reply.stopped), (Some(RankedBy::Walk), 4, None));
    assert_eq!(found(&reply)[0], ("src/line_range.rs", 1, vec![1]));
    assert_eq!(found(&reply)[1], ("src/lines.rs", 2, vec![1, 3]));

    let some = TreeSearchRequest { globs: vec!["tests".to_owned()], ..question("parse line ranges") };
    assert_eq!(names(&ask(&workspace, &some)), ["tests/other.rs"]);
    let one = ask(&workspace, &TreeSearchRequest { max_matches: 1, ..question("parse line ranges") });
    assert_eq!((names(&one), one.tally.files), (vec!["src/line_range.rs"], 4));
    let none = ask(&workspace, &question("nothing whatsoever"));
    assert_eq!((none.ranked_by, none.tally.files), (None, 0));
}

/// A phrase is text, and text that is there is shown as ever, be it from the middle of a word on.
#[test]
fn a_phrase_that_stands_somewhere_is_found_as_text() {
    let world = FilesWorld::new();
    plant(&world, &[("a.rs", "pub fn open_file() {}\n"), ("b.rs", "pub struct A;\nfn open() {}\n")]);
    let workspace = world.workspace_with_state(Settings::default());
    let text = |workspace: &Workspace| {
        for query in ["pub fn open", "ub fn open_fi", "b fn open_file"] {
            let reply = ask(workspace, &question(query));
            assert_eq!((reply.ranked_by, found(&reply)), (None, vec![("a.rs", 1, vec![1])]), "{query}");
        }
        let request = question("UB FN Open_FI");
        let pattern = Pattern { case_sensitive: false, ..request.pattern.clone() };
        let reply = ask(workspace, &TreeSearchRequest { pattern, ..request });
        assert_eq!((reply.ranked_by, found(&reply)), (None, vec![("a.rs", 1, vec![1])]));
    };
    text(&workspace);
    while_kept(&workspace, &AT_ONCE, |receiver| {
        wait_for(receiver, 2);
        by_index(&workspace, &question("open struct"));
        text(&workspace);
    });
}

#[test]
fn a_walk_and_an_index_give_the_same_answer() {
    let line = prop::sample::select(vec![
        "parse the line",
        "lineRange",
        "range of lines",
        "",
        "class Range:",
        "entries",
        "an entry",
        "ä Größe",
        "\r",
    ]);
    let text = prop::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n"));
    let path = prop::sample::select(vec![
        "a.rs",
        "b/range.py",
        "b/c.md",
        "tests/line.rs",
        "vendor/x.js",
        "b/parse_line.txt",
        "é.rs",
    ]);
    let files = prop::collection::btree_map(path, text, 0..7);
    let query = prop::sample::select(vec![
        "parse range",
        "line entries",
        "Größe range",
        "the class line",
        "arse the li",
        "no such",
    ]);
    proptest!(ProptestConfig::with_cases(6), |(steps in prop::collection::vec(files, 1..4), queries in prop::collection::vec(query, 4))| {
        let world = FilesWorld::new();
        let workspace = world.workspace_with_state(Settings::default());
        let without = world.workspace();
        while_kept(&workspace, &AT_ONCE, |_| {
            for files in &steps {
                let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
                plant(&world, &files);
                for query in &queries {
                    let expected = ask(&without, &question(query));
                    if !expected.is_ranked_only() {
                        assert_eq!(found(&ask(&workspace, &question(query))), found(&expected));
                        continue;
                    }
                    let reply = by_index(&workspace, &question(query));
                    assert_eq!((found(&reply), reply.tally, reply.stopped), (found(&expected), expected.tally, expected.stopped));
                }
            }
        });
    });
}

/// A mention or two may not be what was meant, so the files that have the words follow; a definition is.
#[test]
fn behind_a_mere_mention_files_are_ranked() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[
            ("a.md", "see: parse range\n"),
            ("range.rs", "/// Parses it.\nfn of() {\n    parse();\n}\n"),
            ("other.rs", "fn x() {}\n"),
        ],
    );
    let workspace = world.workspace();
    let reply = ask(&workspace, &question("parse range"));
    assert_eq!(names(&reply), ["a.md", "range.rs"]);
    assert_eq!((reply.tally.lines, reply.tally.files, reply.tally.ranked), (1, 2, 1));
    assert_eq!(reply.ranked_by, Some(RankedBy::Walk));
    let ids: Vec<&str> = reply.files[1].symbols.iter().map(|symbol| symbol.id.as_str()).collect();
    assert_eq!(ids, ["range.rs#of"]);
    let one = ask(&workspace, &TreeSearchRequest { max_matches: 1, ..question("parse range") });
    assert_eq!((names(&one), one.ranked_by), (vec!["a.md"], None));
    plant(&world, &[("a.md", "parse range\n"), ("b.md", "parse range\n"), ("c.md", "parse range\n")]);
    assert_eq!(ask(&workspace, &question("parse range")).ranked_by, None, "three are an answer");
    assert_eq!(ask(&workspace, &question("fn of")).ranked_by, None);
}

/// A file that is never hashed has no place in the index, so a walk passes over it as well.
#[test]
fn what_is_never_hashed_is_not_ranked() {
    let world = FilesWorld::new();
    let long = format!("alpha\nbeta\n{}\n", "x".repeat(100));
    plant(&world, &[("a.rs", "alpha\n"), ("long.rs", &long)]);
    let settings = parse_user_configuration("config.toml", "version = 1\n[limits]\ndigest_bytes = 64\n");
    let workspace = world.workspace_with_state(settings.unwrap());
    let request = question("beta alpha");
    let reply = ask(&workspace, &request);
    assert_eq!((names(&reply), reply.ranked_by), (vec!["a.rs"], Some(RankedBy::Walk)));
    while_kept(&workspace, &AT_ONCE, |_| {
        assert_eq!(names(&by_index(&workspace, &request)), ["a.rs"]);
    });
}

/// What was written is found by the next question, before any index can know of it, and what is gone is not.
#[test]
fn an_index_that_is_behind_is_not_asked() {
    let world = FilesWorld::new();
    plant(&world, &[("a.rs", "alpha\n"), ("b.rs", "beta\n")]);
    let workspace = world.workspace_with_state(Settings::default());
    let slow = Pace { settled_after: Duration::from_secs(3600), ..AT_ONCE };
    let request = question("alpha beta");
    while_kept(&workspace, &slow, |receiver| {
        wait_for(receiver, 2);
        assert_eq!(names(&by_index(&workspace, &request)), ["a.rs", "b.rs"]);
        std::fs::write(world.path("b.rs"), "beta\nalpha\n").unwrap();
        let reply = ask(&workspace, &request);
        assert_eq!((names(&reply), reply.ranked_by), (vec!["b.rs", "a.rs"], Some(RankedBy::Walk)));
        std::fs::remove_file(world.path("b.rs")).unwrap();
        plant(&world, &[("new/c.rs", "beta\n")]);
        assert_eq!(names(&ask(&workspace, &request)), ["a.rs", "new/c.rs"]);
    });
    assert_eq!(ask(&workspace, &request).ranked_by, Some(RankedBy::Walk), "no server keeps it any more");
}

/// Without a notice to the watcher a file is changed by a name of it that is not watched, and that was not
/// there when the index was made: looking at it tells.
#[test]
fn a_change_without_a_notice_is_found_by_looking() {
    let world = FilesWorld::new();
    plant(&world, &[(".gitignore", "/out\n"), ("a.rs", "alpha\n"), ("b.rs", "beta beta\n"), ("out/x", "")]);
    std::fs::remove_file(world.path("out/x")).unwrap();
    let workspace = world.workspace_with_state(Settings::default());
    while_kept(&workspace, &AT_ONCE, |_| {
        let request = question("alpha beta");
        assert_eq!(names(&by_index(&workspace, &request)), ["b.rs", "a.rs"]);
        std::fs::hard_link(world.path("b.rs"), world.path("out/x")).unwrap();
        assert_eq!(ask(&workspace, &request).ranked_by, Some(RankedBy::Index));
        std::fs::write(world.path("out/x"), "gamma\n").unwrap();
        let reply = ask(&workspace, &request);
        assert_eq!((names(&reply), reply.ranked_by), (vec!["a.rs"], Some(RankedBy::Walk)));
    });
}

/// Words that are added by such a name make a file one that no index would name: where files have several names, a walk answers.
#[test]
fn words_that_are_added_by_another_name_are_found() {
    let world = FilesWorld::new();
    plant(&world, &[(".gitignore", "/out\n"), ("a.rs", "alpha\n"), ("b.rs", "other\n"), ("out/x", "")]);
    std::fs::remove_file(world.path("out/x")).unwrap();
    std::fs::hard_link(world.path("b.rs"), world.path("out/x")).unwrap();
    let workspace = world.workspace_with_state(Settings::default());
    let request = question("alpha beta");
    let by_walk = |expected: &[&str]| {
        let reply = ask(&workspace, &request);
        assert_eq!((names(&reply).as_slice(), reply.ranked_by), (expected, Some(RankedBy::Walk)));
    };
    while_kept(&workspace, &AT_ONCE, |receiver| {
        wait_for(receiver, 3);
        by_walk(&["a.rs"]);
        std::fs::write(world.path("out/x"), "beta beta\n").unwrap();
        by_walk(&["b.rs", "a.rs"]);
        std::fs::remove_file(world.path("out/x")).unwrap();
        by_walk(&["b.rs", "a.rs"]);
    });
}

/// Whether the files of the index have a text in them anywhere.
fn holds(world: &FilesWorld, text: &[u8]) -> bool {
    let files = std::fs::read_dir(world.beside("state").join("words")).unwrap();
    files
        .map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .any(|bytes| bytes.windows(text.len()).any(|part| part == text))
}

/// After a rule that denies, no word of the file is left: not in a reply, not in a count, and not on the disk.
#[test]
fn what_is_denied_leaves_no_word_behind() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[("open.txt", "alpha beta\n"), ("secret/a.txt", "beta\nxyzzyplugh\n"), (".env", "beta\n")],
    );
    let index = |workspace: &Workspace| {
        workspace.registry().index(std::time::SystemTime::now(), &Watch::unattended()).unwrap();
        assert!(workspace.registry().index_words(&Watch::unattended()).unwrap());
    };
    index(&world.workspace_with_state(Settings::default()));
    assert!(holds(&world, b"xyzzyplugh"));
    assert!(!holds(&world, b"env"), "what needs approval is never counted");
    let denying = "version = 1\n[read]\ndeny = [\"secret\"]\n";
    let workspace = world.workspace_with_state(parse_user_configuration("config.toml", denying).unwrap());
    while_kept(&workspace, &AT_ONCE, |_| {
        let reply = by_index(&workspace, &question("beta alpha xyzzyplugh"));
        assert_eq!((names(&reply), reply.tally.files, reply.tally.searched), (vec!["open.txt"], 1, 1));
    });
    assert!(!holds(&world, b"xyzzyplugh"));
}

/// A list of what may be read says no as well as a rule that denies.
#[test]
fn what_is_not_allowed_any_more_leaves_no_word_behind() {
    let world = FilesWorld::new();
    plant(&world, &[("open.txt", "alpha\n"), ("other.txt", "xyzzyplugh\n")]);
    let index = |settings| {
        let workspace = world.workspace_with_state(settings);
        workspace.registry().index(std::time::SystemTime::now(), &Watch::unattended()).unwrap();
        assert!(workspace.registry().index_words(&Watch::unattended()).unwrap());
    };
    index(Settings::default());
    assert!(holds(&world, b"xyzzyplugh"));
    let allowing = "version = 1\n[read]\nallow = [\"open.txt\"]\n";
    index(parse_user_configuration("config.toml", allowing).unwrap());
    assert!(!holds(&world, b"xyzzyplugh"));
    assert!(holds(&world, b"alpha"));
}
