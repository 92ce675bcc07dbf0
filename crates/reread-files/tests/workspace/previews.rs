//! Previews are git's own diffs, however the repository keeps its data.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reread_codes::Code;
use reread_files::{PreviewBase, PreviewRequest, Settings};
use reread_text::{Bounds, apply_diff};

use crate::workspace::repository::{git_in, preview, preview_request, shown};
use crate::workspace::world::FilesWorld;

/// What a file is in HEAD, in the index and on disk; `None` where it does not exist.
type Life = [Option<Vec<u8>>; 3];

fn lives() -> impl Strategy<Value = Life> {
    let line = prop_oneof![
        4 => (0..40u32).prop_map(|n| format!("    let x{n} = {n};\n")),
        2 => (0..9u32).prop_map(|n| format!("fn section_{n}() {{\n")),
        1 => Just("}\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("windows\r\n".to_owned()),
        1 => Just("naïve é漢\n".to_owned()),
    ];
    let base = vec(line.clone(), 0..60);
    let edit = || (any::<prop::sample::Index>(), 0_usize..3, vec(line.clone(), 0..3));
    let step = || (prop::option::weighted(0.9, vec(edit(), 0..3)), any::<bool>());
    (base, step(), step(), step()).prop_map(|(base, head, index, disk)| {
        let mut lines = base;
        [head, index, disk].map(|(edits, has_newline)| {
            for (at, removed, added) in edits.clone().unwrap_or_default() {
                let at = at.index(lines.len() + 1);
                let end = (at + removed).min(lines.len());
                lines.splice(at..end, added);
            }
            let text = lines.concat();
            let text = if has_newline { &*text } else { text.strip_suffix('\n').unwrap_or(&text) };
            edits.map(|_| text.as_bytes().to_vec())
        })
    })
}

fn samples(count: usize) -> Vec<Life> {
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    (0..count).map(|_| lives().new_tree(&mut runner).unwrap().current()).collect()
}

fn write_all(world: &FilesWorld, lives: &[Life], moment: usize) {
    for (index, life) in lives.iter().enumerate() {
        let name = format!("folder {}/{index:03}.rs", index % 7);
        match &life[moment] {
            Some(text) => world.write(&name, text),
            None => drop(std::fs::remove_file(world.path(&name))),
        }
    }
}

/// What git prints, by the number of the file.
fn printed(world: &FilesWorld, arguments: &[&str]) -> BTreeMap<usize, Vec<u8>> {
    let fixed = ["diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--diff-algorithm=histogram"];
    let all = git_in(&world.path(""), &[&fixed[..], arguments].concat());
    let mut diffs: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    let (mut number, mut in_preamble) = (0, true);
    for line in reread_text::lines(&all) {
        if let Some(names) = line.strip_prefix(b"diff --git ") {
            let end = names.len() - ".rs\n".len();
            number = std::str::from_utf8(&names[end - 3..end]).unwrap().parse().unwrap();
            in_preamble = true;
            diffs.insert(number, Vec::new());
        }
        in_preamble &= !line.starts_with(b"--- ");
        if !in_preamble {
            diffs.get_mut(&number).unwrap().extend_from_slice(line);
        }
    }
    diffs
}

fn check_all(world: &FilesWorld, lives: &[Life]) {
    let workspace = world.workspace();
    for (against, arguments, moment) in [(PreviewBase::Head, &["HEAD"][..], 0), (PreviewBase::Index, &[], 1)]
    {
        let by_git = printed(world, arguments);
        let mut compared = 0;
        for (index, life) in lives.iter().enumerate() {
            let name = format!("folder {}/{index:03}.rs", index % 7);
            let reply = match (&life[moment], preview(&workspace, &name, against)) {
                (base, Ok(reply)) => {
                    assert_eq!(reply.base.is_some(), base.is_some(), "{name} {against:?}");
                    assert_eq!(reply.target.is_some(), life[2].is_some(), "{name} {against:?}");
                    reply
                }
                (None, Err(error)) if life[2].is_none() => {
                    assert_eq!(error.code(), Code::Missing, "{name}");
                    continue;
                }
                (_, Err(error)) => panic!("{name} {against:?}: {error}"),
            };
            // git says nothing of a file that is not in the index, or that it is gone.
            if life[1].is_some() || (life[moment].is_some() && life[2].is_none()) {
                let expected = by_git.get(&index).map_or("", |diff| std::str::from_utf8(diff).unwrap());
                assert_eq!(String::from_utf8_lossy(&reply.diff.text), expected, "{name} {against:?}");
                compared += 1;
            }
            let old = life[moment].clone().unwrap_or_default();
            let new = life[2].clone().unwrap_or_default();
            assert_eq!(apply_diff(&old, &reply.diff.text), Ok(new), "{name} {against:?}");
        }
        assert!(compared * 2 > lives.len(), "most files are compared with git: {compared}");
    }
}

/// Loose objects first; then packed ones in chains of deltas, with packed references and an index of version 4.
#[test]
fn previews_are_gits_diffs() {
    let world = FilesWorld::with_repository();
    (0..7).for_each(|number| world.folder(&format!("folder {number}")));
    let lives = samples(120);
    for moment in [2, 0] {
        write_all(&world, &lives, moment);
        world.commit();
    }
    write_all(&world, &lives, 1);
    world.git(&["add", "--all"]);
    write_all(&world, &lives, 2);
    check_all(&world, &lives);

    world.git(&["repack", "-a", "-d", "-q", "--depth=50", "--window=50", "-f"]);
    world.git(&["pack-refs", "--all"]);
    world.git(&["update-index", "--index-version", "4"]);
    let packed = world.git(&["verify-pack", "-v", &first_index(&world)]);
    assert!(packed.contains("chain length = 2"), "there are deltas of deltas:\n{packed}");
    check_all(&world, &lives);

    world.git(&["multi-pack-index", "write"]);
    world.git(&["checkout", "--quiet", "--detach", "--force"]);
    write_all(&world, &lives, 1);
    world.git(&["add", "--all"]);
    write_all(&world, &lives, 2);
    check_all(&world, &lives);
}

fn first_index(world: &FilesWorld) -> String {
    let names = std::fs::read_dir(world.path(".git/objects/pack")).unwrap();
    let mut paths = names.map(|entry| entry.unwrap().path());
    paths.find(|path| path.extension().is_some_and(|end| end == "idx")).unwrap().display().to_string()
}

/// Deltas whose base is named and not counted from the delta, as git makes them when it is told to.
#[test]
fn deltas_may_name_their_base() {
    let world = FilesWorld::with_repository();
    let text =
        |number: u32| (0..400).map(|line| format!("line {line} {}\n", line * number)).collect::<String>();
    world.write("a", text(1));
    world.commit();
    world.write("a", format!("{}more\n", text(1)));
    world.commit();
    world.git(&["-c", "repack.useDeltaBaseOffset=false", "repack", "-a", "-d", "-q", "-f"]);
    world.write("a", format!("{}less\n", text(1)));
    assert_eq!(shown(&world.workspace(), "a", PreviewBase::Head), world.git_diff(&["HEAD", "--", "a"]));
}

#[test]
fn sha_256_names_objects_as_well() {
    let world = FilesWorld::new();
    world.git(&["init", "--quiet", "--object-format=sha256"]);
    world.folder("d");
    world.write("d/a", "one\ntwo\n");
    world.commit();
    world.write("d/a", "one\n2\n");
    let workspace = world.workspace();
    let reply = preview(&workspace, "d/a", PreviewBase::Head).unwrap();
    assert_eq!(String::from_utf8(reply.diff.text).unwrap(), world.git_diff(&["HEAD", "--", "d/a"]));
    assert_eq!(reply.commit.unwrap().to_string(), world.git(&["rev-parse", "HEAD"]).trim());
    assert_eq!(reply.base.unwrap().blob.unwrap().to_string(), world.git(&["rev-parse", "HEAD:d/a"]).trim());
    world.git(&["gc", "--quiet"]);
    assert_eq!(shown(&workspace, "d/a", PreviewBase::Index), world.git_diff(&["--", "d/a"]));
}

#[test]
fn a_reply_says_what_was_compared() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.commit();
    world.write("a", "one\ntwo\n");
    let reply = preview(&world.workspace(), "a", PreviewBase::Head).unwrap();
    let (base, target) = (reply.base.unwrap(), reply.target.unwrap());
    assert_eq!((base.bytes, base.lines, target.bytes, target.lines), (4, 1, 8, 2));
    assert_eq!(base.digest, reread_text::Digest::of(b"one\n"));
    assert_eq!(target.digest, reread_text::Digest::of(b"one\ntwo\n"));
    assert_eq!(target.blob.unwrap().to_string(), world.git(&["hash-object", "a"]).trim());
    assert_eq!((reply.diff.hunks, reply.diff.added, reply.diff.removed), (1, 1, 0));
    assert!(reply.part.cut.is_none() && !reply.is_proposed && !reply.only_line_ends);
}

