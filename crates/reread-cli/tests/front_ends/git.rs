//! Case 46: `.git` as a file, in a worktree, in a submodule, and with a configuration that runs programs.

use std::path::Path;
use std::process::Command;

use reread_testkit::World;

use super::call::Call;
use super::front_end::{at_both_front_ends, at_both_front_ends_of};

fn git(folder: &Path, words: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]).args(words);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
}

/// A repository outside, in which the secret is committed under the names that are asked for inside.
fn outside(world: &mut World) {
    let repository = world.outside("repository");
    std::fs::create_dir(&repository).unwrap();
    std::fs::write(repository.join("a.txt"), format!("{}\n", world.secret())).unwrap();
    git(&repository, &["init", "--quiet"]);
    git(&repository, &["add", "a.txt"]);
    git(&repository, &["commit", "--quiet", "--message", "x"]);
    world.accept_outside();
}

#[test]
fn case_46_a_git_file_is_not_followed_to_the_outside() {
    at_both_front_ends_of("case_46", outside, |front_end| {
        let world = &front_end.world;
        world.write("sub/a.txt", "inside\n");
        let absolute = format!("gitdir: {}\n", world.outside("repository/.git").display());
        for (name, target, file) in [
            (".git", "gitdir: ../outside/repository/.git\n", "a.txt"),
            (".git", &*absolute, "a.txt"),
            ("sub/.git", "gitdir: ../../outside/repository/.git\n", "sub/a.txt"),
        ] {
            world.write(name, target);
            front_end.close();
            let answer = front_end.ask(Call::preview(file));
            assert!(["no_repository", "outside"].contains(&answer.code()), "{target}: {answer:?}");
            std::fs::remove_file(world.path(name)).unwrap();
        }
        for (link, target) in
            [(".git", "../outside/repository/.git"), ("sub/.git", "../../outside/repository/.git")]
        {
            world.link(target, link);
            front_end.close();
            let file = link.replace(".git", "a.txt");
            let answer = front_end.ask(Call::preview(&file));
            assert_ne!(answer.code(), "", "{target}: {answer:?}");
            std::fs::remove_file(world.path(link)).unwrap();
        }
    });
}

/// A worktree whose common directory lies outside, and one that borrows objects from there.
#[test]
fn case_46_neither_a_common_directory_nor_borrowed_objects_lead_outside() {
    at_both_front_ends_of("case_46_common", outside, |front_end| {
        let world = &front_end.world;
        world.write(".git", "gitdir: hidden\n");
        world.write("hidden/commondir", "../../outside/repository/.git\n");
        world.write("hidden/HEAD", "ref: refs/heads/main\n");
        world.write("hidden/gitdir", ".git\n");
        front_end.close();
        assert_ne!(front_end.ask(Call::preview("a.txt")).code(), "");
        std::fs::remove_file(world.path(".git")).unwrap();
        std::fs::remove_dir_all(world.path("hidden")).unwrap();

        git(&world.root(), &["init", "--quiet"]);
        let head = std::fs::read_to_string(world.outside("repository/.git/refs/heads/main")).unwrap();
        world.write(".git/refs/heads/main", head);
        world.write(
            ".git/objects/info/alternates",
            format!("{}\n", world.outside("repository/.git/objects").display()),
        );
        front_end.close();
        assert_ne!(front_end.ask(Call::preview("a.txt")).code(), "");
        std::fs::remove_dir_all(world.path(".git")).unwrap();
    });
}

#[test]
fn case_46_nothing_that_a_repository_configures_is_run() {
    at_both_front_ends("case_46_programs", |front_end| {
        let world = &front_end.world;
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
        front_end.close();
        let preview = front_end.ask(Call::preview("a.txt"));
        preview.check_served();
        front_end.ask(Call::preview("b.txt")).check_served();
        front_end.ask(Call::write("b.txt", "one\n")).check_outcome("no_change");
        front_end.put("b.txt", "two\n");
        front_end.ask(Call::search("one")).check_served();
        assert!(!marker.exists(), "a program of the repository was run");
        std::fs::remove_dir_all(world.path(".git")).unwrap();
    });
}
