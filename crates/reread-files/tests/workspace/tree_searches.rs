//! Searching the workspace: what looking at every line of every file finds, the best first.

use std::cell::Cell;
use std::os::unix::fs::symlink;
use std::time::Duration;

use proptest::prelude::*;
use reread_codes::Code;
use reread_files::{
    Confinement, Extent, FoundFile, FoundLine, MOST_FILES, MatchKind, PathClass, Progress, ReadRequest,
    SearchClock, Settings, Stopped, TreeSearchError, TreeSearchRequest, Watch, parse_user_configuration,
};
use reread_text::{Bounds, Limit};

use crate::workspace::trees::{Impatient, all_files, ask, found, plant, question, tree};
use crate::workspace::world::FilesWorld;

/// Files with matching lines or names, by looking at every line.
fn naive(world: &FilesWorld, query: &str) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for name in all_files(&world.path("")) {
        let content = std::fs::read_to_string(world.path(&name)).unwrap();
        let lines = content.split('\n').filter(|line| line.contains(query)).count() as u64;
        if lines > 0 || name.rsplit('/').next().unwrap().contains(query) {
            found.push((name, lines));
        }
    }
    found
}

#[test]
fn a_search_finds_what_looking_at_every_line_of_every_file_finds() {
    let query = prop::sample::select(vec!["a", "ab", "fn", "ä", "fn a", "tests", "nowhere"]);
    proptest!(ProptestConfig::with_cases(64), |(files in tree(), query in query)| {
        let world = FilesWorld::new();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        plant(&world, &files);
        let expected = naive(&world, query);
        for confinement in [Confinement::Kernel, Confinement::Portable] {
            let workspace = world.workspace_with(Settings::default(), Some(confinement));
            let reply = ask(&workspace, &question(query));
            let mut files: Vec<(String, u64)> =
                reply.files.iter().map(|file| (file.name.clone(), file.lines)).collect();
            files.sort();
            prop_assert_eq!(&files, &expected);
            prop_assert_eq!(reply.tally.lines, expected.iter().map(|(_, lines)| lines).sum::<u64>());
            prop_assert_eq!(reply.tally.files, expected.len() as u64);
            prop_assert_eq!(reply.stopped, None);
            let ranks: Vec<(MatchKind, PathClass, &[u8])> =
                reply.files.iter().map(|file| (file.standing, file.class, file.path.as_bytes())).collect();
            prop_assert!(ranks.is_sorted(), "{:?}", ranks);
            for file in &reply.files {
                prop_assert_eq!(file.matches.len() as u64, file.lines);
                let content = std::fs::read_to_string(world.path(&file.name)).unwrap();
                let lines: Vec<&str> = content.split('\n').collect();
                for line in &file.matches {
                    let at = usize::try_from(line.shown.line).unwrap() - 1;
                    prop_assert_eq!(lines[at].as_bytes(), &line.shown.text[..]);
                }
            }
        }
    });
}

#[test]
fn definitions_and_names_come_before_mentions_and_sources_before_the_rest() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[
            ("a/uses.rs", "open();\n"),
            ("docs/guide.md", "open it\n"),
            ("node_modules/m.js", "function open() {}\n"),
            ("src/open.rs", "nothing\n"),
            ("src/z.rs", "\nfn open() {}\n"),
            ("src/reopen.py", "def reopen():\n"),
            ("src/parts.rs", "fn reopen() {}\n"),
            ("tests/a.rs", "open();\n"),
            ("vendor/b.c", "open();\n"),
        ],
    );
    let reply = ask(&world.workspace(), &question("open"));
    let order: Vec<(&str, &str)> =
        reply.files.iter().map(|file| (file.name.as_str(), file.standing.word())).collect();
    let expected = [
        ("src/z.rs", "defines"),
        ("node_modules/m.js", "defines"),
        ("src/open.rs", "named"),
        ("src/reopen.py", "named"),
        ("src/parts.rs", "defines_part"),
        ("a/uses.rs", "refers"),
        ("tests/a.rs", "refers"),
        ("vendor/b.c", "refers"),
        ("docs/guide.md", "mentions"),
    ];
    assert_eq!(order, expected);
    assert_eq!(reply.files[2].lines, 0, "a name alone is found, too");
}

