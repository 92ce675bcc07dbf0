//! Fuzzing of the parsers of outside input, with cargo-fuzz on the stable toolchain.
//!
//! Targets are the files of `fuzz/fuzz_targets`. Seeds in `fuzz/seeds/TARGET` and a dictionary in
//! `fuzz/dictionaries/TARGET.dict` are used when they exist; what the fuzzer learns goes to `fuzz/corpus/TARGET`.

use std::ffi::OsString;
use std::fs;
use std::process::{Command, Stdio};

use crate::checkout::{Checkout, succeed};
use crate::chore_error::ChoreError;
use crate::prove::count;

const SECONDS: u64 = 60;
/// Seconds that one input may take. An input that takes longer is a finding.
const SECONDS_PER_INPUT: u64 = 10;

/// Fuzzes one target or all of them, each for some seconds.
pub(crate) fn run(checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
    let targets = targets(checkout)?;
    let (chosen, seconds) = match arguments {
        [] => (targets, SECONDS),
        [target] => (vec![known(target, &targets)?], SECONDS),
        [target, seconds] => (vec![known(target, &targets)?], count(seconds)?),
        _ => return Err(ChoreError::Usage("fuzz takes a target and seconds".to_owned())),
    };
    if chosen.is_empty() {
        return Err(ChoreError::Failed("fuzz/fuzz_targets holds no target".to_owned()));
    }
    install(checkout)?;
    for target in chosen {
        println!("==> {target}, {seconds} s");
        succeed(&mut fuzz(checkout, &target, seconds)?)?;
    }
    Ok(())
}

fn targets(checkout: &Checkout) -> Result<Vec<String>, ChoreError> {
    let names = checkout.names_in("fuzz/fuzz_targets")?;
    Ok(names.iter().filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned())).collect())
}

fn known(target: &str, targets: &[String]) -> Result<String, ChoreError> {
    if targets.iter().any(|known| known == target) {
        return Ok(target.to_owned());
    }
    Err(ChoreError::Usage(format!("`{target}` is not a fuzz target; there are: {}", targets.join(", "))))
}

fn fuzz(checkout: &Checkout, target: &str, seconds: u64) -> Result<Command, ChoreError> {
    let corpus = format!("fuzz/corpus/{target}");
    let seeds = format!("fuzz/seeds/{target}");
    let dictionary = format!("fuzz/dictionaries/{target}.dict");
    let path = checkout.root().join(&corpus);
    fs::create_dir_all(&path).map_err(|source| ChoreError::Io { path, source })?;

    let mut command = cargo_with_tools(checkout);
    // Sanitizers need a nightly compiler; panics and overflows are found without them.
    command.args(["fuzz", "run", "--sanitizer", "none", target, &corpus]);
    if checkout.has_folder(&seeds) {
        command.arg(&seeds);
    }
    command.arg("--").arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-timeout={SECONDS_PER_INPUT}"));
    if checkout.has_file(&dictionary) {
        command.arg(format!("-dict={dictionary}"));
    }
    Ok(command)
}

/// Installs cargo-fuzz into `.tools` unless this machine has it.
fn install(checkout: &Checkout) -> Result<(), ChoreError> {
    let mut version = cargo_with_tools(checkout);
    let version = version.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if succeed(version).is_ok() {
        return Ok(());
    }
    succeed(&mut checkout.cargo(&["install", "cargo-fuzz", "--locked", "--root", ".tools"]))
}

/// Cargo with the tools of the repository in reach.
fn cargo_with_tools(checkout: &Checkout) -> Command {
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let tools = checkout.root().join(".tools").join("bin");
    let folders = std::iter::once(tools).chain(std::env::split_paths(&inherited));
    let path: OsString = std::env::join_paths(folders).unwrap_or(inherited.clone());
    let mut command = checkout.cargo(&[]);
    command.env("PATH", path);
    command
}
