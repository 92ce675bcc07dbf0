//! Listing: every file that may be named, in one order, a page at a time.

use std::cell::Cell;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use proptest::prelude::*;
use reread_files::{
    Confinement, Extent, FileKind, ListError, ListRequest, Progress, Settings, Watch, Workspace,
    WorkspaceOptions, parse_user_configuration,
};

use crate::workspace::trees::{Impatient, all_files, list, names, plant, tree};
use crate::workspace::world::{FilesWorld, request};

fn pages(workspace: &Workspace, limit: u64) -> Vec<String> {
    let mut names = Vec::new();
    let mut after = None;
    loop {
        let request = ListRequest { limit, after, ..ListRequest::default() };
        let reply = workspace.lister().list_files(&request, &Watch::unattended()).unwrap();
        assert!(reply.entries.len() as u64 <= limit);
        assert!(reply.next.is_none() || reply.entries.len() as u64 == limit, "a page that goes on is full");
        names.extend(reply.entries.iter().map(|entry| entry.name.clone()));
        match reply.next {
            Some(next) => after = Some(next),
            None => return names,
        }
    }
}

#[test]
fn a_listing_is_what_a_plain_walk_finds_in_byte_order_on_pages_of_any_length() {
    proptest!(ProptestConfig::with_cases(64), |(files in tree(), limit in 1_u64..5)| {
        let world = FilesWorld::new();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        plant(&world, &files);
        let expected = all_files(&world.path(""));
        for confinement in [Confinement::Kernel, Confinement::Portable] {
            let workspace = world.workspace_with(Settings::default(), Some(confinement));
            let whole = list(&workspace, &[]);
            prop_assert_eq!(names(&whole), expected.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!((whole.total, whole.next), (Some(expected.len() as u64), None));
            prop_assert_eq!(pages(&workspace, limit), expected.clone());
        }
    });
}

/// Cases 5, 6 and 28, and everything else that is not an ordinary file.
#[test]
fn every_kind_is_shown_as_what_it_is_and_links_tell_nothing_of_what_lies_outside() {
    let world = FilesWorld::new();
    plant(&world, &[("real.txt", "12345"), ("folder/in.txt", "")]);
    std::fs::write(world.beside("outside/secret"), "secret").unwrap();
    symlink("../outside/secret", world.path("out")).unwrap();
    symlink("../outside", world.path("outdir")).unwrap();
    symlink("nowhere", world.path("broken")).unwrap();
    symlink("real.txt", world.path("link")).unwrap();
    symlink("folder", world.path("linkdir")).unwrap();
    std::fs::write(world.path("").join(OsStr::from_bytes(b"raw\xff.txt")), "raw").unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        world.path("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let workspace = world.workspace();

    let reply = list(&workspace, &[]);
    let found: Vec<String> = reply
        .entries
        .iter()
        .map(|entry| {
            let size = entry.facts.map_or(String::new(), |facts| format!(" {}", facts.size));
            let to = entry
                .leads_to
                .as_ref()
                .map_or(String::new(), |(to, kind)| format!(" -> {to} {}", kind.word()));
            let escaped = if entry.is_escaped { " escaped" } else { "" };
            format!("{} {}{size}{to}{escaped}", entry.name, entry.kind.word())
        })
        .collect();
    let expected = [
        "broken symlink",
        "folder/in.txt file 0",
        "link symlink 5 -> real.txt file",
        "linkdir symlink -> folder directory",
        "out symlink",
        "outdir symlink",
        "pipe fifo",
        "raw\\xff.txt file 3 escaped",
        "real.txt file 5",
    ];
    assert_eq!(found, expected);
    let read = workspace.reader().read(&request("raw\\xff.txt", Extent::Whole)).unwrap();
    assert_eq!(*read.passages[0].text, *b"raw");
}

/// Cases 39 and 128: the rules decide, ignore files only hide, and neither tells of what they keep back.
#[test]
fn what_is_denied_hidden_or_our_own_is_not_listed() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[
            (".git/config", ""),
            ("sub/.git", "gitdir: elsewhere"),
            (".reread/key", ""),
            (".pi/readcache/objects/x", ""),
            (".env", ""),
            ("deep/.ENV.local", ""),
            ("secret/a", ""),
            ("kept/b", ""),
            ("x.log", ""),
            ("kept/x.log", ""),
            ("kept/.gitignore", "!x.log\n"),
            ("target/out", ""),
            (".gitignore", "*.log\ntarget/\n!secret\n!.env\n[bad\n"),
            (".ignore", "!/target\n"),
        ],
    );
    symlink("secret/a", world.path("to-denied")).unwrap();
    let text = "version = 1\n[read]\ndeny = [\"secret\"]\nsensitive = \"deny\"\n";
    let workspace = world.workspace_with(parse_user_configuration("test", text).unwrap(), None);
    let reply = list(&workspace, &[]);
    let expected =
        [".gitignore", ".ignore", "kept/.gitignore", "kept/b", "kept/x.log", "target/out", "to-denied"];
    assert_eq!(names(&reply), expected);
    let link = reply.entries.last().unwrap();
    assert_eq!((link.kind, link.facts, &link.leads_to), (FileKind::Link, None, &None));
    assert_eq!(reply.passed_over.need_approval, 0);
    assert!(!reply.passed_over.is_partial());
    assert_eq!(list(&workspace, &[".e*"]).entries.len(), 0, "a glob opens no door");
}

