//! `cargo xtask bench NAME`: one benchmark, built for release.

use crate::checkout::{Checkout, succeed};
use crate::chore_error::ChoreError;
use crate::mcp_peers;
use crate::package_graph::PackageGraph;
use crate::pi_tools;
use crate::sources;

const PACKAGE: &str = "reread-benches";

/// The benchmark that runs the real pi with the program beside it.
const ON_PI: &str = "pi";

/// The benchmark that reads and edits the sources of real packages.
const ON_SOURCES: &str = "agent";

/// The benchmarks that run the servers of others beside ours, and what they are built with.
const BESIDE_PEERS: [(&str, &[&str]); 2] = [("mcp", &["--features", "exact-tokens"]), ("write", &[])];

/// Runs the binary of that name of the benches; what follows the name is handed on.
pub(crate) fn run(checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
    let Some((name, arguments)) = arguments.split_first() else {
        return Err(ChoreError::Usage(format!("no benchmark was named; there are: {}", names(checkout)?)));
    };
    if name == ON_PI {
        pi_tools::install(checkout)?;
        succeed(&mut checkout.cargo(&["build", "--release", "--package", "reread-cli"]))?;
    }
    let mut command = checkout.cargo(&["run", "--release", "--package", PACKAGE, "--bin", name]);
    if let Some((_, options)) = BESIDE_PEERS.iter().find(|(bench, _)| bench == name) {
        mcp_peers::install(checkout)?;
        command.args(*options);
    }
    command.arg("--");
    if name == ON_SOURCES {
        command.arg("--sources").arg(sources::fetch(checkout)?);
    }
    succeed(command.args(arguments))
}

fn names(checkout: &Checkout) -> Result<String, ChoreError> {
    let workspace = PackageGraph::load(checkout)?;
    let benches = workspace.ours().find(|package| package.name == PACKAGE);
    Ok(benches.map_or_else(|| "none".to_owned(), |package| package.binaries.join(", ")))
}
