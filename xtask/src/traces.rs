//! No file tells of the machine it was written on: no path of a checkout, no home folder, no private registry.
//!
//! The names to look for are taken from the machine that runs the check, so that the list itself tells nothing. A
//! finding names the place and the kind of trace, not the trace.

use std::path::{Path, PathBuf};

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;

/// Something that is true of one machine only.
struct Trace {
    text: String,
    kind: String,
}

/// Finds the names of this machine in the files that a commit would hold.
pub(crate) fn traces(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let mut traces = machine_paths(checkout.root(), |name| std::env::var_os(name).map(PathBuf::from));
    let variables = std::env::vars_os();
    let variables =
        variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    traces.extend(registry_hosts(variables));
    let mut problems = Vec::new();
    for path in checkout.committable_files()? {
        let text = checkout.read(&path)?;
        for (line, kind) in found(&text, &traces) {
            problems.push(format!("{path}:{line} names {kind}"));
        }
        if path.ends_with("package-lock.json") {
            let strangers = strange_downloads(&text);
            problems.extend(strangers.map(|line| format!("{path}:{line} names another registry than npm's")));
        }
    }
    Ok(CheckResult::of_problems(problems))
}

/// Folders at the top of every system. A checkout right inside one of them does not make it a trace.
const COMMON_FOLDERS: &[&str] =
    &["home", "mnt", "opt", "private", "src", "srv", "tmp", "usr", "Users", "var", "Volumes"];

fn machine_paths(root: &Path, variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<Trace> {
    let mut paths = vec![("the checkout", Some(root.to_owned()))];
    paths.push(("a folder beside the checkout", root.parent().map(Path::to_owned)));
    for name in ["HOME", "USERPROFILE", "CARGO_HOME", "CARGO_TARGET_DIR"] {
        paths.push((name, variable(name)));
    }
    let is_telling = |path: &Path| {
        let inside = path.components().skip_while(|part| !matches!(part, std::path::Component::Normal(_)));
        let parts: Vec<_> = inside.map(|part| part.as_os_str().to_string_lossy()).collect();
        path.is_absolute() && !parts.is_empty() && (parts.len() > 1 || !COMMON_FOLDERS.contains(&&*parts[0]))
    };
    let telling =
        paths.into_iter().filter_map(|(kind, path)| Some((kind, path.filter(|path| is_telling(path))?)));
    telling.map(|(kind, path)| Trace { text: path.display().to_string(), kind: kind.to_owned() }).collect()
}

const PUBLIC_HOSTS: &[&str] = &["crates.io", "github.com", "npmjs.org", "pypi.org", "localhost"];

/// The hosts of registries that the environment names, the public ones aside.
fn registry_hosts(variables: impl Iterator<Item = (String, String)>) -> Vec<Trace> {
    let names_registry = |name: &str| {
        let name = name.to_ascii_uppercase();
        let cargo = name.starts_with("CARGO_REGISTRIES_") || name.starts_with("CARGO_SOURCE_");
        (cargo && (name.ends_with("_INDEX") || name.ends_with("_REGISTRY")))
            || matches!(
                name.as_str(),
                "NPM_CONFIG_REGISTRY" | "PIP_INDEX_URL" | "UV_INDEX_URL" | "UV_DEFAULT_INDEX"
            )
    };
    let is_public = |host: &str| {
        PUBLIC_HOSTS.iter().any(|public| host == *public || host.ends_with(&format!(".{public}")))
    };
    let named = variables.filter(|(name, _value)| names_registry(name));
    let hosts = named.filter_map(|(name, value)| Some((name, host_of(&value)?.to_owned())));
    let private = hosts.filter(|(_name, host)| !is_public(host));
    private.map(|(name, text)| Trace { text, kind: format!("the host of {name}") }).collect()
}

fn host_of(address: &str) -> Option<&str> {
    let (_scheme, rest) = address.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    if host.is_empty() { None } else { Some(host) }
}

/// Line number and kind of every trace in the text; a line counts once for each kind.
fn found<'a>(text: &'a str, traces: &'a [Trace]) -> impl Iterator<Item = (usize, &'a str)> {
    let lines = text.lines().zip(1..);
    lines.flat_map(move |(line, number)| {
        let here = traces.iter().filter(move |trace| stands_in(&trace.text, line));
        here.map(move |trace| (number, trace.kind.as_str()))
    })
}

/// Whether the text stands in the line as a whole name: `/src` does not stand in `crates/x/src` nor in `/srcery`.
fn stands_in(text: &str, line: &str) -> bool {
    let continues_before =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '*' | ')' | '}' | '>');
    let continues_after = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    line.match_indices(text).any(|(start, _)| {
        !line[..start].ends_with(continues_before) && !line[start + text.len()..].starts_with(continues_after)
    })
}

/// The lines of an npm lock file that were resolved anywhere but at the public registry.
fn strange_downloads(lock_file: &str) -> impl Iterator<Item = usize> {
    let resolved =
        lock_file.lines().zip(1..).filter(|(line, _number)| line.trim_start().starts_with("\"resolved\""));
    resolved
        .filter(|(line, _number)| !line.contains("\"https://registry.npmjs.org/"))
        .map(|(_line, number)| number)
}

#[cfg(test)]
mod tests;
