//! Whether a call is over sooner than another thread could be woken for it.

use reread_files::{Located, Workspace};

use crate::Request;
use crate::request::ReadMode;

/// Opens the file of a request that is brief: a part of one file that is small and at hand. The desk takes it from there.
pub fn open_if_brief(workspace: &Workspace, request: &Request) -> Option<Located> {
    let (name, lines_given) = match request {
        Request::Read(args) if args.targets.is_empty() => match args.mode {
            ReadMode::File => {
                let has_lines = args.offset.is_some() || args.limit.is_some() || args.from_byte.is_some();
                (&args.target, has_lines)
            }
            ReadMode::Snippet => (&args.target, true),
            ReadMode::Symbol | ReadMode::DiffPreview | ReadMode::Outline => return None,
        },
        Request::ReadFile(args) => (&args.path, false),
        Request::ReadFileRange(args) => (&args.path, true),
        Request::ReadFileHead(args) => (&args.path, true),
        Request::ReadFileTail(args) => (&args.path, true),
        Request::GetExcerpt(args) => (&args.filepath, true),
        _ => return None,
    };
    workspace.reader().open_quickly(name, lines_given)
}
