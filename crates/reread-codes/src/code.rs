//! The list of all codes.

use std::fmt;
use std::io;

/// Declares the enum and its tables from lists of `Variant "code" ("code until 0.1")? : "meaning"`.
macro_rules! codes {
    ($($list:ident { $($variant:ident $code:literal $(until $until:literal)? : $meaning:literal,)* })*) => {
        /// A stable word that callers branch on.
        ///
        /// Codes are in snake case. Those in upper case are fixed by the published tool contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $meaning] $variant,)*)*
        }

        impl Code {
            $(
                #[doc = concat!("The codes of the list `", stringify!($list), "`, in the order of the documents.")]
                pub const $list: &'static [Code] = &[$(Code::$variant,)*];
            )*

            /// Every code, list by list.
            pub const ALL: &'static [Code] = &[$($(Code::$variant,)*)*];

            /// The code as callers see it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$variant => $code,)*)*
                }
            }

            /// When the code occurs, as a clause.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $($(Self::$variant => $meaning,)*)*
                }
            }

            /// The code that release 0.1 used, if it was another one. Journals of that release contain it.
            pub const fn until_0_1(self) -> Option<&'static str> {
                match self {
                    $($($(Self::$variant => Some($until),)?)*)*
                    _ => None,
                }
            }
        }
    };
}

