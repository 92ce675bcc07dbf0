//! Every code that a caller may branch on, and when it comes.
//!
//! The documents are made from this list. In tests, an error with a code that is not on it is a defect.

/// A code and when it comes, by what they have in common.
pub const CODES: &[(&str, &str)] = &[
    ("missing", "nothing is there; the hint names what is spelled alike"),
    ("not_a_file", "a folder, a pipe, a socket, a device, or a link that leads nowhere"),
    ("not_text", "the bytes are not text"),
    ("unsized", "a file of the kernel that says it is empty and is not"),
    ("past_end", "the file ends before what was asked for"),
    ("invalid_range", "lines that make no sense, such as 9-3"),
    ("invalid_pattern", "a search for nothing, for a line break, or with an expression that cannot be used"),
    ("invalid_name", "a name with a NUL, or one that is too long"),
    ("INVALID_ARGS", "arguments that do not fit the tool, or belong to another mode of read"),
    ("NOT_SUPPORTED", "a name or a mode that is part of the surface and has no engine yet"),
    ("no_repository", "of a preview: no git repository in the workspace holds the file"),
    ("unsupported_repository", "of a preview: the repository is of a kind that is not read"),
    ("damaged_repository", "of a preview: the repository is not as git writes it"),
    ("missing_object", "of a preview: the repository lacks what it refers to"),
    ("conflicted", "of a preview: a merge left several versions in the index"),
    (
        "too_large",
        "of a preview: a side is too large to be compared; of an outline or a summary: the file is",
    ),
    (
        "no_symbol",
        "nothing is declared by that name; the hint names what is called alike, if anything near is",
    ),
    (
        "ambiguous",
        "several symbols have that name; the hint has their ids and lines. Of a patch: a hunk fits in several places",
    ),
    ("stale", "the file is not, or no longer, the version that was named; of a write: or none was named"),
    ("no_match", "of a patch: a hunk fits nowhere; the message has the closest place"),
    ("overlap", "of a patch: two hunks change the same bytes"),
    ("bad_patch", "the text is none of the four forms of a patch, or contradicts itself"),
    ("bad_mode", "of a patch: it would make a link, a submodule or something stranger"),
    ("unknown_base", "of a write: nobody knows the version that was named, so nothing is guessed"),
    (
        "unseen_lines",
        "of a write: lines would go that the tag does not cover, and the user wants that refused",
    ),
    ("suspicious", "of a write: the new text looks like a reply of reread, or like an unfinished merge"),
    ("exists", "of a write: there is a file already"),
    ("read_only", "of a write: nobody may write the file"),
    ("sets_id", "of a write: the file runs with the rights of somebody else"),
    ("cannot_keep", "of a write: the owner or an attribute of the file could not be given to the new one"),
    ("not_a_folder", "of a write: a file stands where a folder above it should be"),
    ("unrecorded", "of a write: every write has to be on record, and this one could not be"),
    ("write_budget", "of a write: this caller has written as much as the user lets it; nothing was written"),
    ("restless", "of a write: others write the file all the time"),
    ("unsettled", "of a write: an earlier operation on the file could not be ended"),
    ("unknown_version", "the history has no such version of the file"),
    ("ambiguous_version", "several versions have digests that begin like this"),
    (
        "not_kept",
        "of a version: only its digest was kept, since the name of the file says that it holds secrets",
    ),
    ("no_suggestion", "of a proposal: the model that the user named gave none that could be shown"),
    ("no_registry", "of a long listing: the registry of files could not be brought up to date"),
    ("unknown_proposal", "no open proposal has that number"),
    ("conflict", "of a proposal: nobody said yet what the file shall hold"),
    ("too_many", "of a conflict: too many proposals wait for a decision already"),
    ("no_history", "nothing was written to the file through reread"),
    ("nothing_to_undo", "no operation is left that could be taken back"),
    ("too_long", "of a write: more bytes than the history keeps"),
    ("twice", "of a write: one file is named twice"),
    ("newer", "the database is of a newer release"),
    ("damaged", "the database is damaged; `reread check` tells more"),
    ("foreign", "the database is not one of reread"),
    ("outside", "not in the workspace, whether anything is there or not"),
    ("link_loop", "links that lead in a circle"),
    ("other_filesystem", "a mount inside the workspace"),
    ("hard_linked", "a file with further names that may lie outside"),
    ("denied", "a rule forbids it"),
    ("not_allowed", "there is a list of what may be read, and it is not on it"),
    ("approval_required", "a person has to agree first"),
    ("own_state", "what reread keeps for itself"),
    ("BUDGET_EXCEEDED", "the read budget of this caller is used up; what search returns is still served"),
    ("bad_model", "of a search: the files in the folder that `search.model` names hold no model"),
    ("no_state", "of a session stack: nothing is kept for the workspace"),
    ("forbidden", "the system does not let reread open it"),
    ("io", "the system failed"),
    ("cancelled", "nobody waits for the answer any more"),
    ("output_closed", "nobody reads the output any more"),
    ("unknown_tool", "no tool has that name"),
];

/// Whether a code is on the list.
pub(crate) fn is_known(code: &str) -> bool {
    CODES.iter().any(|(known, _)| *known == code)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::CODES;

    #[test]
    fn every_code_is_there_once() {
        let codes: HashSet<&str> = CODES.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), CODES.len());
    }
}