/// What a search calls a symbol, reading it finds; however many files only mention the name, those that a grammar finds a
/// definition in come first.
#[test]
fn symbols_are_found_by_the_ids_that_a_search_gives() {
    let world = FilesWorld::new();
    let mentions: Vec<(String, &str)> =
        (0..200).map(|number| (format!("a{number}.c"), "// total of it\n")).collect();
    let mut files: Vec<(&str, &str)> = mentions.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    files.extend([
        ("z/Cart.java", "class Cart {\n    int total() {\n        return 1;\n    }\n}\n"),
        ("z/cart.c", "int total(void)\n{\n    return totals;\n}\n"),
        ("z/uses.py", "def f():\n    total = 1\n    return total\n"),
    ]);
    plant(&world, &files);
    let workspace = world.workspace();
    let reply = ask(&workspace, &TreeSearchRequest { max_matches: 4, ..question("total") });
    let found: Vec<(&str, &str)> =
        reply.files.iter().map(|file| (file.name.as_str(), file.standing.word())).collect();
    assert_eq!(found[..2], [("z/Cart.java", "defines"), ("z/cart.c", "defines")]);
    assert_eq!(reply.tally.files, 203);
    for (file, id) in reply.files.iter().zip(["z/Cart.java#Cart.total", "z/cart.c#total"]) {
        assert_eq!(file.symbols.len(), 1, "{file:?}");
        assert_eq!(file.symbols[0].id, id);
        let (name, symbol) = workspace.reader().file_of_id(id).unwrap();
        let request = ReadRequest::new(name.to_owned(), Extent::From(1), Bounds::default());
        let located = workspace.reader().open_for(&request).unwrap();
        let found = workspace.reader().symbol_in(&request, located, symbol).unwrap();
        assert_eq!(found.lines(), file.symbols[0].lines);
    }
    assert_eq!(reply.tally.not_studied, 32, "of the best 64, what was not taken apart is counted");
}

/// One file cannot fill a reply, its definition is shown however far down it stands, and what is left out is counted.
#[test]
fn every_file_gets_its_best_lines_and_the_rest_is_counted() {
    let world = FilesWorld::new();
    let mut many = "call word\n".repeat(40);
    many.push_str("fn word() {}\n");
    plant(&world, &[("many.rs", &many), ("few.rs", "word\nx\nword\n"), ("other.rs", "word\n")]);
    let workspace = world.workspace();
    let reply = ask(&workspace, &TreeSearchRequest { max_matches: 24, ..question("word") });
    let first: Vec<u64> = (1..=20).chain([41]).collect();
    assert_eq!(found(&reply), [("many.rs", 41, first), ("few.rs", 2, vec![1, 3]), ("other.rs", 1, vec![1])]);
    assert_eq!(
        (reply.files[0].more(), reply.tally.lines, reply.stopped),
        (20, 44, Some(Stopped::MaxMatches))
    );
    assert_eq!(reply.shown().count(), 24, "what the other files leave over is not wasted");

    let reply = ask(&workspace, &TreeSearchRequest { max_matches: 13, ..question("word") });
    let first: Vec<u64> = (1..=9).chain([41]).collect();
    assert_eq!(found(&reply), [("many.rs", 41, first), ("few.rs", 2, vec![1, 3]), ("other.rs", 1, vec![1])]);

    let reply = ask(&workspace, &TreeSearchRequest { max_matches: 1, ..question("word") });
    assert_eq!(found(&reply), [("many.rs", 41, vec![41])]);
    assert_eq!((reply.tally.files, reply.stopped), (3, Some(Stopped::MaxMatches)));

    let alone = TreeSearchRequest { paths: vec!["many.rs".to_owned()], max_matches: 40, ..question("word") };
    assert_eq!(ask(&workspace, &alone).files[0].matches.len(), 40, "alone, a file has the whole reply");

    let around = TreeSearchRequest {
        globs: vec!["few.rs".to_owned()],
        before_lines: 1,
        after_lines: 1,
        ..question("word")
    };
    let reply = ask(&workspace, &around);
    let shown: Vec<u64> = reply.shown().map(|line| line.line).collect();
    assert_eq!(shown, [1, 2, 3]);
}

