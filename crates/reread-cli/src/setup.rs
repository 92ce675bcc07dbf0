//! From options and environment to an open workspace.

use std::path::PathBuf;
use std::time::Duration;

use reread_files::{
    Model, PolicyError, Root, Settings, State, Workspace, WorkspaceOptions, load_user_configuration,
    load_usual_configuration,
};
use reread_path::expand_variables;
use reread_wire::{CallContext, Caller};

use crate::arguments::Global;
use crate::clock::{elapsed, now, wall_clock};
use crate::exit::{Exit, Failure};
use crate::terminal::Terminal;

/// Opens the workspace that the options name, with its state if that can be had.
pub(crate) fn open_workspace(global: &Global) -> Result<Workspace, Failure> {
    let workspace = open_without_state(global)?;
    match State::open(&state_path(global, &workspace)?) {
        Ok(state) => {
            let hours = workspace.settings().unused_for_hours;
            state.tidy(Duration::from_secs(hours.saturating_mul(60 * 60)), wall_clock());
            Ok(workspace.with_state(state))
        }
        Err(error) => {
            warn(global, &format!("{error}; reading goes on without tags, diffs and records"));
            Ok(workspace)
        }
    }
}

/// Opens the workspace that the options name; nothing is made.
pub(crate) fn open_without_state(global: &Global) -> Result<Workspace, Failure> {
    let here = std::env::current_dir()?;
    let roots = if global.root.is_empty() { vec![Root::discover(&here)] } else { global.root.clone() };
    let workspace = Workspace::open(WorkspaceOptions {
        roots,
        here: Some(here),
        home: home(),
        settings: settings(global)?,
        confinement: None,
    })?;
    let workspace = match global.config.clone().or_else(usual_configuration) {
        Some(configuration) => workspace.ruled_by(&configuration),
        None => workspace,
    };
    Ok(match model(&workspace)? {
        Some(model) => workspace.with_model(model),
        None => workspace,
    })
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

/// The option, then the configuration, then the workspace's own folder.
pub(crate) fn state_path(global: &Global, workspace: &Workspace) -> Result<PathBuf, Failure> {
    let configured = workspace.settings().state.as_deref();
    match (&global.state, configured) {
        (Some(path), _) => Ok(path.clone()),
        (None, None) => Ok(workspace.access().roots()[0].path().join(".reread")),
        (None, Some(text)) => {
            expanded("state", text).map(|path| workspace.access().roots()[0].path().join(path))
        }
    }
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
    CallContext::new(workspace, Caller { name, front_end: "cli", author: Some(author()) }, &now, &elapsed)
}

/// The author of changes by this user: each command is a process, but all have one author.
fn author() -> String {
    let user = ["USER", "LOGNAME"].into_iter().find_map(|key| std::env::var(key).ok());
    match user.filter(|user| !user.is_empty()) {
        Some(user) => format!("cli:{user}"),
        None => "cli".to_owned(),
    }
}

/// Prints a warning on standard error.
pub(crate) fn warn(global: &Global, message: &str) {
    use std::io::Write as _;
    let terminal = Terminal::of_stderr(global.color);
    let _ = writeln!(std::io::stderr().lock(), "{} {}", terminal.cyan("note:"), terminal.line(message));
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
