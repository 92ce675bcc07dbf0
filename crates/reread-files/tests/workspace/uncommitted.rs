//! What is not committed. `git status` is the yardstick.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;

use proptest::prelude::*;
use reread_codes::Code;
use reread_files::{Confinement, Settings, Uncommitted, Workspace};
use reread_path::{RootedPath, RuleLists, Rules};

use crate::workspace::forged::forged_index;
use crate::workspace::repository::git_in;
use crate::workspace::world::FilesWorld;

fn uncommitted(workspace: &Workspace, inside: &str) -> Uncommitted {
    workspace.repositories().uncommitted(0, &RootedPath::from_bytes(inside.as_bytes()).unwrap()).unwrap()
}

/// As git prints it: two letters, a space, a name and a NUL for each.
pub(crate) fn printed(found: &Uncommitted) -> String {
    let name = |path: &RootedPath| {
        let whole = path.as_bytes();
        let inside = whole.strip_prefix(found.worktree.as_bytes()).unwrap();
        String::from_utf8_lossy(inside.strip_prefix(b"/").unwrap_or(inside)).into_owned()
    };
    let line = |[x, y]: [char; 2], name| format!("{x}{y} {name}\0");
    found.changes.iter().map(|file| line(file.change.letters(), name(&file.path))).collect()
}

pub(crate) fn git_status(folder: &Path) -> String {
    let arguments = ["--no-optional-locks", "status", "--porcelain=v1", "-z", "--untracked-files=no"];
    let more = ["--no-renames", "--ignore-submodules=all"];
    String::from_utf8_lossy(&git_in(folder, &[&arguments[..], &more].concat())).into_owned()
}

/// Ours is what git says, before git has refreshed its index and after, whichever way names are resolved.
fn same_as_git(world: &FilesWorld) -> String {
    let theirs = git_status(&world.path(""));
    for refreshed in [false, true] {
        for confinement in [Confinement::Kernel, Confinement::Portable] {
            let workspace = world.workspace_with(Settings::default(), Some(confinement));
            let found = uncommitted(&workspace, "x");
            assert_eq!(printed(&found), theirs, "{confinement:?}, refreshed: {refreshed}");
            assert_eq!((found.unchecked, found.more), (0, 0));
        }
        world.git_tries(&["update-index", "--refresh"]);
    }
    theirs.replace('\0', "\n")
}

fn remove(world: &FilesWorld, name: &str) {
    std::fs::remove_file(world.path(name)).unwrap();
}

