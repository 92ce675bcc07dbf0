//! The library, in this process: the same request, the same reply, no command line in between.

use std::time::Duration;

use reread_files::{StatReply, State, Workspace, WorkspaceOptions, load_usual_configuration};
use reread_store::UnixMillis;
use reread_text::visible_line;
use reread_wire::{CallContext, Caller, Code, Contract, ErrorReply, Reply as Served, refuse, serve};

use super::request::request;
use crate::reply::Reply;
use crate::scene::Scene;

/// Serves the request that the words stand for.
pub(crate) fn call(scene: &Scene, words: &[String]) -> Result<Reply, String> {
    let (request, as_json) = request(words)?;
    let workspace = open(scene)?;
    let caller = Caller { name: "scenario".to_owned(), front_end: "library", ..Caller::default() };
    let context = CallContext::new(&workspace, caller, &|| UnixMillis(1_767_323_045_678), &|| Duration::ZERO);
    let (outcome, contract) = match &request {
        Ok(request) => {
            let served = serve(&context, request);
            let contract = Contract::of(request, &served);
            (served.outcome, contract)
        }
        Err(rejected) => {
            let _ = refuse(&context, rejected);
            (Err(rejected.error.clone()), Contract::of_rejected(rejected))
        }
    };
    let exit = outcome.as_ref().map_or_else(exit_of_error, exit_of_reply);
    if as_json {
        let text = serde_json::to_string_pretty(&contract.to_json()).map_err(|error| error.to_string())?;
        return Ok(Reply { output: (text + "\n").into_bytes(), exit, ..Reply::default() });
    }
    Ok(match outcome {
        Ok(reply) => Reply { output: reply.text().into_bytes(), exit, ..Reply::default() },
        Err(error) => Reply { messages: messages(&error).into_bytes(), exit, ..Reply::default() },
    })
}

fn open(scene: &Scene) -> Result<Workspace, String> {
    let settings = load_usual_configuration(&scene.world.config().join("reread/config.toml"));
    let workspace = Workspace::open(WorkspaceOptions {
        roots: vec![scene.world.root()],
        here: Some(scene.here.clone()),
        home: Some(scene.world.home()),
        settings: settings.map_err(|error| error.to_string())?,
        confinement: None,
    });
    let state = State::open(
        &scene.world.root().join(".reread"),
        &reread_store::KeyPlace::UserFolder(scene.world.keys()),
    )
    .map_err(|error| error.to_string())?;
    Ok(workspace.map_err(|error| error.to_string())?.with_state(state))
}

/// What the command line prints for an error, said once more so that the two are compared.
fn messages(error: &ErrorReply) -> String {
    format!("error: {}\ntry: {}\n", visible_line(&error.message), visible_line(&error.hint))
}

fn exit_of_error(error: &ErrorReply) -> i32 {
    match error.code {
        _ if error.refused => 3,
        Code::InvalidArgs | Code::InvalidRange | Code::InvalidPattern | Code::InvalidName => 2,
        Code::Io => 5,
        _ => 4,
    }
}

fn exit_of_reply(reply: &Served) -> i32 {
    match reply {
        Served::Search(reply) => i32::from(reply.matches.is_empty()),
        Served::TreeSearch(reply) => i32::from(reply.files.is_empty()),
        Served::List(reply) => i32::from(reply.entries.is_empty()),
        Served::Stat(StatReply::Absent(_)) => 1,
        _ => 0,
    }
}