#[test]
fn a_reply_holds_no_more_bytes_than_it_may() {
    let world = FilesWorld::new();
    plant(&world, &[("a", &"word and more of it\n".repeat(9)), ("b", &"word\n".repeat(9))]);
    let mut settings = Settings::default();
    settings.limits.transport_bytes = 100;
    let reply = ask(&world.workspace_with(settings, None), &question("word"));
    assert_eq!((reply.stopped, reply.tally.lines), (Some(Stopped::Full(Limit::Bytes)), 18));
    assert!(reply.sent_bytes() <= 100, "{}", reply.sent_bytes());
}

/// Lines around matches count, and so does the line that names a file.
#[test]
fn a_reply_is_no_longer_than_it_is_asked_to_be() {
    let world = FilesWorld::new();
    plant(&world, &[("a", &"x\nword\ny\n".repeat(9)), ("b", &"word\n".repeat(9))]);
    let workspace = world.workspace();
    let check = |bounds: Bounds, stopped: Option<Stopped>, expected: &[(&str, usize)]| {
        let request = TreeSearchRequest { bounds, before_lines: 1, after_lines: 1, ..question("word") };
        let reply = ask(&workspace, &request);
        let shown = |file: &FoundFile| file.matches.iter().flat_map(FoundLine::shown).count();
        let files: Vec<_> = reply.files.iter().map(|file| (file.name.as_str(), shown(file))).collect();
        assert_eq!((files.as_slice(), reply.stopped), (expected, stopped), "{bounds:?}");
        assert_eq!((reply.tally.lines, reply.tally.files), (18, 2), "what is not shown is counted");
    };
    let lines = |max_lines| Bounds { max_lines: Some(max_lines), ..Bounds::default() };
    let by_lines = Some(Stopped::Full(Limit::Lines));
    check(lines(38), None, &[("a", 27), ("b", 9)]);
    check(lines(37), by_lines, &[("a", 27), ("b", 8)]);
    check(lines(29), by_lines, &[("a", 27), ("b", 0)]);
    check(lines(28), by_lines, &[("a", 27)]);
    check(lines(3), by_lines, &[("a", 2)]);
    check(lines(0), by_lines, &[]);
    let chars = Bounds { max_chars: Some(8), ..Bounds::default() };
    check(chars, Some(Stopped::Full(Limit::Chars)), &[("a", 3)]);
}

/// Which thread looks at which file is up to the machine; the answer is not.
#[test]
fn the_answer_does_not_depend_on_which_thread_is_faster() {
    let world = FilesWorld::new();
    let files: Vec<(String, String)> = (0..600)
        .map(|number| {
            let text =
                format!("{}\nword\n{}", number % 7, if number % 5 == 0 { "fn word()\nword" } else { "" });
            (format!("d{}/e{}/f{number}.rs", number % 11, number % 3), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    plant(&world, &files);
    let workspace = world.workspace();
    let request = TreeSearchRequest { max_matches: 50, ..question("word") };
    let first = ask(&workspace, &request);
    assert_eq!((first.tally.lines, first.tally.files), (840, 600));
    for _ in 0..20 {
        let again = ask(&workspace, &request);
        assert_eq!((again.files, again.tally, again.frame), (first.files.clone(), first.tally, first.frame));
    }
    let unlimited = ask(&workspace, &question("word"));
    assert_eq!((unlimited.files.len(), unlimited.stopped), (MOST_FILES, Some(Stopped::Files)));
    assert_eq!((unlimited.tally.lines, unlimited.tally.files), (840, 600));
}

/// Cases 5, 6, 39: links are not followed, rules hold, and what is left out is counted where it may be known of.
#[test]
fn only_text_that_may_be_read_is_searched() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[
            (".env", "word"),
            ("denied/a", "word"),
            ("a.txt", "word"),
            (".hidden", "word"),
            ("build/out.txt", "word"),
            (".gitignore", "build/\n"),
        ],
    );
    world.write("image", b"word\0\xff\xfe\xfd");
    std::fs::write(world.beside("outside/secret"), "word").unwrap();
    symlink("../outside/secret", world.path("leaf")).unwrap();
    symlink("../outside", world.path("dir")).unwrap();
    symlink("a.txt", world.path("inside")).unwrap();
    std::fs::hard_link(world.beside("outside/secret"), world.path("hard")).unwrap();
    std::fs::hard_link(world.path("denied/a"), world.path("other-name")).unwrap();
    plant(&world, &[("twin", "word")]);
    std::fs::hard_link(world.path("twin"), world.path("twin2")).unwrap();
    let text = "version = 1\n[read]\ndeny = [\"denied\"]\n";
    let workspace = world.workspace_with(parse_user_configuration("test", text).unwrap(), None);
    let reply = ask(&workspace, &question("word"));
    let names: Vec<&str> = reply.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, [".hidden", "twin", "twin2", "a.txt"]);
    let tally = reply.tally;
    assert_eq!((tally.binary, tally.several_names, tally.passed_over.need_approval), (1, 1, 1));

    let named = |paths: &[&str]| {
        let paths = paths.iter().map(ToString::to_string).collect();
        let request = TreeSearchRequest { paths, ..question("word") };
        let clock = SearchClock { elapsed: &|| Duration::ZERO };
        workspace.searcher().search(&request, &clock, &Watch::unattended())
    };
    let found = named(&["build", "a.txt", "./a.txt", "."]).unwrap();
    assert_eq!(found.tally.lines, 5, "what is named is searched though it is ignored, and once");
    let code = |paths: &[&str]| match named(paths).unwrap_err() {
        TreeSearchError::Open(error) => error.code(),
        error => panic!("{error}"),
    };
    assert_eq!(code(&["denied"]), Code::Denied);
    assert_eq!(code(&[".env"]), Code::ApprovalRequired);
    assert_eq!(code(&["dir"]), Code::Outside);
    assert_eq!(code(&["nowhere"]), Code::Missing);
    assert_eq!(named(&["inside"]).unwrap().files[0].name, "a.txt");
}

