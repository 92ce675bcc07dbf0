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
