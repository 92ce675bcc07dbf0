//! Programs of others that tests and benches run: fetched by name, each into a folder of its own.
//!
//! npm, pip and cargo of this machine fetch them, from the registries they are set up with. No install script of an npm
//! package runs. A tool is made in a folder beside its place, has to start and to say the version that was asked for,
//! and only then gets its name, so that a tool is either whole or not there. What is there is left alone.

mod recipe;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::checkout::{Checkout, output_of, succeed};
use crate::chore_error::ChoreError;
pub(crate) use recipe::{Packages, ToolRecipe};

/// A folder beneath the target directory that holds tools, locked against other processes.
pub(crate) struct ToolFolder {
    pub(crate) folder: PathBuf,
    // Two runs at once wait for each other.
    _lock: File,
}

impl ToolFolder {
    /// Makes the folder if there is none, and blocks until no other process uses it.
    pub(crate) fn open(checkout: &Checkout, name: &str) -> Result<Self, ChoreError> {
        let folder = target_directory(checkout)?.join(name);
        fs::create_dir_all(&folder).map_err(unusable(&folder))?;
        let path = folder.join("lock");
        let lock = File::create(&path).map_err(unusable(&path))?;
        lock.lock().map_err(unusable(&path))?;
        Ok(Self { folder, _lock: lock })
    }

    /// The program of a recipe, on this tool folder.
    pub(crate) fn program(&self, recipe: &ToolRecipe) -> PathBuf {
        self.folder.join(recipe.program())
    }

    /// Makes the tool unless it is there, made by the same recipe. `node` runs it, if Node has to.
    pub(crate) fn provide(&self, recipe: &ToolRecipe, node: Option<&Path>) -> Result<(), ChoreError> {
        let finished = self.folder.join(recipe.folder);
        let recorded = fs::read_to_string(finished.join(STAMP));
        if recorded.is_ok_and(|stamp| stamp == recipe.stamp()) {
            return Ok(());
        }
        println!("fetching {}", recipe.folder);
        let partial = self.folder.join(format!("{}.partial", recipe.folder));
        remove(&partial)?;
        fs::create_dir_all(&partial).map_err(unusable(&partial))?;
        match &recipe.packages {
            Packages::Npm { installed, unpacked } => {
                make_with_npm(&partial, installed, unpacked.as_deref(), recipe)?;
            }
            Packages::Python(packages) => make_with_pip(&partial, packages, &recipe.program_inside())?,
            Packages::Cargo(package) => make_with_cargo(&partial, package)?,
        }
        check_version(recipe, &partial, node)?;
        let stamp = partial.join(STAMP);
        fs::write(&stamp, recipe.stamp()).map_err(unusable(&stamp))?;
        remove(&finished)?;
        fs::rename(&partial, &finished).map_err(unusable(&finished))
    }

    /// Tells the tests which file starts what. The paths are relative: a target directory may be moved or cached.
    pub(crate) fn list(&self, programs: &Value) -> Result<(), ChoreError> {
        replace(&self.folder.join("programs.json"), &format!("{programs:#}\n"))
    }
}

const STAMP: &str = "recipe.txt";

/// The tool folder that holds Node and nothing else, as a path from any other tool folder.
const NODE_SHELF: &str = "node";

/// Node, installed if it is missing.
pub(crate) struct NodeProgram {
    pub(crate) program: PathBuf,
    /// As a path from any tool folder.
    pub(crate) from_shelf: String,
}

impl NodeProgram {
    /// Installs it if it is missing.
    pub(crate) fn install(checkout: &Checkout) -> Result<Self, ChoreError> {
        let recipe = ToolRecipe::node(std::env::consts::OS, std::env::consts::ARCH)?;
        let tool_folder = ToolFolder::open(checkout, NODE_SHELF)?;
        tool_folder.provide(&recipe, None)?;
        let from_shelf = format!("../{NODE_SHELF}/{}", recipe.program());
        Ok(Self { program: tool_folder.program(&recipe), from_shelf })
    }
}

pub(crate) fn target_directory(checkout: &Checkout) -> Result<PathBuf, ChoreError> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let metadata = output_of(&mut checkout.cargo(&arguments))?;
    let malformed = |detail: String| ChoreError::Malformed { what: "cargo metadata".to_owned(), detail };
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| malformed(error.to_string()))?;
    let folder = metadata["target_directory"].as_str();
    folder.map(PathBuf::from).ok_or_else(|| malformed("it names no target directory".to_owned()))
}

pub(crate) const NO_NPM: &str = "there is no npm on the PATH; it comes with Node 18 or newer";
pub(crate) const NO_PYTHON: &str = "there is no python3 on the PATH; any from 3.10 on will do";
pub(crate) const NO_CARGO: &str = "there is no cargo on the PATH";

