//! A command line that is not understood, and the requests for help and version, which are no errors.

use std::ffi::OsString;
use std::io::Write as _;

use crate::arguments::ColorChoice;
use crate::exit::{Exit, Failure};
use crate::output::{messages, print_json, results};
use crate::terminal::Terminal;

/// Commands that write files of the workspace, as they are typed, with the tool behind each.
const WRITING: [(&[&str], &str); 5] = [
    (&["patch"], "apply_patch"),
    (&["write"], "write_file"),
    (&["rollback"], "rollback"),
    (&["undo"], "undo"),
    (&["proposals", "approve"], "proposals"),
];

/// The tool behind the command that is typed; `None` for one that does not write.
pub(super) fn writing_tool(program: &clap::Command, words: &[OsString]) -> Option<&'static str> {
    let mut words = words.iter().skip(1).filter_map(|word| word.to_str());
    let command = words.find_map(|word| program.find_subcommand(word))?;
    let part = words.find_map(|word| command.find_subcommand(word)).map(clap::Command::get_name);
    let typed: Vec<&str> = [command.get_name()].into_iter().chain(part).collect();
    WRITING.iter().find(|(writing, _)| *writing == typed).map(|(_, tool)| *tool)
}

/// A command line that is not a command.
#[derive(Debug)]
pub(crate) struct Misuse {
    pub(super) error: clap::Error,
    /// The tool behind the command, if it writes.
    pub(super) tool: Option<&'static str>,
    pub(super) words: Vec<OsString>,
}

impl Misuse {
    /// Prints the message; as JSON if that is asked for. The options were not parsed, so it is looked for by its name.
    pub(crate) fn report(&self) -> Exit {
        let mut options = self.words.iter().take_while(|word| *word != "--");
        if self.error.use_stderr() && options.any(|word| word == "--json") {
            // Standard output is closed: there is no other place for the message.
            let _ = print_json(&self.failure().to_json(self.tool));
            return Exit::Usage;
        }
        // Arguments and environment variables stand in the message, so clap gives it without colours and does not print it.
        let text = self.error.render().ansi().to_string();
        if self.error.use_stderr() {
            let _ = messages().write_all(styled(&text, Terminal::of_stderr(ColorChoice::Auto)).as_bytes());
            return Exit::Usage;
        }
        let terminal = Terminal::of_stdout(ColorChoice::Auto);
        let _ = results(terminal).write_all(styled(&text, terminal).as_bytes());
        Exit::Done
    }

    /// The first paragraph of the message; what follows it is the usage.
    fn failure(&self) -> Failure {
        let text = self.error.render().to_string();
        let first = text.trim_start_matches("error: ").split("\n\n").next().unwrap_or_default();
        let message = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        Failure::new(Exit::Usage, message, "`reread COMMAND --help` lists what a command takes")
    }
}

/// The text of clap in our colours: what introduces an error, and the titles of sections.
fn styled(text: &str, terminal: Terminal) -> String {
    let styled = |line: &str| {
        if let Some(message) = line.strip_prefix("error:") {
            return terminal.red("error:") + message;
        }
        match line.split_once(':').filter(|(title, _)| !title.starts_with(' ')) {
            Some((title @ "Usage", rest)) => terminal.bold(&format!("{title}:")) + rest,
            Some((title, "")) => terminal.bold(&format!("{title}:")),
            _ => line.to_owned(),
        }
    };
    text.split('\n').map(styled).collect::<Vec<_>>().join("\n")
}
