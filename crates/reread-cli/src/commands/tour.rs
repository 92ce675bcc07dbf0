//! `reread tour`: the main job, live, on a throw-away project.

mod sample;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use reread_files::{Settings, State, Workspace, WorkspaceOptions, WriteError};
use reread_store::KeyPlace;
use reread_text::estimate_tokens;
use reread_wire::{
    ApplyPatchArgs, EdgeArgs, ErrorReply, MatchTolerance, ProposalArgs, ReadArgs, ReadMode, Reply, Request,
    RollbackArgs, Write,
};

use crate::arguments::Global;
use crate::clock::elapsed;
use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::output::results;
use crate::reply_output::for_eyes;
use crate::setup::call_context;
use crate::terminal::Terminal;

/// See what reread does, live, on a throw-away copy of a small project
#[derive(Debug, Args)]
pub(crate) struct TourCommand {
    /// Keep the project and print its path
    #[arg(long)]
    keep: bool,
}

pub(crate) fn run(global: &Global, args: &TourCommand) -> Result<Exit, Failure> {
    let project = tempfile::Builder::new().prefix("reread-tour-").tempdir()?;
    sample::write(project.path())?;
    let mut tour = Tour::new(global, project.path().to_owned())?;
    tour.walk()?;
    if args.keep {
        let kept = project.keep();
        tour.say(&format!("The project is kept in {}", kept.display()))?;
    }
    Ok(Exit::Done)
}

struct Tour {
    project: PathBuf,
    workspace: Workspace,
    terminal: Terminal,
    step: u32,
    /// Estimated tokens that were sent, and that plain reads would have sent.
    sent: u64,
    plain: u64,
}

impl Tour {
    fn new(global: &Global, project: PathBuf) -> Result<Self, Failure> {
        let workspace = Workspace::open(WorkspaceOptions {
            roots: vec![project.clone()],
            here: None,
            home: None,
            settings: Settings::default(),
            confinement: None,
        })?;
        let state = State::open(&project.join(".reread"), &KeyPlace::Beside)
            .map_err(|error| Failure::new(Exit::Broken, error.to_string(), ""))?;
        let (workspace, terminal) = (workspace.with_state(state), Terminal::of_stdout(global.color));
        Ok(Self { project, workspace, terminal, step: 0, sent: 0, plain: 0 })
    }

    fn walk(&mut self) -> Result<(), Failure> {
        self.say("reread stands between a model and its files.\nIt knows what the model has been shown.\n")?;

        self.title("A first read sends the text, and a tag for the lines it showed")?;
        let tag = self.read(sample::SOURCE, &[])?;

        self.title("The same file again: the caller cites the tag, nothing is sent twice")?;
        self.read(sample::SOURCE, &[&tag])?;

        self.title("An external edit of two lines: only the change is sent")?;
        sample::edit(&self.project)?;
        let diff_tag = self.read(sample::SOURCE, &[&tag])?;

        self.title("The text and the diff together are the new version")?;
        self.read(sample::SOURCE, &[&tag, &diff_tag])?;

        self.title("Lines that did not move are still known, whatever changed elsewhere")?;
        self.read(&format!("{}:1-6", sample::SOURCE), &[&tag])?;

        self.title("A tag that was tampered with proves nothing: in doubt, the text is sent")?;
        let forged = tag.replace("@1-", "@2-");
        self.read(&format!("{}:2-4", sample::SOURCE), &[&forged])?;

        self.write(&tag)?;

        self.title("A huge file is read in bounds (about 200 MB are written, and removed again)")?;
        let bytes = sample::write_huge_log(&self.project)?;
        let before = elapsed();
        self.serve(
            &format!("reread head {} -n 3", sample::HUGE_LOG),
            &Request::ReadFileHead(EdgeArgs { path: sample::HUGE_LOG.to_owned(), max_lines: 3 }),
        )?;
        let took = elapsed() - before;
        self.say(&format!(
            "   {} MB on disk; these lines took {} µs and no more of the file was read.",
            bytes / 1_000_000,
            took.as_micros()
        ))?;

        self.title("What it saved")?;
        let (sent, plain) = (self.sent, self.plain);
        self.say(&format!(
            "   The reads of {} sent about {sent} tokens.\n   \
             Plain reads would have sent about {plain}.\n   \
             Each of these calls left a record.\n   \
             With --keep the project and its journal stay.",
            sample::SOURCE
        ))?;
        Ok(())
    }

