//! `reread state`: what a state directory holds, and taking over one that is not the user's.

mod report;

use clap::{Args, Subcommand};
use reread_files::{Adoption, Workspace};
use reread_store::{FoundState, KeyPlace, UnownedState};

use crate::arguments::Global;
use crate::clock::now;
use crate::exit::{Exit, Failure, with_source};
use crate::output::print;
use crate::reply_output::{is_at_terminal, says_yes};
use crate::setup::open_without_state;
use crate::state_place::StatePlace;
use report::{adopted_lines, lines, value};

/// Show whose state directory this is, and take over one that came from elsewhere
///
/// A state directory in a workspace is used only if you made it at that place: its key lies in your configuration folder, and
/// what came with a clone, a copy or an archive has none. Such a directory is left alone; reading goes on without it, and
/// nothing is written. A folder that was moved, and a home folder that was lost, look the same.
///
/// Examples:
///   reread state show      what the directory says that it holds; nothing is changed
///   reread state adopt     show it, ask, and take it over
///   rm -rf .reread         start anew instead
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct StateCommand {
    #[command(subcommand)]
    action: StateAction,
}

#[derive(Debug, Clone, Copy, Subcommand)]
enum StateAction {
    /// Show what the directory says that it holds; nothing is changed
    Show,
    /// Take the directory over, after showing it and asking; only at a terminal
    Adopt,
}

pub(crate) fn run(global: &Global, args: &StateCommand) -> Result<Exit, Failure> {
    let workspace = open_without_state(global)?;
    let place = StatePlace::of(global, &workspace)?;
    let Some(state) = unowned(&place)? else { return own(global, &place) };
    let found = state.look().map_err(|error| unusable(&error))?;
    match args.action {
        StateAction::Show => {
            let moved = moved_root(&workspace, &found);
            print(
                global,
                || value(&place.path, &found),
                |terminal| lines(&place.path, &found, moved, terminal),
            )?;
            Ok(Exit::Done)
        }
        StateAction::Adopt => adopt(global, &workspace, state, &found),
    }
}

/// The directory, if it is there and not the user's.
fn unowned(place: &StatePlace) -> Result<Option<UnownedState>, Failure> {
    match &place.key_place {
        _ if !place.is_there() => Ok(None),
        KeyPlace::Beside => Ok(None),
        KeyPlace::UserFolder(keys) => UnownedState::find(&place.path, keys).map_err(|error| unusable(&error)),
        KeyPlace::Nowhere => {
            let message = "you have no home folder, so the key of a state directory has no place";
            Err(Failure::new(Exit::Broken, message, "name a directory outside the workspace with --state"))
        }
    }
}

fn own(global: &Global, place: &StatePlace) -> Result<Exit, Failure> {
    let path = place.path.display();
    let says = match &place.key_place {
        _ if !place.is_there() => format!("{path} is not there yet"),
        KeyPlace::UserFolder(keys) => format!("{path} is yours; its key is in {}", keys.display()),
        _ => format!("{path} was named by you; its key lies in it"),
    };
    let value = || serde_json::json!({ "ok": true, "path": place.path.display().to_string(), "ours": true });
    print(global, value, |terminal| format!("{}\n", terminal.line(&says)))?;
    Ok(Exit::Done)
}

fn adopt(
    global: &Global,
    workspace: &Workspace,
    state: UnownedState,
    found: &FoundState,
) -> Result<Exit, Failure> {
    if !is_at_terminal(global) {
        let message = "`reread state adopt` asks a person, and there is no terminal";
        return Err(Failure::new(
            Exit::Usage,
            message,
            "run it at a terminal; `reread state show` needs none",
        ));
    }
    let path = state.path().to_path_buf();
    let moved = moved_root(workspace, found);
    print(global, || value(&path, found), |terminal| lines(&path, found, moved, terminal))?;
    if !says_yes("Take it over? [y/N] ") {
        return Err(Failure::new(Exit::Refused, "nothing was changed", ""));
    }
    let moved = moved.map(<[u8]>::to_vec);
    let adopted: Adoption =
        workspace.writer().adopt_state(state, moved.as_deref(), now()).map_err(|error| unusable(&error))?;
    print(global, || serde_json::json!({ "ok": true }), |terminal| adopted_lines(&adopted, terminal))?;
    Ok(Exit::Done)
}

/// The root that the files were in, if they were all in one that is not served here: the folder was moved.
fn moved_root<'f>(workspace: &Workspace, found: &'f FoundState) -> Option<&'f [u8]> {
    let roots = workspace.access().roots();
    let mut found = found.history.as_ref()?.roots.keys();
    let (Some(one), None, [root]) = (found.next(), found.next(), roots) else { return None };
    (root.path().as_os_str().as_encoded_bytes() != one.as_slice()).then_some(one)
}

fn unusable(error: &(dyn std::error::Error + 'static)) -> Failure {
    Failure::new(Exit::Unusable, with_source(error), "move the directory away to start anew")
}