fn make_with_npm(
    folder: &Path,
    installed: &[String],
    unpacked: Option<&str>,
    recipe: &ToolRecipe,
) -> Result<(), ChoreError> {
    // Without a manifest here npm would look for one further up and install there.
    let manifest = folder.join("package.json");
    fs::write(&manifest, "{ \"private\": true }\n").map_err(unusable(&manifest))?;
    let quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    if !installed.is_empty() {
        persistently(NO_NPM, || succeed(npm(folder).arg("install").args(quiet).args(installed)))?;
    }
    if let Some(package) = unpacked {
        let pack = || output_of(npm(folder).args(["pack", "--ignore-scripts", "--loglevel=error", package]));
        unpack(persistently(NO_NPM, pack)?.trim(), folder, &recipe.package_folder())?;
    }
    Ok(())
}

/// Unpacks an archive that npm has put into the folder, as npm would have done, but without its dependencies.
fn unpack(archive: &str, folder: &Path, package_folder: &str) -> Result<(), ChoreError> {
    let inside = folder.join(package_folder);
    fs::create_dir_all(&inside).map_err(unusable(&inside))?;
    let mut tar = Command::new("tar");
    // All names are relative: to some versions of tar a colon after a drive letter means another machine.
    tar.current_dir(folder).args(["-xzf", archive, "-C", package_folder, "--strip-components=1"]);
    succeed(&mut tar)?;
    let archive = folder.join(archive);
    fs::remove_file(&archive).map_err(unusable(&archive))
}

/// An environment of its own for Python. It may be renamed, because nothing but its interpreter is ever started.
fn make_with_pip(folder: &Path, packages: &[String], interpreter: &str) -> Result<(), ChoreError> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    let environment =
        || succeed(Command::new(python).current_dir(folder).args(["-m", "venv", "--clear", "."]));
    persistently(NO_PYTHON, environment)?;
    let mut pip = Command::new(folder.join(interpreter));
    pip.current_dir(folder).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.args(packages);
    persistently(NO_PYTHON, || succeed(&mut pip))
}

/// A program of Rust, built with the dependencies that its author locked, in a target directory of its own.
fn make_with_cargo(folder: &Path, package: &str) -> Result<(), ChoreError> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).env_remove("CARGO_TARGET_DIR");
    cargo.args(["install", "--quiet", "--locked", "--root", ".", package]);
    persistently(NO_CARGO, || succeed(&mut cargo))
}

/// Starts the tool and asks it for its version, so that nothing is kept that does not run.
fn check_version(recipe: &ToolRecipe, folder: &Path, node: Option<&Path>) -> Result<(), ChoreError> {
    let program = folder.join(recipe.program_inside());
    let mut command = match node {
        Some(node) => Command::new(node),
        None => Command::new(&program),
    };
    if node.is_some() && recipe.is_started() {
        command.arg(&program);
    }
    command.current_dir(folder).args(recipe.proof());
    let agent = folder.join("agent");
    command.env("PI_OFFLINE", "1").env("PI_CODING_AGENT_DIR", &agent);
    let version = output_of(command.env("CLAUDE_CONFIG_DIR", &agent))?;
    remove(&agent)?;
    if said(&version) == recipe.version || !recipe.tells_its_version() {
        return Ok(());
    }
    let what = format!("the version of {}", recipe.folder);
    Err(ChoreError::Malformed {
        what,
        detail: format!("it says {:?}, not {}", version.trim(), recipe.version),
    })
}

/// The version in what a program says of itself: the last word that begins with a digit, or with a `v` before one.
fn said(version: &str) -> &str {
    let words = version.split_whitespace().map(|word| word.trim_start_matches('v'));
    words.rev().find(|word| word.starts_with(|first: char| first.is_ascii_digit())).unwrap_or_default()
}

pub(crate) fn npm(folder: &Path) -> Command {
    // On Windows npm is a script, which is found only by its whole name.
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

const ATTEMPTS: u32 = 3;

/// Tries again after a failure: networks fail for a moment. That a program is `missing` stays as it is.
pub(crate) fn persistently<T>(
    missing: &str,
    mut attempt: impl FnMut() -> Result<T, ChoreError>,
) -> Result<T, ChoreError> {
    let mut left = ATTEMPTS;
    loop {
        left -= 1;
        match attempt() {
            Err(ChoreError::Start { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Err(ChoreError::Failed(missing.to_owned()));
            }
            Err(error) if left > 0 => println!("    {error}; trying again"),
            outcome => return outcome,
        }
    }
}

/// Puts a whole new file in place of the old one.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), ChoreError> {
    let partial = path.with_extension("partial");
    fs::write(&partial, text).map_err(unusable(&partial))?;
    fs::rename(&partial, path).map_err(unusable(path))
}

/// Removes a folder, if there is one.
pub(crate) fn remove(folder: &Path) -> Result<(), ChoreError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unusable(folder)(error)),
        _ => Ok(()),
    }
}

pub(crate) fn unusable(path: &Path) -> impl Fn(io::Error) -> ChoreError {
    move |source| ChoreError::Io { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests;