#[test]
fn a_proposed_text_is_compared_with_each_base() {
    let world = FilesWorld::with_repository();
    world.write("a", "head\n");
    world.commit();
    world.write("a", "index\n");
    world.git(&["add", "a"]);
    world.write("a", "disk\n");
    let workspace = world.workspace();
    let removed = |against, content: &str| {
        let content = Some(content.as_bytes().to_vec());
        let request = PreviewRequest { content, ..preview_request("a", against) };
        let reply = workspace.previewer().diff_preview(&request).unwrap();
        assert!(reply.is_proposed);
        String::from_utf8(reply.diff.text).unwrap().lines().nth(3).unwrap_or("nothing").to_owned()
    };
    assert_eq!(removed(PreviewBase::Head, "new\n"), "-head");
    assert_eq!(removed(PreviewBase::Index, "new\n"), "-index");
    assert_eq!(removed(PreviewBase::Worktree, "new\n"), "-disk");
    assert_eq!(removed(PreviewBase::Worktree, "disk\n"), "nothing");
    assert!(shown(&workspace, "a", PreviewBase::Worktree).starts_with("INVALID_ARGS: "));
}

#[test]
fn a_text_can_be_proposed_for_a_file_that_does_not_exist() {
    let world = FilesWorld::with_repository();
    let workspace = world.workspace();
    for against in [PreviewBase::Head, PreviewBase::Index, PreviewBase::Worktree] {
        let content = Some(b"text\n".to_vec());
        let reply = workspace
            .previewer()
            .diff_preview(&PreviewRequest { content, ..preview_request("d/new", against) })
            .unwrap();
        assert!(reply.base.is_none() && reply.target.is_some());
        assert_eq!(reply.diff.text, b"--- /dev/null\n+++ b/d/new\n@@ -0,0 +1 @@\n+text\n");
    }
}

