//! Documents that a host may hand to a model by itself: the guide to this server, what the workspace holds, where a project
//! begins, and what surrounds the work.
//!
//! The entry documents are files like any other: rules apply to them, they come in bounds, and reading one leaves a
//! record. Which of them there are depends on the workspace and on nothing that was read.

use reread_files::{ENTRY_DOCUMENTS, FileKind, StatReply, Watch};
use reread_text::visible_line;
use reread_wire::{Code, ErrorReply, Rejected, Request};
use rmcp::ErrorData as ProtocolError;
use rmcp::model::{CacheScope, ListResourcesResult, ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

use crate::caller::CallerKey;
use crate::guide::GUIDE;
use crate::service::Service;
use crate::stack::stack;

const GUIDE_URI: &str = "reread://guide";

const OVERVIEW_URI: &str = "reread://overview";

const STACK_URI: &str = "reread://stack";

const ENTRY: &str = "reread://entry/";

/// The guide, the overview, the session stack, and those entry documents that are there.
pub(crate) fn listed(service: &Service) -> ListResourcesResult {
    let guide = Resource::new(GUIDE_URI, "guide")
        .with_title("How to read files through reread")
        .with_mime_type("text/markdown")
        .with_size(GUIDE.len() as u64);
    let stack = Resource::new(STACK_URI, "stack")
        .with_title("Recent and stale reads, uncommitted changes, open files and the task")
        .with_mime_type("application/json");
    let entry = |name: &&str| {
        let target = service.workspace().access().name_at_top(name)?;
        match service.workspace().reader().stat_file(&target) {
            Ok(StatReply::Present { facts, .. }) if facts.kind == FileKind::File => {
                Some(Resource::new(format!("{ENTRY}{name}"), *name).with_mime_type("text/plain"))
            }
            Ok(_) | Err(_) => None,
        }
    };
    let overview = Resource::new(OVERVIEW_URI, "overview")
        .with_title("What the workspace holds")
        .with_mime_type("text/plain");
    let resources =
        [guide, overview, stack].into_iter().chain(ENTRY_DOCUMENTS.iter().filter_map(entry)).collect();
    ListResourcesResult::with_all_items(resources).with_ttl_ms(0).with_cache_scope(CacheScope::Private)
}

/// The text of a document; a file comes as the tool `read` shows it, with header, closing line and tag.
pub(crate) fn read(
    service: &Service,
    caller: &CallerKey,
    uri: &str,
) -> Result<ReadResourceResult, ProtocolError> {
    let (text, media) = match uri {
        GUIDE_URI => (GUIDE.to_owned(), "text/markdown"),
        STACK_URI => (stack_text(service, caller)?, "application/json"),
        _ => (served(service, caller, uri)?, "text/plain"),
    };
    let contents = ResourceContents::text(text, uri).with_mime_type(media);
    Ok(ReadResourceResult::new(vec![contents]).with_ttl_ms(0).with_cache_scope(CacheScope::Private))
}

fn stack_text(service: &Service, caller: &CallerKey) -> Result<String, ProtocolError> {
    stack(service, caller).map(|stack| stack.to_string()).map_err(|ErrorReply { code, message, .. }| {
        let message = format!("{code}: {}", visible_line(&message));
        ProtocolError::resource_not_found(message, Some(json!({ "uri": STACK_URI })))
    })
}

/// What the tool `read` makes of the resource.
fn served(service: &Service, caller: &CallerKey, uri: &str) -> Result<String, ProtocolError> {
    let not_there =
        |why: &str| ProtocolError::resource_not_found(why.to_owned(), Some(json!({ "uri": uri })));
    let (mode, name) = match uri {
        OVERVIEW_URI => ("outline", Some(".")),
        _ => ("file", uri.strip_prefix(ENTRY).filter(|name| ENTRY_DOCUMENTS.contains(name))),
    };
    let Some(target) = name.and_then(|name| service.workspace().access().name_at_top(name)) else {
        let error = ErrorReply::failed(Code::Missing, "there is no such resource", "");
        let rejected = Rejected::new("resources/read", json!({ "uri": uri }), error);
        service.refuse(caller, &rejected);
        return Err(not_there(&rejected.error.message));
    };
    let request = Request::parse("read", json!({ "mode": mode, "target": target }));
    let reply = request
        .map_err(|rejected| rejected.error)
        .and_then(|request| service.serve(caller, &request, Watch::unattended(), &[]).outcome);
    let refused = |error: ErrorReply| not_there(&format!("{}: {}", error.code, visible_line(&error.message)));
    reply.map(|reply| reply.text()).map_err(refused)
}
