//! Node and pi, which `cargo xtask pi-tools` installs.

use std::fmt;
use std::path::PathBuf;

use reread_testkit::installed_tool;

const SHELF: &str = "pi-tools";

/// A pi that we support.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PiVersion {
    /// The current one.
    V1_5_0,
    /// The older one, which has no codemode.
    V0_87_1,
}

impl PiVersion {
    /// Every pi that we support.
    pub const ALL: [Self; 2] = [Self::V1_5_0, Self::V0_87_1];
}

impl fmt::Display for PiVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V1_5_0 => "1.5.0",
            Self::V0_87_1 => "0.87.1",
        })
    }
}

/// The two files that start one pi.
#[derive(Debug)]
pub struct Tools {
    /// The program that runs it.
    pub node: PathBuf,
    /// The script that Node runs.
    pub pi: PathBuf,
}

impl Tools {
    /// Finds the tools; panics with the remedy if they are not installed.
    pub fn find(version: PiVersion) -> Self {
        let pi = installed_tool(SHELF, &["pi", &version.to_string()]);
        Self { node: installed_tool(SHELF, &["node"]), pi }
    }
}