fn set_mode(world: &FilesWorld, name: &str, mode: u32) {
    std::fs::set_permissions(world.path(name), std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn every_kind_of_change_is_listed_as_by_git() {
    let world = FilesWorld::with_repository();
    assert_eq!(same_as_git(&world), "");
    for name in
        ["same", "changed", "staged", "both", "gone", "removed", "mode", "to-link", "old-name", "kept"]
    {
        world.write(name, format!("{name}\n"));
    }
    world.folder("d/e");
    world.write("d/e/f", "deep\n");
    world.write("d.x", "between d and d/\n");
    symlink("same", world.path("link")).unwrap();
    symlink("same", world.path("link-changed")).unwrap();
    symlink("same", world.path("to-file")).unwrap();
    // Nothing is committed yet.
    world.git(&["add", "same", "d"]);
    world.write("d/e/f", "deeper\n");
    assert_eq!(same_as_git(&world), "AM d/e/f\nA  same\n");
    world.commit();
    assert_eq!(same_as_git(&world), "");

    world.write("staged", "other\n");
    world.write("both", "other\n");
    world.git(&["add", "staged", "both"]);
    world.write("both", "third\n");
    world.write("changed", "CHANGED\n");
    remove(&world, "gone");
    world.git(&["rm", "--quiet", "removed"]);
    world.git(&["rm", "--quiet", "--cached", "kept"]);
    set_mode(&world, "mode", 0o755);
    world.git(&["mv", "old-name", "new-name"]);
    remove(&world, "link-changed");
    symlink("elsewhere", world.path("link-changed")).unwrap();
    remove(&world, "to-link");
    symlink("same", world.path("to-link")).unwrap();
    remove(&world, "to-file");
    world.write("to-file", "same");
    world.write("new", "one\n");
    world.git(&["add", "new"]);
    world.write("intended", "one\n");
    world.git(&["add", "--intent-to-add", "intended"]);
    world.write("untracked", "one\n");
    std::fs::remove_dir_all(world.path("d/e")).unwrap();
    world.write("d/e", "a file where a folder was\n");
    let expected = "MM both\n M changed\n D d/e/f\n D gone\n A intended\nD  kept\n M link-changed\n M mode\n\
                    A  new\nA  new-name\nD  old-name\nD  removed\nM  staged\n T to-file\n T to-link\n";
    assert_eq!(same_as_git(&world), expected);
    world.git(&["add", "mode", "to-link"]);
    remove(&world, "intended");
    assert!(same_as_git(&world).contains(" D intended\n"));
}

/// The same length, right behind the commit.
#[test]
fn a_change_in_the_next_moment_is_noticed() {
    let world = FilesWorld::with_repository();
    for _ in 0..20 {
        world.write("a", "one\n");
        world.commit();
        world.write("a", "two\n");
        assert_eq!(same_as_git(&world), " M a\n");
    }
    world.write("a", "one\n");
    assert_eq!(same_as_git(&world), "");
}

/// Times, inode and size are those that the index knows, and the bytes are not: that tells of a file as it was only if the
/// index is younger than the file.
#[test]
fn what_was_written_in_the_moment_of_the_index_is_read() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.commit();
    world.write("a", "two\n");
    let facts = std::fs::metadata(world.path("a")).unwrap();
    let mut index = std::fs::read(world.path(".git/index")).unwrap();
    let numbers = [
        (12, facts.ctime()),
        (16, facts.ctime_nsec()),
        (20, facts.mtime()),
        (24, facts.mtime_nsec()),
        (32, facts.ino().cast_signed()),
        (48, facts.size().cast_signed()),
    ];
    for (place, number) in numbers {
        index[place..place + 4].copy_from_slice(&number.to_be_bytes()[4..]);
    }
    // Without a checksum.
    let end = index.len() - 20;
    index[end..].fill(0);
    world.write(".git/index", &index);
    let file = std::fs::File::options().write(true).open(world.path(".git/index")).unwrap();
    let nanosecond = std::time::Duration::from_nanos(1);
    let modified = facts.modified().unwrap();
    for (written, found) in
        [(modified - nanosecond, " M a\0"), (modified, " M a\0"), (modified + nanosecond, "")]
    {
        file.set_modified(written).unwrap();
        assert_eq!(printed(&uncommitted(&world.workspace(), "x")), found, "{written:?}");
    }
}

/// A file that is too large to be read is no secret as long as its times are telling.
#[test]
fn a_file_that_looks_as_it_did_is_not_read() {
    let world = FilesWorld::with_repository();
    world.write("a", "x".repeat(5_000));
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let set_modified = |time| {
        let file = std::fs::File::options().write(true).open(world.path("a")).unwrap();
        file.set_modified(time).unwrap();
    };
    set_modified(long_ago);
    world.commit();
    let mut settings = Settings::default();
    settings.limits.digest_bytes = 4_000;
    let workspace = world.workspace_with(settings, None);
    let found = uncommitted(&workspace, "x");
    assert_eq!((printed(&found).as_str(), found.unchecked), ("", 0));
    set_modified(long_ago + std::time::Duration::from_nanos(1));
    let found = uncommitted(&workspace, "x");
    assert_eq!((printed(&found).as_str(), found.unchecked), ("", 1));
}

#[test]
fn conflicts_are_listed_by_their_sides() {
    let world = FilesWorld::with_repository();
    for name in ["both", "ours-gone", "theirs-gone", "fine"] {
        world.write(name, "base\n");
    }
    world.commit();
    world.git(&["checkout", "--quiet", "-b", "other"]);
    world.write("both", "theirs\n");
    world.write("added", "theirs\n");
    world.write("ours-gone", "theirs\n");
    remove(&world, "theirs-gone");
    world.commit();
    world.git(&["checkout", "--quiet", "main"]);
    world.write("both", "ours\n");
    world.write("added", "ours\n");
    world.write("theirs-gone", "ours\n");
    remove(&world, "ours-gone");
    world.commit();
    world.git_tries(&["merge", "--quiet", "other"]);
    assert_eq!(same_as_git(&world), "AA added\nUU both\nDU ours-gone\nUD theirs-gone\n");
}

#[test]
fn files_that_git_leaves_alone_are_left_alone() {
    let world = FilesWorld::with_repository();
    for name in ["assumed", "skipped", "seen"] {
        world.write(name, "one\n");
    }
    world.commit();
    world.git(&["update-index", "--assume-unchanged", "assumed"]);
    world.git(&["update-index", "--skip-worktree", "skipped"]);
    for name in ["assumed", "skipped", "seen"] {
        world.write(name, "two!\n");
    }
    assert_eq!(same_as_git(&world), " M seen\n");
    remove(&world, "assumed");
    remove(&world, "skipped");
    assert_eq!(same_as_git(&world), " M seen\n");
}

#[test]
fn a_sparse_index_and_every_version_say_the_same() {
    let world = FilesWorld::with_repository();
    for folder in ["in", "out/deep", "far"] {
        world.folder(folder);
        world.write(&format!("{folder}/a"), "one\n");
        world.write(&format!("{folder}/b"), "one\n");
    }
    world.commit();
    world.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
    world.write("in/a", "two\n");
    assert_eq!(same_as_git(&world), " M in/a\n");
    // A folder that is not checked out, and is another one in HEAD.
    world.git(&["reset", "--quiet", "--soft", world.git(&["commit-tree", "-m", "x", "HEAD:in"]).trim()]);
    let found = same_as_git(&world);
    assert!(found.contains("A  out/deep/a\n") && found.contains("D  b\n"), "{found}");
    world.git(&["reset", "--quiet", "--hard"]);

    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.write("ab", "one\n");
    world.commit();
    world.write("a", "two\n");
    for version in ["2", "4"] {
        world.git(&["update-index", "--index-version", version]);
        assert_eq!(same_as_git(&world), " M a\n");
    }
}

#[test]
fn submodules_are_counted_and_repositories_inside_have_their_own() {
    let world = FilesWorld::with_repository();
    let outside = world.beside("outside");
    git_in(&outside, &["init", "--quiet"]);
    std::fs::write(outside.join("x"), "one\n").unwrap();
    git_in(&outside, &["add", "x"]);
    git_in(&outside, &["commit", "--quiet", "-m", "x"]);
    world.git(&["submodule", "--quiet", "add", "../outside", "sub"]);
    world.write("a", "one\n");
    world.commit();
    world.write("a", "two\n");
    world.write("sub/x", "two\n");
    let workspace = world.workspace();
    let found = uncommitted(&workspace, "a");
    assert_eq!((printed(&found).as_str(), found.submodules), (" M a\0", 1));
    let inner = uncommitted(&workspace, "sub/x");
    assert_eq!((printed(&inner).as_str(), inner.worktree.to_string().as_str()), (" M x\0", "sub"));
    assert_eq!(inner.changes[0].path.to_string(), "sub/x");
    world.folder("nested");
    git_in(&world.path("nested"), &["init", "--quiet"]);
    world.write("nested/n", "one\n");
    git_in(&world.path("nested"), &["add", "n"]);
    assert_eq!(printed(&uncommitted(&workspace, "nested/n")), "A  n\0");
    assert_eq!(printed(&uncommitted(&workspace, "a")), " M a\0");
}

#[test]
fn what_may_not_be_read_is_not_listed() {
    let world = FilesWorld::with_repository();
    for name in ["a", "secret", ".env", "twin"] {
        world.write(name, "one\n");
    }
    world.folder(".reread");
    world.write(".reread/x", "one\n");
    world.git(&["add", "--all", "--force"]);
    world.git(&["commit", "--quiet", "-m", "x"]);
    remove(&world, "twin");
    for name in ["a", "secret", ".env", ".reread/x"] {
        world.write(name, "two\n");
    }
    // The bytes of a denied file under a name that is not denied.
    std::fs::hard_link(world.path("secret"), world.path("twin")).unwrap();
    let deny = ["secret".to_owned()];
    let ask = [".env".to_owned()];
    let read = Rules::compile(&RuleLists { deny: &deny, ask: &ask, allow: &[] }).unwrap();
    let workspace = world.workspace_with(Settings { read, ..Settings::default() }, None);
    assert_eq!(printed(&uncommitted(&workspace, "a")), " M a\0");
    for name in ["secret", ".env", ".reread/x"] {
        remove(&world, name);
    }
    assert_eq!(printed(&uncommitted(&workspace, "a")), " M a\0 M twin\0");
}

#[test]
fn modes_mean_nothing_where_the_repository_says_so() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.commit();
    set_mode(&world, "a", 0o755);
    assert_eq!(same_as_git(&world), " M a\n");
    world.git(&["config", "core.fileMode", "false"]);
    assert_eq!(same_as_git(&world), "");
}

