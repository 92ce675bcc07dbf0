//! The server: what is listed, what is called, and what comes back.

use std::sync::Arc;
use std::time::Duration;

use reread_files::Workspace;
use reread_store::UnixMillis;
use reread_text::visible_line;
use reread_wire::{Caller, Desk, Served, serve};
use rmcp::ErrorData as ProtocolError;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use crate::answer::Shape;
use crate::call::Call;
use crate::caller::CallerKey;
use crate::instructions::instructions;
use crate::{Profile, tools, unbuilt};

/// For how long clients may keep the list of tools, which never changes: an hour, in milliseconds.
const LIST_LIVES_MS: u64 = 3_600_000;

/// The face, as records name it.
const FACE: &str = "mcp";

/// How the server was started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which tools are listed.
    pub profile: Profile,
    /// Whether results carry the whole contract as structured content.
    pub structured: bool,
    /// Whether tools that write are refused for good.
    pub read_only: bool,
    /// Who is at the other end, as records name it.
    pub principal: String,
}

/// The clocks, asked from outside.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    /// The time for records.
    pub now: fn() -> UnixMillis,
    /// A clock that only goes forward, from whenever.
    pub elapsed: fn() -> Duration,
}

/// An MCP server over one workspace. Clones share everything.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

struct Shared {
    workspace: Workspace,
    options: Options,
    clocks: Clocks,
    tools: Vec<Tool>,
    log: fn(&str),
}

impl Server {
    /// A server of a workspace. What happens is told to `log`, a line at a time, without any text of files.
    pub fn new(workspace: Workspace, options: Options, clocks: Clocks, log: fn(&str)) -> Self {
        let tools = tools::listed(options.profile);
        Self { shared: Arc::new(Shared { workspace, options, clocks, tools, log }) }
    }

    /// Says something in the log.
    pub(crate) fn log(&self, line: &str) {
        (self.shared.log)(line);
    }

    /// Answers a call: off the protocol's thread, unless it makes no sense in the first place.
    async fn call(
        &self,
        tool: &str,
        arguments: Value,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ProtocolError> {
        let shared = &self.shared;
        let shape = Shape { structured: shared.options.structured };
        let call = if let Some(unbuilt) = unbuilt::find(tool) {
            Err(unbuilt.trouble(shared.options.read_only))
        } else if tools::find(tool).is_some() {
            Call::parse(tool, arguments)
        } else {
            return Err(ProtocolError::invalid_params(format!("unknown tool: {}", visible_line(tool)), None));
        };
        let call = match call {
            Ok(call) => call,
            Err(trouble) => {
                self.log(&format!("{tool} {}", trouble.code));
                return Ok(shape.of_trouble(tool, &trouble));
            }
        };
        let caller = CallerKey::new(&shared.options.principal, call.label, &context.meta);
        let (shared, request) = (shared.clone(), call.request);
        let mut work = tokio::task::spawn_blocking(move || {
            let served = shared.serve(&caller, &request);
            shape.of_served(&request, &served)
        });
        tokio::select! {
            done = &mut work => done.map_err(|_| ProtocolError::internal_error("the call failed", None)),
            () = context.ct.cancelled() => {
                // What has begun goes on to its end, which is bounded; what has not will not.
                work.abort();
                Err(ProtocolError::internal_error("cancelled", None))
            }
        }
    }
}

impl Shared {
    /// One call at a desk of its own.
    fn serve(&self, caller: &CallerKey, request: &reread_wire::Request) -> Served {
        // The budget of a search begins with its call, not with the server.
        let began = (self.clocks.elapsed)();
        let desk = Desk {
            workspace: &self.workspace,
            caller: Caller { name: caller.to_string(), face: FACE },
            now: &self.clocks.now,
            elapsed: &|| (self.clocks.elapsed)().saturating_sub(began),
        };
        let served = serve(&desk, request);
        let outcome = served.outcome.as_ref().map_or_else(|trouble| trouble.code, |_| "ok");
        let target = visible_line(request.target());
        (self.log)(&format!("{} {target} {outcome} for {}", request.tool(), visible_line(&desk.caller.name)));
        if let Some(why) = &served.unrecorded {
            (self.log)(&format!("the call could not be recorded: {}", visible_line(why)));
        }
        served
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("reread", env!("CARGO_PKG_VERSION")))
            .with_instructions(instructions(self.shared.options.profile))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ProtocolError> {
        let list = ListToolsResult::with_all_items(self.shared.tools.clone());
        Ok(list.with_ttl_ms(LIST_LIVES_MS).with_cache_scope(CacheScope::Public))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let arguments = request.arguments.map_or(Value::Null, Value::Object);
        self.call(&request.name, arguments, context).await.map(CallToolResponse::from)
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
        let mut result = self.call(tool, arguments, context).await?;
        result.result_type = result.result_type.filter(|_| is_newer);
        let value = serde_json::to_value(result);
        value.map(CustomResult::new).map_err(|error| ProtocolError::internal_error(error.to_string(), None))
    }
}

#[cfg(test)]
mod tests;
