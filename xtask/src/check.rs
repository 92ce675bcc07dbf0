//! `cargo xtask check`: everything that must be in order besides the tests.
//!
//! Every check has a name and all of them run; the summary at the end says which are not in order. Nothing here needs
//! the network once the packages are downloaded: advisories, which do, are looked up by CI.

use std::cell::OnceCell;

use crate::check_result::{CheckResult, says_nothing};
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::package_graph::PackageGraph;
use crate::rust_sources::RustSources;
use crate::{
    arrows, bans, cycles, documented, empty_docs, extension, large_files, licences, manifests, mentions,
    names, repeated_code, requirements, size, traces, words,
};

struct Check {
    name: &'static str,
    rule: Rule,
}

/// What a check looks at.
enum Rule {
    /// The files, or what a command says about them.
    Files(fn(&Checkout) -> Result<CheckResult, ChoreError>),
    /// The packages; they are listed once for all checks.
    Packages(fn(&PackageGraph) -> CheckResult),
    /// The Rust code; it is read once for all checks.
    Code(fn(&RustSources) -> CheckResult),
    /// The files and the Rust code.
    FilesAndCode(fn(&Checkout, &RustSources) -> Result<CheckResult, ChoreError>),
}

const CHECKS: &[Check] = &[
    Check { name: "format", rule: Rule::Files(format) },
    Check { name: "lints", rule: Rule::Files(lints) },
    Check { name: "lints of every feature", rule: Rule::Files(lints_of_every_feature) },
    Check { name: "docs", rule: Rule::Files(docs) },
    Check { name: "licences", rule: Rule::Packages(licences::licences) },
    Check { name: "bans", rule: Rule::Packages(bans::bans) },
    Check { name: "sources", rule: Rule::Packages(bans::sources) },
    Check { name: "duplicates", rule: Rule::Packages(bans::duplicates) },
    Check { name: "arrows", rule: Rule::Packages(arrows::arrows) },
    Check { name: "purity", rule: Rule::Packages(arrows::purity) },
    Check { name: "manifests", rule: Rule::Files(manifests::manifests) },
    Check { name: "extension", rule: Rule::Files(extension::extension) },
    Check { name: "traces", rule: Rule::Files(traces::traces) },
    Check { name: "large files", rule: Rule::Files(large_files::large_files) },
    Check { name: "requirements", rule: Rule::Files(requirements::requirements) },
    Check { name: "mentions", rule: Rule::Files(mentions::mentions) },
    Check { name: "documented", rule: Rule::FilesAndCode(documented::documented) },
    Check { name: "names", rule: Rule::Code(names::names) },
    Check { name: "words", rule: Rule::Files(words::words) },
    Check { name: "empty docs", rule: Rule::Code(empty_docs::empty_docs) },
    Check { name: "cycles", rule: Rule::Code(cycles::cycles) },
    Check { name: "size", rule: Rule::Code(size::size) },
    Check { name: "repeated code", rule: Rule::Code(repeated_code::repeated_code) },
];

/// Runs the checks that were named, or all of them; fails if one of them does.
pub(crate) fn run(checkout: &Checkout, wanted: &[String]) -> Result<(), ChoreError> {
    if let Some(unknown) = wanted.iter().find(|name| CHECKS.iter().all(|check| check.name != name.as_str())) {
        let names: Vec<_> = CHECKS.iter().map(|check| check.name).collect();
        return Err(ChoreError::Usage(format!(
            "`{unknown}` is not a check; there are: {}",
            names.join(", ")
        )));
    }
    let inputs = Inputs { checkout, packages: OnceCell::new(), code: OnceCell::new() };
    let mut failed = Vec::new();
    let mut summary = Vec::new();
    let is_wanted = |check: &&Check| wanted.is_empty() || wanted.iter().any(|name| name == check.name);
    for Check { name, rule } in CHECKS.iter().filter(is_wanted) {
        println!("==> {name}");
        let result = rule.apply(&inputs).unwrap_or_else(|error| CheckResult::Failed(vec![error.to_string()]));
        let (outcome, lines) = match &result {
            CheckResult::Passed(notes) => ("ok", notes.as_slice()),
            CheckResult::Failed(problems) => ("FAILED", problems.as_slice()),
        };
        for line in lines {
            println!("    {line}");
        }
        if matches!(result, CheckResult::Failed(_)) {
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

/// What the checks look at; packages and code are read when the first check needs them.
struct Inputs<'a> {
    checkout: &'a Checkout,
    packages: OnceCell<PackageGraph>,
    code: OnceCell<RustSources>,
}

impl Inputs<'_> {
    fn packages(&self) -> Result<&PackageGraph, ChoreError> {
        match self.packages.get() {
            Some(packages) => Ok(packages),
            None => {
                let packages = PackageGraph::load(self.checkout)?;
                Ok(self.packages.get_or_init(|| packages))
            }
        }
    }

    fn code(&self) -> Result<&RustSources, ChoreError> {
        match self.code.get() {
            Some(code) => Ok(code),
            None => {
                let code = RustSources::load(self.checkout, self.packages()?)?;
                Ok(self.code.get_or_init(|| code))
            }
        }
    }
}

impl Rule {
    fn apply(&self, inputs: &Inputs<'_>) -> Result<CheckResult, ChoreError> {
        match self {
            Self::Files(look) => look(inputs.checkout),
            Self::Packages(look) => inputs.packages().map(look),
            Self::Code(look) => inputs.code().map(look),
            Self::FilesAndCode(look) => look(inputs.checkout, inputs.code()?),
        }
    }
}

fn format(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    says_nothing(&mut checkout.cargo(&["fmt", "--all", "--", "--check"]))
}

fn lints(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    says_nothing(&mut checkout.cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// The crates with optional features, with all of them: the default build leaves code out.
fn lints_of_every_feature(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let packages = ["--package", "reread-text", "--package", "reread-benches"];
    let selection = [&["clippy"][..], &packages, &["--all-features", "--all-targets"]].concat();
    says_nothing(checkout.cargo(&selection).args(["--", "-D", "warnings"]))
}

fn docs(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let flags = std::env::var("RUSTDOCFLAGS").unwrap_or_default();
    let mut command = checkout.cargo(&["doc", "--workspace", "--no-deps"]);
    says_nothing(command.env("RUSTDOCFLAGS", format!("{flags} -D warnings")))
}
