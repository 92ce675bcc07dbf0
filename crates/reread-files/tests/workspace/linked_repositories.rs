//! Linked worktrees and submodules, whose `.git` is a file. git makes them, and is the yardstick.

use std::path::{Path, PathBuf};

use reread_files::{Confinement, PreviewBase, Settings, Workspace, WorkspaceOptions};
use reread_path::RootedPath;

use crate::workspace::repository::{git_in, shown};
use crate::workspace::uncommitted::{git_status, printed};
use crate::workspace::world::FilesWorld;

const UNRELATED: &str = "no_repository: a cannot be compared with HEAD: the .git file names a git directory that does not \
                         name this folder in return";

/// A repository with a file `a`, committed.
fn repository(folder: &Path) -> PathBuf {
    std::fs::create_dir_all(folder).unwrap();
    git_in(folder, &["init", "--quiet"]);
    commit(folder, "one\n");
    folder.to_owned()
}

fn commit(folder: &Path, text: &str) {
    std::fs::write(folder.join("a"), text).unwrap();
    git_in(folder, &["add", "a"]);
    git_in(folder, &["commit", "--quiet", "--allow-empty", "--message", "x"]);
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn workspaces(root: &Path) -> Vec<Workspace> {
    let open = |confinement| {
        let options = WorkspaceOptions {
            roots: vec![root.to_owned()],
            here: None,
            home: None,
            settings: Settings::default(),
            confinement: Some(confinement),
        };
        Workspace::open(options).unwrap()
    };
    [Confinement::Kernel, Confinement::Portable].map(open).into()
}

/// What is said about a folder of a root is what git says about it: after a commit of its own, with one change staged and
/// one not.
fn check_as_git(root: &Path, folder: &str) {
    let tree = root.join(folder);
    commit(&tree, "committed\n");
    std::fs::write(tree.join("a"), "staged\n").unwrap();
    git_in(&tree, &["add", "a"]);
    std::fs::write(tree.join("a"), "on disk\n").unwrap();
    std::fs::write(tree.join("b"), "new\n").unwrap();
    git_in(&tree, &["add", "b"]);
    let name = if folder.is_empty() { "a".to_owned() } else { format!("{folder}/a") };
    for workspace in workspaces(root) {
        assert!(shown(&workspace, &name, PreviewBase::Head).ends_with("-committed\n+on disk\n"), "{name}");
        assert!(shown(&workspace, &name, PreviewBase::Index).ends_with("-staged\n+on disk\n"), "{name}");
        let file = RootedPath::from_bytes(name.as_bytes()).unwrap();
        let found = workspace.repositories().uncommitted(0, &file).unwrap();
        assert_eq!(printed(&found), git_status(&tree), "{name}");
        assert!(printed(&found).starts_with("MM a\0"), "{found:?}");
    }
}

#[track_caller]
fn check_unrelated(root: &Path) {
    for workspace in workspaces(root) {
        assert_eq!(shown(&workspace, "a", PreviewBase::Head), UNRELATED);
        let file = RootedPath::from_bytes(b"a").unwrap();
        assert!(workspace.repositories().uncommitted(0, &file).is_err());
    }
}

#[test]
fn the_repository_of_a_worktree_may_lie_outside() {
    let world = FilesWorld::new();
    let main = repository(&world.beside("outside/main"));
    let tree = world.beside("outside/tree");
    git_in(&main, &["worktree", "add", "--quiet", text(&tree)]);
    check_as_git(&tree, "");
    // As a folder of the root, too.
    git_in(&main, &["worktree", "add", "--quiet", text(&world.path("inner"))]);
    check_as_git(&world.path(""), "inner");
    // The main worktree has a HEAD and an index of its own.
    check_as_git(&main, "");
}

#[test]
fn a_worktree_may_lie_in_the_main_one() {
    let world = FilesWorld::new();
    let main = repository(&world.path("main"));
    git_in(&main, &["worktree", "add", "--quiet", ".worktrees/inner"]);
    check_as_git(&main, ".worktrees/inner");
    git_in(&main, &["worktree", "add", "--quiet", ".worktrees/other"]);
    check_as_git(&main.join(".worktrees/other"), "");
}

#[test]
fn the_repository_of_a_worktree_may_be_bare() {
    let world = FilesWorld::new();
    let main = repository(&world.beside("outside/main"));
    let bare = world.beside("outside/bare.git");
    git_in(&main, &["clone", "--quiet", "--bare", ".", text(&bare)]);
    git_in(&bare, &["worktree", "add", "--quiet", "-b", "side", text(&world.path("tree"))]);
    check_as_git(&world.path("tree"), "");
}

/// As `worktree.useRelativePaths` has git write them.
#[test]
fn both_names_may_be_relative() {
    let world = FilesWorld::new();
    let main = repository(&world.beside("outside/main"));
    git_in(&main, &["worktree", "add", "--quiet", text(&world.path("tree"))]);
    git_in(&main, &["config", "core.repositoryformatversion", "1"]);
    git_in(&main, &["config", "extensions.relativeWorktrees", "true"]);
    let own = main.join(".git/worktrees/tree");
    std::fs::write(world.path("tree/.git"), "gitdir: ../../outside/main/.git/worktrees/tree\n").unwrap();
    std::fs::write(own.join("gitdir"), "../../../../../workspace/tree/.git\n").unwrap();
    for (root, name) in [(world.path("tree"), "a"), (world.path(""), "tree/a")] {
        for workspace in workspaces(&root) {
            assert_eq!(shown(&workspace, name, PreviewBase::Head), "");
        }
    }
    std::fs::write(own.join("gitdir"), "../../../../../workspace/other/.git\n").unwrap();
    check_unrelated(&world.path("tree"));
}

#[test]
fn a_worktree_that_git_moved_is_found_again() {
    let world = FilesWorld::new();
    let main = repository(&world.beside("outside/main"));
    git_in(&main, &["worktree", "add", "--quiet", text(&world.path("tree"))]);
    git_in(&main, &["worktree", "move", text(&world.path("tree")), text(&world.path("moved"))]);
    check_as_git(&world.path("moved"), "");
    // Moved by other means it has no name in the repository until that is repaired.
    std::fs::rename(world.path("moved"), world.path("again")).unwrap();
    check_unrelated(&world.path("again"));
    git_in(&main, &["worktree", "repair", text(&world.path("again"))]);
    check_as_git(&world.path("again"), "");
    // The main worktree moves.
    let elsewhere = world.beside("outside/elsewhere");
    std::fs::rename(&main, &elsewhere).unwrap();
    check_unrelated(&world.path("again"));
    git_in(&elsewhere, &["worktree", "repair", text(&world.path("again"))]);
    check_as_git(&world.path("again"), "");
}

#[test]
fn links_on_the_way_do_not_matter() {
    let world = FilesWorld::new();
    repository(&world.beside("outside/main"));
    std::os::unix::fs::symlink(world.beside("outside"), world.beside("link")).unwrap();
    std::os::unix::fs::symlink(world.root(), world.beside("here")).unwrap();
    let tree = world.beside("here/tree");
    git_in(&world.beside("link/main"), &["worktree", "add", "--quiet", text(&tree)]);
    std::fs::write(
        tree.join(".git"),
        format!("gitdir: {}\n", text(&world.beside("link/main/.git/worktrees/tree"))),
    )
    .unwrap();
    check_as_git(&world.path("tree"), "");
    check_as_git(&tree, "");
}

#[test]
fn a_submodule_may_be_the_root() {
    let world = FilesWorld::new();
    let other = repository(&world.beside("outside/other"));
    let main = repository(&world.path("main"));
    for name in ["sub", "a folder #1; \"x\"", "worktrees/x"] {
        git_in(&main, &["submodule", "--quiet", "add", text(&other), name]);
        check_as_git(&main.join(name), "");
    }
    git_in(&main, &["commit", "--quiet", "--message", "y"]);
    // A worktree of a submodule, and a submodule of a worktree.
    git_in(&main.join("sub"), &["worktree", "add", "--quiet", text(&world.path("of-sub"))]);
    check_as_git(&world.path("of-sub"), "");
    let tree = world.path("tree");
    git_in(&main, &["worktree", "add", "--quiet", text(&tree)]);
    git_in(&tree, &["submodule", "--quiet", "update", "--init", "sub"]);
    check_as_git(&tree.join("sub"), "");
    check_as_git(&tree, "");
    // git moves the name of the folder into a file of its own when a worktree has settings of its own.
    git_in(&main.join("sub"), &["config", "extensions.worktreeConfig", "true"]);
    git_in(&main.join("sub"), &["config", "--worktree", "core.worktree", "../../../sub"]);
    git_in(
        &main.join("sub"),
        &["config", "--file", text(&main.join(".git/modules/sub/config")), "--unset", "core.worktree"],
    );
    check_as_git(&main.join("sub"), "");
}

#[test]
fn a_git_directory_without_a_way_back_must_lie_inside() {
    let world = FilesWorld::new();
    let separate = |place: &Path, folder: &str| {
        std::fs::create_dir_all(world.path(folder)).unwrap();
        git_in(&world.path(folder), &["init", "--quiet", "--separate-git-dir", text(place)]);
        commit(&world.path(folder), "one\n");
    };
    separate(&world.path("data.git"), "inside");
    check_as_git(&world.path(""), "inside");
    separate(&world.beside("outside/data.git"), "elsewhere");
    check_unrelated(&world.path("elsewhere"));
}

/// The file comes with the workspace. What it names belongs to another folder.
#[test]
fn a_git_file_proves_nothing() {
    let world = FilesWorld::new();
    let main = repository(&world.beside("outside/main"));
    let tree = world.beside("outside/tree");
    git_in(&main, &["worktree", "add", "--quiet", text(&tree)]);
    let other = repository(&world.beside("outside/other"));
    git_in(&main, &["submodule", "--quiet", "add", text(&other), "sub"]);
    world.write("a", "mine\n");
    let names = [
        main.join(".git"),
        main.join(".git/worktrees/tree"),
        main.join(".git/worktrees"),
        main.join(".git/modules/sub"),
        main.clone(),
        tree.join(".git"),
        PathBuf::from("/dev/null"),
        PathBuf::from("/"),
    ];
    for name in names {
        world.write(".git", format!("gitdir: {}\n", text(&name)));
        check_unrelated(&world.path(""));
    }
    // The very file of a worktree, under another name.
    std::fs::remove_file(world.path(".git")).unwrap();
    std::fs::hard_link(tree.join(".git"), world.path(".git")).unwrap();
    check_unrelated(&world.path(""));
}

/// A git directory that says everything it should, and shares the objects of another repository.
#[test]
fn only_the_repository_that_holds_a_worktree_is_shared() {
    let world = FilesWorld::new();
    let main = repository(&world.beside("outside/main"));
    world.write("a", "mine\n");
    let forge = |own: &Path, common: &str| {
        std::fs::create_dir_all(own).unwrap();
        std::fs::write(own.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        std::fs::write(own.join("commondir"), common).unwrap();
        std::fs::write(own.join("gitdir"), text(&world.path(".git"))).unwrap();
        world.write(".git", format!("gitdir: {}\n", text(own)));
        check_unrelated(&world.path(""));
    };
    let objects = main.join(".git");
    forge(&world.beside("outside/forged/worktrees/x"), text(&objects));
    forge(&world.beside("outside/forged/worktrees/x"), "../../../main/.git");
    forge(&world.beside("outside/forged/x"), text(&objects));
    forge(&world.path("forged/worktrees/x"), text(&objects));
    // A link in its place leads to where it leads.
    let linked = world.beside("outside/linked");
    std::fs::create_dir_all(linked.join("worktrees/x")).unwrap();
    std::os::unix::fs::symlink(main.join(".git/objects"), linked.join("objects")).unwrap();
    std::fs::create_dir_all(linked.join("refs")).unwrap();
    for (name, said) in
        [("commondir", "../..\n"), ("HEAD", "ref: refs/heads/main\n"), ("gitdir", text(&world.path(".git")))]
    {
        std::fs::write(linked.join("worktrees/x").join(name), said).unwrap();
    }
    world.write(".git", format!("gitdir: {}\n", text(&linked.join("worktrees/x"))));
    for workspace in workspaces(&world.path("")) {
        let found = shown(&workspace, "a", PreviewBase::Head);
        assert!(found.contains("outside the workspace") || found.contains("leads out of it"), "{found}");
    }
}
