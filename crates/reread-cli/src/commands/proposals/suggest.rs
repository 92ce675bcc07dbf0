//! `reread proposals suggest`: a conflict is put to the model that the user named.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use reread_edit::merge;
use reread_files::{ProposalSides, ReviewSettings, Workspace};
use reread_review::{Endpoint, ReviewError, suggest as ask};
use reread_store::ProposalId;
use reread_wire::{Code, ErrorReply};

use crate::exit::{Exit, Failure};

/// The endpoint that the configuration names, with its key.
pub(super) fn endpoint(workspace: &Workspace) -> Result<Endpoint, Failure> {
    let Some(review) = &workspace.settings().review else {
        return Err(Failure::new(
            Exit::Configuration,
            "no model is configured that could be asked",
            "name its `endpoint` and `model` under [review] in your configuration",
        ));
    };
    let ReviewSettings { endpoint, model, key_env, timeout_seconds, plain_http } = review;
    let wrong = |key: &str, what: &str, hint: &str| {
        Failure::new(Exit::Configuration, format!("review.{key}: {what}"), hint)
    };
    let endpoint = Endpoint::new(endpoint, model, *plain_http).map_err(|error| {
        wrong(
            "endpoint",
            &error.to_string(),
            "write the whole address, such as https://HOST/v1/chat/completions",
        )
    })?;
    let key = match key_env {
        None => None,
        Some(name) => Some(std::env::var(name).map_err(|_| {
            wrong("key_env", &format!("{name} is not set"), "set it to the key, or leave review.key_env out")
        })?),
    };
    Ok(endpoint.with_key(key).with_timeout(Duration::from_secs(*timeout_seconds)))
}

/// What the model makes of the file of a proposal.
pub(super) fn suggestion(
    workspace: &Workspace,
    id: ProposalId,
    endpoint: &Endpoint,
) -> Result<Vec<u8>, ErrorReply> {
    let ProposalSides { name, base, ours, theirs } = workspace.proposals().proposal_sides(id)?;
    let merged = merge(&base, &ours, &theirs).map_err(|error| no_suggestion(&error, id))?;
    if std::io::stderr().is_terminal() {
        // Standard error is closed: the note has no other place.
        let _ = writeln!(std::io::stderr().lock(), "asking {}...", endpoint.model());
    }
    ask(endpoint, &name.path.to_string(), &merged).map_err(|error| match error {
        ReviewError::NoConflict => ErrorReply {
            hint: format!("look at it with `reread proposals show {id}`, then say so with `reread proposals resolve {id} --content FILE`"),
            ..no_suggestion(&error, id)
        },
        error => no_suggestion(&error, id),
    })
}

fn no_suggestion(error: &dyn std::error::Error, id: ProposalId) -> ErrorReply {
    ErrorReply {
        code: Code::NoSuggestion,
        message: error.to_string(),
        hint: format!("ask again, or decide yourself with `reread proposals resolve {id} --content FILE`"),
        refused: false,
    }
}
