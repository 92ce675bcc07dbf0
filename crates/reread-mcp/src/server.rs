//! The server: what is listed, what is called, and what comes back.

use std::sync::{Arc, OnceLock};

use reread_files::{Examined, Root, State, Watch, Workspace};
use reread_store::{ApprovalState, ApprovalSubject, Decision};
use reread_text::visible_line;
use reread_wire::{Code, ErrorReply, Read, Rejected, Request, Served, wait_to_hide};
use rmcp::ErrorData as ProtocolError;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod,
    CompleteRequestParams, CompleteResult, CustomRequest, CustomResult, ErrorCode, Implementation,
    ListPromptsRequestMethod, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use crate::approval::{BroughtAnswer, OpenRequests, PendingCall, ask};
use crate::background::Background;
use crate::call::LabelledRequest;
use crate::call_result::{of_rejected, of_served};
use crate::caller::{CallerKey, Sender};
use crate::client::Client;
use crate::host_report::HostReport;
use crate::instructions::with_overview;
use crate::runtime::{CallLength, turn};
use crate::service::{Clocks, Service};
use crate::stack;
use crate::{Options, resources, tools};

/// For how long clients may keep the list of tools, which never changes: an hour, in milliseconds.
const LIST_LIVES_MS: u64 = 3_600_000;

/// The largest file that is read whole on the thread of the protocol, in bytes.
const LARGEST_SHORT_READ: u64 = 64 * 1024;

/// How much of an unknown name is repeated, in characters.
const LONGEST_NAME: usize = 100;

/// An MCP server over one workspace. Clones share everything.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

struct Shared {
    service: Service,
    options: Options,
    tools: Vec<Tool>,
    /// Made when a client first asks, so that the start does not wait for it.
    instructions: OnceLock<String>,
    open: OpenRequests,
}

impl Server {
    /// Withdraws the approval requests of the process at the other end, which is gone.
    pub(crate) fn forget_process(&self) {
        self.shared.service.approvals().withdraw(&self.shared.options.principal);
    }

    /// Prepares for the first call, before a client waits for an answer.
    pub(crate) fn prepare(&self) {
        let workspace = self.shared.service.workspace();
        let Some(state) = workspace.access().late_state().if_open() else { return };
        state.prepare();
        // A server that only reads leaves even that to the next one that writes.
        if !self.shared.options.read_only && state.directory().has_database() {
            self.end_what_was_interrupted(workspace);
        }
    }

    /// Finishes or rolls back writes that a crash interrupted. The next write would do it, but reads come first.
    fn end_what_was_interrupted(&self, workspace: &Workspace) {
        match workspace.writer().recover((self.shared.service.clocks.now)()) {
            Ok(recovery) => {
                for one in recovery.ended {
                    let (done, left) = (one.is_done, one.left_behind);
                    tracing::warn!(operation = %one.operation, done, ?left, "ended what was interrupted");
                }
                for (operation, error) in recovery.stuck {
                    tracing::warn!(%operation, %error, "what was interrupted cannot be ended");
                }
            }
            Err(error) => tracing::warn!(%error, "what was interrupted cannot be ended"),
        }
    }

    /// Waits until everything is on disk that is written in the background, after the reply is sent.
    pub(crate) fn settle(&self) {
        self.shared.service.workspace().access().late_state().if_open().into_iter().for_each(State::settle);
    }

    /// Keeps the registry current and prunes the history until the returned value is dropped, as configured.
    pub(crate) fn work_in_background(&self) -> Background {
        Background::begin(self.shared.service.shared_workspace(), self.shared.service.clocks.now)
    }

    /// Ends the wait of calls for an answer of the user: the client is gone.
    pub(crate) fn close(&self) {
        self.shared.open.close();
    }

    /// A server of a workspace. It logs events, without any text of files.
    pub fn new(workspace: Workspace, options: Options, clocks: Clocks) -> Self {
        let tools = tools::listed(options.profile, options.read_only);
        let service = Service::new(workspace, &options, clocks);
        let open = OpenRequests::new(options.secret);
        let instructions = OnceLock::new();
        Self { shared: Arc::new(Shared { service, options, tools, instructions, open }) }
    }

