//! Why nothing was written.

use std::io;

use reread_access::OpenError;
use reread_codes::Code;
use reread_context::OwnLine;
use reread_edit::{PatchError, PlaceError, Suspicion, SuspicionKind};
use reread_guard::WriteBudgetExceeded;
use reread_store::{BeginError, DatabaseError, OperationId, ProposeError, StateError};
use reread_text::Diff;

use crate::history::HistoryError;
use crate::writing::{ApprovalReasons, HiddenTarget, PatchSize, ProposalError};

/// Why a call that writes was refused, or failed. Unless it says otherwise, no file was touched.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "names are as the caller wrote them; the messages say the rest")]
pub enum WriteError {
    /// A name could not be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{0} is not among the names that may be written")]
    NotAllowed(String),
    #[error("writing {name} needs approval{reasons}")]
    NeedsApproval {
        name: String,
        /// Every rule and property that requires it.
        reasons: ApprovalReasons,
    },
    /// The user has to approve before the error of the call is reported.
    #[error("{}", .0.refusal())]
    HiddenTarget(Box<HiddenTarget>),
    /// The file has other names, which would keep the old bytes.
    #[error("{name} has {links} names, and replacing it would part them")]
    SeveralNames { name: String, links: u64 },
    /// The name is a link, and the call would remove, rename or restore what it leads to.
    #[error(
        "{name} is a symbolic link to {file}, and neither is removed, renamed or restored by the name of the link"
    )]
    GoesByLink { name: String, file: String },
    /// The file runs with the rights of another user.
    #[error("{0} runs with the rights of its owner or group")]
    SetsId(String),
    #[error("{above} is a file, so that {name} cannot be in it")]
    NotAFolder {
        name: String,
        /// What is no folder.
        above: String,
    },
    /// No user may write it.
    #[error("{0} is read-only")]
    ReadOnly(String),
    #[error("{name} has {size} bytes, more than the {most} that are replaced")]
    TooLarge {
        name: String,
        /// How many it has, or would have.
        size: u64,
        /// How many it may have.
        most: u64,
    },
    /// A patch would take too much memory. Estimated from sizes, before a file is read.
    #[error(
        "the patch is about {} files, {} of them copies, with {} bytes before and after it; \
         at most {most_files} files and {most_bytes} bytes are changed at once",
        size.files, size.copies, size.bytes
    )]
    PatchTooLarge {
        size: PatchSize,
        /// How many files it may be about.
        most_files: u64,
        /// How many bytes these may have.
        most_bytes: u64,
    },
    #[error("the {what} of {name} cannot be kept")]
    CannotKeep { name: String, what: &'static str },
    #[error("{name} exists already")]
    Exists {
        name: String,
        /// What it holds: the beginning of its digest.
        current: String,
    },
    #[error("{name} {}", if *was_named { "has changed since the version that was named" } else { "exists, and no version of it was named" })]
    Stale {
        name: String,
        /// Whether a version was named at all.
        was_named: bool,
        /// What the file holds: the beginning of its digest.
        current: String,
        /// The version that was named, by the beginning of its digest, and the external change since; `None` if its bytes
        /// are not kept.
        since: Option<Box<(String, Diff)>>,
    },
    /// What was to be undone is not as it was left.
    #[error("{name} was {} since, and that would be lost", if *is_gone { "removed" } else { "changed" })]
    Overtaken {
        name: String,
        /// Whether it is there no more.
        is_gone: bool,
    },
    #[error("`{base}` is no known version of {name}")]
    UnknownBase {
        name: String,
        /// What was named, shortened.
        base: String,
        /// What the file holds, if it is there.
        current: Option<String>,
    },
    /// A version was named, shortened here, that no file of a patch has.
    #[error("`{0}` is no known version of a file that the patch changes")]
    BaseOfNone(String),
    /// Lines would be lost that the caller was not shown.
    #[error("{name}: lines {lines} were not shown by the tag that was named")]
    UnseenLines { name: String, lines: String },
    /// The text is no patch.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The patch names no file, or another one than the call.
    #[error("{0}")]
    WhichFile(String),
    /// A hunk has no certain place.
    #[error("{name}: {source}")]
    Place {
        name: String,
        source: PlaceError,
        /// What the file holds: the beginning of its digest.
        current: Option<String>,
    },
    /// A patch makes something that is no file.
    #[error("{name}: mode {mode:06o} is that of {}", if *mode == 0o160_000 { "a submodule" } else { "a link or something stranger" })]
    BadMode {
        name: String,
        /// The mode that the patch gives.
        mode: u32,
    },
    #[error("line {} of the new text of {name} looks like {}", suspicion.line, looks(suspicion.kind))]
    Suspicious {
        name: String,
        /// What it looks like, and where.
        suspicion: Suspicion,
    },
    /// The caller may not write any more, or not as much.
    #[error(transparent)]
    Budget(#[from] WriteBudgetExceeded),
    /// A version cannot be brought back.
    #[error(transparent)]
    Past(Box<HistoryError>),
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// A proposal was left as it is.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// A text of a proposal cannot be kept.
    #[error(transparent)]
    Propose(#[from] ProposeError),
    #[error("{name} is part of {operation}, which was interrupted and cannot be ended")]
    Unsettled {
        name: String,
        /// The interrupted one.
        operation: OperationId,
        source: Box<WriteError>,
    },
    /// An operation that was interrupted reaches beyond the roots, into this folder.
    #[error("it is also about files in {0}: name that with --root, too")]
    OtherRoot(String),
    /// Another process writes the file all the time.
    #[error("{0} changes faster than it can be written")]
    Restless(String),
    #[error("there is no usable state directory, and nothing is replaced that could not be brought back")]
    NoState,
    /// The state directory cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The history cannot be kept, so nothing was replaced.
    #[error(transparent)]
    History(#[from] DatabaseError),
    /// The operation could not be written down, so nothing was replaced.
    #[error(transparent)]
    Begin(#[from] BeginError),
    #[error("cannot write {name}: {source}")]
    Io { name: String, source: io::Error },
    /// The system failed, and failed again when what was begun was to be rolled back.
    #[error("{0}; part of it may be in place")]
    NotTakenBack(Box<WriteError>),
}

impl WriteError {
    /// Why approval is needed, if that is what is lacking.
    pub fn approval_reasons(&self) -> Option<&ApprovalReasons> {
        match self {
            WriteError::NeedsApproval { reasons, .. } => Some(reasons),
            WriteError::HiddenTarget(hidden) => Some(&hidden.reasons),
            _ => None,
        }
    }

    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            WriteError::Open(error) => error.code(),
            WriteError::NotAllowed(_) => Code::NotAllowed,
            WriteError::NeedsApproval { .. } | WriteError::HiddenTarget(_) => Code::ApprovalRequired,
            WriteError::SeveralNames { .. } => Code::HardLinked,
            WriteError::GoesByLink { .. } => Code::NotAFile,
            WriteError::SetsId(_) => Code::Setuid,
            WriteError::NotAFolder { .. } => Code::NotAFolder,
            WriteError::ReadOnly(_) => Code::ReadOnly,
            WriteError::TooLarge { .. } | WriteError::PatchTooLarge { .. } => Code::TooLarge,
            WriteError::CannotKeep { .. } => Code::MetadataNotPreserved,
            WriteError::Exists { .. } => Code::Exists,
            WriteError::Stale { .. } | WriteError::Overtaken { .. } => Code::Stale,
            WriteError::UnknownBase { .. } | WriteError::BaseOfNone(_) => Code::UnknownBase,
            WriteError::UnseenLines { .. } => Code::UnseenLines,
            WriteError::Patch(error) => error.code(),
            WriteError::WhichFile(_) => Code::InvalidArgs,
            WriteError::Place { source, .. } => source.code(),
            WriteError::BadMode { .. } => Code::BadMode,
            WriteError::Suspicious { .. } => Code::Suspicious,
            WriteError::Budget(exceeded) => exceeded.code(),
            WriteError::Past(error) => error.code(),
            WriteError::NothingToUndo => Code::NothingToUndo,
            WriteError::Proposal(error) => error.code(),
            WriteError::Propose(error) => error.code(),
            WriteError::Unsettled { source, .. } if source.code() == Code::TooManyOpenFiles => {
                Code::TooManyOpenFiles
            }
            WriteError::Unsettled { .. } | WriteError::OtherRoot(_) => Code::RecoveryNeeded,
            WriteError::Restless(_) => Code::Contended,
            WriteError::NoState => Code::NoState,
            WriteError::State(StateError::Io(_, source)) | WriteError::Io { source, .. } => {
                Code::of_io(source)
            }
            WriteError::State(_) => Code::Io,
            WriteError::History(error) => error.code(),
            WriteError::Begin(error) => error.code(),
            WriteError::NotTakenBack(error) => error.code(),
        }
    }

    /// Whether a rule or the user denied it, as opposed to a failure.
    pub fn is_refusal(&self) -> bool {
        match self {
            WriteError::Open(error) => error.is_refusal(),
            WriteError::NotAllowed(_)
            | WriteError::NeedsApproval { .. }
            | WriteError::HiddenTarget(_)
            | WriteError::SeveralNames { .. }
            | WriteError::GoesByLink { .. }
            | WriteError::SetsId(_)
            | WriteError::ReadOnly(_)
            | WriteError::BadMode { .. }
            | WriteError::Budget(_)
            | WriteError::Suspicious { .. } => true,
            _ => false,
        }
    }
}

/// What a suspicious line looks like: a line of ours is called so, since a model may take it for text of the file.
fn looks(kind: SuspicionKind) -> String {
    match kind {
        SuspicionKind::OwnLine(OwnLine::Marker) => {
            "a marker of reread, which stands in place of a text and is no text of the file".to_owned()
        }
        SuspicionKind::OwnLine(OwnLine::Header) => "the header line of a reply of reread".to_owned(),
        SuspicionKind::OwnLine(OwnLine::Closing) => "the closing line of a reply of reread".to_owned(),
        SuspicionKind::OwnLine(OwnLine::Warning) => "a warning in a reply of reread".to_owned(),
        kind => format!("a {}", kind.word()),
    }
}
