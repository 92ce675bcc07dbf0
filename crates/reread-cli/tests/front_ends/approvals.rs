//! Case 44: what was approved and has changed since is asked about again.

use reread_testkit::Terminal;

use super::call::Call;
use super::front_end::{FrontEnd, FrontEndKind, at_both_front_ends};

const NAME: &str = "Makefile";

/// Asks to write the text to a file over a version, approves it once, and nothing else. `meanwhile` happens when
/// the user has approved, or is about to. How often the user was asked.
///
/// An approval at the terminal is for the command that waits for it. A server gets it later, by `reread approvals`.
fn approve_once(
    front_end: &FrontEnd,
    (name, text, version): (&str, &str, Option<&str>),
    meanwhile: impl FnOnce(),
) -> usize {
    let world = &front_end.world;
    let call = match version {
        Some(version) => Call::write_over(name, text, version),
        None => Call::write(name, text),
    };
    match front_end.kind {
        FrontEndKind::Mcp => {
            let refused = front_end.ask(call.clone());
            refused.check_refused("approval_required");
            let words = refused.words();
            let id = words.split("approvals grant ").nth(1).unwrap().split([' ', '`', '\n']).next().unwrap();
            assert_eq!(front_end.printed(&["approvals", "grant", id]).0, Some(0));
            meanwhile();
            1 + usize::from(front_end.ask(call).code() == "approval_required")
        }
        FrontEndKind::CommandLine => {
            std::fs::write(world.beside("text"), text).unwrap();
            let mut command = front_end.command();
            command.args(["--color", "never", "write", "--content", "../text"]);
            command.args(version.map(|version| format!("--if-match={version}"))).arg(name);
            let mut terminal = Terminal::start(command);
            assert!(terminal.wait_for("[y/N]", 1));
            meanwhile();
            terminal.type_text("y\n");
            let is_asked_again = terminal.wait_for("[y/N]", 2);
            if is_asked_again {
                terminal.type_text("n\n");
            }
            world.noted(terminal.end());
            1 + usize::from(is_asked_again)
        }
    }
}

#[test]
fn case_44_an_approval_is_for_one_change_of_one_file() {
    at_both_front_ends("case_44", |front_end| {
        let world = &front_end.world;
        // Only a server keeps what was approved: there another text is tried before the one that was meant.
        let another_text = || match front_end.kind {
            FrontEndKind::Mcp => {
                front_end.ask(Call::write(NAME, "all: evil\n")).check_refused("approval_required");
            }
            FrontEndKind::CommandLine => {}
        };
        assert_eq!(approve_once(front_end, (NAME, "all:\n", None), another_text), 1);
        front_end.check_bytes(NAME, "all:\n");

        // Another text is another subject, and so is the same text for another file, or over another version.
        front_end
            .ask(Call::write_over(NAME, "all: evil\n", &digest("all:\n")))
            .check_refused("approval_required");
        front_end.ask(Call::write("sub/Makefile", "all:\n")).check_refused("approval_required");
        world.write(NAME, "hers:\n");
        let asked = front_end.ask(Call::write_over(NAME, "all:\n", &digest("hers:\n")));
        asked.check_refused("approval_required");
        front_end.check_bytes(NAME, "hers:\n");
        assert!(!front_end.is_there("sub"));
    });
}

#[test]
fn case_44_what_another_program_writes_in_between_is_not_written_over() {
    at_both_front_ends("case_44_changed", |front_end| {
        front_end.world.write(NAME, "old:\n");
        let hers = || front_end.world.write(NAME, "hers:\n");
        approve_once(front_end, (NAME, "new:\n", Some(&digest("old:\n"))), hers);
        front_end.check_bytes(NAME, "hers:\n");
    });
}

#[test]
fn case_44_a_link_that_leads_elsewhere_in_between_is_asked_about_again() {
    at_both_front_ends("case_44_link", |front_end| {
        let world = &front_end.world;
        world.write("one/Makefile", "same:\n");
        world.write("two/Makefile", "same:\n");
        world.link("one", "d");
        let elsewhere = || {
            std::fs::remove_file(world.path("d")).unwrap();
            world.link("two", "d");
        };
        approve_once(front_end, ("d/Makefile", "new:\n", Some(&digest("same:\n"))), elsewhere);
        front_end.check_bytes("two/Makefile", "same:\n");
    });
}

#[test]
fn case_44_another_configuration_takes_approvals_back() {
    at_both_front_ends("case_44_rules", |front_end| {
        let world = &front_end.world;
        // Approved, and not used before the rules became stricter.
        let stricter = || {
            world.configure("[write]\ndeny = [\"other\"]\n");
            front_end.close();
        };
        if front_end.kind == FrontEndKind::Mcp {
            assert_eq!(approve_once(front_end, (NAME, "all:\n", None), stricter), 2);
            assert!(!front_end.is_there(NAME));
        }
        world.configure("[write]\nruns_code = \"deny\"\n");
        front_end.close();
        front_end.check_refused(Call::write(NAME, "all:\n"), "denied");
        assert!(!front_end.is_there(NAME));
    });
}

fn digest(text: &str) -> String {
    reread_text::Digest::of(text.as_bytes()).to_string()
}