    /// Answers a call, with the session stack beside the result if its host asks for it.
    async fn call(
        &self,
        tool: &str,
        arguments: Value,
        brought: Option<BroughtAnswer>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let sender = Sender::of(&context, &self.shared.options.principal)?;
        let caller = stack::is_wanted(&context.meta).then(|| sender.caller(None));
        match (self.respond(tool, arguments, brought, sender, &context).await?, caller) {
            (CallToolResponse::Complete(mut result), Some(caller)) => {
                let shared = self.shared.clone();
                let gather = move || {
                    stack::put_beside(&mut result, &shared.service, &caller);
                    Ok(CallToolResponse::Complete(result))
                };
                off_the_thread(&context, CallLength::Long, gather).await
            }
            (response, _) => Ok(response),
        }
    }

    /// Answers a call. If the user has to approve first, they are asked, about each file that it takes.
    async fn respond(
        &self,
        tool: &str,
        arguments: Value,
        brought: Option<BroughtAnswer>,
        sender: Sender,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let report = HostReport::of(&context.meta);
        let labelled = self.shared.parse(tool, arguments);
        let length = self.shared.length(&labelled);
        let is_brief = Sender::is_alone(context) && length == CallLength::Short;
        let (shared, client) = (self.shared.clone(), Client::of(context));
        let work = move || {
            if let Some(report) = report {
                shared.service.keep_report(&sender.caller(None), report);
            }
            client.watching(shared.service.clocks.elapsed, |watch| shared.answer(labelled, &sender, watch))
        };
        let elapsed = self.shared.service.clocks.elapsed;
        let started = elapsed();
        let mut step = if is_brief { here(work)? } else { off_the_thread(context, length, work).await? };
        loop {
            let pending = match step {
                CallStep::Complete(response, code) => {
                    let spent = elapsed().saturating_sub(started);
                    if let Some(wait) = code.and_then(|code| wait_to_hide(code, spent)) {
                        tokio::time::sleep(wait).await;
                    }
                    return Ok(*response);
                }
                CallStep::NeedsApproval(pending) => pending,
            };
            let answer = ask(context, &self.shared.open, &pending, brought.as_ref()).await;
            if context.ct.is_cancelled() {
                // The client has given up on the call; that is no denial.
                return Err(ProtocolError::internal_error("cancelled", None));
            }
            let answer = match answer {
                Ok(answer) => answer,
                Err(question) => return Ok(CallToolResponse::InputRequired(*question)),
            };
            let (shared, client) = (self.shared.clone(), Client::of(context));
            let work = move || {
                Ok(client.watching(shared.service.clocks.elapsed, |watch| {
                    shared.conclude(*pending, answer, watch)
                }))
            };
            step = off_the_thread(context, CallLength::Long, work).await?;
        }
    }
}

/// Does brief work on the thread of the protocol. What fails there fails as on any other thread.
fn here<T>(work: impl FnOnce() -> Result<T, ProtocolError>) -> Result<T, ProtocolError> {
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    done.map_err(|_| ProtocolError::internal_error("the call failed", None))?
}

