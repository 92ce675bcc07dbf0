//! Errors of names.

/// Why a name was rejected before any file was opened.
///
/// No message contains a resolved path or depends on the disk. A name that leads outside gets the same message whether or
/// not a file exists there.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NameError {
    /// The text is empty.
    #[error("the name is empty")]
    Empty,
    /// No system allows NUL in names, and some would cut the name there.
    #[error("the name contains a NUL byte")]
    Nul,
    /// Longer than any system would open: its length as given, or as a path beneath its root.
    #[error("the name has {0} bytes, more than any file name")]
    TooLong(usize),
    /// One component is longer than a file system takes: its length in bytes.
    #[error("a part of the name between two slashes has {0} bytes, more than the 255 of any file name")]
    PartTooLong(usize),
    /// A URL of another host, or one whose path cannot be decoded. It is not taken for a name, since it would make folders
    /// that are called like a scheme and a host.
    #[error("the name is a file URL that stands for no local file")]
    BadUrl,
    /// The name leaves its root with `..`, or is absolute and beneath no root.
    #[error("the name leads outside the workspace")]
    Outside,
    /// A normalised path was required, but this one has an empty, `.` or `..` component.
    #[error("the path has an empty, `.` or `..` component")]
    NotNormal,
    /// A single component was required, but this is empty or has a slash.
    #[error("the component is empty or contains a slash")]
    NotAComponent,
    /// The second name of a file was required, and this has another form.
    #[error("the name does not have the form of a temporary file of reread")]
    NotATempName,
    /// Windows uses the name for a device or a stream, or stores it with another spelling.
    #[error("the name is reserved by Windows")]
    Reserved,
    /// On a system with Unicode names, this one is not valid Unicode.
    #[error("the name is not Unicode")]
    NotUnicode,
}
