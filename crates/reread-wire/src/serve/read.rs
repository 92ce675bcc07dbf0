//! The unified read and the bounded readers, from arguments to the engine's requests.

use reread_files::{Extent, ReadOperation, ReadRequest};
use reread_text::LineRange;

use super::guarded_read::{leave, read_past_guard, read_request};
use super::preview::preview;
use super::several::several;
use super::symbol::{outline, symbol_past_guard};
use super::{Answered, CallContext, Reply};
use crate::request::{PreviewMode, Read};
use crate::{ErrorReply, Request};

/// Serves `read`.
pub(super) fn read(context: &CallContext<'_>, read: &Read) -> Answered<Reply> {
    let (passed, mode) = match read {
        Read::File(file) => {
            let extent = file.part.extent()?;
            let request = read_request(context, read, extent, &file.known, file.preview_mode);
            (read_past_guard(context, ReadOperation::Read, request)?, file.preview_mode)
        }
        Read::Snippet(snippet) => {
            let extent = Extent::Lines(snippet.lines()?);
            let request = read_request(context, read, extent, &snippet.known, snippet.preview_mode);
            (read_past_guard(context, ReadOperation::Read, request)?, snippet.preview_mode)
        }
        Read::Symbol(symbol) => {
            let extent = symbol.page.extent()?;
            let request = read_request(context, read, extent, &symbol.known, symbol.preview_mode);
            (symbol_past_guard(context, symbol, request)?, symbol.preview_mode)
        }
        Read::Files(files) => return several(context, files),
        Read::DiffPreview(diff) => return preview(context, diff),
        Read::Outline(of) => return outline(context, read, of),
    };
    leave(context, passed, mode).map(|(reply, guarded)| (Reply::Read(reply, mode), guarded))
}

/// Serves the readers that are asked for a part by number, or for the whole file.
pub(super) fn bounded_read(
    context: &CallContext<'_>,
    operation: ReadOperation,
    name: &str,
    extent: Extent,
) -> Answered<Reply> {
    let bounds = context.workspace.settings().limits.transport().narrowed(&context.shaping.at_most);
    let passed = read_past_guard(context, operation, ReadRequest::new(name, extent, bounds))?;
    let (reply, guarded) = leave(context, passed, PreviewMode::Snippet)?;
    Ok((Reply::Read(reply, PreviewMode::Snippet), guarded))
}

/// The bytes that a request is about; a search or a question about a file has none.
pub(super) fn bytes_of(request: &Request) -> Result<Extent, ErrorReply> {
    match request {
        Request::Read(Read::File(file)) => file.part.extent(),
        Request::Read(Read::Snippet(snippet)) => Ok(Extent::Lines(snippet.lines()?)),
        Request::ReadFile(args) => args.page()?.extent(),
        Request::ReadFileRange(args) => Ok(Extent::Lines(LineRange::new(args.start_line, args.end_line)?)),
        Request::ReadFileHead(args) => Ok(Extent::First(args.max_lines)),
        Request::ReadFileTail(args) => Ok(Extent::Last(args.max_lines)),
        _ => {
            let message = format!("{} has no bytes of its own", request.tool());
            Err(ErrorReply::invalid_args(message, "ask for bytes with read, head or tail"))
        }
    }
}
