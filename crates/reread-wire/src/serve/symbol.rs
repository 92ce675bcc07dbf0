//! `read` by the name of what is declared, and what a file declares.

use reread_files::{
    Extent, FoundSymbol, OpenError, OutlineError, OutlineReply, ReadRequest, SearchClock, Surroundings,
};
use reread_guard::{PendingRead, ReplyCost};
use reread_text::LineRange;

use super::guard::{Refusal, Shrinking};
use super::overview::{is_folder, overview};
use super::read::{Answered, Passed, enter, open_agreed, read_request};
use super::{Desk, Reply};
use crate::Trouble;
use crate::request::{PreviewMode, ReadArgs, ReadMode};

/// What an outline costs at the most if nobody says otherwise, in estimated tokens.
pub(super) const USUAL_TOKENS: u64 = 1_100;

/// Reads the lines of a symbol like any others.
pub(super) fn symbol_past_guard(desk: &Desk<'_>, args: &ReadArgs) -> Result<Passed, Box<Refusal>> {
    // Any extent says that a suffix is part of the name; which lines it is shows only when the symbol is found.
    let mut request = ReadRequest { extent: Extent::From(1), ..read_request(desk, args)? };
    let found = find(desk, args, &mut request)?;
    let entry = enter(desk, found.name(), &mut request, Shrinking::Allowed)?;
    request.extent = Extent::Lines(chosen(found.lines(), args)?);
    let surroundings =
        if args.include_context == Some(true) { Surroundings::Shown } else { Surroundings::Hidden };
    let reply = desk.workspace.outliner().read_symbol(&request, found, surroundings)?;
    Ok((Box::new(reply), entry))
}

/// Finds the symbol, in the file that is named or in any.
fn find(desk: &Desk<'_>, args: &ReadArgs, request: &mut ReadRequest) -> Result<FoundSymbol, Box<Refusal>> {
    let (file, symbol) = match &args.path {
        Some(path) => (Some(path.as_str()), args.target.as_str()),
        None => match desk.workspace.outliner().file_of_id(&args.target) {
            Some((file, symbol)) => (Some(file), symbol),
            None => (None, args.target.as_str()),
        },
    };
    if symbol.trim().is_empty() {
        let message = "target names no symbol".to_owned();
        return Err(Trouble::invalid_args(message, "give its name, such as Cart::total").into());
    }
    let found = match file {
        Some(file) => {
            file.clone_into(&mut request.name);
            let located = open_agreed(desk, request)?;
            desk.workspace.outliner().symbol_in(request, located, symbol)
        }
        None => {
            let clock = SearchClock { elapsed: desk.elapsed };
            desk.workspace.symbol_finder().symbol_anywhere(symbol, &clock, &desk.watch)
        }
    };
    found.map_err(|error| told(desk, error))
}

/// A refusal whose words are paid for where they tell what files declare.
pub(super) fn told(desk: &Desk<'_>, error: OutlineError) -> Box<Refusal> {
    let tells = matches!(error, OutlineError::Ambiguous { .. } | OutlineError::NoSymbol { .. });
    let trouble = Trouble::from(error);
    if let Some(guard) = desk.guard.filter(|_| tells) {
        guard.charge(ReplyCost::of(trouble.hint.as_bytes()));
    }
    trouble.into()
}

/// The lines of a symbol. `offset` and `limit` choose among them, which is how one that was cut goes on.
fn chosen(lines: LineRange, args: &ReadArgs) -> Result<LineRange, Trouble> {
    let first = args.offset.map_or(lines.first(), |offset| lines.first().max(offset));
    let last = args.limit.map_or(lines.last(), |limit| lines.last().min(first.saturating_add(limit - 1)));
    Ok(LineRange::new(first, last)?)
}

/// Serves `read` with `mode='outline'`: of a file, or of what a folder holds.
pub(super) fn outline(desk: &Desk<'_>, args: &ReadArgs) -> Answered<Reply> {
    if args.offset.or(args.limit).is_some() {
        let message = "offset and limit go with lines, which an outline has none of".to_owned();
        let hint = "leave them out; max_tokens says how long it may be";
        return (Err(Trouble::invalid_args(message, hint)), None);
    }
    if is_folder(desk, &args.target) {
        return (overview(desk, args), None);
    }
    let outlined = outline_past_guard(desk, args).and_then(|(reply, entry)| {
        let guarded = match (desk.guard.zip(entry), args.preview_mode) {
            (None, _) => None,
            (Some((guard, entry)), PreviewMode::Snippet) => Some(guard.leave_with_outline(&entry, &reply)?),
            (Some((guard, entry)), PreviewMode::None) => Some(guard.leave_with_facts(&entry)?),
        };
        Ok((reply, guarded))
    });
    match (outlined, args.preview_mode) {
        (Ok((reply, guarded)), PreviewMode::Snippet) => (Ok(Reply::Outline(reply)), guarded),
        (Ok((reply, guarded)), PreviewMode::None) => (Ok(Reply::OutlineFacts(reply)), guarded),
        (Err(refusal), _) => (Err(refusal.trouble), refusal.guarded),
    }
}

fn outline_past_guard(
    desk: &Desk<'_>,
    args: &ReadArgs,
) -> Result<(Box<OutlineReply>, Option<PendingRead>), Box<Refusal>> {
    let mut request = ReadRequest { extent: Extent::From(1), ..read_request(desk, args)? };
    request.bounds.max_tokens = args.max_tokens.or(Some(USUAL_TOKENS));
    let (file, symbol) = outlined_file(desk, &args.target);
    file.clone_into(&mut request.name);
    let located = open_agreed(desk, &mut request)?;
    let entry = enter(desk, located.name(), &mut request, Shrinking::Allowed)?;
    let reply =
        desk.workspace.outliner().outline(&request, located, symbol).map_err(|error| told(desk, error))?;
    Ok((Box::new(reply), entry))
}

/// The file whose outline a target asks for, and the symbol if it is an id. A file of that very name wins.
fn outlined_file<'a>(desk: &Desk<'_>, target: &'a str) -> (&'a str, Option<&'a str>) {
    match (desk.workspace.resolve(target), desk.workspace.outliner().file_of_id(target)) {
        (Err(OpenError::Missing { .. }), Some((file, symbol))) => (file, Some(symbol)),
        _ => (target, None),
    }
}

/// The one file that a read of either kind is about, if it names one.
pub(super) fn file_of<'a>(desk: &Desk<'_>, args: &'a ReadArgs) -> Option<&'a str> {
    if args.mode == ReadMode::Outline {
        return Some(outlined_file(desk, &args.target).0);
    }
    args.path.as_deref().or_else(|| desk.workspace.outliner().file_of_id(&args.target).map(|(file, _)| file))
}
