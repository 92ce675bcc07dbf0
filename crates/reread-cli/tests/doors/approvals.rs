//! Case 44: what was approved and has changed since is asked about again.

use crate::call::Call;
use crate::door::{Door, Way, at_both_doors};
use crate::pty::Pty;

const NAME: &str = "Makefile";

/// Asks to write the text to a file over a version, agrees to it once, and to nothing else. `meanwhile` happens when
/// the user has approved, or is about to. How often the user was asked.
///
/// An agreement at the terminal is for the command that waits for it. A server is told later, by `reread approvals`.
fn agree_once(
    door: &Door,
    (name, text, version): (&str, &str, Option<&str>),
    meanwhile: impl FnOnce(),
) -> usize {
    let world = &door.world;
    let call = match version {
        Some(version) => Call::write_over(name, text, version),
        None => Call::write(name, text),
    };
    match door.way {
        Way::Mcp => {
            let refused = door.ask(call.clone());
            refused.check_refused("approval_required");
            let words = refused.words();
            let id = words.split("approvals grant ").nth(1).unwrap().split([' ', '`', '\n']).next().unwrap();
            assert_eq!(door.printed(&["approvals", "grant", id]).0, Some(0));
            meanwhile();
            1 + usize::from(door.ask(call).code() == "approval_required")
        }
        Way::CommandLine => {
            std::fs::write(world.beside("text"), text).unwrap();
            let mut command = door.command();
            command.args(["--color", "never", "write", "--content", "../text"]);
            command.args(version.map(|version| format!("--if-match={version}"))).arg(name);
            let mut pty = Pty::start(command, 0, true);
            assert!(is_asked(&mut pty, 1));
            meanwhile();
            pty.type_in("y\n");
            let is_asked_again = is_asked(&mut pty, 2);
            if is_asked_again {
                pty.type_in("n\n");
            }
            pty.end(world);
            1 + usize::from(is_asked_again)
        }
    }
}

/// Waits for so many questions in all; whether they came before the command ended.
fn is_asked(pty: &mut Pty, times: usize) -> bool {
    while String::from_utf8_lossy(&pty.shown).matches("[y/N]").count() < times {
        if !pty.see_more() {
            return false;
        }
    }
    true
}

#[test]
fn case_44_an_approval_is_for_one_change_of_one_file() {
    at_both_doors("case_44", |door| {
        let world = &door.world;
        // Only a server keeps what was agreed to: there another text is tried before the one that was meant.
        let another_text = || match door.way {
            Way::Mcp => door.ask(Call::write(NAME, "all: evil\n")).check_refused("approval_required"),
            Way::CommandLine => {}
        };
        assert_eq!(agree_once(door, (NAME, "all:\n", None), another_text), 1);
        door.check_bytes(NAME, "all:\n");

        // Another text is another matter, and so is the same text for another file, or over another version.
        door.ask(Call::write_over(NAME, "all: evil\n", &digest("all:\n"))).check_refused("approval_required");
        door.ask(Call::write("sub/Makefile", "all:\n")).check_refused("approval_required");
        world.write(NAME, "hers:\n");
        let asked = door.ask(Call::write_over(NAME, "all:\n", &digest("hers:\n")));
        asked.check_refused("approval_required");
        door.check_bytes(NAME, "hers:\n");
        assert!(!door.is_there("sub"));
    });
}

#[test]
fn case_44_what_another_program_writes_in_between_is_not_written_over() {
    at_both_doors("case_44_changed", |door| {
        door.world.write(NAME, "old:\n");
        let hers = || door.world.write(NAME, "hers:\n");
        agree_once(door, (NAME, "new:\n", Some(&digest("old:\n"))), hers);
        door.check_bytes(NAME, "hers:\n");
    });
}

#[test]
fn case_44_a_link_that_leads_elsewhere_in_between_is_asked_about_again() {
    at_both_doors("case_44_link", |door| {
        let world = &door.world;
        world.write("one/Makefile", "same:\n");
        world.write("two/Makefile", "same:\n");
        world.link("one", "d");
        let elsewhere = || {
            std::fs::remove_file(world.path("d")).unwrap();
            world.link("two", "d");
        };
        agree_once(door, ("d/Makefile", "new:\n", Some(&digest("same:\n"))), elsewhere);
        door.check_bytes("two/Makefile", "same:\n");
    });
}

#[test]
fn case_44_another_configuration_takes_approvals_back() {
    at_both_doors("case_44_rules", |door| {
        let world = &door.world;
        // Agreed to, and not used before the rules became stricter.
        let stricter = || {
            world.configure("[write]\ndeny = [\"other\"]\n");
            door.close();
        };
        if door.way == Way::Mcp {
            assert_eq!(agree_once(door, (NAME, "all:\n", None), stricter), 2);
            assert!(!door.is_there(NAME));
        }
        world.configure("[write]\nruns_code = \"deny\"\n");
        door.close();
        door.check_refused(Call::write(NAME, "all:\n"), "denied");
        assert!(!door.is_there(NAME));
    });
}

fn digest(text: &str) -> String {
    reread_text::Digest::of(text.as_bytes()).to_string()
}
