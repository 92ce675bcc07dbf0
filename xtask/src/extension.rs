//! `cargo xtask types`: the extension for pi against the types that each pi publishes.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::check::Verdict;
use crate::chore_error::ChoreError;
use crate::pi_tools::{self, PiTools};
use crate::repository::{Repository, shown, succeed};
use crate::tools::replace;

const FOLDER: &str = "extensions/pi";
const PACKAGE: &str = "@earendil-works/pi-coding-agent";

/// Checks the types of the extension, as one of many checks.
pub(crate) fn extension(repository: &Repository) -> Result<Verdict, ChoreError> {
    types(repository).map(|()| Verdict::Passed(Vec::new()))
}

/// Checks the types of the extension. What it takes is installed first if it is missing.
pub(crate) fn types(repository: &Repository) -> Result<(), ChoreError> {
    let tools = pi_tools::install(repository)?;
    for version in tools.pi.keys() {
        let project = tools.shelf.join(format!("types-{version}.json"));
        replace(&project, &format!("{:#}\n", project_for(version, &tools, repository.root())))?;
        let mut command = Command::new(&tools.node);
        command.arg(&tools.tsc).arg("--project").arg(&project);
        println!("    {}", shown(&command));
        succeed(&mut command)?;
    }
    Ok(())
}

/// A project that finds pi where it was unpacked, and Node's types beside the compiler.
fn project_for(version: &str, tools: &PiTools, root: &Path) -> Value {
    let types = tools.shelf.join(format!("pi-{version}/node_modules/{PACKAGE}/dist/index.d.ts"));
    json!({
        "compilerOptions": {
            "target": "es2023",
            "module": "nodenext",
            "strict": true,
            "noEmit": true,
            "noUnusedLocals": true,
            "noUnusedParameters": true,
            // pi runs the sources as they are.
            "allowImportingTsExtensions": true,
            "erasableSyntaxOnly": true,
            // Some packages that pi's own declarations speak of were never published.
            "skipLibCheck": true,
            "typeRoots": [tools.shelf.join("typescript/node_modules/@types")],
            "types": ["node"],
            "paths": { PACKAGE: [types] },
        },
        "files": [root.join(FOLDER).join("index.ts")],
    })
}
