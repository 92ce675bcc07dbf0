//! From options and environment to an open workspace.

use std::path::{Path, PathBuf};
use std::time::Duration;

use reread_files::{
    Model, PolicyError, Root, Settings, State, StateOpening, Workspace, WorkspaceOptions,
    load_user_configuration, load_usual_configuration, resolved_path,
};
use reread_path::expand_variables;
use reread_store::{CallerIdentity, KeyPlace, StateDir, StateError};
use reread_wire::{CallContext, Caller};

use crate::arguments::{ColorChoice, Global};
use crate::clock::{elapsed, now, wall_clock};
use crate::exit::{Exit, Failure, with_source};
use crate::output::messages;
use crate::state_place::{StatePlace, key_folder};
use crate::terminal::Terminal;

/// Opens the workspace that the options name, with its state if that can be had.
pub(crate) fn open_workspace(global: &Global) -> Result<Workspace, Failure> {
    let workspace = open_without_state(global)?;
    let place = StatePlace::of(global, &workspace)?;
    Ok(with_state(global, workspace, &place))
}

fn with_state(global: &Global, workspace: Workspace, place: &StatePlace) -> Workspace {
    match State::open(&place.path, &place.key_place) {
        Ok(state) => {
            let hours = workspace.settings().unused_for_hours;
            state.tidy(Duration::from_secs(hours.saturating_mul(60 * 60)), wall_clock());
            workspace.with_state(state)
        }
        Err(error) => {
            warn_without_state(global.color, &error);
            workspace.keeping_out(&place.path)
        }
    }
}

/// Opens the workspace that the options name for a server. A state directory that is not there is made by the first call that
/// needs it.
pub(crate) fn open_for_server(global: &Global) -> Result<Workspace, Failure> {
    let workspace = open_without_state(global)?;
    let place = StatePlace::of(global, &workspace)?;
    Ok(with_state_for_server(global, workspace, place))
}

fn with_state_for_server(global: &Global, workspace: Workspace, place: StatePlace) -> Workspace {
    if place.is_there() {
        return with_state(global, workspace, &place);
    }
    let color = global.color;
    let failed = move |error: &StateError| warn_without_state(color, error);
    workspace.with_late_state(StateOpening::new(place.path, place.key_place, failed))
}

/// The same for a server that changes nothing in the workspace. A state directory of the user's that is there keeps its
/// records; none is made, so that a folder of the user takes its place.
pub(crate) fn open_for_reader(global: &Global) -> Result<Workspace, Failure> {
    let workspace = open_without_state(global)?;
    let place = StatePlace::of(global, &workspace)?;
    if place.is_there() || place.key_place == KeyPlace::Beside {
        return Ok(with_state_for_server(global, workspace, place));
    }
    let workspace = workspace.keeping_out(&place.path);
    let Some(place) = StatePlace::of_reader(&workspace) else {
        warn_without_state(global.color, &StateError::NoHome(place.path));
        return Ok(workspace);
    };
    if let Err(error) = StateDir::make_parent(&place.path) {
        warn_without_state(global.color, &error);
        return Ok(workspace);
    }
    Ok(with_state_for_server(global, workspace, place))
}

/// Opens the workspace that the options name; nothing is made.
pub(crate) fn open_without_state(global: &Global) -> Result<Workspace, Failure> {
    let here = std::env::current_dir()?;
    let roots = if global.root.is_empty() { vec![project_root(&here)?] } else { global.root.clone() };
    let workspace = Workspace::open(WorkspaceOptions {
        roots,
        here: Some(here),
        home: home(),
        settings: settings(global)?,
        confinement: None,
    })?;
    let outside = workspace.settings().write.ask_outside.clone();
    let outside: Vec<PathBuf> =
        outside.iter().map(|folder| outside_folder(folder)).collect::<Result<_, Failure>>()?;
    let workspace = workspace.asking_outside(&outside);
    let workspace = match global.config.clone().or_else(usual_configuration) {
        Some(configuration) => workspace.ruled_by(&configuration),
        None => workspace,
    };
    let workspace = match key_folder() {
        Some(keys) => workspace.keeping_out(&keys),
        None => workspace,
    };
    Ok(match model(&workspace)? {
        Some(model) => workspace.with_model(model),
        None => workspace,
    })
}

/// The folder that a command in `here` means if it names no root. Everything that the system or a user has is no project,
/// and is served only if it is named.
pub(crate) fn project_root(here: &Path) -> Result<PathBuf, Failure> {
    if let Some(project) = Root::discover_project(here) {
        return Ok(project);
    }
    let home = home().and_then(|home| resolved_path(&home));
    let real = resolved_path(here);
    let what = match (&real, &home) {
        (Some(real), _) if real.parent().is_none() => "the whole file system",
        (Some(real), Some(home)) if real == home => "your home folder",
        (Some(real), Some(home)) if home.starts_with(real) => "a folder that holds your home folder",
        _ => return Ok(here.to_owned()),
    };
    let message = format!("{} is {what}, and no repository: it is not served unasked", here.display());
    let hint = format!(
        "name the project with --root FOLDER, or start there; --root {} serves all of it",
        here.display()
    );
    Err(Failure::new(Exit::Usage, message, hint))
}

