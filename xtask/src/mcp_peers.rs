//! `cargo xtask mcp-peers`: the file servers of others that `cargo xtask bench mcp` and `bench write` measure beside ours.
//!
//! No test needs them.

use serde_json::{Map, Value, json};

use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::tools::{NodeProgram, ToolFolder, ToolRecipe};

/// Installs what is missing and prints where everything is.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    let tool_folder = install(checkout)?;
    for recipe in peers().iter().filter(|recipe| tool_folder.program(recipe).is_file()) {
        println!("{} {}", recipe.folder, tool_folder.program(recipe).display());
    }
    Ok(())
}

/// Installs what is missing. A peer that cannot be had is left out, and said to be.
pub(crate) fn install(checkout: &Checkout) -> Result<ToolFolder, ChoreError> {
    let node = NodeProgram::install(checkout)?;
    let tool_folder = ToolFolder::open(checkout, "mcp-peers")?;
    let mut listing = Map::from_iter([("node".to_owned(), json!(node.from_shelf))]);
    for recipe in peers() {
        match tool_folder.provide(&recipe, recipe.is_of_npm().then_some(node.program.as_path())) {
            Ok(()) => drop(listing.insert(recipe.folder.to_owned(), json!(recipe.program()))),
            Err(error) => println!("    {} is left out: {error}", recipe.folder),
        }
    }
    tool_folder.list(&Value::Object(listing))?;
    Ok(tool_folder)
}

fn peers() -> [ToolRecipe; 5] {
    [
        ToolRecipe::npm(
            "server-filesystem-2026.8.31",
            "@modelcontextprotocol/server-filesystem",
            "2026.8.31",
            "dist/index.js",
        )
        .described(),
        ToolRecipe::cargo(
            "rust-mcp-filesystem-0.4.5",
            "rust-mcp-filesystem",
            "0.4.5",
            "bin/rust-mcp-filesystem",
        ),
        ToolRecipe::cargo("tilth-0.12.0", "tilth", "0.12.0", "bin/tilth"),
        // The only server for reading with a memory of what it sent that the registries have.
        ToolRecipe::cargo("cached-context-0.3.0", "cached-context", "0.3.0", "bin/cached-context")
            .described(),
        // It ends at once with an SDK that it was not written for.
        ToolRecipe::python(
            "mcp-text-editor-1.0.2",
            "mcp-text-editor",
            "mcp_text_editor",
            "1.0.2",
            &["mcp==1.30.0"],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_after_what_is_in_it() {
        for recipe in peers() {
            assert!(recipe.folder.ends_with(recipe.version), "{}", recipe.folder);
            assert!(recipe.stamp().contains(recipe.version), "{}", recipe.stamp());
        }
    }
}
