//! The server: what is listed, what is called, and what comes back.

use std::sync::Arc;

use reread_files::{Backend, State, Watch, Workspace};
use reread_guard::Enforcement;
use reread_store::{ApprovalState, Decision};
use reread_text::visible_line;
use reread_wire::{Code, Matter, Petition, Trouble, open_if_brief};
use rmcp::ErrorData as ProtocolError;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod,
    CompleteRequestParams, CompleteResult, CustomRequest, CustomResult, ErrorCode, Implementation,
    JsonObject, ListPromptsRequestMethod, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use crate::afterwards::Afterwards;
use crate::answer::Shape;
use crate::asking::{self, Asked, Reply};
use crate::call::Call;
use crate::caller::{Conversation, Sender};
use crate::desk::{Clocks, FrontDesk, Means};
use crate::indexing::Indexing;
use crate::instructions::instructions;
use crate::needed::Needed;
use crate::open_questions::OpenQuestions;
use crate::pruning::Pruning;
use crate::stack;
use crate::telling::Telling;
use crate::waiting::Waiting;
use crate::{Principal, Profile, resources, tools};

/// For how long clients may keep the list of tools, which never changes: an hour, in milliseconds.
const LIST_LIVES_MS: u64 = 3_600_000;

/// How much of a name that nobody knows is repeated, in characters.
const LONGEST_NAME: usize = 100;

/// How the server was started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which tools are listed.
    pub profile: Profile,
    /// Whether results carry the whole contract as structured content.
    pub structured: bool,
    /// Whether tools that write are refused for good.
    pub read_only: bool,
    /// How strictly the budget is meant, in place of what is configured.
    pub guard: Option<Enforcement>,
    /// Which kind of model is calling, in place of what is configured.
    pub backend: Option<Backend>,
    /// Whether somebody is asked about what needs approval; it is refused otherwise.
    pub asks: bool,
    /// Random bytes that nobody else knows.
    pub secret: [u8; 32],
    /// Who is at the other end where the transport has only one.
    pub principal: Principal,
}

/// An MCP server over one workspace. Clones share everything.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

struct Shared {
    desk: FrontDesk,
    options: Options,
    tools: Vec<Tool>,
    open: OpenQuestions,
}

/// The workspace of a server, for a thread that may outlive it by a moment.
struct SharedWorkspace(Arc<Shared>);

impl AsRef<Workspace> for SharedWorkspace {
    fn as_ref(&self) -> &Workspace {
        self.0.desk.workspace()
    }
}

impl Server {
    /// Forgets what only the one process at the other end could still use.
    pub(crate) fn forget_process(&self) {
        self.shared.desk.ledger().withdraw(&self.shared.options.principal);
    }

    /// Makes ready for the first call, as long as nobody waits for an answer.
    pub(crate) fn prepare(&self) {
        let workspace = self.shared.desk.workspace();
        let Some(state) = workspace.state() else { return };
        state.prepare();
        if state.directory().has_database() {
            self.end_what_was_interrupted(workspace);
        }
    }

