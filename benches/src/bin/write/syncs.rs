//! How often the system is asked to make something durable, per edit, as `strace` sees it.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use reread_benches::{Argument, PeerServer};

use crate::editor::{EditorTimes, repeat};
use crate::in_process::LIBRARY;
use crate::over_stdio::OverStdio;
use crate::recipe::BARE;

/// The argument that makes this program edit and do nothing else: who, in which folder, how often.
pub(crate) const EDIT: &str = "--edit";

/// A run of the first has all that happens once; the second has so many edits more.
const FEW: usize = 5;
const MANY: usize = 25;

/// By the name of each; empty where there is no `strace`.
pub(crate) fn of_everybody(
    servers: &[PeerServer],
    folder: impl Fn(&str) -> io::Result<PathBuf>,
) -> Result<BTreeMap<&'static str, f64>, Box<dyn Error>> {
    let mut counted = BTreeMap::new();
    if Command::new("strace").arg("--version").output().is_err() {
        return Ok(counted);
    }
    for who in [BARE, LIBRARY] {
        let run = |edits: usize| {
            let path = folder(&format!("{who} {edits}"))?;
            let log = path.with_extension("log");
            let mut command = Command::new("strace");
            command.args(options(&log)).arg(std::env::current_exe()?).args([EDIT, who]).arg(&path);
            let status = command.arg(edits.to_string()).status()?;
            if status.success() { syncs_in(&log) } else { Err(format!("{who}: {status}").into()) }
        };
        counted.insert(who, per_edit(run)?);
    }
    for server in servers {
        let run = |edits: usize| {
            let path = folder(&format!("{} {edits}", server.name))?;
            let log = path.with_extension("log");
            let words = options(&log).into_iter().chain([server.program.display().to_string()]);
            let arguments = words.map(Argument::word).chain(server.arguments.iter().cloned()).collect();
            let traced = PeerServer { name: server.name, program: "strace".into(), arguments };
            repeat(EditorTimes::of(OverStdio::begin(&traced, &path)?), edits)?;
            syncs_in(&log)
        };
        counted.insert(server.name, per_edit(run)?);
    }
    Ok(counted)
}

fn per_edit(run: impl Fn(usize) -> Result<usize, Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let [few, many] = [run(FEW)?, run(MANY)?];
    Ok((many as f64 - few as f64) / (MANY - FEW) as f64)
}

fn options(log: &Path) -> Vec<String> {
    let log = log.display().to_string();
    ["-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", &log].map(str::to_owned).to_vec()
}

fn syncs_in(log: &Path) -> Result<usize, Box<dyn Error>> {
    let log = fs::read_to_string(log)?;
    Ok(log.lines().filter(|line| line.contains("sync(")).count())
}
