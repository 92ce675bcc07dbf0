//! Repositories in a repository: each has ignore rules of its own. git is the yardstick.

use std::collections::BTreeSet;
use std::path::Path;

use reread_files::{Confinement, Settings, Workspace};

use crate::workspace::repository::git_in;
use crate::workspace::trees::{list, names, plant};
use crate::workspace::world::FilesWorld;

fn commit(folder: &Path) {
    git_in(folder, &["add", "--all", "--force"]);
    git_in(folder, &["commit", "--quiet", "--message", "x"]);
}

/// What git has or would take in a repository, with the name of its folder before each.
fn by_git(folder: &Path, prefix: &str) -> BTreeSet<String> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let printed = String::from_utf8(git_in(folder, &arguments)).unwrap();
    let name = |name: &str| format!("{prefix}{name}");
    printed.split_terminator('\0').filter(|name| !name.ends_with('/')).map(name).collect()
}

fn listed(workspace: &Workspace, globs: &[&str]) -> BTreeSet<String> {
    names(&list(workspace, globs)).into_iter().map(str::to_owned).collect()
}

fn workspaces(world: &FilesWorld) -> [Workspace; 2] {
    [Confinement::Kernel, Confinement::Portable]
        .map(|confinement| world.workspace_with(Settings::default(), Some(confinement)))
}

#[test]
fn a_nested_repository_has_ignore_rules_of_its_own() {
    let world = FilesWorld::with_repository();
    let nested = ["plain", "by-name", "packages/by-glob"];
    plant(
        &world,
        &[
            (".gitignore", "*.log\n/by-name/\n/packages/*\n!/packages/kept.txt\n/built/\nnotes\n"),
            ("outer.log", ""),
            ("packages/kept.txt", ""),
            ("packages/hidden.txt", ""),
            ("built/out.txt", ""),
            ("notes", ""),
        ],
    );
    for folder in nested {
        let file = |name: &str| format!("{folder}/{name}");
        plant(
            &world,
            &[(&file(".gitignore"), "own.tmp\n"), (&file("tracked.log"), "needle\n"), (&file("notes"), "")],
        );
        git_in(&world.path(folder), &["init", "--quiet"]);
        commit(&world.path(folder));
        plant(&world, &[(&file("own.tmp"), ""), (&file("deep/new.log"), "")]);
    }
    let inner = nested.iter().flat_map(|folder| by_git(&world.path(folder), &format!("{folder}/")));
    let expected: BTreeSet<String> = by_git(&world.path(""), "").into_iter().chain(inner).collect();
    assert!(expected.contains("packages/by-glob/deep/new.log") && !expected.contains("plain/own.tmp"));
    for workspace in workspaces(&world) {
        assert_eq!(listed(&workspace, &[]), expected);
        // By a glob, the rules are the same.
        assert_eq!(
            listed(&workspace, &["by-name/deep"]),
            BTreeSet::from(["by-name/deep/new.log".to_owned()])
        );
        assert_eq!(listed(&workspace, &["plain"]), by_git(&world.path("plain"), "plain/"));
    }
}

#[test]
fn a_submodule_has_ignore_rules_of_its_own() {
    let world = FilesWorld::with_repository();
    let other = world.beside("outside/other");
    std::fs::create_dir_all(&other).unwrap();
    git_in(&other, &["init", "--quiet"]);
    std::fs::write(other.join("tracked.log"), "").unwrap();
    commit(&other);
    plant(&world, &[(".gitignore", "*.log\n")]);
    world.git(&["submodule", "--quiet", "add", other.to_str().unwrap(), "sub"]);
    for workspace in workspaces(&world) {
        assert!(listed(&workspace, &[]).contains("sub/tracked.log"));
    }
}

/// A worktree in a folder that is ignored is a second copy of everything, and stays hidden. `.ignore` is not git's, and hides
/// clones as well.
#[test]
fn what_is_a_copy_or_is_hidden_from_tools_stays_hidden() {
    let world = FilesWorld::with_repository();
    plant(&world, &[(".gitignore", "/tree/\n/trees/\n"), (".ignore", "/clone/\n*.tmp\n"), ("a", "")]);
    commit(&world.path(""));
    for name in ["tree", "trees/one"] {
        world.git(&["worktree", "add", "--quiet", "--detach", name]);
    }
    for folder in ["clone", "other"] {
        plant(&world, &[(&format!("{folder}/b"), ""), (&format!("{folder}/c.tmp"), "")]);
        git_in(&world.path(folder), &["init", "--quiet"]);
    }
    for workspace in workspaces(&world) {
        let expected = [".gitignore", ".ignore", "a", "other/b"].map(str::to_owned);
        assert_eq!(listed(&workspace, &[]), BTreeSet::from(expected));
    }
}