#[test]
fn what_is_too_large_to_read_is_said() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.commit();
    world.write("a", "two\n");
    let mut settings = Settings::default();
    // The index itself has to be read; a file of the size of the other one is none too many bytes then.
    settings.limits.digest_bytes = 4_000;
    world.write("b", "x".repeat(5_000));
    world.git(&["add", "b"]);
    world.write("b", "y".repeat(5_000));
    let found = uncommitted(&world.workspace_with(settings, None), "a");
    assert_eq!((printed(&found).as_str(), found.unchecked), (" M a\0A  b\0", 1));
}

#[test]
fn many_changes_are_counted_beyond_a_thousand() {
    let world = FilesWorld::with_repository();
    for number in 0..1_003 {
        world.write(&format!("f{number:04}"), "one\n");
    }
    world.git(&["add", "--all"]);
    let found = uncommitted(&world.workspace(), "x");
    assert_eq!((found.changes.len(), found.more), (1_000, 3));
    assert_eq!(found.changes[999].path.to_string(), "f0999");
}

#[test]
fn a_hostile_index_is_damaged_and_leads_nowhere() {
    let world = FilesWorld::with_repository();
    for name in ["../outside/x", "/etc/passwd", "a//b", "./a", ""] {
        world.write(".git/index", forged_index(2, 1, name.as_bytes()));
        let found = world.workspace().repositories().uncommitted(0, &RootedPath::from_bytes(b"x").unwrap());
        assert_eq!(found.unwrap_err().code(), Code::DamagedRepository, "{name}");
    }
    world.write(".git/index", forged_index(2, u32::MAX, b"a"));
    let found = world.workspace().repositories().uncommitted(0, &RootedPath::from_bytes(b"x").unwrap());
    assert_eq!(found.unwrap_err().code(), Code::DamagedRepository);
}

