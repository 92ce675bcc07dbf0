//! `cargo xtask types`: the extension for pi against the types that each pi publishes.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::check_result::CheckResult;
use crate::checkout::{Checkout, shown, succeed};
use crate::chore_error::ChoreError;
use crate::pi_tools::{self, PiTools};
use crate::tools::replace;

const FOLDER: &str = "extensions/pi";
const PACKAGE: &str = "@earendil-works/pi-coding-agent";

/// Checks the types of the extension, as one of many checks.
pub(crate) fn extension(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    types(checkout).map(|()| CheckResult::Passed(Vec::new()))
}

/// Checks the types of the extension. What it takes is installed first if it is missing.
pub(crate) fn types(checkout: &Checkout) -> Result<(), ChoreError> {
    let tools = pi_tools::install(checkout)?;
    for version in tools.pi.keys() {
        let project = tools.tool_folder.join(format!("types-{version}.json"));
        replace(&project, &format!("{:#}\n", project_for(version, &tools, checkout.root())))?;
        let mut command = Command::new(&tools.node);
        command.arg(&tools.tsc).arg("--project").arg(&project);
        println!("    {}", shown(&command));
        succeed(&mut command)?;
    }
    Ok(())
}

/// A project that finds pi where it was unpacked, and Node's types beside the compiler.
fn project_for(version: &str, tools: &PiTools, root: &Path) -> Value {
    let types = tools.tool_folder.join(format!("pi-{version}/node_modules/{PACKAGE}/dist/index.d.ts"));
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
            "typeRoots": [tools.tool_folder.join("typescript/node_modules/@types")],
            "types": ["node"],
            "paths": { PACKAGE: [types] },
        },
        "files": [root.join(FOLDER).join("index.ts")],
    })
}