#[test]
fn no_repository_is_needed_to_compare_with_the_disk() {
    let world = FilesWorld::new();
    world.write("a", "one\n");
    let content = Some(b"two\n".to_vec());
    let request = PreviewRequest { content, ..preview_request("a", PreviewBase::Worktree) };
    assert_eq!(world.workspace().previewer().diff_preview(&request).unwrap().diff.added, 1);
    assert!(shown(&world.workspace(), "a", PreviewBase::Head).starts_with("no_repository: "));
    assert!(shown(&world.workspace(), "nowhere", PreviewBase::Head).starts_with("missing: "));
}

#[test]
fn before_the_first_commit_everything_is_new() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    let reply = preview(&world.workspace(), "a", PreviewBase::Head).unwrap();
    assert!(reply.commit.is_none() && reply.base.is_none());
    assert_eq!(reply.diff.text, b"--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+one\n");
    assert_eq!(preview(&world.workspace(), "a", PreviewBase::Index).unwrap().diff.added, 1);
}

#[test]
fn the_empty_tree_need_not_be_stored() {
    let world = FilesWorld::with_repository();
    world.commit();
    std::fs::remove_file(world.path(".git/objects/4b/825dc642cb6eb9a060e54bf8d69288fbee4904")).unwrap();
    world.write("a", "one\n");
    assert_eq!(preview(&world.workspace(), "a", PreviewBase::Head).unwrap().diff.added, 1);
}