/// A folder of `write.ask_outside`. A relative one would mean another folder in every workspace.
fn outside_folder(text: &str) -> Result<PathBuf, Failure> {
    let folder = expanded("write.ask_outside", text)?;
    match folder.is_absolute() {
        true => Ok(folder),
        false => {
            let message = format!("write.ask_outside = \"{text}\": it is not an absolute path");
            Err(Failure::new(Exit::Configuration, message, "write the whole path, or begin it with ~/"))
        }
    }
}

/// The model that the configuration names. A relative path would let a workspace put its own in the place of the user's.
fn model(workspace: &Workspace) -> Result<Option<Model>, Failure> {
    let Some(text) = workspace.settings().model.as_deref() else { return Ok(None) };
    let wrong = |what: &str| {
        let message = format!("search.model = \"{text}\": {what}");
        Failure::new(Exit::Configuration, message, "name the folder of a model, or leave the key out")
    };
    let folder = expanded("search.model", text)?;
    if !folder.is_absolute() {
        return Err(wrong("it is not an absolute path"));
    }
    Model::open(&folder).map(Some).map_err(|error| wrong(&error.to_string()))
}

/// The state of a workspace, for commands that are about nothing else.
pub(crate) fn state_of(workspace: &Workspace) -> Result<&State, Failure> {
    let missing =
        || Failure::new(Exit::Broken, "there is no usable state directory", "name one with --state");
    workspace.state().ok_or_else(missing)
}

/// A path from the configuration, with its variables and `~/` filled in.
pub(crate) fn expanded(key: &str, text: &str) -> Result<PathBuf, Failure> {
    let expanded = expand_variables(text, |name| std::env::var(name).ok());
    let at_home = |path: String| match (path.strip_prefix("~/"), home()) {
        (Some(beneath), Some(home)) => home.join(beneath),
        _ => PathBuf::from(path),
    };
    expanded.map(at_home).map_err(|error| {
        let message = format!("{key} = \"{text}\": {error}");
        Failure::new(Exit::Configuration, message, "set it, or write the path out")
    })
}

/// The call context that the commands of this process are served at.
pub(crate) fn call_context(workspace: &Workspace) -> CallContext<'_> {
    let name = format!("pid:{}", std::process::id());
    let who = CallerIdentity { user: user(), host: Some(CLI.to_owned()), ..CallerIdentity::default() };
    // Each command is a process, but all have one author.
    let author = who.user.as_ref().map_or_else(|| CLI.to_owned(), |user| format!("{CLI}:{user}"));
    CallContext::new(workspace, Caller { name, who, front_end: CLI, author: Some(author) }, &now, &elapsed)
}

/// The name of this front end in records.
const CLI: &str = "cli";

/// The user who runs this process, if the environment tells.
pub(crate) fn user() -> Option<String> {
    let named = ["USER", "LOGNAME"].into_iter().filter_map(|key| std::env::var(key).ok());
    named.into_iter().find(|user| !user.is_empty())
}

fn warn_without_state(color: ColorChoice, error: &StateError) {
    let error = match error {
        StateError::NoKeys(..) => with_source(error),
        _ => error.to_string(),
    };
    warn_in(color, &format!("{error}; reading goes on without tags, diffs and records"));
}

/// Prints a warning on standard error.
pub(crate) fn warn(global: &Global, message: &str) {
    warn_in(global.color, message);
}

fn warn_in(color: ColorChoice, message: &str) {
    use std::io::Write as _;
    let terminal = Terminal::of_stderr(color);
    let _ = writeln!(messages(), "{} {}", terminal.cyan("note:"), terminal.line(message));
}

/// What the user configured.
pub(crate) fn settings(global: &Global) -> Result<Settings, Failure> {
    let wrong = |error: PolicyError| {
        Failure::new(Exit::Configuration, error.to_string(), "mend the file; until then nothing is served")
    };
    // A file that was named must be there: rules that cannot be found are not "no rules".
    if let Some(named) = &global.config {
        return load_user_configuration(named).map_err(wrong);
    }
    let Some(usual) = usual_configuration() else { return Ok(Settings::default()) };
    load_usual_configuration(&usual).map_err(wrong)
}

/// The default path of the configuration.
pub(crate) fn usual_configuration() -> Option<PathBuf> {
    configuration_folder().map(|folder| folder.join("reread/config.toml"))
}

/// `$XDG_CONFIG_HOME` or its default.
pub(crate) fn configuration_folder() -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let configured = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).and_then(absolute);
    configured.or_else(|| Some(home()?.join(".config")))
}

/// The user's home, if it is known.
pub(crate) fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}
