//! The server: what is listed, what is called, and what comes back.

use std::sync::Arc;

use reread_files::{Backend, Workspace};
use reread_guard::Enforcement;
use reread_text::visible_line;
use reread_wire::Trouble;
use rmcp::ErrorData as ProtocolError;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use crate::answer::Shape;
use crate::call::Call;
use crate::caller::Sender;
use crate::desk::{Clocks, FrontDesk};
use crate::instructions::instructions;
use crate::{Principal, Profile, resources, tools, unbuilt};

/// For how long clients may keep the list of tools, which never changes: an hour, in milliseconds.
const LIST_LIVES_MS: u64 = 3_600_000;

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
}

impl Server {
    /// A server of a workspace. What happens is told as events, without any text of files.
    pub fn new(workspace: Workspace, options: Options, clocks: Clocks) -> Self {
        let tools = tools::listed(options.profile);
        let desk = FrontDesk::new(workspace, options.guard, options.backend, clocks);
        Self { shared: Arc::new(Shared { desk, options, tools }) }
    }

    /// Answers a call off the protocol's thread.
    async fn call(
        &self,
        tool: &str,
        arguments: Value,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ProtocolError> {
        let sender = Sender::of(&context, &self.shared.options.principal)?;
        let (shared, tool) = (self.shared.clone(), tool.to_owned());
        off_the_thread(&context, move || shared.answer(&tool, arguments, &sender)).await
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
            // What has begun goes on to its end, which is bounded; what has not will not.
            work.abort();
            Err(ProtocolError::internal_error("cancelled", None))
        }
    }
}

impl Shared {
    /// The result of a call, and a record of it, whether it makes sense or not.
    fn answer(&self, tool: &str, arguments: Value, sender: &Sender) -> Result<CallToolResult, ProtocolError> {
        let shape = Shape { structured: self.options.structured };
        let said = arguments.clone();
        let call = if let Some(unbuilt) = unbuilt::find(tool) {
            Err(unbuilt.trouble(self.options.read_only))
        } else if tools::find(tool).is_some() {
            Call::parse(tool, arguments)
        } else {
            let message = format!("unknown tool: {}", visible_line(tool));
            Err(Trouble { code: "unknown_tool", message, hint: String::new(), refused: false })
        };
        match call {
            Ok(call) => {
                let caller = sender.caller(call.label);
                Ok(shape.of_served(&call.request, &self.desk.serve(&caller, &call.request)))
            }
            Err(trouble) => {
                self.desk.refuse(&sender.caller(None), tool, &said, &trouble);
                match trouble.code {
                    "unknown_tool" => Err(ProtocolError::invalid_params(trouble.message, None)),
                    _ => Ok(shape.of_trouble(tool, &trouble)),
                }
            }
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
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
