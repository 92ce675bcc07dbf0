//! `cargo xtask claude-tools`: the two versions of Claude Code that the end-to-end tests drive.
//!
//! The program is a binary of its own, in a package for the system that npm chooses as an optional dependency. The package's
//! install script would only put a copy of it elsewhere, so it is not run.

use serde_json::{Map, json};

use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::tools::{ToolFolder, ToolRecipe};

const CLAUDE_CODE: &str = "@anthropic-ai/claude-code";

/// Installs what is missing and prints where everything is.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    let tool_folder = install(checkout)?;
    for recipe in every_claude()? {
        println!("claude {} {}", recipe.version, tool_folder.program(&recipe).display());
    }
    Ok(())
}

/// Installs what is missing.
pub(crate) fn install(checkout: &Checkout) -> Result<ToolFolder, ChoreError> {
    let tool_folder = ToolFolder::open(checkout, "claude-tools")?;
    let mut listing = Map::new();
    for recipe in every_claude()? {
        tool_folder.provide(&recipe, None)?;
        listing.insert(recipe.version.to_owned(), json!(recipe.program()));
    }
    tool_folder.list(&json!({ "claude": listing }))?;
    Ok(tool_folder)
}

/// The current version, and the last one whose transcripts do not say what the model was sent.
fn every_claude() -> Result<[ToolRecipe; 2], ChoreError> {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let Some(system) = system(os, arch) else {
        return Err(ChoreError::Failed(format!("npm has no Claude Code for {os} on {arch}")));
    };
    let program = if os == "windows" { "claude.exe" } else { "claude" };
    let recipe = |folder, version| {
        ToolRecipe::npm(folder, CLAUDE_CODE, version, program).in_package(format!("{CLAUDE_CODE}-{system}"))
    };
    Ok([recipe("claude-2.1.326", "2.1.326"), recipe("claude-2.1.299", "2.1.299")])
}

/// How npm calls the systems that have a binary.
fn system(os: &str, arch: &str) -> Option<&'static str> {
    Some(match (os, arch) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        ("macos", "x86_64") => "darwin-x64",
        ("macos", "aarch64") => "darwin-arm64",
        ("windows", "x86_64") => "win32-x64",
        ("windows", "aarch64") => "win32-arm64",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_after_what_is_in_it() {
        for recipe in every_claude().unwrap() {
            assert!(recipe.folder.ends_with(recipe.version), "{}", recipe.folder);
            assert_eq!(recipe.stamp(), format!("installed {CLAUDE_CODE}@{}\n", recipe.version));
        }
    }

    #[test]
    fn the_program_is_in_the_package_of_the_system() {
        let [current, _] = every_claude().unwrap();
        let system = system(std::env::consts::OS, std::env::consts::ARCH).unwrap();
        let program = current.program();
        let expected = format!("claude-2.1.326/node_modules/{CLAUDE_CODE}-{system}/claude");
        assert_eq!(program.trim_end_matches(".exe"), expected);
        assert_eq!(super::system("linux", "riscv64"), None);
    }
}
