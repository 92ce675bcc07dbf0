//! A command line that is not understood, and the requests for help and version, which are no errors.

use std::ffi::OsString;

use crate::exit::{Exit, Failure};
use crate::output::print_json;

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
        // The same here, for help and version, too.
        let _ = self.error.print();
        if self.error.use_stderr() { Exit::Usage } else { Exit::Done }
    }

    /// The first paragraph of the message; what follows it is the usage.
    fn failure(&self) -> Failure {
        let text = self.error.render().to_string();
        let first = text.trim_start_matches("error: ").split("\n\n").next().unwrap_or_default();
        let message = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        Failure::new(Exit::Usage, message, "`reread COMMAND --help` lists what a command takes")
    }
}
