//! `cargo xtask check`: everything that must be in order besides the tests.
//!
//! Every check has a name and all of them run; the summary at the end says which are not in order. Nothing here needs
//! the network once the packages are downloaded: advisories, which do, are looked up by CI.

use std::cell::OnceCell;
use std::process::Command;

use crate::chore_error::ChoreError;
use crate::repository::{Repository, shown, succeed};
use crate::workspace::Workspace;
use crate::{arrows, bans, coverage, extension, large_files, licences, manifests, mentions, traces};

/// What a check found.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// In order; the notes are worth knowing.
    Passed(Vec<String>),
    /// Not in order, and why.
    Failed(Vec<String>),
}

impl Verdict {
    pub(crate) fn of_problems(problems: Vec<String>) -> Self {
        if problems.is_empty() { Self::Passed(problems) } else { Self::Failed(problems) }
    }
}

struct Check {
    name: &'static str,
    rule: Rule,
}

/// What a check looks at.
enum Rule {
    /// The files, or what a command says about them.
    Repository(fn(&Repository) -> Result<Verdict, ChoreError>),
    /// The packages; they are listed once for all checks.
    Packages(fn(&Workspace) -> Verdict),
}

const CHECKS: &[Check] = &[
    Check { name: "format", rule: Rule::Repository(format) },
    Check { name: "lints", rule: Rule::Repository(lints) },
    Check { name: "lints of every feature", rule: Rule::Repository(lints_of_every_feature) },
    Check { name: "docs", rule: Rule::Repository(docs) },
    Check { name: "licences", rule: Rule::Packages(licences::licences) },
    Check { name: "bans", rule: Rule::Packages(bans::bans) },
    Check { name: "sources", rule: Rule::Packages(bans::sources) },
    Check { name: "duplicates", rule: Rule::Packages(bans::duplicates) },
    Check { name: "arrows", rule: Rule::Packages(arrows::arrows) },
    Check { name: "purity", rule: Rule::Packages(arrows::purity) },
    Check { name: "manifests", rule: Rule::Repository(manifests::manifests) },
    Check { name: "extension", rule: Rule::Repository(extension::extension) },
    Check { name: "traces", rule: Rule::Repository(traces::traces) },
    Check { name: "large files", rule: Rule::Repository(large_files::large_files) },
    Check { name: "coverage", rule: Rule::Repository(coverage::coverage) },
    Check { name: "mentions", rule: Rule::Repository(mentions::mentions) },
];

/// Runs every check; fails if one of them does.
pub(crate) fn run(repository: &Repository) -> Result<(), ChoreError> {
    let packages = OnceCell::new();
    let mut failed = Vec::new();
    let mut summary = Vec::new();
    for Check { name, rule } in CHECKS {
        println!("==> {name}");
        let verdict = match rule {
            Rule::Repository(look) => look(repository),
            Rule::Packages(look) => match packages.get_or_init(|| Workspace::load(repository)) {
                Ok(workspace) => Ok(look(workspace)),
                Err(error) => Ok(Verdict::Failed(vec![error.to_string()])),
            },
        };
        let verdict = verdict.unwrap_or_else(|error| Verdict::Failed(vec![error.to_string()]));
        let (outcome, lines) = match &verdict {
            Verdict::Passed(notes) => ("ok", notes.as_slice()),
            Verdict::Failed(problems) => ("FAILED", problems.as_slice()),
        };
        for line in lines {
            println!("    {line}");
        }
        if matches!(verdict, Verdict::Failed(_)) {
            failed.push(*name);
        }
        summary.push(format!("{name:<24} {outcome}"));
    }
    println!("\n{}", summary.join("\n"));
    if failed.is_empty() {
        return Ok(());
    }
    Err(ChoreError::Failed(format!("not in order: {}", failed.join(", "))))
}

fn format(repository: &Repository) -> Result<Verdict, ChoreError> {
    says_nothing(&mut repository.cargo(&["fmt", "--all", "--", "--check"]))
}

fn lints(repository: &Repository) -> Result<Verdict, ChoreError> {
    says_nothing(&mut repository.cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// The crates with optional features, with all of them: the default build leaves code out.
fn lints_of_every_feature(repository: &Repository) -> Result<Verdict, ChoreError> {
    let packages = ["--package", "reread-text", "--package", "reread-benches"];
    let selection = [&["clippy"][..], &packages, &["--all-features", "--all-targets"]].concat();
    says_nothing(repository.cargo(&selection).args(["--", "-D", "warnings"]))
}

fn docs(repository: &Repository) -> Result<Verdict, ChoreError> {
    let flags = std::env::var("RUSTDOCFLAGS").unwrap_or_default();
    let mut command = repository.cargo(&["doc", "--workspace", "--no-deps"]);
    says_nothing(command.env("RUSTDOCFLAGS", format!("{flags} -D warnings")))
}

/// A command that speaks to the terminal itself and ends with success when it finds nothing.
pub(crate) fn says_nothing(command: &mut Command) -> Result<Verdict, ChoreError> {
    println!("    {}", shown(command));
    succeed(command).map(|()| Verdict::Passed(Vec::new()))
}
