//! `cargo xtask pi-tools`: Node, the two versions of pi that the end-to-end tests drive, and a TypeScript compiler.
//!
//! They are fetched by name, with the npm of this machine and from the registry it is set up with, into `pi-tools`
//! beneath the target directory. No install script of a package runs. A tool is made in a folder of its own, has to
//! start, and only then gets its name, so that a tool is either whole or not there. What is there is left alone.
//! `programs.json` tells the tests which file starts what.

mod recipe;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::chore_error::ChoreError;
use crate::repository::{Repository, output_of, succeed};
use recipe::Recipe;

/// Where the tools are, as absolute paths.
pub(crate) struct PiTools {
    pub(crate) node: PathBuf,
    /// The script that Node runs, by version.
    pub(crate) pi: BTreeMap<&'static str, PathBuf>,
    /// The compiler, which Node runs too.
    pub(crate) tsc: PathBuf,
    /// The folder that all tools are in.
    pub(crate) shelf: PathBuf,
}

/// Installs what is missing and prints where everything is.
pub(crate) fn run(repository: &Repository) -> Result<(), ChoreError> {
    let tools = install(repository)?;
    println!("node {}", tools.node.display());
    for (version, script) in &tools.pi {
        println!("pi {version} {}", script.display());
    }
    println!("tsc {}", tools.tsc.display());
    Ok(())
}

/// Installs what is missing. Two runs at once wait for each other.
pub(crate) fn install(repository: &Repository) -> Result<PiTools, ChoreError> {
    let shelf = target_directory(repository)?.join("pi-tools");
    fs::create_dir_all(&shelf).map_err(unusable(&shelf))?;
    let lock = shelf.join("lock");
    let held = File::create(&lock).map_err(unusable(&lock))?;
    held.lock().map_err(unusable(&lock))?;

    let node_recipe = Recipe::node(std::env::consts::OS, std::env::consts::ARCH)?;
    let node = shelf.join(node_recipe.program());
    provide(&node_recipe, &shelf, None)?;
    let typescript = Recipe::typescript();
    provide(&typescript, &shelf, Some(&node))?;
    let mut pi = BTreeMap::new();
    let mut listing = serde_json::Map::new();
    for recipe in Recipe::every_pi() {
        provide(&recipe, &shelf, Some(&node))?;
        listing.insert(recipe.version.to_owned(), json!(recipe.program()));
        pi.insert(recipe.version, shelf.join(recipe.program()));
    }
    // The paths are relative: a target directory may be moved or cached.
    let listing = json!({ "node": node_recipe.program(), "pi": listing });
    replace(&shelf.join("programs.json"), &format!("{listing:#}\n"))?;
    Ok(PiTools { node, pi, tsc: shelf.join(typescript.program()), shelf })
}

pub(crate) fn target_directory(repository: &Repository) -> Result<PathBuf, ChoreError> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let metadata = output_of(&mut repository.cargo(&arguments))?;
    let malformed = |detail: String| ChoreError::Malformed { what: "cargo metadata".to_owned(), detail };
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| malformed(error.to_string()))?;
    let folder = metadata["target_directory"].as_str();
    folder.map(PathBuf::from).ok_or_else(|| malformed("it names no target directory".to_owned()))
}

/// Makes the tool unless it is there, made by the same recipe.
fn provide(recipe: &Recipe, shelf: &Path, node: Option<&Path>) -> Result<(), ChoreError> {
    let finished = shelf.join(recipe.folder);
    let recorded = fs::read_to_string(finished.join(STAMP));
    if recorded.is_ok_and(|stamp| stamp == recipe.stamp()) {
        return Ok(());
    }
    println!("fetching {}", recipe.folder);
    let partial = shelf.join(format!("{}.partial", recipe.folder));
    remove(&partial)?;
    make(recipe, &partial)?;
    check_version(recipe, &partial, node)?;
    let stamp = partial.join(STAMP);
    fs::write(&stamp, recipe.stamp()).map_err(unusable(&stamp))?;
    remove(&finished)?;
    fs::rename(&partial, &finished).map_err(unusable(&finished))
}

const STAMP: &str = "recipe.txt";

/// A folder with all packages of the recipe.
fn make(recipe: &Recipe, folder: &Path) -> Result<(), ChoreError> {
    fs::create_dir_all(folder).map_err(unusable(folder))?;
    // Without a manifest here npm would look for one further up and install there.
    let manifest = folder.join("package.json");
    fs::write(&manifest, "{ \"private\": true }\n").map_err(unusable(&manifest))?;
    let quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    if !recipe.installed.is_empty() {
        persistently(|| succeed(npm(folder).arg("install").args(quiet).args(&recipe.installed)))?;
    }
    if let Some(package) = &recipe.unpacked {
        let pack = || output_of(npm(folder).args(["pack", "--ignore-scripts", "--loglevel=error", package]));
        unpack(persistently(pack)?.trim(), folder, &recipe.package_folder())?;
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

/// Starts the tool and asks it for its version, so that nothing is kept that does not run.
fn check_version(recipe: &Recipe, folder: &Path, node: Option<&Path>) -> Result<(), ChoreError> {
    let program = folder.join(recipe.program_inside());
    let mut command = match node {
        Some(node) => {
            let mut command = Command::new(node);
            command.arg(&program);
            command
        }
        None => Command::new(&program),
    };
    let agent = folder.join("agent");
    let version =
        output_of(command.arg("--version").env("PI_OFFLINE", "1").env("PI_CODING_AGENT_DIR", &agent))?;
    remove(&agent)?;
    let said = version.trim().trim_start_matches("Version ").trim_start_matches('v');
    if said == recipe.version {
        return Ok(());
    }
    let what = format!("`{} --version`", recipe.folder);
    Err(ChoreError::Malformed {
        what,
        detail: format!("it says {:?}, not {}", version.trim(), recipe.version),
    })
}

pub(crate) fn npm(folder: &Path) -> Command {
    // On Windows npm is a script, which is found only by its whole name.
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder);
    command
}

const ATTEMPTS: u32 = 3;

/// Tries again after a failure: networks fail for a moment. That there is no npm stays as it is.
fn persistently<T>(mut attempt: impl FnMut() -> Result<T, ChoreError>) -> Result<T, ChoreError> {
    let mut left = ATTEMPTS;
    loop {
        left -= 1;
        match attempt() {
            Err(ChoreError::Start { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                let clause = "there is no npm on the PATH; it comes with Node 18 or newer and fetches pi for the tests";
                return Err(ChoreError::Failed(clause.to_owned()));
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
fn remove(folder: &Path) -> Result<(), ChoreError> {
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
