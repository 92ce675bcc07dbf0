//! `read` by the name of what is declared, and what a file declares.

use std::num::NonZeroU64;

use reread_files::{
    Extent, FileName, FoundSymbol, OpenError, OutlineError, ReadRequest, SearchClock, Surroundings,
    SymbolCandidate,
};
use reread_guard::{ReplyCost, ReplyKind};

use super::guard::{NotServed, Shrinking};
use super::guarded_read::{Passed, enter, open_approved, read_request};
use super::overview::{is_folder, overview};
use super::{Answered, CallContext, Reply};
use crate::ErrorReply;
use crate::render::outline_marker;
use crate::request::{OutlineRead, PreviewMode, Read, SymbolRead};

/// The most estimated tokens of an outline, unless the caller says otherwise.
pub(super) const DEFAULT_TOKENS: u64 = 1_100;

/// Reads the lines of a symbol like any others.
pub(super) fn symbol_past_guard(
    context: &CallContext<'_>,
    args: &SymbolRead,
    request: ReadRequest,
) -> Result<Passed, Box<NotServed>> {
    // Any extent says that a suffix is part of the name; the lines are known only when the symbol is found.
    let mut request = ReadRequest { extent: Extent::From(1), ..request };
    let found = find(context, args, &mut request)?;
    came_across(context, found.name());
    let entry = enter(context, found.name(), &mut request, Shrinking::Allowed)?;
    request.extent = Extent::Lines(args.page.within(found.lines())?);
    let surroundings =
        if args.include_context == Some(true) { Surroundings::Shown } else { Surroundings::Hidden };
    let reply = context.workspace.reader().read_symbol(&request, found, surroundings)?;
    Ok(Passed { reply: Box::new(reply), entry, is_narrowed: false })
}

/// A file that is found by what it declares is no surprise to the guard.
fn came_across(context: &CallContext<'_>, name: &FileName) {
    if let Some(guard) = context.guard {
        guard.came_across(&context.workspace.access().place_name(name.root, &name.path));
    }
}

/// Finds the symbol, in the file that is named or in any.
fn find(
    context: &CallContext<'_>,
    args: &SymbolRead,
    request: &mut ReadRequest,
) -> Result<FoundSymbol, Box<NotServed>> {
    let (file, symbol) = match &args.path {
        Some(path) => (Some(path.as_str()), args.target.as_str()),
        None => match context.workspace.reader().file_of_id(&args.target) {
            Some((file, symbol)) => (Some(file), symbol),
            None => (None, args.target.as_str()),
        },
    };
    if symbol.trim().is_empty() {
        let hint = "give its name, such as Cart::total";
        return Err(ErrorReply::invalid_args("target names no symbol", hint).into());
    }
    let clock = SearchClock { elapsed: context.elapsed };
    let finder = context.workspace.symbol_finder();
    let found = match file {
        Some(file) => {
            file.clone_into(&mut request.name);
            let located = open_approved(context, request)?;
            context.workspace.reader().symbol_in(request, located, symbol)
        }
        None => finder.symbol_anywhere(symbol, &clock, &context.watch),
    };
    found.map_err(|error| charged(context, finder.with_inherited(error, &clock, &context.watch)))
}

/// An error whose words are charged where they tell what files declare.
pub(super) fn charged(context: &CallContext<'_>, error: OutlineError) -> Box<NotServed> {
    let tells = matches!(error, OutlineError::Ambiguous { .. } | OutlineError::NoSymbol { .. });
    if let Some(guard) = context.guard {
        files_named_by(&error).for_each(|file| guard.came_across(file));
    }
    let error = ErrorReply::from(error);
    if let Some(guard) = context.guard.filter(|_| tells) {
        guard.charge(ReplyCost::of(error.hint.as_bytes()));
    }
    error.into()
}

/// The files that an error names as places to look.
fn files_named_by(error: &OutlineError) -> impl Iterator<Item = &str> {
    let (candidates, inherited, similar): (&[SymbolCandidate], _, &[String]) = match error {
        OutlineError::Ambiguous { candidates, .. } => (candidates, None, &[]),
        OutlineError::NoSymbol { inherited, similar, .. } => (&[], inherited.as_deref(), similar),
        _ => (&[], None, &[]),
    };
    let ids = candidates.iter().chain(inherited).map(|candidate| candidate.id.as_str());
    ids.chain(similar.iter().map(String::as_str)).filter_map(|id| id.split_once('#')).map(|(file, _)| file)
}

/// Serves `read` with `mode='outline'`: of a file, or of what a folder holds.
pub(super) fn outline(context: &CallContext<'_>, read: &Read, args: &OutlineRead) -> Answered<Reply> {
    if is_folder(context, &args.target) {
        return overview(context, args);
    }
    let mode = args.preview_mode;
    let mut request = read_request(context, read, Extent::From(1), &args.known, mode);
    request.bounds.max_tokens = Some(args.bounds.max_tokens.map_or(DEFAULT_TOKENS, NonZeroU64::get));
    let (file, symbol) = outlined_file(context, &args.target);
    file.clone_into(&mut request.name);
    let located = open_approved(context, &mut request)?;
    came_across(context, &located.name);
    let entry = enter(context, &located.name, &mut request, Shrinking::Allowed)?;
    let reply = context.workspace.reader().outline(&request, located, symbol, args.page.rows()?);
    let reply = Box::new(reply.map_err(|error| charged(context, error))?);
    let guarded = match (context.guard.zip(entry), mode) {
        (None, _) => None,
        (Some((guard, entry)), PreviewMode::Snippet) if reply.is_held => {
            let marker = outline_marker(&reply);
            Some(guard.leave_with_text(&entry, (ReplyKind::Marker, marker.as_bytes()), false, None)?)
        }
        (Some((guard, entry)), PreviewMode::Snippet) => {
            let receipt = reply.tag.map(|tag| tag.to_string());
            let text = (ReplyKind::Text, reply.text.as_bytes());
            Some(guard.leave_with_text(&entry, text, reply.next.is_some(), receipt.as_deref())?)
        }
        (Some((guard, entry)), PreviewMode::None) => Some(guard.leave_without_text(&entry)?),
    };
    Ok((Reply::Outline(reply, mode), guarded))
}

/// The file whose outline a target asks for, and the symbol if it is an id. A file of that very name wins.
pub(super) fn outlined_file<'a>(context: &CallContext<'_>, target: &'a str) -> (&'a str, Option<&'a str>) {
    match (context.workspace.access().locate(target, false), context.workspace.reader().file_of_id(target)) {
        (Err(OpenError::Missing { .. }), Some((file, symbol))) => (file, Some(symbol)),
        _ => (target, None),
    }
}