    /// Somebody may have died in the middle of a write. Whoever writes next would find it, and whoever reads should not.
    fn end_what_was_interrupted(&self, workspace: &Workspace) {
        match workspace.writer().recover((self.shared.desk.now())()) {
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

    /// Waits until everything is on disk that was to be written behind the callers' backs.
    pub(crate) fn settle(&self) {
        self.shared.desk.workspace().state().into_iter().for_each(State::settle);
    }

    /// Looks after the registry for as long as the answer is kept.
    pub(crate) fn index(&self) -> Indexing {
        Indexing::begin(SharedWorkspace(Arc::clone(&self.shared)), self.shared.desk.now())
    }

    /// Lets go of the past for as long as the answer is kept, if that is configured.
    pub(crate) fn prune(&self) -> Pruning {
        Pruning::begin(SharedWorkspace(Arc::clone(&self.shared)), self.shared.desk.now())
    }

    /// Tells calls that wait for a person that nobody is left to answer.
    pub(crate) fn close(&self) {
        self.shared.open.close();
    }

    /// A server of a workspace. What happens is told as events, without any text of files.
    pub fn new(workspace: Workspace, options: Options, clocks: Clocks) -> Self {
        let tools = tools::listed(options.profile, options.read_only);
        let desk = FrontDesk::new(workspace, &options, clocks);
        let open = OpenQuestions::new(options.secret);
        Self { shared: Arc::new(Shared { desk, options, tools, open }) }
    }

    /// The answer to a call that is brief and about which nobody has to be asked; none for any other, of which nothing is
    /// done. It is recorded once it is on its way.
    pub(crate) fn answer_at_once(
        &self,
        tool: &str,
        arguments: JsonObject,
        meta: &JsonObject,
    ) -> Option<(CallToolResult, Afterwards)> {
        // What a host tells is written down, and a stack is gathered: either takes longer than the answer.
        if Telling::of(meta).is_some() || stack::is_wanted(meta) {
            return None;
        }
        let shared = &self.shared;
        let sender = Sender::new(&shared.options.principal, meta, Conversation::Only);
        let Call { label, request } = shared.understand(tool, Value::Object(arguments)).ok()?;
        let caller = sender.caller(label);
        if shared.desk.may_ask(&caller) {
            return None;
        }
        let at_hand = open_if_brief(shared.desk.workspace(), &request)?;
        let served = shared.desk.serve_unrecorded(&caller, &request, Means::at_hand(Some(at_hand)));
        let result = shared.shape().of_served(&request, &served);
        let shared = self.shared.clone();
        Some((result, Afterwards::new(move || shared.desk.record(&caller, &request, &served))))
    }

    /// Answers a call, with the session stack beside the result if its host asks for it.
    async fn call(
        &self,
        tool: &str,
        arguments: Value,
        reply: Option<Reply>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let sender = Sender::of(&context, &self.shared.options.principal)?;
        let caller = stack::is_wanted(&context.meta).then(|| sender.caller(None));
        match (self.respond(tool, arguments, reply, sender, &context).await?, caller) {
            (CallToolResponse::Complete(mut result), Some(caller)) => {
                let shared = self.shared.clone();
                let gather = move || {
                    stack::put_beside(&mut result, &shared.desk, &caller);
                    Ok(CallToolResponse::Complete(result))
                };
                off_the_thread(&context, gather).await
            }
            (response, _) => Ok(response),
        }
    }

    /// Answers a call: at once if it is brief, else off the protocol's thread. If somebody has to agree first, that
    /// somebody is asked, about each file that it takes.
    async fn respond(
        &self,
        tool: &str,
        arguments: Value,
        reply: Option<Reply>,
        sender: Sender,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        if let Some(telling) = Telling::of(&context.meta) {
            let (shared, caller) = (self.shared.clone(), sender.caller(None));
            let tell = move || {
                shared.desk.tell(&caller, telling);
                Ok(())
            };
            off_the_thread(context, tell).await?;
        }
        let call = self.shared.understand(tool, arguments);
        let workspace = self.shared.desk.workspace();
        let at_hand = call.as_ref().ok().and_then(|call| open_if_brief(workspace, &call.request));
        let answered = if call.is_err() || at_hand.is_some() {
            self.shared.answer(tool, call, &sender, Means::at_hand(at_hand))
        } else {
            let (shared, tool) = (self.shared.clone(), tool.to_owned());
            let waiting = Waiting::of(context);
            let answer = move |watch: Watch<'_>| shared.answer(&tool, call, &sender, Means::watched(watch));
            let shared = self.shared.clone();
            off_the_thread(context, move || waiting.watching(&shared.desk, answer)).await
        };
        let mut answered = answered?;
        loop {
            let needed = match answered {
                Answered::Complete(response) => return Ok(*response),
                Answered::Needs(needed) => needed,
            };
            let question = needed.question(&self.shared.desk);
            let asked = asking::ask(context, &self.shared.open, &question, reply.as_ref()).await;
            if context.ct.is_cancelled() {
                // Nobody waits for the answer any more, and nobody has said no.
                return Err(ProtocolError::internal_error("cancelled", None));
            }
            let (shared, waiting) = (self.shared.clone(), Waiting::of(context));
            let work =
                move || Ok(waiting.watching(&shared.desk, |watch| shared.conclude(*needed, asked, watch)));
            answered = off_the_thread(context, work).await?;
        }
    }
}

/// Does work that touches the disk, unless the request is cancelled before.
async fn off_the_thread<T: Send + 'static>(
    context: &RequestContext<RoleServer>,
    work: impl FnOnce() -> Result<T, ProtocolError> + Send + 'static,
) -> Result<T, ProtocolError> {
    let mut work = tokio::task::spawn_blocking(work);
    tokio::select! {
        done = &mut work => done.map_err(|_| ProtocolError::internal_error("the call failed", None))?,
        () = context.ct.cancelled() => {
            // A walk or a search hears of it and ends; what else has begun goes on to its end, which is bounded.
            work.abort();
            Err(ProtocolError::internal_error("cancelled", None))
        }
    }
}

impl Shared {
    fn understand(&self, tool: &str, arguments: Value) -> Result<Call, Box<Misunderstood>> {
        let said = arguments.clone();
        let call = match tools::find(tool) {
            Some(card) => match card.refusal(self.options.read_only) {
                Some(trouble) => Err(trouble),
                None => Call::parse(tool, arguments),
            },
            None => {
                let name: String = tool.chars().take(LONGEST_NAME).collect();
                let message = format!("unknown tool: {}", visible_line(&name));
                Err(Trouble { code: Code::UnknownTool, message, hint: String::new(), refused: false })
            }
        };
        call.map_err(|trouble| Box::new(Misunderstood { said, trouble }))
    }

