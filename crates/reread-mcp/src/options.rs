//! The options of a server, and which tools it lists.

use reread_files::{Backend, Workspace};
use reread_guard::Enforcement;
use reread_store::ProposalId;

use crate::Principal;

/// How the server was started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which tools are listed.
    pub profile: Profile,
    /// Whether results carry the whole contract as structured content.
    pub structured: bool,
    /// Whether tools that write are refused for good.
    pub read_only: bool,
    /// Whether the instructions end with the overview in one line.
    pub overview: bool,
    /// How strictly the budget is meant, in place of what is configured.
    pub guard: Option<Enforcement>,
    /// Which kind of model is calling, in place of what is configured.
    pub backend: Option<Backend>,
    /// Whether the user is asked about what needs approval; otherwise it is refused.
    pub asks: bool,
    /// Random bytes that only this process knows.
    pub secret: [u8; 32],
    /// The principal on a transport with one process at the other end.
    pub principal: Principal,
    /// The user who runs that process, if it is known.
    pub user: Option<String>,
    /// Puts a conflict to the review model, in the background; `None` where that is not configured.
    pub review: Option<ReviewConflict>,
}

/// Asks the review model about a conflict, and attaches what it suggests. It may take as long as the model does.
pub type ReviewConflict = fn(&Workspace, ProposalId);

/// A choice of tools to list. Each lists what the one before it lists, and more; every name can be called under any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// The few that do everything.
    #[default]
    Core,
    /// The bounded readers besides, one per question.
    Bounded,
    /// The deprecated names besides.
    Legacy,
}
