//! Which tools are listed.

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