#[test]
fn what_is_only_to_be_added_one_day_is_new() {
    let world = FilesWorld::with_repository();
    world.commit();
    world.write("a", "one\n");
    world.git(&["add", "--intent-to-add", "a"]);
    let reply = preview(&world.workspace(), "a", PreviewBase::Index).unwrap();
    assert!(reply.base.is_none());
    assert_eq!(String::from_utf8(reply.diff.text).unwrap(), world.git_diff(&["--", "a"]));
}

#[test]
fn a_conflict_is_named_with_its_sides() {
    let world = FilesWorld::with_repository();
    for name in ["a", "theirs-only"] {
        world.write(name, "base\n");
    }
    world.commit();
    world.git(&["checkout", "--quiet", "-b", "other"]);
    world.write("a", "theirs\n");
    world.write("theirs-only", "theirs\n");
    world.commit();
    world.git(&["checkout", "--quiet", "main"]);
    world.write("a", "ours\n");
    std::fs::remove_file(world.path("theirs-only")).unwrap();
    world.commit();
    world.git_tries(&["merge", "other"]);
    let workspace = world.workspace();
    let text = shown(&workspace, "a", PreviewBase::Index);
    assert_eq!(
        text,
        "conflicted: a is in conflict in the index, with versions of the common ancestor, ours, theirs"
    );
    let text = shown(&workspace, "theirs-only", PreviewBase::Index);
    assert!(text.ends_with("with versions of the common ancestor, theirs"), "{text}");
    assert_eq!(shown(&workspace, "a", PreviewBase::Head), world.git_diff(&["HEAD", "--", "a"]));
}

