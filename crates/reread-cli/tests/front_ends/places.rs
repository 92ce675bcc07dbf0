//! Case 45: places that run by themselves.

use super::call::{Call, block};
use super::front_end::at_both_front_ends;

#[test]
fn case_45_what_git_keeps_is_refused() {
    at_both_front_ends("case_45_git", |front_end| {
        let world = &front_end.world;
        world.write(".git/hooks/pre-commit", "#!/bin/sh\n");
        world.write(".git/config", "[core]\n");
        world.write(".git/index", "x\n");
        world.link(".git", "linked");
        for name in [
            ".git/hooks/pre-commit",
            ".git/hooks/post-checkout",
            ".git/config",
            ".git/index",
            ".git/new",
            "sub/.git/config",
            "sub/.git",
            ".GIT/config",
            ".g\u{200c}it/config",
            "linked/config",
            "linked/hooks/new",
        ] {
            for call in [
                Call::write(name, "evil\n"),
                Call::create(name, "evil\n"),
                Call::append(name, "evil\n"),
                Call::patch(&format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+evil\n")),
                Call::patch(&block(name, "[core]\n", "evil\n")),
                Call::patch(&format!(
                    "*** Begin Patch\n*** Update File: a.txt\n*** Move to: {name}\n*** End Patch\n"
                )),
            ] {
                front_end.check_refused(call, "denied");
            }
        }
        front_end.check_bytes(".git/config", "[core]\n");
        assert_eq!(front_end.names(".git/hooks"), ["pre-commit"]);
        assert!(!front_end.is_there("sub"));
    });
}

#[test]
fn case_45_what_a_program_runs_by_itself_needs_approval_and_is_called_so() {
    at_both_front_ends("case_45", |front_end| {
        for name in [
            ".github/workflows/ci.yml",
            "sub/.github/workflows/ci.yml",
            ".vscode/tasks.json",
            ".cursor/rules",
            ".mcp.json",
            ".bashrc",
            ".zshrc",
            ".profile",
            ".envrc",
            "Makefile",
            "sub/makefile",
        ] {
            for call in [
                Call::write(name, "evil\n"),
                Call::create(name, "evil\n"),
                Call::append(name, "evil\n"),
                Call::patch(&format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+evil\n")),
                Call::patch(&format!("*** Begin Patch\n*** Add File: {name}\n+evil\n*** End Patch\n")),
                Call::patch(&format!(
                    "*** Begin Patch\n*** Update File: a.txt\n*** Move to: {name}\n*** End Patch\n"
                )),
            ] {
                let answer = front_end.ask(call.clone());
                answer.check_refused("approval_required");
                assert!(answer.words().contains("run without being asked for"), "{call:?}: {answer:?}");
            }
        }
        assert_eq!(front_end.names(""), ["a.txt"]);
        front_end.world.configure("[write]\nruns_code = \"deny\"\n");
        front_end.close();
        front_end.check_refused(Call::create("Makefile", "x\n"), "denied");
        front_end.world.configure("[write]\nruns_code = \"allow\"\n");
        front_end.close();
        front_end.ask(Call::create("Makefile", "x\n")).check_outcome("applied");
        front_end.check_refused(Call::create(".git/hooks/pre-commit", "x\n"), "denied");
    });
}

/// The class of files that an agent, an editor, a shell, git or a package manager runs without a build being asked for,
/// and the files beside it that run only in a build.
#[test]
fn what_runs_without_a_build_is_asked_about_and_the_rest_is_not() {
    at_both_front_ends("runs_code_class", |front_end| {
        for name in [
            ".claude/hooks/stop.sh",
            ".claude/settings.local.json",
            ".codex/hooks.json",
            ".opencode/plugin/a.ts",
            "opencode.jsonc",
            ".pi/extensions/a.ts",
            ".zed/settings.json",
            ".cargo/config.toml",
            "sub/.cargo/config",
            ".devcontainer/devcontainer.json",
            ".ssh/authorized_keys",
            ".githooks/pre-push",
            ".Rprofile",
            ".ghci",
            ".gdbinit",
            ".luarc.json",
            ".clangd",
            ".clinerules/hooks/a",
            ".cirrus.yml",
            "lefthook.yml",
            ".vscode/tasks.json",
            ".idea/runConfigurations/a.xml",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            "mise.toml",
            ".bazelrc",
            "gradle/wrapper/gradle-wrapper.properties",
            ".mvn/extensions.xml",
            "binding.gyp",
            "Justfile",
            "Taskfile.yml",
            ".hg/hgrc",
            ".jj/repo/config.toml",
            ".helix/languages.toml",
            "lefthook.toml",
            "lefthook-local.yaml",
            ".github/hooks/a.json",
            "crush.json",
            ".qwen/settings.json",
            ".clinerules/hooks/PreToolUse",
            "mise.local.toml",
            ".bash_aliases",
            ".Rprofile",
            "bunfig.toml",
            "pnpm-workspace.yaml",
            ".pnp.cjs",
            "tools/bazel",
            ".direnvrc",
            "lint-staged.config.js",
        ] {
            let answer = front_end.ask(Call::create(name, "x\n"));
            answer.check_refused("approval_required");
            assert!(answer.words().contains("run without being asked for"), "{name}: {answer:?}");
        }
        for name in
            ["build.rs", "conftest.py", "setup.py", "Dockerfile", "tox.ini", "package.json", "src/head/a.js"]
        {
            front_end.ask(Call::create(name, "{}\n")).check_outcome("applied");
        }
    });
}

/// Of a `package.json` only the scripts are asked about that a package manager runs while it installs.
#[test]
fn scripts_that_run_while_a_package_is_installed_are_asked_about() {
    at_both_front_ends("package_scripts", |front_end| {
        front_end
            .ask(Call::create("package.json", "{\"scripts\": {\"test\": \"a\"}}\n"))
            .check_outcome("applied");
        let install = "{\"scripts\": {\"test\": \"a\", \"postinstall\": \"evil\"}}\n";
        let answer = front_end.ask(Call::create("sub/package.json", install));
        answer.check_refused("approval_required");
        assert!(answer.words().contains("`package.json scripts`"), "{answer:?}");
        let moved =
            "*** Begin Patch\n*** Update File: other.json\n*** Move to: deep/package.json\n*** End Patch\n";
        front_end.world.write("other.json", install);
        front_end.ask(Call::patch(moved)).check_refused("approval_required");
    });
}

/// Where files that run by themselves are denied, so is content that runs by itself: nothing asks about it, not even in a
/// dry run, and what comes back from the history is judged like any other change.
#[test]
fn content_that_runs_by_itself_is_denied_where_such_files_are() {
    at_both_front_ends("runs_code_deny", |front_end| {
        let install = "{\"scripts\": {\"postinstall\": \"evil\"}}\n";
        for name in ["fixture/HEAD", "fixture/objects/a", "fixture/refs/a"] {
            front_end.world.write(name, "ref: refs/heads/main\n");
        }
        front_end.world.write("other.json", install);
        let configure = |treatment: &str| {
            front_end.world.configure(&format!("[write]\nruns_code = \"{treatment}\"\n"));
            front_end.close();
        };
        configure("deny");
        let moved =
            "*** Begin Patch\n*** Update File: other.json\n*** Move to: deep/package.json\n*** End Patch\n";
        for call in [
            Call::create("package.json", install),
            Call::create("sub/Package.json", install),
            Call::patch(moved),
            Call::create("bare/HEAD", "ref: refs/heads/main\n"),
            Call::create("fixture/config", "[core]\n"),
            Call::append("fixture/HEAD", "\n"),
        ] {
            front_end.check_refused(call, "denied");
        }
        front_end.ask(Call::create("package.json", "{}\n")).check_outcome("applied");
        front_end.ask(Call::create("free/HEAD", "# Head\n")).check_outcome("applied");
        configure("allow");
        let tag = front_end.ask(Call::read("package.json")).tag().to_owned();
        front_end.ask(Call::write_over("package.json", install, &tag)).check_outcome("applied");
        let tag = front_end.ask(Call::read("package.json")).tag().to_owned();
        front_end.ask(Call::write_over("package.json", "{}\n", &tag)).check_outcome("applied");
        configure("deny");
        front_end.check_refused(Call::rollback("package.json", "v2"), "denied");
        front_end.check_bytes("package.json", "{}\n");
    });
}

/// A folder with HEAD, objects and refs is a git repository, whatever it is called: git obeys its configuration.
#[test]
fn a_git_repository_by_another_name_is_asked_about() {
    at_both_front_ends("bare_repository", |front_end| {
        front_end.ask(Call::create("bare/HEAD", "ref: refs/heads/main\n")).check_refused("approval_required");
        front_end.ask(Call::create("bare/config", "[core]\n")).check_outcome("applied");
        for name in ["fixture/HEAD", "fixture/objects/a", "fixture/refs/a"] {
            front_end.world.write(name, "ref: refs/heads/main\n");
        }
        for name in ["fixture/config", "fixture/hooks/post-checkout", "fixture/info/attributes"] {
            let answer = front_end.ask(Call::create(name, "[core]\n"));
            answer.check_refused("approval_required");
            assert!(answer.words().contains("`inside a git repository`"), "{answer:?}");
        }
    });
}

/// Git does not look at what stands behind the digits in HEAD, and the last missing part makes a folder a repository.
#[test]
fn a_git_repository_is_not_made_piece_by_piece() {
    at_both_front_ends("repository_in_pieces", |front_end| {
        let head = format!("{} notes\n", "0".repeat(40));
        for name in ["bare/config", "bare/objects/a", "bare/refs/a"] {
            front_end.ask(Call::create(name, "[core]\n")).check_outcome("applied");
        }
        front_end.ask(Call::create("bare/HEAD", &head)).check_refused("approval_required");
        front_end.world.write("begun/HEAD", "ref: refs/heads/main\n");
        for name in
            ["begun/config", "begun/objects/a", "begun/refs/heads/a", "begun/commondir", "begun/hooks/a"]
        {
            let answer = front_end.ask(Call::create(name, "[core]\n"));
            answer.check_refused("approval_required");
            assert!(answer.words().contains("`inside a git repository`"), "{answer:?}");
        }
        front_end.ask(Call::create("begun/notes.txt", "a\n")).check_outcome("applied");
    });
}