/// A file of many blocks is left in the middle: the questions are counted, not the time.
#[test]
fn a_search_can_be_given_up_and_stops_when_its_time_is_up() {
    let world = FilesWorld::new();
    plant(&world, &[("large", &"nothing to see in this line\n".repeat(1 << 20))]);
    let workspace = world.workspace();
    let request = question("word");
    let still = SearchClock { elapsed: &|| Duration::ZERO };

    let unhurried = Impatient::at(u64::MAX);
    let watch = Watch { is_cancelled: &|| unhurried.is_cancelled(), progress: &|_| {} };
    workspace.searcher().search(&request, &still, &watch).unwrap();
    assert!(unhurried.asked.get() > (28 << 20) / (256 * 1024), "asked {} times", unhurried.asked.get());
    for at in [1, 5, 50] {
        let impatient = Impatient::at(at);
        let watch = Watch { is_cancelled: &|| impatient.is_cancelled(), progress: &|_| {} };
        let given_up = workspace.searcher().search(&request, &still, &watch);
        assert!(matches!(given_up, Err(TreeSearchError::Cancelled)));
        assert!(
            impatient.asked.get() < at + 4,
            "{} questions after the first yes",
            impatient.asked.get() - at
        );
    }

    let asked = Cell::new(0);
    let elapsed = || {
        asked.set(asked.get() + 1);
        Duration::from_secs(if asked.get() < 20 { 0 } else { 60 })
    };
    let reply = workspace
        .searcher()
        .search(&request, &SearchClock { elapsed: &elapsed }, &Watch::unattended())
        .unwrap();
    assert!(reply.is_partial());
}

#[test]
fn a_waiting_caller_hears_how_far_the_search_is() {
    let world = FilesWorld::new();
    let files: Vec<String> = (0..300).map(|number| format!("d/{number}")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|name| (name.as_str(), "word\n")).collect();
    plant(&world, &files);
    let last = Cell::new(Progress::default());
    let watch = Watch {
        is_cancelled: &|| false,
        progress: &|progress| {
            assert!(progress.files > last.get().files, "{progress:?}");
            last.set(progress);
        },
    };
    let clock = SearchClock { elapsed: &|| Duration::ZERO };
    world.workspace().searcher().search(&question("word"), &clock, &watch).unwrap();
    assert!(last.get().files >= 64 && last.get().matches > 0, "{:?}", last.get());
}