#[test]
fn names_may_hold_anything() {
    let world = FilesWorld::with_repository();
    let names: [&[u8]; 7] =
        [b"with space", b"line\nend", b"quote\"d", b"back\\slash", "naïve".as_bytes(), b"latin\xe9", b"-rf"];
    for name in names {
        std::fs::write(world.path("").join(std::ffi::OsStr::from_bytes(name)), "one\n").unwrap();
    }
    world.commit();
    let workspace = world.workspace();
    for name in names {
        std::fs::write(world.path("").join(std::ffi::OsStr::from_bytes(name)), "two\n").unwrap();
        let spelled = reread_path::spell(name);
        let ours = shown(&workspace, &spelled, PreviewBase::Head);
        let pathspec = OsString::from_vec([b":(literal)", name].concat());
        let fixed = ["-c", "core.quotepath=false", "diff", "HEAD", "--"].map(OsString::from);
        let by_git = git_in(&world.path(""), &[&fixed[..], &[pathspec]].concat());
        let start = by_git.windows(4).position(|window| window == b"--- ").unwrap();
        let by_git = String::from_utf8_lossy(&by_git[start..]);
        // git leaves bytes that are no characters as they are; ours are quoted, as git takes them, too.
        let by_git = by_git.replace("a/latin\u{fffd}", r#""a/latin\351""#);
        assert_eq!(ours, by_git.replace("b/latin\u{fffd}", r#""b/latin\351""#), "{spelled}");
    }
}

#[test]
fn line_ends_that_differ_are_shown_and_said() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\ntwo\r\nthree\n");
    world.commit();
    world.write("a", "one\r\ntwo\nthree\r\n");
    let reply = preview(&world.workspace(), "a", PreviewBase::Head).unwrap();
    assert!(reply.only_line_ends);
    assert_eq!((reply.diff.added, reply.diff.removed), (3, 3));
    world.write("a", "one\r\ntwo\r\nthree\r\nfour");
    assert!(!preview(&world.workspace(), "a", PreviewBase::Head).unwrap().only_line_ends);
    world.write("a", "one\ntwo\r\nthree\n");
    assert!(!preview(&world.workspace(), "a", PreviewBase::Head).unwrap().only_line_ends);
}

#[test]
fn what_is_no_text_is_named_unless_it_is_equal() {
    let world = FilesWorld::with_repository();
    world.write("a", b"\xff\xfea\0b\0");
    world.write("b", "text\n");
    world.commit();
    let workspace = world.workspace();
    assert!(preview(&workspace, "a", PreviewBase::Head).unwrap().diff.text.is_empty());
    world.write("a", "text\n");
    assert_eq!(
        shown(&workspace, "a", PreviewBase::Head),
        "not_text: a is not text in HEAD: it looks like UTF-16, not UTF-8"
    );
    world.write("b", b"\x7fELF\x00\xff\x00\xff");
    assert_eq!(
        shown(&workspace, "b", PreviewBase::Head),
        "not_text: b is not text as it is to be compared: it is an ELF file"
    );
}

#[test]
fn what_is_too_large_is_compared_by_name_alone() {
    let world = FilesWorld::with_repository();
    let large = "a line of text\n".repeat(200_000);
    world.write("a", &large);
    world.commit();
    let workspace = world.workspace();
    let reply = preview(&workspace, "a", PreviewBase::Head).unwrap();
    assert!(reply.diff.text.is_empty() && reply.base == reply.target && reply.base.is_some());
    world.write("a", format!("{large}more\n"));
    assert!(shown(&workspace, "a", PreviewBase::Head).starts_with("too_large: "));
}

#[test]
fn a_long_diff_is_cut_between_hunks() {
    let world = FilesWorld::with_repository();
    let text = |word: &str| {
        (1..=100)
            .map(|line| if line % 20 == 0 { format!("{word}\n") } else { format!("{line}\n") })
            .collect::<String>()
    };
    world.write("a", text("old"));
    world.commit();
    world.write("a", text("new"));
    let workspace = world.workspace();
    let bounds = Bounds { max_lines: Some(25), ..Bounds::default() };
    let request = PreviewRequest { bounds, ..preview_request("a", PreviewBase::Head) };
    let reply = workspace.previewer().diff_preview(&request).unwrap();
    let cut = reply.part.cut.unwrap();
    assert_eq!((reply.part.hunks, cut.next_line, cut.inside_hunk), (2, Some(57), false));
    assert_eq!((reply.diff.hunks, reply.diff.added), (5, 5));
    let whole = preview(&workspace, "a", PreviewBase::Head).unwrap().diff.text;
    assert!(whole.starts_with(&reply.diff.text));
    let applied = apply_diff(text("old").as_bytes(), &reply.diff.text).unwrap();
    assert_eq!(String::from_utf8(applied).unwrap().matches("new").count(), 2);
}

/// Going on where the closing line says shows every hunk once.
#[test]
fn the_hunks_of_all_pages_are_the_diff() {
    let world = FilesWorld::with_repository();
    let text = |word: &str| {
        let line = |line| if line % 20 == 0 { format!("{word}\n") } else { format!("{line}\n") };
        (1..=200).map(line).collect::<String>()
    };
    world.write("a", text("old"));
    world.commit();
    world.write("a", text("new"));
    let workspace = world.workspace();
    let whole = shown(&workspace, "a", PreviewBase::Head);
    let head = whole.find("@@ ").unwrap();
    let (mut pages, mut lines) = (whole[..head].to_owned(), None);
    loop {
        let bounds = Bounds { max_lines: Some(25), ..Bounds::default() };
        let request = PreviewRequest { lines, bounds, ..preview_request("a", PreviewBase::Head) };
        let reply = workspace.previewer().diff_preview(&request).unwrap();
        pages.push_str(&String::from_utf8(reply.diff.text).unwrap()[head..]);
        let Some(cut) = reply.part.cut else { break };
        lines = Some(crate::workspace::world::lines(cut.next_line.unwrap(), u64::MAX));
    }
    assert_eq!(pages, whole);
    let named = shown(&workspace, "a:60-99", PreviewBase::Head);
    assert_eq!(named.matches("\n@@ ").count(), 3, "{named}");
}

/// A preview must not become evidence, with or without a state directory.
#[test]
fn a_preview_vouches_for_nothing() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.commit();
    world.write("a", "two\n");
    let workspace = world.workspace_with_state(Settings::default());
    let reply = preview(&workspace, "a", PreviewBase::Head).unwrap();
    let known = vec![format!("#{}@1-1", reply.frame)];
    let bounds = workspace.settings().limits.reply();
    let request = crate::workspace::world::request("a", reread_files::Extent::Whole);
    let read = workspace.reader().read(&reread_files::ReadRequest { known, bounds, ..request }).unwrap();
    assert!(matches!(read.answer, reread_context::Answer::Fallback(_)), "{:?}", read.answer);
}
