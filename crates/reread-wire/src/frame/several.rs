//! Several targets as text: one frame after the other, and a line for each that has none. A header says whose lines
//! follow; whatever else begins a part has the target before it.

use reread_context::Answer;
use reread_text::visible_line;

use super::read::read;
use crate::serve::{FilesPart, FilesReply, PartOutcome};

pub(crate) fn several(reply: &FilesReply) -> String {
    reply.parts.iter().map(text_of_part).collect()
}

/// The frame of a part, or a line of ours in its place: outside every frame, where no text of a file can stand.
pub(crate) fn text_of_part(part: &FilesPart) -> String {
    let target = visible_line(&part.target);
    match &part.outcome {
        PartOutcome::Read(reply) => match reply.answer {
            Answer::Text | Answer::Fallback(_) => read(reply),
            Answer::Unchanged(_) | Answer::UnchangedHere | Answer::Diff { .. } => {
                format!("{target} {}", read(reply))
            }
        },
        PartOutcome::SameAs { target: shown } => {
            format!("[{target}: the same text as {}]\n", visible_line(shown))
        }
        PartOutcome::NoRoom => {
            format!("[{target}: left out, the reply is full; read it in a call of its own]\n")
        }
        PartOutcome::Failed(error) => {
            let (message, hint) = (visible_line(&error.message), visible_line(&error.hint));
            format!("{target} [{}: {message}; try: {hint}]\n", error.code)
        }
    }
}
