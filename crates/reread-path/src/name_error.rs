//! Why a name names no file of the workspace.

/// Why a name was refused before anything was opened.
///
/// No message repeats a resolved path, and none depends on what is on the disk: a name that leads outside is refused
/// in the same words whether or not something is there.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NameError {
    /// There is no name at all.
    #[error("the name is empty")]
    Empty,
    /// No system stores such a name, and some would end it at the NUL.
    #[error("the name contains a NUL byte")]
    Nul,
    /// Longer than any system would open.
    #[error("the name has {bytes} bytes, more than any file name")]
    TooLong {
        /// The length of the name.
        bytes: usize,
    },
    /// The name climbs out of its root, or is absolute and beneath none.
    #[error("the name leads outside the workspace")]
    Outside,
    /// Asked for a path that is already normal, and this one has an empty, `.` or `..` component.
    #[error("the path has an empty, `.` or `..` component")]
    NotNormal,
    /// Asked for one component, and this is none or several.
    #[error("the component is empty or contains a slash")]
    NotAComponent,
    /// A name that Windows gives to a device or a stream, or stores under another spelling.
    #[error("the name is reserved by Windows")]
    Reserved,
    /// A system without byte names handed over one that is not Unicode.
    #[error("the name is not Unicode")]
    NotUnicode,
}
