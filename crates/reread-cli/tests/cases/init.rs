//! Configurations of other programs, in repositories that want something else written.

use std::fs::File;

use reread_testkit::World;
use rustix::fs::Mode;

/// The clients that have a configuration in the project, and its name.
const IN_PROJECT: [(&str, &str); 7] = [
    ("claude-code", ".mcp.json"),
    ("codex", ".codex/config.toml"),
    ("cursor", ".cursor/mcp.json"),
    ("vscode", ".vscode/mcp.json"),
    ("zed", ".zed/settings.json"),
    ("gemini", ".gemini/settings.json"),
    ("opencode", "opencode.json"),
];

/// A repository that ships a link in place of a configuration, or of its folder, gets nothing written and nothing shown.
#[test]
fn no_link_of_a_repository_is_followed() {
    for (client, name) in IN_PROJECT {
        let world = World::with_secret(client);
        let folder = world.path(name).parent().unwrap().to_owned();
        std::fs::create_dir_all(&folder).unwrap();
        for target in [
            world.outside("secret"),
            world.outside("new"),
            "../outside/secret".into(),
            "../../outside/secret".into(),
        ] {
            let _ = std::fs::remove_file(world.path(name));
            world.link(target, name);
            for options in [&["--yes"][..], &["--yes", "--remove"], &[]] {
                let ran = world.run(&[&["init", client], options].concat());
                assert_eq!(ran.code, Some(3), "{client}: {ran:?}");
            }
            assert!(world.path(name).is_symlink());
        }
        if folder != world.root() {
            std::fs::remove_dir_all(&folder).unwrap();
            world.link(world.outside(""), folder.file_name().unwrap().to_str().unwrap());
            assert_eq!(world.run(&["init", client, "--yes"]).code, Some(3), "{client}");
        }
        assert_eq!(world.run(&["doctor", client]).code, Some(1), "{client}");
        world.check_unharmed();
    }
}

/// What is there is read in bounds, and a pipe does not block.
#[test]
fn what_is_no_configuration_is_not_waited_for() {
    let world = World::with_secret("init_kinds");
    let pipe = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, world.path(".mcp.json"), pipe, Mode::RUSR | Mode::WUSR, 0).unwrap();
    assert_eq!(world.run(&["init", "claude-code", "--yes"]).code, Some(4));
    std::fs::create_dir(world.path("opencode.json")).unwrap();
    assert_eq!(world.run(&["init", "opencode", "--yes"]).code, Some(4));
    File::create(world.path("huge.json")).unwrap().set_len(1 << 34).unwrap();
    std::fs::create_dir(world.path(".cursor")).unwrap();
    std::fs::rename(world.path("huge.json"), world.path(".cursor/mcp.json")).unwrap();
    assert_eq!(world.run(&["init", "cursor", "--yes"]).code, Some(4));
    world.check_unharmed();
}

/// In and out again through the real binary, for every client: the folder is as it was.
#[test]
fn every_client_gets_its_entry_and_loses_it_again() {
    let clients = IN_PROJECT.map(|(client, _)| client).into_iter().chain(["claude-desktop", "goose"]);
    for client in clients {
        let world = World::with_secret(client);
        let scopes: &[&[&str]] =
            if ["claude-desktop", "goose"].contains(&client) { &[&[]] } else { &[&[], &["--scope", "user"]] };
        for scope in scopes {
            let run = |more: &[&str]| world.run(&[&["init", client, "--yes"], *scope, more].concat());
            let (put, again, out, nothing) = (run(&[]), run(&[]), run(&["--remove"]), run(&["--remove"]));
            for ran in [&put, &again, &out, &nothing] {
                assert_eq!(ran.code, Some(0), "{client}: {ran:?}");
            }
            assert!(put.text().contains("\nwrote "), "{client}: {put:?}");
            assert!(again.text().ends_with("; nothing to do\n"), "{client}: {again:?}");
            assert!(out.text().contains("\nremoved "), "{client}: {out:?}");
            assert!(nothing.text().ends_with("; nothing to do\n"), "{client}: {nothing:?}");
        }
        world.check_unharmed();
    }
}

/// Runs `init` at a terminal at which the user types one answer; what the terminal shows.
fn asked(world: &World, answer: &str) -> String {
    world.terminal_dialog(&["init", "claude-code", "--color", "never"], answer)
}

#[test]
fn a_person_is_asked_and_only_a_yes_writes() {
    let world = World::with_secret("init_asks");
    for no in ["\n", "n\n", "no\n", "maybe yes\n", "\u{4}"] {
        let shown = asked(&world, no);
        assert!(shown.contains("+++ .mcp.json\n") && shown.contains("write .mcp.json? [y/N] "), "{shown}");
        assert!(shown.contains("nothing was written"), "{shown}");
        assert!(!world.path(".mcp.json").exists());
    }
    let shown = asked(&world, "y\n");
    assert!(shown.contains("wrote .mcp.json; next: "), "{shown}");
    assert!(world.path(".mcp.json").exists());
}
