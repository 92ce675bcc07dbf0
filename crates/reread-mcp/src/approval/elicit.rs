//! Asking the user through the client.
//!
//! Up to protocol 2025-11-25 the server asks while the call waits. Since 2026-07-28 the call ends with a question and comes
//! again with the answer. The state it brings back is sealed, since a client may send anything. Where the client can do
//! neither, the approval request goes into the queue.

use std::collections::BTreeMap;
use std::time::Duration;

use reread_store::Decision;
use rmcp::RoleServer;
use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequiredResult, InputResponses, ProtocolVersion, ServerRequest,
};
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use super::open_requests::OpenRequests;
use super::pending_call::PendingCall;

/// How long the server waits for an answer, and how long a question can be answered.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// The one thing that is asked for.
const APPROVE: &str = "approve";

/// The answer that a repeated call brings with it.
#[derive(Debug)]
pub(crate) struct BroughtAnswer {
    pub(crate) responses: InputResponses,
    pub(crate) state: Option<String>,
}

/// Asks the user, or takes the answer that the call has brought; `None` if the client cannot ask, the change does not fit
/// the question, or the user did not answer. An error is the question with which the call ends, to be repeated with the answer.
pub(crate) async fn ask(
    context: &RequestContext<RoleServer>,
    open: &OpenRequests,
    pending: &PendingCall,
    brought: Option<&BroughtAnswer>,
) -> Result<Option<Decision>, Box<InputRequiredResult>> {
    let elicitation = context.client_capabilities().and_then(|capabilities| capabilities.elicitation);
    // A client that declares neither forms nor URLs has forms.
    if !elicitation.is_some_and(|ways| ways.form.is_some() || ways.url.is_none()) {
        return Ok(None);
    }
    // An answer counts only for what was shown, and a form shows a few lines.
    if !pending.fits_a_question() {
        return Ok(None);
    }
    let Some(form) = form(pending) else { return Ok(None) };
    if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
        let answer = brought.and_then(|brought| answered(open, pending, brought));
        return answer.ok_or_else(|| repeat(open, pending, form));
    }
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form));
    Ok(tokio::select! {
        answer = context.peer.send_request(request) => match answer {
            Ok(ClientResult::ElicitResult(result)) => decision(&result),
            _ => None,
        },
        () = tokio::time::sleep(ANSWER_TIMEOUT) => None,
        () = context.ct.cancelled() => None,
        // The client has closed the connection.
        () = open.closed() => None,
    })
}

/// One box to tick, which is empty at first.
fn form(pending: &PendingCall) -> Option<ElicitRequestParams> {
    let schema = json!({
        "type": "object",
        "properties": { APPROVE: { "type": "boolean", "title": "Allow this", "default": false } },
        "required": [APPROVE],
    });
    let Value::Object(schema) = schema else { return None };
    let requested_schema = ElicitationSchema::from_json_schema(schema).ok()?;
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: pending.question(),
        requested_schema,
    })
}

fn repeat(open: &OpenRequests, pending: &PendingCall, form: ElicitRequestParams) -> Box<InputRequiredResult> {
    let state = open.put(&pending.binding());
    let requests =
        BTreeMap::from([(APPROVE.to_owned(), InputRequest::Elicitation(ElicitRequest::new(form)))]);
    Box::new(InputRequiredResult::new(Some(requests), Some(state)))
}

/// The answer to this very question, if that is what was brought; anything else is asked again.
fn answered(open: &OpenRequests, pending: &PendingCall, brought: &BroughtAnswer) -> Option<Option<Decision>> {
    let result = serde_json::from_value(brought.responses.get(APPROVE)?.clone()).ok()?;
    open.take(brought.state.as_deref()?, &pending.binding())?;
    Some(decision(&result))
}

/// A yes counts only with its tick.
fn decision(result: &ElicitResult) -> Option<Decision> {
    let ticked = result.content.as_ref().is_some_and(|content| content[APPROVE] == true);
    match result.action {
        ElicitationAction::Accept if ticked => Some(Decision::Grant),
        ElicitationAction::Accept | ElicitationAction::Decline => Some(Decision::Deny),
        // The question was closed without a choice.
        _ => None,
    }
}