#[derive(Clone, Debug)]
enum Step {
    Write(usize, u8),
    Remove(usize),
    Stage(usize),
    Unstage(usize),
    Run(usize),
    Link(usize),
    Commit,
}

const NAMES: [&str; 4] = ["a", "a.b", "d/x", "d/y/z"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let name = 0..NAMES.len();
    let step = prop_oneof![
        4 => (name.clone(), 0..3_u8).prop_map(|(name, content)| Step::Write(name, content)),
        2 => name.clone().prop_map(Step::Remove),
        3 => name.clone().prop_map(Step::Stage),
        1 => name.clone().prop_map(Step::Unstage),
        1 => name.clone().prop_map(Step::Run),
        1 => name.prop_map(Step::Link),
        1 => Just(Step::Commit),
    ];
    prop::collection::vec(step, 1..16)
}

fn take(world: &FilesWorld, step: &Step) {
    match step {
        Step::Write(name, content) => {
            let _ = std::fs::remove_file(world.path(NAMES[*name]));
            world.write(NAMES[*name], format!("{content}\n"));
        }
        Step::Remove(name) => {
            let _ = std::fs::remove_file(world.path(NAMES[*name]));
        }
        Step::Stage(name) => world.git_tries(&["add", "--all", "--", NAMES[*name]]),
        Step::Unstage(name) => world.git_tries(&["rm", "--quiet", "--cached", "--force", "--", NAMES[*name]]),
        Step::Run(name) => {
            let run = std::fs::Permissions::from_mode(0o755);
            let _ = std::fs::set_permissions(world.path(NAMES[*name]), run);
        }
        Step::Link(name) => {
            let _ = std::fs::remove_file(world.path(NAMES[*name]));
            symlink("nowhere", world.path(NAMES[*name])).unwrap();
        }
        Step::Commit => world.git_tries(&["commit", "--quiet", "-m", "x"]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens to a few files, git says the same.
    #[test]
    fn any_history_of_a_few_files_is_listed_as_by_git(steps in steps()) {
        let world = FilesWorld::with_repository();
        world.folder("d/y");
        steps.iter().for_each(|step| take(&world, step));
        same_as_git(&world);
    }
}
