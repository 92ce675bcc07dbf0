//! A conflict is put to the model that the user named: by `reread proposals suggest`, or at once where `review.auto` says so.

use std::io::Write as _;
use std::time::Duration;

use reread_edit::merge;
use reread_files::{ConflictReview, ProposalSides, ReviewSettings, ReviewState, Workspace};
use reread_review::{Endpoint, ReviewError, suggest as ask};
use reread_store::ProposalId;
use reread_wire::{Code, ErrorReply, JournalEvent};
use serde_json::json;

use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::output::messages;
use crate::setup::call_context;
use crate::terminal::is_stderr_terminal;

/// The endpoint that the configuration names, with its key.
pub(crate) fn endpoint(workspace: &Workspace) -> Result<Endpoint, Failure> {
    let Some(review) = &workspace.settings().review else {
        return Err(Failure::new(
            Exit::Configuration,
            "no model is configured that could be asked",
            "name its `endpoint` and `model` under [review] in your configuration",
        ));
    };
    let ReviewSettings { endpoint, model, key_env, timeout_seconds, auto: _, plain_http } = review;
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
pub(crate) fn suggestion(
    workspace: &Workspace,
    id: ProposalId,
    endpoint: &Endpoint,
) -> Result<Vec<u8>, ErrorReply> {
    let ProposalSides { name, base, ours, theirs } = workspace.proposals().proposal_sides(id, now())?;
    let merged = merge(&base, &ours, &theirs).map_err(|error| no_suggestion(&error, id))?;
    if is_stderr_terminal() {
        // Standard error is closed: the note has no other place.
        let _ = writeln!(messages(), "asking {}...", endpoint.model());
    }
    ask(endpoint, &name.path.to_string(), &merged).map_err(|error| match error {
        ReviewError::NoConflict => ErrorReply {
            hint: format!("look at it with `reread proposals show {id}`, then say so with `reread proposals resolve {id} --content FILE`"),
            ..no_suggestion(&error, id)
        },
        error => no_suggestion(&error, id),
    })
}

/// How long a command waits for a suggestion that the user did not ask for, at the most.
const AUTO_LIMIT: Duration = Duration::from_secs(10);

/// Puts a conflict of a command to the model at once, if that is configured. A model that is slow or fails costs the command
/// a bounded time and nothing else.
pub(crate) fn review_at_once(workspace: &Workspace, id: ProposalId) -> Option<ConflictReview> {
    let settings = workspace.settings().review.as_ref().filter(|review| review.auto)?;
    let limit = AUTO_LIMIT.min(Duration::from_secs(settings.timeout_seconds));
    let endpoint = endpoint(workspace).map(|endpoint| endpoint.with_timeout(limit));
    let state = review(workspace, id, endpoint, "cli")?;
    Some(ConflictReview { model: settings.model.clone(), state })
}

/// Puts a conflict of a call to the model, in the background of a server.
pub(crate) fn review_in_background(workspace: &Workspace, id: ProposalId) {
    review(workspace, id, endpoint(workspace), "mcp");
}

/// What came of asking; `None` if the conflict is resolved already. It is recorded.
fn review(
    workspace: &Workspace,
    id: ProposalId,
    endpoint: Result<Endpoint, Failure>,
    front_end: &'static str,
) -> Option<ReviewState> {
    if workspace.proposals().proposal(id).is_ok_and(|proposal| proposal.is_resolved) {
        return None;
    }
    let model = workspace.settings().review.as_ref().map(|review| review.model.as_str());
    let asked = endpoint.map_err(|failure| {
        ErrorReply::failed(Code::NoSuggestion, failure.message, "mend [review] in your configuration")
    });
    let attached = asked.and_then(|endpoint| {
        let text = suggestion(workspace, id, &endpoint)?;
        Ok(workspace.proposals().attach_suggestion(id, &text, now())?)
    });
    let arguments =
        json!({ "decision": "suggest", "proposal_id": id.to_string(), "model": model, "auto": true });
    let mut context = call_context(workspace);
    context.caller.front_end = front_end;
    let outcome = attached.as_ref().map(drop);
    let event = JournalEvent::Decision { tool: "proposals", arguments: &arguments, outcome };
    if let Err(why) = reread_wire::record(&context, event) {
        tracing::warn!(why, "the review of a conflict could not be recorded");
    }
    Some(match attached {
        Ok(true) => ReviewState::Suggested,
        Ok(false) => ReviewState::Failed("the conflict was resolved meanwhile".to_owned()),
        Err(error) => ReviewState::Failed(error.message),
    })
}

fn no_suggestion(error: &dyn std::error::Error, id: ProposalId) -> ErrorReply {
    let hint = format!("ask again, or decide yourself with `reread proposals resolve {id} --content FILE`");
    ErrorReply::failed(Code::NoSuggestion, error, &hint)
}
