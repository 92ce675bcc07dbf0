//! The packages of the workspace and of its lock file, as `cargo metadata` tells them.
//!
//! Every optional feature of our own crates is switched on, so that the rules see all that could ever be linked. It
//! needs no network once the packages have been downloaded, and refuses to run with a lock file out of date.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::checkout::{Checkout, output_of};
use crate::chore_error::ChoreError;

/// All packages, ours and those of others.
#[derive(Default)]
pub(crate) struct PackageGraph {
    pub(crate) packages: Vec<Package>,
}

/// One package in one version.
#[derive(Clone, Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The SPDX expression; nothing if the package names only a file.
    pub(crate) licence: Option<String>,
    /// Where it was downloaded from; nothing for a folder of the workspace.
    pub(crate) source: Option<String>,
    /// Its folder beneath the root of the workspace, for ours only.
    pub(crate) folder: Option<PathBuf>,
    /// What its manifest asks for, in every kind and for every system.
    pub(crate) dependencies: Vec<Dependency>,
    /// The packages it is really built with, its tests aside.
    pub(crate) uses: Vec<String>,
    /// The names of its binaries.
    pub(crate) binaries: Vec<String>,
    /// The root files of its library and its binaries, from the root of the repository, for ours only.
    pub(crate) roots: Vec<String>,
}

/// One line of a manifest.
#[derive(Clone)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: DependencyKind,
    /// Left out of the default build: optional, and not switched on by the default features.
    pub(crate) on_demand: bool,
}

#[derive(Clone, Copy, Eq, PartialEq)]
pub(crate) enum DependencyKind {
    Normal,
    Build,
    Dev,
}

impl PackageGraph {
    pub(crate) fn load(checkout: &Checkout) -> Result<Self, ChoreError> {
        let arguments = ["metadata", "--format-version", "1", "--locked", "--all-features"];
        let metadata = output_of(&mut checkout.cargo(&arguments))?;
        let malformed = |detail: String| ChoreError::Malformed { what: "cargo metadata".to_owned(), detail };
        let metadata: Value =
            serde_json::from_str(&metadata).map_err(|error| malformed(error.to_string()))?;
        Self::of_metadata(&metadata).ok_or_else(|| malformed("a field is missing".to_owned()))
    }

    fn of_metadata(metadata: &Value) -> Option<Self> {
        let root = Path::new(metadata["workspace_root"].as_str()?);
        let packages = metadata["packages"].as_array()?;
        let mut names = HashMap::new();
        for package in packages {
            names.insert(package["id"].as_str()?, package["name"].as_str()?);
        }
        let mut uses = HashMap::new();
        for node in metadata["resolve"]["nodes"].as_array()? {
            uses.insert(node["id"].as_str()?, used_packages(node, &names)?);
        }
        let packages = packages.iter().map(|package| {
            let uses = uses.remove(package["id"].as_str()?).unwrap_or_default();
            Package::of_metadata(package, root, uses)
        });
        Some(Self { packages: packages.collect::<Option<_>>()? })
    }

    pub(crate) fn ours(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_ours())
    }
}

impl Package {
    fn of_metadata(package: &Value, root: &Path, uses: Vec<String>) -> Option<Self> {
        let text = |key: &str| package[key].as_str().map(str::to_owned);
        let default = switched_on_by_default(&package["features"]);
        let dependencies = package["dependencies"].as_array()?.iter();
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
        let targets = package["targets"].as_array()?.iter();
        let is = |kind: &str, target: &Value| {
            target["kind"].as_array().is_some_and(|kinds| kinds.contains(&kind.into()))
        };
        let root_of = |target: &Value| {
            let path = Path::new(target["src_path"].as_str()?).strip_prefix(root).ok()?;
            Some(path.to_str()?.replace('\\', "/"))
        };
        let source = text("source");
        Some(Self {
            name: text("name")?,
            version: text("version")?,
            licence: text("license"),
            folder: if source.is_none() { folder.strip_prefix(root).ok().map(Path::to_owned) } else { None },
            source,
            dependencies: dependencies
                .map(|line| Dependency::of_metadata(line, &default))
                .collect::<Option<_>>()?,
            uses,
            binaries: targets
                .clone()
                .filter(|target| is("bin", target))
                .filter_map(|target| Some(target["name"].as_str()?.to_owned()))
                .collect(),
            roots: targets
                .filter(|target| is("lib", target) || is("bin", target))
                .filter_map(root_of)
                .collect(),
        })
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.source.is_none()
    }
}

impl Dependency {
    fn of_metadata(line: &Value, switched_on: &[String]) -> Option<Self> {
        let name = line["name"].as_str()?;
        let called = line["rename"].as_str().unwrap_or(name);
        let kind = match line["kind"].as_str() {
            None => DependencyKind::Normal,
            Some("build") => DependencyKind::Build,
            Some("dev") => DependencyKind::Dev,
            Some(_) => return None,
        };
        let on_demand = line["optional"].as_bool()? && !switched_on.iter().any(|on| on == called);
        Some(Self { name: name.to_owned(), kind, on_demand })
    }
}

/// The names of the packages that a node of the dependency graph links or runs when it is built.
fn used_packages(node: &Value, names: &HashMap<&str, &str>) -> Option<Vec<String>> {
    let builds_with = |edge: &&Value| {
        let kinds = edge["dep_kinds"].as_array();
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"] != "dev"))
    };
    let edges = node["deps"].as_array()?.iter().filter(builds_with);
    edges.map(|edge| Some((*names.get(edge["pkg"].as_str()?)?).to_owned())).collect()
}

/// The optional dependencies that the feature `default` brings in, through other features too.
fn switched_on_by_default(features: &Value) -> Vec<String> {
    let mut seen = vec!["default".to_owned()];
    let mut dependencies = Vec::new();
    let mut next = 0;
    while next < seen.len() {
        let switches = features[seen[next].as_str()].as_array();
        for switch in switches.into_iter().flatten().filter_map(Value::as_str) {
            // `name?/feature` reaches into a dependency only if something else has brought it in.
            let dependency =
                switch.strip_prefix("dep:").or_else(|| switch.split_once('/').map(|(name, _)| name));
            match dependency {
                Some(name) => dependencies.push(name.to_owned()),
                None if seen.iter().any(|feature| feature == switch) => {}
                None => seen.push(switch.to_owned()),
            }
        }
        next += 1;
    }
    dependencies.retain(|name| !name.ends_with('?'));
    dependencies
}

#[cfg(test)]
mod tests;