/// Of a sensitive file that needs approval its name is listed, and nothing else is told. Other names that need approval are
/// counted.
#[test]
fn sensitive_files_are_listed_by_name_alone() {
    let world = FilesWorld::new();
    plant(&world, &[(".env", "A=1\n"), ("deep/.ENV.local", ""), ("asked.txt", ""), ("b.txt", "b\n")]);
    symlink("b.txt", world.path("id_rsa")).unwrap();
    let text = "version = 1\n[read]\nask = [\"asked.txt\"]\n";
    let workspace = world.workspace_with(parse_user_configuration("test", text).unwrap(), None);
    let reply = list(&workspace, &[]);
    assert_eq!(names(&reply), [".env", "b.txt", "deep/.ENV.local", "id_rsa"]);
    let flagged: Vec<bool> = reply.entries.iter().map(|entry| entry.is_sensitive).collect();
    assert_eq!(flagged, [true, false, true, true]);
    let sensitive = reply.entries.iter().filter(|entry| entry.is_sensitive);
    assert!(sensitive.clone().all(|entry| entry.facts.is_none() && entry.leads_to.is_none()));
    assert_eq!(
        sensitive.map(|entry| entry.kind).collect::<Vec<_>>(),
        [FileKind::File, FileKind::File, FileKind::Link]
    );
    assert_eq!(reply.passed_over.need_approval, 1);
}

#[test]
fn where_only_some_names_are_allowed_their_folders_are_entered() {
    let world = FilesWorld::new();
    plant(&world, &[("src/deep/a.rs", ""), ("src/b.md", ""), ("c.rs", "")]);
    let text = "version = 1\n[read]\nallow = [\"src/**/*.rs\"]\n";
    let workspace = world.workspace_with(parse_user_configuration("test", text).unwrap(), None);
    assert_eq!(names(&list(&workspace, &[])), ["src/deep/a.rs"]);
}

#[test]
fn an_ignore_file_of_any_size_costs_little() {
    let world = FilesWorld::new();
    plant(&world, &[("a", ""), ("b", "")]);
    world.write(".gitignore", format!("a\n{}", "*x*y*z*\n".repeat(1_000_000)));
    assert_eq!(names(&list(&world.workspace(), &[])), [".gitignore", "a", "b"], "too long to be read");
}

#[test]
fn tags_and_globs_narrow_a_listing() {
    let world = FilesWorld::new();
    plant(
        &world,
        &[("README.md", ""), ("src/a.rs", ""), ("tests/a.rs", ""), ("Cargo.toml", ""), ("bin/run", "")],
    );
    let workspace = world.workspace();
    let tagged = |tags: &[&str], limit: u64| {
        let tags = tags.iter().map(ToString::to_string).collect();
        workspace
            .lister()
            .list_files(&ListRequest { tags, limit, ..ListRequest::default() }, &Watch::unattended())
    };
    assert_eq!(names(&tagged(&["code"], 9).unwrap()), ["src/a.rs", "tests/a.rs"]);
    assert_eq!(names(&tagged(&["doc", "test"], 9).unwrap()), ["README.md", "tests/a.rs"]);
    assert_eq!(tagged(&["code"], 1).unwrap().next.as_deref(), Some("src/a.rs"));
    assert!(matches!(tagged(&["docs"], 9), Err(ListError::UnknownTag { tag }) if tag == "docs"));
    assert_eq!(names(&list(&workspace, &["*.rs", "!tests"])), ["src/a.rs"]);
    let request = ListRequest { globs: vec!["[".to_owned()], limit: 1, ..ListRequest::default() };
    assert!(matches!(
        workspace.lister().list_files(&request, &Watch::unattended()),
        Err(ListError::Globs(_))
    ));
    let request = ListRequest { after: Some("../x".to_owned()), limit: 1, ..ListRequest::default() };
    assert!(matches!(
        workspace.lister().list_files(&request, &Watch::unattended()),
        Err(ListError::BadPlace { .. })
    ));
}

#[test]
fn several_roots_are_listed_one_after_the_other_under_names_that_can_be_read() {
    let world = FilesWorld::new();
    plant(&world, &[("b", "1"), ("inner/c", "2")]);
    std::fs::write(world.beside("outside/a"), "3").unwrap();
    let options = WorkspaceOptions {
        roots: vec![world.path(""), world.beside("outside"), world.path("inner"), world.path("")],
        here: Some(world.path("inner")),
        home: None,
        settings: Settings::default(),
        confinement: None,
    };
    let workspace = Workspace::open(options).unwrap();
    let reply = list(&workspace, &[]);
    let outside = world.beside("outside/a").canonicalize().unwrap();
    let inner = world.path("inner/c").canonicalize().unwrap();
    let expected = ["../b", outside.to_str().unwrap(), inner.to_str().unwrap()];
    assert_eq!(names(&reply), expected);
    assert_eq!(pages(&workspace, 1), expected);
    for (name, text) in expected.iter().zip(["1", "3", "2"]) {
        let read = workspace.reader().read(&request(name, Extent::Whole)).unwrap();
        assert_eq!(*read.passages[0].text, *text.as_bytes());
    }
}

