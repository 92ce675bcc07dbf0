//! Asking the person behind a client, in whichever way the client can.
//!
//! In the older era the server asks while the call waits. In the newer one the call ends with a question and comes again
//! with the answer; what it brings back is sealed, since a client may send anything. A client that can do neither has
//! nobody to ask, and the question goes into the queue.

use std::collections::BTreeMap;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequiredResult, InputResponses, ProtocolVersion, ServerRequest,
};
use rmcp::service::RequestContext;
use serde_json::{Value, json};

use crate::open_questions::OpenQuestions;

/// How long the answer to a question is waited for, and how long a question can be answered.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The one thing that is asked for.
const APPROVE: &str = "approve";

/// A question to a person.
#[derive(Debug)]
pub(crate) struct Question {
    /// As the person sees it.
    pub(crate) text: String,
    /// What exactly the answer is about: an answer to another question is none to this one.
    pub(crate) binding: Vec<u8>,
}

/// What a call brings back from the person.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) responses: InputResponses,
    pub(crate) state: Option<String>,
}

/// What came of asking.
#[derive(Debug)]
pub(crate) enum Asked {
    /// A clear yes.
    Agreed,
    /// A no, or a yes without its tick.
    Declined,
    /// The call is to come again with the answer.
    Later(Box<InputRequiredResult>),
    /// There is nobody to ask, or nobody has answered.
    Nobody,
}

/// Asks, or takes the answer that the call has brought.
pub(crate) async fn ask(
    context: &RequestContext<RoleServer>,
    open: &OpenQuestions,
    question: &Question,
    reply: Option<&Reply>,
) -> Asked {
    let elicitation = context.client_capabilities().and_then(|capabilities| capabilities.elicitation);
    // Whoever declares no way in particular has forms.
    if !elicitation.is_some_and(|ways| ways.form.is_some() || ways.url.is_none()) {
        return Asked::Nobody;
    }
    let Some(form) = form(question) else { return Asked::Nobody };
    if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
        return reply
            .and_then(|reply| answered(open, question, reply))
            .unwrap_or_else(|| later(open, question, form));
    }
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form));
    tokio::select! {
        answer = context.peer.send_request(request) => match answer {
            Ok(ClientResult::ElicitResult(result)) => decision(&result),
            _ => Asked::Nobody,
        },
        () = tokio::time::sleep(PATIENCE) => Asked::Nobody,
        () = context.ct.cancelled() => Asked::Nobody,
        // Nobody is left to answer.
        () = open.closed() => Asked::Nobody,
    }
}

/// One box to tick, which is empty at first.
fn form(question: &Question) -> Option<ElicitRequestParams> {
    let schema = json!({
        "type": "object",
        "properties": { APPROVE: { "type": "boolean", "title": "Allow this", "default": false } },
        "required": [APPROVE],
    });
    let Value::Object(schema) = schema else { return None };
    let requested_schema = ElicitationSchema::from_json_schema(schema).ok()?;
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.text.clone(),
        requested_schema,
    })
}

fn later(open: &OpenQuestions, question: &Question, form: ElicitRequestParams) -> Asked {
    let state = open.put(&question.binding);
    let requests =
        BTreeMap::from([(APPROVE.to_owned(), InputRequest::Elicitation(ElicitRequest::new(form)))]);
    Asked::Later(Box::new(InputRequiredResult::new(Some(requests), Some(state))))
}

/// The answer to this very question, if that is what was brought; anything else is asked again.
fn answered(open: &OpenQuestions, question: &Question, reply: &Reply) -> Option<Asked> {
    let result = serde_json::from_value(reply.responses.get(APPROVE)?.clone()).ok()?;
    open.take(reply.state.as_deref()?, &question.binding)?;
    Some(decision(&result))
}

fn decision(result: &ElicitResult) -> Asked {
    let ticked = result.content.as_ref().is_some_and(|content| content[APPROVE] == true);
    match result.action {
        ElicitationAction::Accept if ticked => Asked::Agreed,
        ElicitationAction::Accept | ElicitationAction::Decline => Asked::Declined,
        // The question was closed without a choice.
        _ => Asked::Nobody,
    }
}
