//! Why a name could not be opened for a call.

use std::io;

use reread_codes::Code;
use reread_disk::FileKind;
use reread_path::NameError;
use reread_text::BadRange;

/// Why a name was refused or could not be opened. Names are as the caller wrote them.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "names are as the caller wrote them; the messages say the rest")]
pub enum OpenError {
    #[error("`{name}` is not a usable name: {source}")]
    BadName {
        /// The name, spelled on one line.
        name: String,
        source: NameError,
    },
    /// It leads outside, or there is an absolute link on its way. The same whether or not anything is there.
    #[error("{0} leads outside the workspace, or through a link with an absolute target")]
    Outside(String),
    #[error("the links of {0} lead in a circle")]
    LinkLoop(String),
    #[error("{name} does not exist")]
    Missing {
        name: String,
        /// Names that do exist and look like it.
        similar: Vec<String>,
    },
    #[error("{name} is denied by the rule `{rule}`")]
    Denied {
        name: String,
        /// As the configuration spells it.
        rule: String,
    },
    #[error("{name} needs approval by the rule `{rule}`")]
    NeedsApproval {
        name: String,
        /// As the configuration spells it.
        rule: String,
    },
    /// There is a list of what may be read, and it is not on it.
    #[error("{0} is not among the names that may be read")]
    NotAllowed(String),
    #[error("{0} belongs to reread's own state")]
    OwnState(String),
    #[error("{name} is {}", kind.instead_of_a_file())]
    NotAFile { name: String, kind: FileKind },
    /// The system says that it is empty, and it is not.
    #[error("{0} says that it is empty and is not: its size cannot be trusted")]
    Unsized(String),
    /// A mount lies on its way.
    #[error("{0} is on another filesystem than the workspace root")]
    OtherFilesystem(String),
    /// It has names that this workspace does not know, and one of them may be a secret.
    #[error("{name} has {links} names, and not all of them are in this workspace")]
    HardLinked { name: String, links: u64 },
    #[error("{name}: {source}")]
    BadLines { name: String, source: BadRange },
    #[error("the system does not permit reading {0}")]
    Forbidden(String),
    #[error("other processes replace {0} faster than it can be opened")]
    Contended(String),
    /// Anything else the system said.
    #[error("cannot read {name}: {source}")]
    Io { name: String, source: io::Error },
}

impl OpenError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            OpenError::BadName { .. } => Code::InvalidName,
            OpenError::Outside(_) => Code::Outside,
            OpenError::LinkLoop(_) => Code::LinkLoop,
            OpenError::Missing { .. } => Code::Missing,
            OpenError::Denied { .. } => Code::Denied,
            OpenError::NeedsApproval { .. } => Code::ApprovalRequired,
            OpenError::NotAllowed(_) => Code::NotAllowed,
            OpenError::OwnState(_) => Code::OwnState,
            OpenError::NotAFile { .. } => Code::NotAFile,
            OpenError::Unsized(_) => Code::UnknownSize,
            OpenError::OtherFilesystem(_) => Code::OtherFilesystem,
            OpenError::HardLinked { .. } => Code::HardLinked,
            OpenError::BadLines { .. } => Code::InvalidRange,
            OpenError::Forbidden(_) => Code::Forbidden,
            OpenError::Contended(_) => Code::Contended,
            OpenError::Io { source, .. } => Code::of_io(source),
        }
    }

    /// Whether a rule or the user denied it, as opposed to a failure.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            OpenError::Outside(_)
                | OpenError::Denied { .. }
                | OpenError::NeedsApproval { .. }
                | OpenError::NotAllowed(_)
                | OpenError::OwnState(_)
                | OpenError::OtherFilesystem(_)
                | OpenError::HardLinked { .. }
        )
    }
}
