//! `cargo xtask mcp-tools`: the clients of others that the tests drive `reread mcp` with, and the official checks.

use serde_json::{Map, Value, json};

use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::tools::{NodeProgram, ToolFolder, ToolRecipe};

/// Installs what is missing and prints where everything is.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    let tool_folder = install(checkout)?;
    for (_, recipe) in clients() {
        println!("{} {}", recipe.folder, tool_folder.program(&recipe).display());
    }
    Ok(())
}

/// Installs what is missing.
pub(crate) fn install(checkout: &Checkout) -> Result<ToolFolder, ChoreError> {
    let node = NodeProgram::install(checkout)?;
    let tool_folder = ToolFolder::open(checkout, "mcp-tools")?;
    let mut listing = Map::from_iter([("node".to_owned(), json!(node.from_shelf))]);
    for (name, recipe) in clients() {
        tool_folder.provide(&recipe, recipe.is_of_npm().then_some(node.program.as_path()))?;
        listing.insert(name.to_owned(), json!(recipe.program()));
    }
    tool_folder.list(&Value::Object(listing))?;
    Ok(tool_folder)
}

/// Every client, by the name that the tests call it.
fn clients() -> [(&'static str, ToolRecipe); 5] {
    // Speaks only the older era, as most hosts do.
    let sdk =
        ToolRecipe::npm("sdk-1.32.2", "@modelcontextprotocol/sdk", "1.32.2", "dist/esm/client/index.js");
    let client = ToolRecipe::npm("client-2.4.0", "@modelcontextprotocol/client", "2.4.0", "dist/index.mjs");
    let inspector = ToolRecipe::npm(
        "inspector-2.12.0",
        "@modelcontextprotocol/inspector",
        "2.12.0",
        "clients/launcher/build/index.js",
    );
    // Its stable versions know nothing of 2026-07-28; this one has their scenarios too.
    let conformance = ToolRecipe::npm(
        "conformance-0.2.0-alpha.12",
        "@modelcontextprotocol/conformance",
        "0.2.0-alpha.12",
        "dist/index.js",
    );
    [
        ("sdk", sdk.loaded()),
        ("client", client.loaded()),
        ("inspector", inspector),
        ("conformance", conformance),
        ("python", ToolRecipe::python("python-mcp-2.3.0", "mcp", "mcp", "2.3.0", &[])),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_after_what_is_in_it() {
        for (name, recipe) in clients() {
            assert!(recipe.folder.ends_with(recipe.version), "{name}: {}", recipe.folder);
            assert!(recipe.stamp().contains(recipe.version), "{name}: {}", recipe.stamp());
        }
    }
}
