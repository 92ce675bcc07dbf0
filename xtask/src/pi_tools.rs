//! `cargo xtask pi-tools`: Node, the two versions of pi that the end-to-end tests drive, and a TypeScript compiler.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::json;

use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::tools::{NodeProgram, ToolFolder, ToolRecipe};

/// Where the tools are, as absolute paths.
pub(crate) struct PiTools {
    pub(crate) node: PathBuf,
    /// The script that Node runs, by version.
    pub(crate) pi: BTreeMap<&'static str, PathBuf>,
    /// The compiler, which Node runs too.
    pub(crate) tsc: PathBuf,
    /// The folder that all tools are in.
    pub(crate) tool_folder: PathBuf,
}

const TYPESCRIPT: &str = "5.9.3";
const PI: &str = "@earendil-works/pi-coding-agent";
const PI_PROGRAM: &str = "dist/bundle/cli.js";

/// Installs what is missing and prints where everything is.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    let tools = install(checkout)?;
    println!("node {}", tools.node.display());
    for (version, script) in &tools.pi {
        println!("pi {version} {}", script.display());
    }
    println!("tsc {}", tools.tsc.display());
    Ok(())
}

/// Installs what is missing.
pub(crate) fn install(checkout: &Checkout) -> Result<PiTools, ChoreError> {
    let node = NodeProgram::install(checkout)?;
    let tool_folder = ToolFolder::open(checkout, "pi-tools")?;
    let typescript = typescript();
    tool_folder.provide(&typescript, Some(&node.program))?;
    let mut pi = BTreeMap::new();
    let mut listing = serde_json::Map::new();
    for recipe in every_pi() {
        tool_folder.provide(&recipe, Some(&node.program))?;
        listing.insert(recipe.version.to_owned(), json!(recipe.program()));
        pi.insert(recipe.version, tool_folder.program(&recipe));
    }
    tool_folder.list(&json!({ "node": node.from_shelf, "pi": listing }))?;
    Ok(PiTools {
        node: node.program,
        pi,
        tsc: tool_folder.program(&typescript),
        tool_folder: tool_folder.folder.clone(),
    })
}

/// The compiler that checks the extension's types, with the types of Node.
fn typescript() -> ToolRecipe {
    ToolRecipe::npm("typescript", "typescript", TYPESCRIPT, "bin/tsc").with(&["@types/node@22.20.5"])
}

/// Every pi that the tests drive.
fn every_pi() -> [ToolRecipe; 2] {
    // Some packages that 1.5.0 asks for were never published. Its bundle contains them; it loads only these four.
    let loaded = ["jiti@2.7.0", "@silvia-odwyer/photon-node@0.3.4", "quickjs-wasi@3.6.2", "typebox@1.3.27"];
    let current = ToolRecipe::npm("pi-1.5.0", PI, "1.5.0", PI_PROGRAM).unpacked_with(&loaded);
    [current, ToolRecipe::npm("pi-0.87.1", PI, "0.87.1", PI_PROGRAM)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Packages;

    #[test]
    fn a_stamp_tells_recipes_apart_and_names_every_package() {
        let [current, older] = every_pi().map(|recipe| recipe.stamp());
        assert!(current.ends_with(&format!("unpacked {PI}@1.5.0\n")), "{current}");
        assert_eq!(current.lines().count(), 5);
        assert_eq!(older, format!("installed {PI}@0.87.1\n"));
    }

    #[test]
    fn every_package_has_an_exact_version() {
        for recipe in every_pi().into_iter().chain([typescript()]) {
            let Packages::Npm { installed, unpacked } = &recipe.packages else { panic!("not of npm") };
            for package in installed.iter().chain(unpacked) {
                let version = package.rsplit('@').next().unwrap_or_default();
                assert_eq!(version.split('.').count(), 3, "{package}");
                assert!(version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), "{package}");
            }
        }
    }
}
