//! How a process is started: which pi, with which extensions, flags and variables.
//!
//! Nothing is inherited from the user who runs the tests but the `PATH`, and pi looks nowhere outside the world: no
//! extensions, skills, templates or context files but those named here.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use crate::one_shot::OneShot;
use crate::pi::PiProcess;
use crate::script::Script;
use crate::tools::{PiVersion, Tools};
use crate::world::PiWorld;

/// A process to be.
#[derive(Debug)]
pub struct PiLaunch<'w> {
    world: &'w PiWorld,
    version: PiVersion,
    key: String,
    extensions: Vec<OsString>,
    flags: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    discovers: bool,
}

impl<'w> PiLaunch<'w> {
    pub(crate) fn new(world: &'w PiWorld, version: PiVersion, key: String) -> Self {
        let (extensions, flags, variables) = Default::default();
        Self { world, version, key, extensions, flags, variables, discovers: false }
    }

    /// Loads an extension, after those named before: a file or the folder of a package.
    #[must_use]
    pub fn extension(mut self, path: impl AsRef<Path>) -> Self {
        self.extensions.push(path.as_ref().into());
        self
    }

    /// Lets the model write scripts that call tools, on a pi that can.
    #[must_use]
    pub fn codemode(self) -> Self {
        self.extension("builtin:codemode").flag("--tools").flag("+codemode")
    }

    /// Loads the extensions of installed packages too.
    #[must_use]
    pub fn discovering(mut self) -> Self {
        self.discovers = true;
        self
    }

    /// Opens a session that was written before.
    #[must_use]
    pub fn session(self, file: impl AsRef<Path>) -> Self {
        self.flag("--session").flag(file.as_ref())
    }

    /// Adds one word to the command line.
    #[must_use]
    pub fn flag(mut self, word: impl AsRef<OsStr>) -> Self {
        self.flags.push(word.as_ref().to_owned());
        self
    }

    /// Sets a variable of the environment; a later value wins.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Starts it in RPC mode and waits until it answers.
    #[track_caller]
    pub fn rpc(mut self) -> PiProcess<'w> {
        self.extensions.push(self.world.levers().into());
        let command = self.command(&["--mode", "rpc"]);
        PiProcess::start(self.world.model(), self.key, command)
    }

    /// Runs it in print mode, to its end.
    #[track_caller]
    pub fn print(self, script: &Script) -> OneShot {
        let mut command = self.command(&["--print"]);
        OneShot::run(command.arg(script.prompt()), self.world.model(), &self.key)
    }

    /// Runs it in JSON mode, to its end.
    #[track_caller]
    pub fn json(self, script: &Script) -> OneShot {
        let mut command = self.command(&["--mode", "json"]);
        OneShot::run(command.arg(script.prompt()), self.world.model(), &self.key)
    }

    /// Runs pi with these words alone, to its end: to install a package, for instance.
    #[track_caller]
    pub fn run(self, words: &[&str]) -> OneShot {
        OneShot::run(self.bare_command().args(words), self.world.model(), &self.key)
    }

    fn command(&self, mode: &[&str]) -> Command {
        let mut command = self.bare_command();
        command.args(mode).args(["--offline", "-ns", "-np", "-nc", "--no-approve"]);
        if !self.discovers {
            command.arg("-ne");
        }
        command.args(["--provider", "stub", "--model", "scripted"]);
        // The key is how the model tells the processes of one world apart.
        command.args(["--api-key", &self.key]);
        for extension in &self.extensions {
            command.arg("-e").arg(extension);
        }
        command.args(&self.flags);
        command
    }

    fn bare_command(&self) -> Command {
        let tools = Tools::find(self.version);
        let mut command = Command::new(&tools.node);
        command.arg(&tools.pi).current_dir(self.world.project()).env_clear();
        command.envs(INHERITED.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env("HOME", self.world.root()).env("USERPROFILE", self.world.root());
        command.env("PI_CODING_AGENT_DIR", self.world.agent());
        command.envs([("PI_OFFLINE", "1"), ("PI_TELEMETRY", "0"), ("PI_SKIP_VERSION_CHECK", "1")]);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// The rest is what Windows cannot start a program without.
const INHERITED: &[&str] = &["PATH", "SystemRoot", "ComSpec", "PATHEXT", "TEMP", "TMP"];
