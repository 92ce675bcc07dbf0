//! `cargo xtask pi-package`: the extension for pi as npm packs it, and the program for this system in a package beside it.
//!
//! The extension asks for the packages of all systems, each of which holds nothing but one binary; npm installs the one
//! that fits. No package runs anything when it is installed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::checkout::{Checkout, output_of, succeed};
use crate::chore_error::ChoreError;
use crate::tools::{npm, target_directory, unusable};

const EXTENSION: &str = "extensions/pi";

/// Packs both and says where the archives are.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    succeed(&mut checkout.cargo(&["build", "--release", "--package", "reread-cli"]))?;
    let target = target_directory(checkout)?;
    let tool_folder = target.join("npm");
    fs::create_dir_all(&tool_folder).map_err(unusable(&tool_folder))?;
    let extension: Value = parsed(&checkout.read(&format!("{EXTENSION}/package.json"))?)?;
    let program = program_package(&extension, &target, &tool_folder)?;
    for folder in [checkout.root().join(EXTENSION), program] {
        let archive = output_of(npm(&tool_folder).args(["pack", "--loglevel=error"]).arg(&folder))?;
        println!("{}", tool_folder.join(archive.trim()).display());
    }
    Ok(())
}

/// A folder with the binary and a manifest that says for whom it is.
fn program_package(extension: &Value, target: &Path, tool_folder: &Path) -> Result<PathBuf, ChoreError> {
    let (os, cpu) = node_names(std::env::consts::OS, std::env::consts::ARCH);
    let name = format!("{}-{os}-{cpu}", extension["name"].as_str().unwrap_or_default());
    let folder = tool_folder.join(&name);
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).map_err(unusable(&bin))?;
    let program = format!("reread{}", std::env::consts::EXE_SUFFIX);
    let (from, to) = (target.join("release").join(&program), bin.join(&program));
    fs::copy(&from, &to).map_err(unusable(&from))?;
    let manifest = json!({
        "name": name,
        "version": extension["version"],
        "description": format!("The program behind pi-reread, for {os} on {cpu}."),
        "license": extension["license"],
        "os": [os],
        "cpu": [cpu],
        "files": ["bin"],
    });
    let path = folder.join("package.json");
    fs::write(&path, format!("{manifest:#}\n")).map_err(unusable(&path))?;
    Ok(folder)
}

/// A system by Node's words, given Rust's.
fn node_names<'a>(os: &'a str, arch: &'a str) -> (&'a str, &'a str) {
    let os = match os {
        "macos" => "darwin",
        "windows" => "win32",
        os => os,
    };
    let cpu = match arch {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        arch => arch,
    };
    (os, cpu)
}

fn parsed(text: &str) -> Result<Value, ChoreError> {
    serde_json::from_str(text).map_err(|error| ChoreError::Malformed {
        what: format!("{EXTENSION}/package.json"),
        detail: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every package that the extension asks for is one that this chore makes, on some system.
    #[test]
    fn the_extension_asks_for_packages_that_are_made() {
        let extension = parsed(include_str!("../../extensions/pi/package.json")).unwrap();
        let systems = [("linux", "x86_64"), ("linux", "aarch64"), ("macos", "x86_64"), ("macos", "aarch64")];
        let made = systems.map(|(os, arch)| {
            let (os, cpu) = node_names(os, arch);
            format!("pi-reread-{os}-{cpu}")
        });
        let asked = extension["optionalDependencies"].as_object().unwrap();
        for (name, version) in asked {
            assert!(made.contains(name), "{name}");
            assert_eq!(version, &extension["version"], "{name}");
        }
        assert_eq!(asked.len(), made.len());
    }

    #[test]
    fn the_extension_and_the_program_have_one_version() {
        let extension = parsed(include_str!("../../extensions/pi/package.json")).unwrap();
        assert_eq!(extension["version"], env!("CARGO_PKG_VERSION"));
    }
}
