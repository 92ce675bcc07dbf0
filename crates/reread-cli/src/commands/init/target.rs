//! The entry and the file that the options of `reread init` mean.

use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use reread_files::{Root, open_named};

use crate::arguments::Global;
use crate::commands::Arguments;
use crate::commands::mcp::PROFILES;
use crate::config_file::{ConfigFile, ConfigScope};
use crate::exit::{Exit, Failure};
use crate::hosts::{
    ConfigFolders, EntryContent, HostProgram, LONGEST_NAME, RootFrom, ServerCommand, guard_mode,
    is_plain_name,
};
use crate::program::this_program;
use crate::setup::{configuration_folder, home, project_root};

use super::InitCommand;
use super::config_change::ConfigTarget;

/// The entry to write or to remove.
pub(super) fn entry(global: &Global, args: &InitCommand) -> Result<EntryContent, Failure> {
    refuse_what_has_no_effect(args)?;
    if args.host == HostProgram::Pi {
        return Ok(EntryContent::Listed(extension(args)?));
    }
    let name = args.name.as_deref().unwrap_or("reread");
    if !is_plain_name(name) {
        let message = format!("{name:?} is not a name that every client accepts");
        let hint = format!("use up to {LONGEST_NAME} letters, digits, `-` and `_`");
        return Err(Failure::new(Exit::Usage, message, hint));
    }
    let command = match &args.command {
        Some(command) => command.clone(),
        None => written(&this_program()?)?,
    };
    let command = ServerCommand { program: command, args: server_arguments(global, args)? };
    // The server must accept these arguments when the host starts it.
    let words = ["reread".to_owned()].into_iter().chain(command.args.iter().cloned());
    Arguments::command().try_get_matches_from(words).unwrap_or_else(|error| error.exit());
    Ok(command.entry(args.host, name))
}

/// The options of the server: as this command was given them, in words that mean the same anywhere.
fn server_arguments(global: &Global, args: &InitCommand) -> Result<Vec<String>, Failure> {
    let mut words = vec!["mcp".to_owned()];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    let mut roots = global.root.clone();
    if roots.is_empty() && args.host.root_from() == RootFrom::Nothing {
        roots.push(project_root(&std::env::current_dir()?)?);
    }
    for root in &roots {
        let opened = Root::open(root).map_err(|error| {
            let message = format!("{error}: {}", error.source);
            Failure::new(Exit::Usage, message, "name an existing folder with --root")
        })?;
        option("root", written(opened.path())?);
    }
    if let (true, RootFrom::Variable(variable)) = (roots.is_empty(), args.host.root_from()) {
        option("root", variable.to_owned());
    }
    for (name, path) in [("state", &global.state), ("config", &global.config)] {
        if let Some(path) = path {
            option(name, written(&std::path::absolute(path)?)?);
        }
    }
    if let Some((word, ..)) = PROFILES.iter().find(|(.., profile)| Some(*profile) == args.profile) {
        option("profile", word.to_string());
    }
    if args.read_only {
        words.push("--read-only".to_owned());
    }
    // A person watches these hosts, and a refusal in the middle of long work is worse than a note.
    if guard_mode(&args.options).is_none() {
        words.extend(["--guard".to_owned(), "warn".to_owned()]);
    }
    words.extend(args.options.iter().cloned());
    Ok(words)
}

/// An option that would have no effect is refused.
fn refuse_what_has_no_effect(args: &InitCommand) -> Result<(), Failure> {
    let of_servers = [
        ("--name", args.name.is_some()),
        ("--profile", args.profile.is_some()),
        ("--read-only", args.read_only),
        ("--command", args.command.is_some()),
        ("further options", !args.options.is_empty()),
    ];
    let of_pi = [("--extension", args.extension.is_some())];
    let without_effect = if args.host == HostProgram::Pi { &of_servers[..] } else { &of_pi[..] };
    match without_effect.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            let message = format!("`reread init {}` takes no {option}", args.host.word());
            Err(Failure::new(Exit::Usage, message, "leave it out"))
        }
        None => Ok(()),
    }
}

/// The folder of the extension for pi.
fn extension(args: &InitCommand) -> Result<String, Failure> {
    let is_extension = |folder: &PathBuf| open_named(&folder.join("package.json")).is_ok();
    if let Some(named) = &args.extension {
        let folder = std::path::absolute(named)?;
        // To remove an entry, its folder need not exist.
        if !args.remove && !is_extension(&folder) {
            let message = format!("{} holds no package.json", folder.display());
            return Err(Failure::new(Exit::Unusable, message, "name the folder extensions/pi of a checkout"));
        }
        return written(&folder);
    }
    let program = std::env::current_exe()?;
    // An installed program lies far from the checkout that it was built in, which may still be there.
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut places = program.ancestors().chain(built_in).map(|folder| folder.join("extensions/pi"));
    places.find(is_extension).map_or_else(
        || {
            let message = "the extension for pi is neither near this program nor where it was built";
            Err(Failure::new(
                Exit::Unusable,
                message,
                "name its folder with --extension: extensions/pi of a checkout",
            ))
        },
        |folder| written(&folder),
    )
}

/// A path as a configuration holds it, which is text.
fn written(path: &Path) -> Result<String, Failure> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        let message = format!("{} is not UTF-8, and a configuration is", path.display());
        Failure::new(Exit::Unusable, message, "name another one, or rename it")
    })
}

/// The file that a host reads in this scope. If it has several names, the one that exists.
pub(super) fn file(host: HostProgram, scope: ConfigScope) -> Result<ConfigTarget, Failure> {
    if !host.has(scope) {
        let message = format!("{} has no configuration of a project", host.title());
        return Err(Failure::new(Exit::Usage, message, "leave --scope out"));
    }
    with_folders(|folders| {
        let mut first = None;
        for place in host.places(scope, folders) {
            let file = ConfigFile::read(place.scope, &place.base, &place.path)?;
            let name = match scope {
                ConfigScope::Project => place.path.display().to_string(),
                ConfigScope::User => place.base.join(&place.path).display().to_string(),
            };
            let target = ConfigTarget { file, name };
            if target.file.bytes().is_some() {
                return Ok(target);
            }
            first = first.or(Some(target));
        }
        first.ok_or_else(|| {
            Failure::new(Exit::Unusable, "it is not known where the user's home is", "set HOME")
        })
    })
}

/// Passes the folders of this user and of the project around the current folder.
pub(in crate::commands) fn with_folders<T>(
    take: impl FnOnce(&ConfigFolders<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    take(&ConfigFolders {
        project: Root::discover(&std::env::current_dir()?),
        home: home(),
        config: configuration_folder(),
        variable: &variable,
    })
}
