//! Every package takes its lints from the workspace, and the workspace forbids unsafe code.

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;

/// Finds manifests that could switch a lint off in silence.
pub(crate) fn manifests(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let mut problems = Vec::new();
    let workspace = manifest(checkout, "Cargo.toml")?;
    if !forbids_unsafe_code(&workspace) {
        problems.push("Cargo.toml does not forbid unsafe code".to_owned());
    }
    let mut folders = vec![
        "xtask".to_owned(),
        "benches".to_owned(),
        "clients".to_owned(),
        "extensions/claude-code/e2e".to_owned(),
        "extensions/pi/e2e".to_owned(),
        "extensions/pi/screen".to_owned(),
    ];
    folders.extend(checkout.names_in("crates")?.iter().map(|name| format!("crates/{name}")));
    for path in
        folders.iter().map(|folder| format!("{folder}/Cargo.toml")).filter(|path| checkout.has_file(path))
    {
        if !inherits_lints(&manifest(checkout, &path)?) {
            problems.push(format!("{path} lacks `[lints] workspace = true`"));
        }
    }
    Ok(CheckResult::of_problems(problems))
}

fn manifest(checkout: &Checkout, path: &str) -> Result<toml::Table, ChoreError> {
    let text = checkout.read(path)?;
    text.parse().map_err(|error: toml::de::Error| ChoreError::Malformed {
        what: path.to_owned(),
        detail: error.to_string(),
    })
}

fn inherits_lints(manifest: &toml::Table) -> bool {
    manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool)
        == Some(true)
}

fn forbids_unsafe_code(workspace: &toml::Table) -> bool {
    let rust_lints = workspace.get("workspace").and_then(|workspace| workspace.get("lints")?.get("rust"));
    let lint = rust_lints.and_then(|lints| lints.get("unsafe_code"));
    // A lint is written as its level or as a table that holds it.
    lint.and_then(|lint| lint.get("level").unwrap_or(lint).as_str()) == Some("forbid")
}

#[cfg(test)]
mod tests;