    /// The result of a call, and a record of it, whether it makes sense or not.
    fn answer(
        &self,
        tool: &str,
        call: Result<Call, Box<Misunderstood>>,
        sender: &Sender,
        means: Means<'_>,
    ) -> Result<Answered, ProtocolError> {
        match call {
            Ok(call) => {
                let caller = sender.caller(call.label);
                let served = self.desk.serve(&caller, &call.request, means);
                Ok(match (&served.needs, &served.outcome) {
                    (Some(petition), Err(trouble)) => {
                        let (petition, trouble) = (petition.clone(), trouble.clone());
                        let (request, agreed) = (call.request, Vec::new());
                        self.lacks(Needed { caller, request, petition, trouble, agreed })
                    }
                    _ => Answered::complete(self.shape().of_served(&call.request, &served)),
                })
            }
            Err(misunderstood) => {
                let Misunderstood { said, trouble } = *misunderstood;
                self.desk.refuse(&sender.caller(None), tool, said, &trouble);
                match trouble.code {
                    Code::UnknownTool => Err(ProtocolError::invalid_params(trouble.message, None)),
                    _ => Ok(Answered::complete(self.shape().of_trouble(tool, &trouble))),
                }
            }
        }
    }

    /// What is answered once a person was asked, or nobody could be.
    fn conclude(&self, needed: Needed, asked: Asked, watch: Watch<'_>) -> Answered {
        let Needed { caller, request, petition, trouble, .. } = &needed;
        let (matter, why) = (&petition.matter, needed.why());
        let (ledger, workspace, principal) = (self.desk.ledger(), self.desk.workspace(), caller.principal());
        let decide = |decision| ledger.decide(workspace, principal, matter, &why, decision);
        let hint = match asked {
            Asked::Later(question) => {
                return Answered::Complete(Box::new(CallToolResponse::InputRequired(*question)));
            }
            Asked::Agreed => {
                decide(Decision::Grant);
                return self.go_on(needed, watch);
            }
            Asked::Declined => {
                decide(Decision::Deny);
                return Answered::complete(self.denied(&needed));
            }
            Asked::Nobody => match ledger.queue(workspace, principal, matter, &why) {
                Some((_, ApprovalState::Denied)) => return Answered::complete(self.denied(&needed)),
                Some((id, _)) => {
                    format!(
                        "go on without it for now; the user can agree with `reread approvals grant {id}`, then call again"
                    )
                }
                None => trouble.hint.clone(),
            },
        };
        let trouble = Trouble { hint, ..trouble.clone() };
        Answered::complete(self.shape().of_refused(request, trouble))
    }

