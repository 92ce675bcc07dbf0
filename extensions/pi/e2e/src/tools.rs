//! Where Node and pi are.
//!
//! `cargo xtask pi-tools` puts them into `pi-tools` beneath the target directory, which is above the running test.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

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

/// What starts one pi.
pub(crate) struct Tools {
    pub(crate) node: PathBuf,
    /// The script that Node runs.
    pub(crate) pi: PathBuf,
}

impl Tools {
    /// Finds the tools; panics with the remedy if they are not installed.
    pub(crate) fn find(version: PiVersion) -> Self {
        let test = std::env::current_exe().expect("a running test has a path");
        let found = test.ancestors().find_map(|folder| Self::on_shelf(&folder.join("pi-tools"), version));
        found.unwrap_or_else(|| panic!("there is no pi {version}; run `cargo xtask pi-tools` first"))
    }

    fn on_shelf(shelf: &Path, version: PiVersion) -> Option<Self> {
        let programs = fs::read_to_string(shelf.join("programs.json")).ok()?;
        let programs: Value = serde_json::from_str(&programs).ok()?;
        let program = |path: &Value| Some(shelf.join(path.as_str()?)).filter(|path| path.is_file());
        Some(Self { node: program(&programs["node"])?, pi: program(&programs["pi"][version.to_string()])? })
    }
}