#[test]
fn a_file_with_a_name_outside_is_listed_without_its_size() {
    let world = FilesWorld::new();
    std::fs::write(world.beside("outside/secret"), "secret").unwrap();
    std::fs::hard_link(world.beside("outside/secret"), world.path("known")).unwrap();
    plant(&world, &[("one", "1"), ("denied/x", "22")]);
    std::fs::hard_link(world.path("one"), world.path("two")).unwrap();
    std::fs::hard_link(world.path("denied/x"), world.path("x")).unwrap();
    let text = "version = 1\n[read]\ndeny = [\"denied\"]\n";
    let workspace = world.workspace_with(parse_user_configuration("test", text).unwrap(), None);
    let reply = list(&workspace, &[]);
    let sizes: Vec<(&str, Option<u64>)> = reply
        .entries
        .iter()
        .map(|entry| (entry.name.as_str(), entry.facts.map(|facts| facts.size)))
        .collect();
    assert_eq!(sizes, [("known", None), ("one", Some(1)), ("two", Some(1)), ("x", None)]);
    assert!(reply.entries.iter().all(|entry| entry.kind == FileKind::File));
}

/// Case 36: far more folders within one another than any work has.
#[test]
fn a_tree_of_five_thousand_folders_in_one_another_is_walked_only_so_deep() {
    let world = FilesWorld::new();
    let mut folder =
        rustix::fs::open(world.path(""), rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty()).unwrap();
    for _ in 0..5_000 {
        rustix::fs::mkdirat(&folder, "d", rustix::fs::Mode::RWXU).unwrap();
        let flags = rustix::fs::OFlags::DIRECTORY;
        folder = rustix::fs::openat(&folder, "d", flags, rustix::fs::Mode::empty()).unwrap();
    }
    plant(&world, &[("d/d/d/leaf", "leaf"), ("z", "leaf")]);
    let workspace = world.workspace();
    let reply = list(&workspace, &[]);
    assert_eq!(names(&reply), ["d/d/d/leaf", "z"]);
    assert_eq!(reply.passed_over.too_deep, 1);
    assert!(reply.passed_over.is_partial());
    let found = crate::workspace::trees::ask(&workspace, &crate::workspace::trees::question("leaf"));
    assert_eq!((found.tally.lines, found.tally.passed_over.too_deep), (2, 1));
    // A path this deep is too long for anyone who removes it by name.
    while rustix::fs::rename(world.path("d/d"), world.path("e")).is_ok() {
        std::fs::remove_dir_all(world.path("d")).unwrap();
        std::fs::rename(world.path("e"), world.path("d")).unwrap();
    }
}

/// Case 36: cancelling is noticed after a few hundred names, counted in questions and not by the clock.
#[test]
fn a_hundred_thousand_names_in_one_folder_come_in_order_and_can_be_given_up() {
    let world = FilesWorld::new();
    std::fs::create_dir(world.path("many")).unwrap();
    for number in 0..100_000 {
        std::fs::File::create(world.path(format!("many/{number:x}"))).unwrap();
    }
    let workspace = world.workspace();
    let page = |after: Option<&str>| {
        let request = ListRequest { limit: 1_000, after: after.map(str::to_owned), ..ListRequest::default() };
        workspace.lister().list_files(&request, &Watch::unattended()).unwrap()
    };
    let first = page(None);
    let next = first.next.as_deref().unwrap();
    assert_eq!((first.entries.len(), first.total), (1_000, None));
    assert!(names(&first).is_sorted_by(|one, other| one.as_bytes() < other.as_bytes()));
    assert_eq!(names(&first)[..3], ["many/0", "many/1", "many/10"]);
    let second = page(Some(next));
    assert!(second.entries[0].name.as_bytes() > next.as_bytes());

    let unhurried = Impatient::at(u64::MAX);
    let found = Cell::new(Progress::default());
    let watch =
        Watch { is_cancelled: &|| unhurried.is_cancelled(), progress: &|progress| found.set(progress) };
    let request = ListRequest { globs: vec!["none".to_owned()], limit: 10, ..ListRequest::default() };
    assert_eq!(workspace.lister().list_files(&request, &watch).unwrap().entries.len(), 0);
    assert!(unhurried.asked.get() > 2 * 100_000 / 256, "asked {} times", unhurried.asked.get());
    for at in [1, 2, 300] {
        let impatient = Impatient::at(at);
        let watch = Watch { is_cancelled: &|| impatient.is_cancelled(), progress: &|_| {} };
        assert!(matches!(workspace.lister().list_files(&request, &watch), Err(ListError::Cancelled)));
        assert!(
            impatient.asked.get() < at + 4,
            "{} questions after the first yes",
            impatient.asked.get() - at
        );
    }
}
