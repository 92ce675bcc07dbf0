//! Real code: for `cargo xtask prove symbols`, outlines and symbols over it, and for `cargo xtask bench agent`.
//!
//! The sources are those of packages, fetched by name and version from the registries that cargo, npm and pip of this
//! machine are set up with. No script of a package runs, and nothing of it is kept in the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout::{Checkout, succeed};
use crate::chore_error::ChoreError;
use crate::test_counts::run_tests;
use crate::tools::{NO_CARGO, NO_NPM, NO_PYTHON, ToolFolder, npm, persistently, remove, unusable};

/// Rust, and C in the last.
const OF_CARGO: [(&str, &str); 4] = [
    ("regex-automata", "0.4.18"),
    ("clap_builder", "4.6.7"),
    ("serde_json", "1.0.154"),
    ("tree-sitter", "0.27.1"),
];

/// JavaScript, TypeScript, TSX, CSS, C++, Java, Kotlin, and Swift or Objective-C beside them.
const OF_NPM: [&str; 7] = [
    "express@5.3.0",
    "zod@4.6.7",
    "preact@11.2.0",
    "bootstrap@5.3.8",
    "node-addon-api@8.9.2",
    "react-native-svg@15.15.5",
    "react-native-screens@4.28.0",
];

const OF_PYTHON: [&str; 3] = ["flask==3.1.3", "rich==15.0.0", "httpx==0.28.1"];

/// The test that looks at the sources, which it is told the folder of.
const TEST: &str = "symbols_of_real_sources";
const VARIABLE: &str = "SYMBOL_SOURCES";

/// Fetches what is missing and runs the proof.
pub(crate) fn prove(checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
    if !arguments.is_empty() {
        return Err(ChoreError::Usage("`prove symbols` takes no argument".to_owned()));
    }
    let sources = fetch(checkout)?;
    let mut command = checkout.cargo(&["test", "--release", "--package", "reread-files", "--test", "suite"]);
    command.args(["--", TEST, "--nocapture"]).env(VARIABLE, &sources);
    let counts = run_tests(&mut command)?;
    println!("\n{counts}");
    match counts.failed {
        0 if counts.is_empty() => {
            Err(ChoreError::Failed(format!("there is no test with `{TEST}` in its name")))
        }
        0 => Ok(()),
        _ => Err(ChoreError::Failed("the proof failed".to_owned())),
    }
}

/// Fetches what is missing: the folder with all packages.
pub(crate) fn fetch(checkout: &Checkout) -> Result<PathBuf, ChoreError> {
    let tool_folder = ToolFolder::open(checkout, "sources")?;
    let sources = tool_folder.folder.join("packages");
    provide(&tool_folder.folder, &sources)?;
    Ok(sources)
}

/// Fetches the packages, unless they are there: into a folder beside their place, which is whole or not there.
fn provide(tool_folder: &Path, sources: &Path) -> Result<(), ChoreError> {
    let (stamp, list) = (tool_folder.join("packages.txt"), list());
    if sources.is_dir() && fs::read_to_string(&stamp).is_ok_and(|recorded| recorded == list) {
        return Ok(());
    }
    println!("fetching the sources of {} packages", list.lines().count());
    let partial = tool_folder.join("packages.partial");
    remove(&partial)?;
    for folder in ["rust", "npm", "python"] {
        let folder = partial.join(folder);
        fs::create_dir_all(&folder).map_err(unusable(&folder))?;
    }
    with_cargo(&partial.join("rust"))?;
    with_npm(&partial.join("npm"))?;
    with_pip(&partial.join("python"))?;
    remove(sources)?;
    fs::rename(&partial, sources).map_err(unusable(sources))?;
    fs::write(&stamp, list).map_err(unusable(&stamp))
}

fn list() -> String {
    let of_cargo = OF_CARGO.iter().map(|(name, version)| format!("{name}={version}"));
    let others = OF_NPM.iter().chain(&OF_PYTHON).map(|&package| package.to_owned());
    of_cargo.chain(others).map(|package| package + "\n").collect()
}

fn with_cargo(folder: &Path) -> Result<(), ChoreError> {
    let manifest = folder.join("Cargo.toml");
    let dependencies: String =
        OF_CARGO.iter().map(|(name, version)| format!("{name} = \"={version}\"\n")).collect();
    let text = format!(
        "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n\
         [workspace]\n[dependencies]\n{dependencies}"
    );
    fs::write(&manifest, text).map_err(unusable(&manifest))?;
    let library = folder.join("lib.rs");
    fs::write(&library, "").map_err(unusable(&library))?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).args(["vendor", "--quiet", "vendor"]).stdout(std::process::Stdio::null());
    persistently(NO_CARGO, || succeed(&mut cargo))
}

fn with_npm(folder: &Path) -> Result<(), ChoreError> {
    // Without a manifest here npm would look for one further up and install there.
    let manifest = folder.join("package.json");
    fs::write(&manifest, "{ \"private\": true }\n").map_err(unusable(&manifest))?;
    let mut npm = npm(folder);
    npm.args(["install", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"]);
    npm.args(["--no-package-lock", "--no-bin-links", "--loglevel=error"]).args(OF_NPM);
    persistently(NO_NPM, || succeed(&mut npm))
}

fn with_pip(folder: &Path) -> Result<(), ChoreError> {
    let mut pip = Command::new(if cfg!(windows) { "python" } else { "python3" });
    pip.current_dir(folder).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--no-deps", "--no-compile", "--only-binary", ":all:", "--target", "."]).args(OF_PYTHON);
    persistently(NO_PYTHON, || succeed(&mut pip))
}