    /// What comes of a call that somebody has just agreed to. If it takes another file that has to be asked about, that is
    /// next; a file that was asked about already has changed in between, and is not asked about for ever.
    fn go_on(&self, needed: Needed, watch: Watch<'_>) -> Answered {
        let Needed { caller, request, petition, mut agreed, .. } = needed;
        agreed.push(petition.matter);
        let means = Means { agreed: &agreed, ..Means::watched(watch) };
        let served = self.desk.serve(&caller, &request, means);
        let file = |matter: &Matter| (matter.file.root, matter.file.path.clone());
        let is_new = |petition: &Petition| !agreed.iter().any(|one| file(one) == file(&petition.matter));
        match (served.needs.clone().filter(is_new), &served.outcome) {
            (Some(petition), Err(trouble)) => {
                let trouble = trouble.clone();
                self.lacks(Needed { caller, request, petition, trouble, agreed })
            }
            _ => Answered::complete(self.shape().of_served(&request, &served)),
        }
    }

    /// A no counts for a while: nobody is asked the same again and again until it is a yes.
    fn lacks(&self, needed: Needed) -> Answered {
        if self.is_denied(&needed) {
            Answered::complete(self.denied(&needed))
        } else {
            Answered::Needs(Box::new(needed))
        }
    }

    fn is_denied(&self, needed: &Needed) -> bool {
        let (ledger, principal) = (self.desk.ledger(), needed.caller.principal());
        ledger.standing(self.desk.workspace(), principal, &needed.petition.matter)
            == Some(ApprovalState::Denied)
    }

    fn denied(&self, needed: &Needed) -> CallToolResult {
        let trouble = Trouble { hint: SAID_NO.to_owned(), ..needed.trouble.clone() };
        self.shape().of_refused(&needed.request, trouble)
    }

    fn shape(&self) -> Shape {
        Shape { structured: self.options.structured }
    }
}

/// What a model is told that a person does not want it to have.
const SAID_NO: &str = "the user said no; go on without it, and say so";

/// A call that makes no sense: what it said, for the record, and what is wrong with it.
struct Misunderstood {
    said: Value,
    trouble: Trouble,
}

/// How far a call got.
enum Answered {
    Complete(Box<CallToolResponse>),
    /// Somebody has to agree first.
    Needs(Box<Needed>),
}

impl Answered {
    fn complete(result: CallToolResult) -> Self {
        Self::Complete(Box::new(CallToolResponse::from(result)))
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(Implementation::new("reread", env!("CARGO_PKG_VERSION")))
            .with_instructions(instructions(self.shared.options.profile, self.shared.options.read_only))
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
        off_the_thread(&context, move || Ok(resources::listed(&shared.desk))).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ProtocolError> {
        let caller = Sender::of(&context, &self.shared.options.principal)?.caller(None);
        let shared = self.shared.clone();
        let read = move || resources::read(&shared.desk, &caller, &request.uri);
        off_the_thread(&context, read).await.map(ReadResourceResponse::from)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        let state = request.request_state;
        let reply = request.input_responses.map(|responses| Reply { responses, state });
        self.call(&request.name, arguments, reply, context).await
    }

    /// A call whose arguments are no object does not pass for one, and still deserves an answer that a model can read.
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
            return Err(ProtocolError::internal_error("arguments that are no object need nobody", None));
        };
        result.result_type = result.result_type.filter(|_| is_newer);
        let value = serde_json::to_value(result);
        value.map(CustomResult::new).map_err(|error| ProtocolError::internal_error(error.to_string(), None))
    }
}

#[cfg(test)]
mod tests;
