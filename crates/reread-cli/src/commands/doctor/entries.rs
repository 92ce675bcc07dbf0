//! The entries of hosts that start reread.

use std::io::Read as _;
use std::path::Path;

use clap::CommandFactory as _;
use reread_files::open_named;
use reread_text::as_utf8;
use serde_json::Value;

use crate::commands::Arguments;
use crate::config_file::{ConfigFile, ConfigScope};
use crate::exit::Failure;
use crate::hosts::{
    ConfigFolders, HostProgram, ServerCommand, ServerEntry, guard_mode, is_plain_name, server_entries,
};
use crate::program::Program;

use super::check::{Check, CheckStatus};
use crate::commands::init::with_folders;

/// The entries of all hosts, or of the one that must have one.
pub(super) fn checks(wanted: Option<HostProgram>) -> Result<Vec<Check>, Failure> {
    with_folders(|folders| {
        let hosts = wanted.as_ref().map_or(HostProgram::all(), std::slice::from_ref);
        let mut checks: Vec<Check> = Vec::new();
        for host in hosts {
            let entries = of_host(*host, folders);
            let works = entries.iter().any(|entry| entry.status != CheckStatus::Fail);
            let instructions = works.then(|| of_instructions(*host, &folders.project)).flatten();
            checks.extend(entries.into_iter().chain(instructions));
        }
        if checks.is_empty() {
            let (says, next) = match wanted {
                Some(host) => (
                    format!("{} is not configured to start reread", host.title()),
                    format!("reread init {}", host.word()),
                ),
                None => {
                    ("no agent is configured to start reread".to_owned(), "reread init CLIENT".to_owned())
                }
            };
            checks.push(match wanted {
                Some(_) => Check::fail("agent", says, next),
                None => Check::warn("agent", says, next),
            });
        }
        Ok(checks)
    })
}

fn of_host(host: HostProgram, folders: &ConfigFolders<'_>) -> Vec<Check> {
    let places_in = |scope| host.places(scope, folders).into_iter().map(move |place| (scope, place));
    [ConfigScope::Project, ConfigScope::User]
        .into_iter()
        .flat_map(places_in)
        .flat_map(|(scope, place)| {
            let name = place.base.join(&place.path).display().to_string();
            let file = match ConfigFile::read(place.scope, &place.base, &place.path) {
                Ok(file) => file,
                Err(error) => {
                    let failure = Failure::from(error);
                    return vec![Check::fail(host.title(), failure.message, failure.hint)];
                }
            };
            let Some(bytes) = file.bytes() else { return Vec::new() };
            let read = as_utf8(bytes).map_err(|error| error.to_string());
            match read.and_then(|text| host.format().read(text).map_err(|error| error.to_string())) {
                Ok(configuration) => of_configuration(host, scope, &name, &configuration),
                Err(error) => {
                    vec![Check::fail(host.title(), format!("{name}: {error}"), "mend the file")]
                }
            }
        })
        .collect()
}

fn of_configuration(host: HostProgram, scope: ConfigScope, name: &str, configuration: &Value) -> Vec<Check> {
    if host == HostProgram::Pi {
        return extensions(name, configuration);
    }
    server_entries(host, configuration).iter().map(|started| of_entry(host, scope, name, started)).collect()
}

fn of_entry(host: HostProgram, scope: ConfigScope, file: &str, started: &ServerEntry) -> Check {
    let ServerEntry { name, command: launch, is_off } = started;
    let entry = format!("`{name}` in {file}");
    let again = command_for(host, scope, name);
    let (about, command) = (host.title(), &launch.program);
    if let Some(problem) = problem_of_arguments(launch) {
        return Check::fail(about, format!("{entry}: {problem}"), again);
    }
    match Program::of(command) {
        Program::Missing => {
            Check::fail(about, format!("{entry} starts {command}, which cannot be run"), again)
        }
        _ if *is_off => Check::warn(
            about,
            format!("{entry} is switched off"),
            format!("switch it on in {}", host.title()),
        ),
        Program::This => {
            let mode = guard_mode(&launch.args).map_or("as configured", |mode| mode);
            Check::ok(about, format!("{entry} starts this program, guard {mode}"))
        }
        Program::Another => Check::warn(about, format!("{entry} starts another program, {command}"), again),
    }
}

/// The most of an instructions file that is looked at, in bytes.
const LONGEST_INSTRUCTIONS: u64 = 1 << 20;

/// Whether the project's instructions tell the model of reread. The host's own tools stay, so the model needs to be told.
fn of_instructions(host: HostProgram, project: &Path) -> Option<Check> {
    let name = host.instructions_file()?;
    let mut text = Vec::new();
    let names_reread = open_named(&project.join(name)).is_ok_and(|file| {
        file.take(LONGEST_INSTRUCTIONS).read_to_end(&mut text).is_ok()
            && text.windows(6).any(|word| word == b"reread")
    });
    Some(if names_reread {
        Check::ok(host.title(), format!("{name} tells the model of reread"))
    } else {
        let says = format!("its own read and edit tools stay, and {name} does not tell the model of reread");
        Check::warn(host.title(), says, format!("the lines that `reread init {}` prints", host.word()))
    })
}

/// The command that writes the entry again. The user may paste it into a shell, so a name from the file is part of it
/// only if it is plain.
fn command_for(host: HostProgram, scope: ConfigScope, name: &str) -> String {
    if !is_plain_name(name) {
        return "remove the entry by hand".to_owned();
    }
    let scope = if scope == host.usual_scope() { "" } else { " --scope user" };
    let name = if name == "reread" { String::new() } else { format!(" --name {name}") };
    format!("reread init {}{scope}{name}", host.word())
}

/// Why the server would not start with these arguments.
fn problem_of_arguments(command: &ServerCommand) -> Option<String> {
    let words = ["reread".to_owned()].into_iter().chain(command.args.iter().cloned());
    if let Err(error) = Arguments::command().try_get_matches_from(words) {
        let text = error.to_string();
        return Some(text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned());
    }
    let roots = command.args.windows(2).filter(|pair| pair[0] == "--root").map(|pair| Path::new(&pair[1]));
    let missing = roots.filter(|root| root.is_absolute()).find(|root| rustix::fs::stat(*root).is_err())?;
    Some(format!("the root {} does not exist", missing.display()))
}

/// The extension for pi, by the folders that are named as packages.
fn extensions(file: &str, configuration: &Value) -> Vec<Check> {
    let packages = configuration.get("packages").and_then(Value::as_array).into_iter().flatten();
    let sources = packages.filter_map(|package| package.as_str().or_else(|| package.get("source")?.as_str()));
    let check = |source: &str| {
        if source.starts_with("npm:pi-reread") {
            return Some(Check::ok(HostProgram::Pi.title(), format!("{source} in {file}")));
        }
        if !source.ends_with("extensions/pi") {
            return None;
        }
        let folder = Path::new(file).parent().unwrap_or(Path::new("/")).join(source);
        let entry = format!("{source} in {file}");
        Some(match open_named(&folder.join("package.json")) {
            Ok(_) => Check::ok(HostProgram::Pi.title(), entry),
            Err(_) => Check::fail(
                HostProgram::Pi.title(),
                format!("{entry} is no extension any more"),
                "reread init pi --extension DIR, and remove the old one with pi remove",
            ),
        })
    };
    sources.filter_map(check).collect()
}