    /// Edits of an older version: merged, in conflict, resolved, and undone.
    fn write(&mut self, tag: &str) -> Result<(), Failure> {
        self.title("An edit of the version before: merged with the external change")?;
        self.patch("count.txt", sample::COUNT_EDIT, tag)?;

        self.title("The same lines were changed: nothing is written, both texts are kept")?;
        self.patch("add.txt", sample::ADD_EDIT, tag)?;

        self.title("The user resolves the conflict, and then it is written")?;
        let Some((proposal, _)) = self.workspace.proposals().open().map_err(failure)?.pop() else {
            return Err(Failure::new(Exit::Broken, "the conflict was not kept", ""));
        };
        let id = proposal.id;
        self.command(&format!("reread proposals resolve {id} --content decided.py"))?;
        self.workspace
            .proposals()
            .resolve_proposal(id, sample::decided(&self.project)?.as_bytes(), now())
            .map_err(failure)?;
        let approval = Write::Proposal(ProposalArgs { id, dry_run: false });
        self.serve(&format!("reread proposals approve {id}"), &Request::Write(approval))?;

        self.title("Every version can be brought back, and that is a version, too")?;
        let filepath = sample::SOURCE.to_owned();
        let rollback = RollbackArgs { filepath, version_id: "v2".to_owned(), dry_run: false };
        self.serve(
            &format!("reread rollback {} v2", sample::SOURCE),
            &Request::Write(Write::Rollback(rollback)),
        )?;
        Ok(())
    }

    fn patch(&mut self, name: &str, patch: &str, base: &str) -> Result<(), Failure> {
        let request = ApplyPatchArgs {
            patch: patch.to_owned(),
            edits: Vec::new(),
            filepath: None,
            base: Some(base.to_owned()),
            dry_run: false,
            loose: MatchTolerance::Exact,
            literal: false,
        };
        self.command(&format!("cat {name}"))?;
        self.say(&indented(patch))?;
        self.serve(&format!("reread patch {name} --base '{base}'"), &Request::Write(Write::Patch(request)))?;
        Ok(())
    }

    /// Reads a file, citing tags; the tag of the reply.
    fn read(&mut self, target: &str, known: &[&str]) -> Result<String, Failure> {
        let mut command = format!("reread read {target}");
        for (index, tag) in known.iter().enumerate() {
            // A line has room for one.
            let gap = if index == 0 { " " } else { " \\\n       " };
            let _ = write!(command, "{gap}--known '{tag}'");
        }
        let request = |known: Vec<String>| {
            let args = ReadArgs { known, ..ReadArgs::of(ReadMode::File, target) };
            Request::try_from(args).map_err(|rejected| Failure::from(rejected.error))
        };
        let reply = self.serve(&command, &request(known.iter().map(ToString::to_string).collect())?)?;
        let plain = reread_wire::serve(&call_context(&self.workspace), &request(Vec::new())?).outcome?;
        self.sent += estimate_tokens(reply.text_for_command_line().as_bytes());
        self.plain += estimate_tokens(plain.text_for_command_line().as_bytes());
        match reply {
            Reply::Read(reply, _) => Ok(reply.tag.map(|tag| tag.to_string()).unwrap_or_default()),
            _ => Err(Failure::new(Exit::Broken, "a read was not answered by a read", "report this")),
        }
    }

    /// Serves a request as the command line would, and shows both.
    fn serve(&mut self, command: &str, request: &Request) -> Result<Reply, Failure> {
        self.command(command)?;
        let reply = reread_wire::serve(&call_context(&self.workspace), request).outcome?;
        self.show(&reply)?;
        Ok(reply)
    }

    fn command(&self, command: &str) -> Result<(), Failure> {
        self.say(&format!("{} {}", self.terminal.green("   $"), self.terminal.bold(command)))
    }

    fn show(&self, reply: &Reply) -> Result<(), Failure> {
        let text = match reply {
            Reply::Read(read, _) if self.terminal.is_watched => for_eyes(read, &self.terminal),
            other => other.text_for_command_line(),
        };
        self.say(&indented(&text))
    }

    fn title(&mut self, title: &str) -> Result<(), Failure> {
        self.step += 1;
        let line = self.terminal.cyan(&format!("{}. {title}", self.step));
        self.say(&format!("\n{line}"))
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        writeln!(results(self.terminal), "{text}")?;
        Ok(())
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}")).collect::<Vec<_>>().join("\n")
}

fn failure(error: WriteError) -> Failure {
    ErrorReply::from(error).into()
}