/// Does work that touches the disk. A cancelled request is answered at once, and its work goes on: it notices the
/// cancellation at its start or soon after, and leaves its record.
async fn off_the_thread<T: Send + 'static>(
    context: &RequestContext<RoleServer>,
    length: CallLength,
    work: impl FnOnce() -> Result<T, ProtocolError> + Send + 'static,
) -> Result<T, ProtocolError> {
    // A call that waits for its turn takes no thread from others.
    let work = tokio::spawn(async move {
        let turn = turn(length).await;
        let in_turn = move || {
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(in_turn).await
    });
    tokio::select! {
        done = work => done.flatten().map_err(|_| ProtocolError::internal_error("the call failed", None))?,
        () = context.ct.cancelled() => Err(ProtocolError::internal_error("cancelled", None)),
    }
}

impl Shared {
    fn instructions(&self) -> &str {
        self.instructions.get_or_init(|| {
            let Options { profile, read_only, overview, .. } = self.options;
            let digest = overview.then(|| self.service.workspace().overviewer().digest()).flatten();
            with_overview(profile, read_only, digest.as_deref())
        })
    }

    fn parse(&self, tool: &str, arguments: Value) -> LabelledRequest {
        let Some(card) = tools::find(tool) else {
            let name: String = tool.chars().take(LONGEST_NAME).collect();
            let Options { profile, read_only, .. } = self.options;
            let names: Vec<_> = tools::listed(profile, read_only).into_iter().map(|tool| tool.name).collect();
            let message =
                format!("unknown tool: {}; the tools are {}", visible_line(&name), names.join(", "));
            let error = ErrorReply::failed(Code::UnknownTool, message, "");
            return LabelledRequest::rejected(Rejected::new(tool, arguments, error));
        };
        match card.refusal(self.options.read_only) {
            Some(error) => LabelledRequest::rejected(Rejected::new(tool, arguments, error)),
            None => LabelledRequest::parse(tool, arguments),
        }
    }

    /// A short call takes less time than to hand it to another thread and back: it reads one file of a local disk. A large
    /// file may have to be parsed, so that its page ends before a definition.
    fn length(&self, LabelledRequest { request, .. }: &LabelledRequest) -> CallLength {
        let access = self.service.workspace().access();
        let is_local = !access.crosses_mounts() && access.roots().iter().all(Root::is_local);
        let is_large = |name: &str| match access.examine(name) {
            Ok(Examined::Present(found)) => found.facts.size > LARGEST_SHORT_READ,
            // Lines by number are not parsed.
            Ok(Examined::Absent(_)) => false,
            // The user approves a version, so that the file is hashed.
            Err(refusal) => refusal.code() == Code::ApprovalRequired,
        };
        let is_short = |request: &Request| match request {
            Request::Read(Read::File(file)) => !is_large(&file.target),
            request => request.reads_one_file(),
        };
        if is_local && request.as_ref().is_ok_and(is_short) { CallLength::Short } else { CallLength::Long }
    }

    /// The result of a call, which is recorded whether it makes sense or not.
    fn answer(
        &self,
        LabelledRequest { label, request }: LabelledRequest,
        sender: &Sender,
        watch: Watch<'_>,
    ) -> Result<CallStep, ProtocolError> {
        let caller = sender.caller(label);
        match request {
            Ok(request) => Ok(self.attempt(caller, request, Vec::new(), watch)),
            Err(rejected) => {
                self.service.refuse(&caller, &rejected);
                match rejected.error.code {
                    Code::UnknownTool => Err(ProtocolError::invalid_params(rejected.error.message, None)),
                    _ => Ok(CallStep::complete(of_rejected(&rejected, self.options.structured))),
                }
            }
        }
    }

    /// Serves a call as far as it goes without asking the user. A denial counts for a while, so that the user is not asked
    /// the same again and again.
    fn attempt(
        &self,
        caller: CallerKey,
        request: Request,
        approved: Vec<ApprovalSubject>,
        watch: Watch<'_>,
    ) -> CallStep {
        let served = self.service.serve(&caller, &request, watch, &approved);
        let subject_of_need = || {
            let approval = served.needs.clone()?;
            let subject =
                approval.subject(self.service.workspace().access(), &caller.principal().to_string());
            // A file that was approved for this call and needs it again has changed; the user is not asked for ever.
            let is_new = !approved.iter().any(|one| (&one.root, &one.path) == (&subject.root, &subject.path));
            is_new.then_some((approval, subject))
        };
        let (approval, subject, error) = match (subject_of_need(), &served.outcome) {
            (Some((approval, subject)), Err(error)) => (approval, subject, error.clone()),
            _ => return CallStep::served(&request, &served, self.options.structured),
        };
        let state = self.service.approvals().state(self.service.workspace(), &subject);
        let pending = PendingCall { caller, request, approval, subject, error, approved };
        match state {
            Some(ApprovalState::Denied) => self.refused(&pending, SAID_NO.to_owned()),
            _ => CallStep::NeedsApproval(Box::new(pending)),
        }
    }

    /// Concludes a call after the user was asked, or could not be.
    fn conclude(&self, pending: PendingCall, answer: Option<Decision>, watch: Watch<'_>) -> CallStep {
        let PendingCall { subject, error, .. } = &pending;
        let why = pending.why();
        let (approvals, workspace) = (self.service.approvals(), self.service.workspace());
        let caller = self.service.name_of(&pending.caller);
        let decide = |decision| approvals.decide(workspace, &caller, subject, &why, decision);
        let hint = match answer {
            Some(Decision::Grant) => {
                decide(Decision::Grant);
                let PendingCall { caller, request, subject, mut approved, .. } = pending;
                approved.push(subject);
                return self.attempt(caller, request, approved, watch);
            }
            Some(Decision::Deny) => {
                decide(Decision::Deny);
                SAID_NO.to_owned()
            }
            None if !pending.fits_the_queue() => NOT_SHOWN.to_owned(),
            None => match approvals.queue(workspace, &caller, subject, &why) {
                Some((_, ApprovalState::Denied)) => SAID_NO.to_owned(),
                Some((id, _)) => {
                    let verb = if pending.fits_a_question() { "grant" } else { "show" };
                    format!(
                        "go on without it for now; the user can approve it with `reread approvals {verb} {id}`, then call again"
                    )
                }
                None => error.hint.clone(),
            },
        };
        self.refused(&pending, hint)
    }

    /// The result of a call that lacks approval, with what to do now.
    fn refused(&self, pending: &PendingCall, hint: String) -> CallStep {
        let served = Served::failed(ErrorReply { hint, ..pending.error.clone() });
        CallStep::served(&pending.request, &served, self.options.structured)
    }
}

/// The hint for a model whose request the user denied.
const SAID_NO: &str = "the user said no; go on without it, and say so";

/// The hint for a model whose change cannot be shown to the user as it is.
const NOT_SHOWN: &str = "the change is too long to be shown to the user, or holds what looks like a credential; make \
                         smaller changes without it, or let the user make it";

/// How far a call got.
enum CallStep {
    /// With the code of an error.
    Complete(Box<CallToolResponse>, Option<Code>),
    /// The user has to approve first.
    NeedsApproval(Box<PendingCall>),
}

impl CallStep {
    fn complete(result: CallToolResult) -> Self {
        Self::Complete(Box::new(CallToolResponse::from(result)), None)
    }

    /// The result of a call that was served or refused.
    fn served(request: &Request, served: &Served, structured: bool) -> Self {
        let result = of_served(request, served, structured);
        let code = served.outcome.as_ref().err().map(|error| error.code);
        Self::Complete(Box::new(CallToolResponse::from(result)), code)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(Implementation::new("reread", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.shared.instructions().to_owned())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ProtocolError> {
        let list = ListToolsResult::with_all_items(self.shared.tools.clone());
        Ok(list.with_ttl_ms(LIST_LIVES_MS).with_cache_scope(CacheScope::Public))
    }

    // What is not declared is not there: the library would answer these two with nothing in them.
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ProtocolError> {
        Err(ProtocolError::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ProtocolError> {
        Err(ProtocolError::method_not_found::<CompleteRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ProtocolError> {
        let shared = self.shared.clone();
        off_the_thread(&context, CallLength::Long, move || Ok(resources::listed(&shared.service))).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ProtocolError> {
        let caller = Sender::of(&context, &self.shared.options.principal)?.caller(None);
        let shared = self.shared.clone();
        let read = move || resources::read(&shared.service, &caller, &request.uri);
        off_the_thread(&context, CallLength::Long, read).await.map(ReadResourceResponse::from)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let state = request.request_state;
        let brought = request.input_responses.map(|responses| BroughtAnswer { responses, state });
        self.call(&request.name, arguments, brought, context).await
    }

    /// The library does not parse a call whose arguments are not an object. A model still gets an answer that it can read.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ProtocolError> {
        if request.method != "tools/call" {
            return Err(ProtocolError::new(ErrorCode::METHOD_NOT_FOUND, request.method, None));
        }
        let mut params = request.params.unwrap_or_default();
        let arguments = params.get_mut("arguments").map(Value::take).unwrap_or_default();
        let Some(tool) = params.get("name").and_then(Value::as_str) else {
            return Err(ProtocolError::invalid_params("the call names no tool", None));
        };
        let is_newer = context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28);
        let CallToolResponse::Complete(mut result) = self.call(tool, arguments, None, context).await? else {
            return Err(ProtocolError::internal_error(
                "a call without an object of arguments needs no approval",
                None,
            ));
        };
        result.result_type = result.result_type.filter(|_| is_newer);
        let value = serde_json::to_value(result);
        value.map(CustomResult::new).map_err(|error| ProtocolError::internal_error(error.to_string(), None))
    }
}

#[cfg(test)]
mod tests;