codes! {
    CALLS {
        Missing "missing": "nothing is there; the hint lists similar names",
        NotAFile "not_a_file": "a folder, a pipe, a socket, a device, or a dangling link",
        NotText "not_text": "the bytes are not text",
        UnknownSize "unknown_size" until "unsized": "a kernel file that reports size 0 and has content",
        PastEnd "past_end": "the file ends before the requested lines or bytes",
        InvalidRange "invalid_range": "an impossible range of lines, such as 9-3",
        InvalidPattern "invalid_pattern": "a search for nothing, for a line break, or with an invalid expression",
        InvalidName "invalid_name": "a name with a NUL, one that is too long, or to a write a URL that stands for no local file",
        InvalidArgs "INVALID_ARGS": "arguments that do not fit the tool, or belong to another mode of read",
        NotSupported "not_supported" until "NOT_SUPPORTED": "a tool or a mode that this server does not offer",
        NoRepository "no_repository": "of a preview: no git repository in the workspace holds the file",
        UnsupportedRepository "unsupported_repository": "of a preview: the repository uses a format that is not read",
        DamagedRepository "damaged_repository": "of a preview: the repository is not as git writes it",
        MissingObject "missing_object": "of a preview: the repository lacks an object that it refers to",
        Conflicted "conflicted": "of a preview: the index holds an unresolved merge of the file",
        TooLarge "too_large": "of a preview: a side is too large to be compared; of an outline or a summary: the file is; of a write: a file is, or the patch is about more files, bytes, lines or comparisons than one may; nothing was written",
        NoSymbol "no_symbol": "nothing is declared by that name; the hint lists similar names, if there are any",
        Ambiguous "ambiguous": "several symbols have that name; the hint has their ids and lines. Of a patch: a hunk fits in several places",
        Stale "stale": "the file is not the version that was named; of a write: or none was named",
        NoMatch "no_match": "of a patch: a hunk fits nowhere; the hint has the closest place",
        Overlap "overlap": "of a patch: two hunks change the same bytes",
        BadPatch "bad_patch": "the text is none of the four patch formats, or contradicts itself",
        BadMode "bad_mode": "of a patch: it would create a link, a submodule or another special file",
        UnknownBase "unknown_base": "of a write: the version that was named is unknown, so nothing is guessed",
        UnseenLines "unseen_lines": "of a write: it would remove lines that the tag does not cover, and the configuration forbids that",
        Suspicious "suspicious": "of a write: the new text looks like a reply of reread, or like an unfinished merge",
        Exists "exists": "of a write: there is a file already",
        ReadOnly "read_only": "of a write: the permissions of the file forbid writing",
        Setuid "setuid" until "sets_id": "of a write: the file is setuid or setgid",
        MetadataNotPreserved "metadata_not_preserved" until "cannot_keep": "of a write: the owner or an attribute of the file cannot be given to the new file",
        NotAFolder "not_a_folder": "of a write: a file stands where a folder above it should be",
        Unrecorded "unrecorded": "of a write: the journal record is required and could not be written",
        WriteBudget "write_budget": "of a write: the caller has used up its write budget; nothing was written",
        Contended "contended" until "restless": "other processes keep changing the file, or what its name stands for",
        RecoveryNeeded "recovery_needed" until "unsettled": "of a write: an interrupted operation on the file could not be finished or rolled back",
        UnknownVersion "unknown_version": "the history has no such version of the file",
        AmbiguousVersion "ambiguous_version": "several versions have digests that begin like this",
        ContentNotKept "content_not_kept" until "not_kept": "of a version: only its digest was kept, because the name of the file suggests secrets",
        NoSuggestion "no_suggestion": "of a proposal: the configured model gave no usable suggestion",
        NoRegistry "no_registry": "of a long listing: the registry of files could not be brought up to date",
        UnknownProposal "unknown_proposal": "no open proposal has that number",
        Conflict "conflict": "of a proposal: the user has not resolved it yet",
        TooManyProposals "too_many_proposals" until "too_many": "of a conflict: too many proposals are open already",
        NoHistory "no_history": "nothing was written to the file through reread",
        NothingToUndo "nothing_to_undo": "no operation is left that could be undone",
        TooLong "too_long": "of a write: more bytes than the history keeps",
        DuplicatePath "duplicate_path" until "twice": "of a write: one file is named twice",
        NewerFormat "newer_format" until "newer": "a newer release wrote the state directory, its database or its journal",
        Damaged "damaged": "the state directory or its database is damaged; `reread check` reports details",
        NotOurDatabase "not_our_database" until "foreign": "the database file was not written by reread",
        Unreadable "unreadable": "the kept content of a version is damaged",
        Busy "busy": "another program, not reread, is writing to the database; nothing was done, so try again",
        Moved "moved": "the state directory was replaced while it was in use",
        UntrustedState "untrusted_state" until "refused": "another user could change the state directory or a file in it",
        NotState "not_state": "the directory given as state directory holds other files",
        NoName "no_name": "the path given as state directory has no name of its own",
        Outside "outside": "not in the workspace, whether anything is there or not",
        LinkLoop "link_loop": "links that lead in a circle",
        OtherFilesystem "other_filesystem": "a mount inside the workspace",
        HardLinked "hard_linked": "a file with further names that may lie outside",
        Denied "denied": "a rule forbids it",
        NotAllowed "not_allowed": "a rule lists what is allowed, and this is not on the list",
        ApprovalRequired "approval_required": "the user has to approve first",
        OwnState "own_state": "reread's own state directory",
        BudgetExceeded "BUDGET_EXCEEDED": "the read budget of this conversation is used up; each search allows some more reads",
        BadModel "bad_model": "of a search: the files in the folder that `search.model` names hold no model",
        NoState "no_state": "there is no state directory for the workspace",
        NotASession "not_a_session": "of `reread session`: no line of the file is a header or an entry",
        UnknownEntry "unknown_entry": "of `reread session`: `--leaf` names no entry",
        AmbiguousLeaf "ambiguous_leaf": "of `reread session`: `--leaf` names several entries",
        Forbidden "forbidden": "the permissions of the file do not let reread open it",
        TooManyOpenFiles "too_many_open_files": "no file descriptor was left for the call: try again, with fewer calls at a time",
        Io "io": "the operating system reported an error",
        Cancelled "cancelled": "the caller cancelled the call",
        OutputClosed "output_closed": "the reader closed the output",
        UnknownTool "unknown_tool": "no tool has that name",
    }
    WARNINGS {
        HardLimit "HARD_LIMIT": "a limit over all calls is reached",
        RepeatedRead "repeated_read" until "REPEATED_READ": "the same text was sent repeatedly",
        LowRelevance "LOW_RELEVANCE": "the target is unrelated to the latest search, or lies in an excluded folder",
        SoftLimit "SOFT_LIMIT": "a reply was shortened, or a limit over all calls is near",
    }
    COMMANDS {
        Nothing "nothing": "nothing was found, or a check failed",
        Usage "usage": "the command line was not understood",
        Refused "refused": "a rule or the confinement of the workspace forbids it",
        Unusable "unusable": "what was named cannot be used for this command",
        Broken "broken": "the operating system reported an error before a call was made",
        Configuration "configuration": "a configuration file is wrong; nothing was done",
    }
}

/// The numbers of the errors for a lack of descriptors, of the process and of the system. All Unix systems share them.
const NO_DESCRIPTORS: [i32; 2] = [24, 23];

impl Code {
    /// The code of an error of the operating system.
    pub fn of_io(error: &io::Error) -> Self {
        match error.raw_os_error() {
            Some(number) if NO_DESCRIPTORS.contains(&number) => Self::TooManyOpenFiles,
            _ => Self::Io,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
