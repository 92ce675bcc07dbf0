//! Case 46: `.git` as a file, in a worktree, in a submodule, and with a configuration that runs programs.

use std::path::Path;
use std::process::Command;

use crate::call::Call;
use crate::door::{at_both_doors, at_both_doors_of};
use crate::world::World;

fn git(folder: &Path, words: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]).args(words);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
}

/// A repository outside, in which the secret is committed under the names that are asked for inside.
fn outside(world: &mut World) {
    let repository = world.out("repository");
    std::fs::create_dir(&repository).unwrap();
    std::fs::write(repository.join("a.txt"), format!("{}\n", world.secret)).unwrap();
    git(&repository, &["init", "--quiet"]);
    git(&repository, &["add", "a.txt"]);
    git(&repository, &["commit", "--quiet", "--message", "x"]);
    world.settle_outside();
}

#[test]
fn case_46_a_git_file_is_not_followed_to_the_outside() {
    at_both_doors_of("case_46", outside, |door| {
        let world = &door.world;
        world.write("sub/a.txt", "inside\n");
        let absolute = format!("gitdir: {}\n", world.out("repository/.git").display());
        for (name, target, file) in [
            (".git", "gitdir: ../OUT/repository/.git\n", "a.txt"),
            (".git", &*absolute, "a.txt"),
            ("sub/.git", "gitdir: ../../OUT/repository/.git\n", "sub/a.txt"),
        ] {
            world.write(name, target);
            door.close();
            let answer = door.ask(Call::preview(file));
            assert!(["no_repository", "outside"].contains(&answer.code()), "{target}: {answer:?}");
            std::fs::remove_file(world.path(name)).unwrap();
        }
        for (link, target) in [(".git", "../OUT/repository/.git"), ("sub/.git", "../../OUT/repository/.git")]
        {
            world.link(target, link);
            door.close();
            let file = link.replace(".git", "a.txt");
            let answer = door.ask(Call::preview(&file));
            assert_ne!(answer.code(), "", "{target}: {answer:?}");
            std::fs::remove_file(world.path(link)).unwrap();
        }
    });
}

/// A worktree whose common directory lies outside, and one that borrows objects from there.
#[test]
fn case_46_neither_a_common_directory_nor_borrowed_objects_lead_outside() {
    at_both_doors_of("case_46_common", outside, |door| {
        let world = &door.world;
        world.write(".git", "gitdir: hidden\n");
        world.write("hidden/commondir", "../../OUT/repository/.git\n");
        world.write("hidden/HEAD", "ref: refs/heads/main\n");
        world.write("hidden/gitdir", ".git\n");
        door.close();
        assert_ne!(door.ask(Call::preview("a.txt")).code(), "");
        std::fs::remove_file(world.path(".git")).unwrap();
        std::fs::remove_dir_all(world.path("hidden")).unwrap();

        git(&world.root(), &["init", "--quiet"]);
        let head = std::fs::read_to_string(world.out("repository/.git/refs/heads/main")).unwrap();
        world.write(".git/refs/heads/main", head);
        world.write(
            ".git/objects/info/alternates",
            format!("{}\n", world.out("repository/.git/objects").display()),
        );
        door.close();
        assert_ne!(door.ask(Call::preview("a.txt")).code(), "");
        std::fs::remove_dir_all(world.path(".git")).unwrap();
    });
}

#[test]
fn case_46_nothing_that_a_repository_configures_is_run() {
    at_both_doors("case_46_programs", |door| {
        let world = &door.world;
        let root = world.root();
        git(&root, &["init", "--quiet"]);
        git(&root, &["add", "a.txt"]);
        git(&root, &["commit", "--quiet", "--message", "x"]);
        let marker = world.beside("was-run");
        let script = world.beside("program");
        std::fs::write(&script, format!("#!/bin/sh\ntouch {}\ncat\n", marker.display())).unwrap();
        std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let program = script.display();
        world.write(
            ".git/config",
            format!(
                "[core]\n\tfsmonitor = {program}\n\tpager = {program}\n\tsshCommand = {program}\n\thooksPath = ..\n\
                 [diff]\n\texternal = {program}\n[diff \"x\"]\n\ttextconv = {program}\n\tcommand = {program}\n\
                 [filter \"x\"]\n\tclean = {program}\n\tsmudge = {program}\n"
            ),
        );
        world.write(".gitattributes", "* diff=x filter=x\n");
        world.write(".git/hooks/post-index-change", format!("#!/bin/sh\ntouch {}\n", marker.display()));
        world.write("b.txt", "one\n");
        door.close();
        let preview = door.ask(Call::preview("a.txt"));
        preview.check_served();
        door.ask(Call::preview("b.txt")).check_served();
        door.ask(Call::write("b.txt", "one\n")).check_outcome("no_change");
        door.put("b.txt", "two\n");
        door.ask(Call::search("one")).check_served();
        assert!(!marker.exists(), "a program of the repository was run");
        std::fs::remove_dir_all(world.path(".git")).unwrap();
    });
}
