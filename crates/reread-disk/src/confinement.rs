//! Opening a name beneath a directory handle, so that no swap in between can lead outside.
//!
//! A name is never checked as a string and then opened as a string. On Linux the kernel resolves it
//! (`openat2` with `RESOLVE_BENEATH`); elsewhere, and where a sandbox forbids that call, cap-std walks the
//! components with handles. Relative links that stay inside are followed; links with an absolute target and
//! links that climb out are refused, whether or not anything is there.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;

use cap_std::fs::{Dir, MetadataExt as _, OpenOptions, OpenOptionsExt as _};
use reread_path::RootedPath;
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::platform::{Platform as _, Resolution, System};
use crate::root::Root;

reread_codes::words! {
    /// What resolves names.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Confinement {
        /// The kernel, in one call.
        Kernel = "openat2",
        /// cap-std, component by component: for systems without `openat2`.
        Portable = "cap-std",
    }
}

impl Confinement {
    /// The kernel where it can, cap-std where it cannot or may not.
    pub(crate) fn detect(dir: &Dir) -> Self {
        match open_by_kernel(dir, &RootedPath::root(), OpenPurpose::Examine.flags(), true) {
            Ok(Opening::Opened(_)) => Confinement::Kernel,
            Ok(Opening::Refused(_)) | Err(_) => Confinement::Portable,
        }
    }
}

/// What a handle is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenPurpose {
    /// Reading bytes.
    Read,
    /// Type, size and times only; works without the right to read.
    Examine,
    /// As `Examine`, of a link itself.
    ExamineLink,
}

impl OpenPurpose {
    fn flags(self) -> OFlags {
        // Without O_NONBLOCK the open of a FIFO waits for a writer, and a terminal could become ours.
        let quick = OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        match self {
            OpenPurpose::Read => quick | OFlags::RDONLY,
            OpenPurpose::Examine => System::examine_flags(),
            OpenPurpose::ExamineLink => System::examine_flags() | OFlags::NOFOLLOW,
        }
    }
}

/// An open file and the name it was found under, links resolved.
#[derive(Debug)]
pub struct OpenedFile {
    /// The handle.
    pub file: File,
    /// The name beneath the root, without links.
    pub resolved: RootedPath,
}

/// Why a name could not be opened beneath the root.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OpenFailure {
    #[error("nothing is there")]
    Absent,
    /// The name leads outside, or has an absolute link on its way.
    #[error("it leads outside")]
    Outside,
    #[error("its links lead in a circle")]
    LinkLoop,
    #[error("it is on another filesystem")]
    OtherFilesystem,
    #[error("the system does not permit it")]
    Forbidden,
    /// Other processes change what its name stands for faster than it can be opened.
    #[error("it is replaced again and again")]
    Contended,
    /// It is a socket, which cannot be opened at all.
    #[error("it is a socket")]
    Socket,
    #[error("{0}")]
    Io(io::Error),
}

/// Opens a name beneath the root; `cross_mounts` says whether another filesystem may be entered.
pub fn open_beneath(
    root: &Root,
    path: &RootedPath,
    purpose: OpenPurpose,
    cross_mounts: bool,
) -> Result<OpenedFile, OpenFailure> {
    match root.confinement() {
        // Most names have no link on their way, so that it need not be asked where they led.
        Confinement::Kernel => match open_without_links(root.dir(), path, purpose.flags(), cross_mounts) {
            Ok(file) => Ok(OpenedFile { file, resolved: path.clone() }),
            Err(OpenFailure::Absent) => Err(OpenFailure::Absent),
            Err(_) => open_through_links(root, path, purpose, cross_mounts),
        },
        Confinement::Portable => match open_by_walk(root, path, purpose, cross_mounts) {
            // What is missing behind a mount is refused like what is there.
            Err(_) if !cross_mounts && meets_other_device(root, path) => Err(OpenFailure::OtherFilesystem),
            outcome => outcome,
        },
    }
}

fn open_through_links(
    root: &Root,
    path: &RootedPath,
    purpose: OpenPurpose,
    cross_mounts: bool,
) -> Result<OpenedFile, OpenFailure> {
    let mut is_detour = true;
    for _ in 0..TRIES {
        let file = match open_by_kernel(root.dir(), path, purpose.flags(), cross_mounts)? {
            Opening::Opened(file) => file,
            Opening::Refused(RefusedBy::Border) => return Err(OpenFailure::Outside),
            Opening::Refused(RefusedBy::Mount) => return Err(OpenFailure::OtherFilesystem),
            // Every other refusal contradicts what is there now, unless it stays: then a link leads through a mount and back.
            Opening::Refused(reason) => {
                is_detour &= reason == RefusedBy::Detour;
                continue;
            }
        };
        is_detour = false;
        let resolved = resolved_name(root, &file).ok_or(OpenFailure::Outside)?;
        // Rules know names, and a file that was replaced since it was opened has none: only another try has one.
        if !has_lost_its_name(root, &file, &resolved) {
            return Ok(OpenedFile { file, resolved });
        }
    }
    Err(if is_detour { OpenFailure::OtherFilesystem } else { OpenFailure::Contended })
}

/// Opens a name on whose way there is no link at all, so that the name is the file's own. For a caller that has it from the
/// system: what has become a link since then is not what was found.
pub fn open_exactly(
    root: &Root,
    path: &RootedPath,
    purpose: OpenPurpose,
    cross_mounts: bool,
) -> Result<File, OpenFailure> {
    match root.confinement() {
        Confinement::Kernel => open_without_links(root.dir(), path, purpose.flags(), cross_mounts),
        Confinement::Portable => {
            let opened = open_beneath(root, path, purpose, cross_mounts)?;
            if opened.resolved == *path { Ok(opened.file) } else { Err(OpenFailure::LinkLoop) }
        }
    }
}

fn open_without_links(
    dir: &Dir,
    path: &RootedPath,
    flags: OFlags,
    cross_mounts: bool,
) -> Result<File, OpenFailure> {
    let resolution = Resolution { follows_links: false, crosses_mounts: cross_mounts };
    System::open_beneath(dir, path, flags, resolution).map_err(|errno| match errno {
        // A normal name without links cannot climb out.
        Errno::XDEV => OpenFailure::OtherFilesystem,
        errno => errno.into(),
    })
}

/// What comes of one try to open a name.
enum Opening {
    Opened(File),
    Refused(RefusedBy),
}

/// What the kernel refused a name for: one error stands for a mount and for the border of the root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RefusedBy {
    /// The name climbs out of the root, or goes through an absolute link.
    Border,
    /// A mount lies on its way.
    Mount,
    /// It would not be refused if mounts did not matter, and what it leads to is on no other mount.
    Detour,
    /// Nothing refuses it by now.
    Nothing,
}

fn open_by_kernel(
    dir: &Dir,
    path: &RootedPath,
    flags: OFlags,
    cross_mounts: bool,
) -> Result<Opening, OpenFailure> {
    let resolution = Resolution { follows_links: true, crosses_mounts: cross_mounts };
    match System::open_beneath(dir, path, flags, resolution) {
        Ok(file) => Ok(Opening::Opened(file)),
        Err(Errno::XDEV) if cross_mounts => Ok(Opening::Refused(RefusedBy::Border)),
        Err(Errno::XDEV) => refused_by(dir, path).map(Opening::Refused),
        Err(errno) => Err(errno.into()),
    }
}

/// Finds out why a name was refused.
///
/// The first component at which it is refused tells, so the answer does not depend on what lies beyond: a file on the other
/// filesystem and the lack of one look the same. Other processes may change the names meanwhile, so a mount counts only if
/// the handle of what was found is on it.
fn refused_by(dir: &Dir, path: &RootedPath) -> Result<RefusedBy, OpenFailure> {
    let open = |path: &RootedPath, crosses_mounts| {
        let resolution = Resolution { follows_links: true, crosses_mounts };
        System::open_beneath(dir, path, System::examine_flags(), resolution)
    };
    let mut way = RootedPath::root();
    for component in path.components() {
        let Ok(next) = way.join(component) else { break };
        if matches!(open(&next, false), Err(Errno::XDEV)) {
            return match open(&next, true) {
                Ok(found) if System::mount_of(found.as_fd()) == System::mount_of(dir.as_fd()) => {
                    Ok(RefusedBy::Detour)
                }
                Ok(_) => Ok(RefusedBy::Mount),
                Err(Errno::XDEV) => Ok(RefusedBy::Border),
                Err(errno @ (Errno::MFILE | Errno::NFILE)) => Err(errno.into()),
                Err(_) => Ok(RefusedBy::Nothing),
            };
        }
        way = next;
    }
    Ok(RefusedBy::Nothing)
}

fn open_by_walk(
    root: &Root,
    path: &RootedPath,
    purpose: OpenPurpose,
    cross_mounts: bool,
) -> Result<OpenedFile, OpenFailure> {
    let dir = root.dir();
    let name = if path.is_root() { ".".into() } else { path.to_os_path() };
    // The leaf is resolved first and then opened without following, so that the name the rules see is the
    // name that is opened.
    let resolved = match purpose {
        OpenPurpose::ExamineLink => name,
        OpenPurpose::Read | OpenPurpose::Examine => dir.canonicalize(&name).map_err(OpenFailure::from)?,
    };
    let mut options = OpenOptions::new();
    options.read(true).custom_flags((purpose.flags() | OFlags::NOFOLLOW).bits() as i32);
    let file = dir.open_with(&resolved, &options).map_err(OpenFailure::from)?.into_std();
    if !cross_mounts && crate::facts::device(&file).map_err(OpenFailure::Io)? != root.device() {
        return Err(OpenFailure::OtherFilesystem);
    }
    let resolved = resolved_name(root, &file)
        .filter(|name| !has_lost_its_name(root, &file, name))
        .or_else(|| RootedPath::from_os_path(&resolved).ok())
        .ok_or(OpenFailure::Outside)?;
    Ok(OpenedFile { file, resolved })
}

/// Whether something on the way to a name lies on another device than the root.
fn meets_other_device(root: &Root, path: &RootedPath) -> bool {
    let mut way = RootedPath::root();
    for component in path.components() {
        let Ok(next) = way.join(component) else { return false };
        match root.dir().metadata(next.to_os_path()) {
            Ok(metadata) if metadata.dev() == root.device() => way = next,
            Ok(_) => return true,
            Err(_) => return false,
        }
    }
    false
}

/// How often a file is opened that is replaced each time.
const TRIES: u32 = 32;

/// What the kernel writes behind the last name of a file that has it no longer.
const GONE: &[u8] = b" (deleted)";

/// Whether the name that the kernel gave is that of a file that is gone. A file may really be called so.
fn has_lost_its_name(root: &Root, file: &File, name: &RootedPath) -> bool {
    let is_this_one = || {
        let named = open_without_links(root.dir(), name, OpenPurpose::Examine.flags(), true).ok()?;
        let (named, this) = (rustix::fs::fstat(&named).ok()?, rustix::fs::fstat(file).ok()?);
        Some((named.st_dev, named.st_ino) == (this.st_dev, this.st_ino))
    };
    name.as_bytes().ends_with(GONE) && is_this_one() != Some(true)
}

/// The name of an open file beneath the root, as the kernel knows it.
///
/// `None` if the file is not beneath the root by now, or if the system cannot tell.
fn resolved_name(root: &Root, file: &File) -> Option<RootedPath> {
    let file_name = System::path_of(file.as_fd())?;
    // Where the root was at the start is where it nearly always is. If it has moved, it says so itself.
    let beneath = match root.stood_at().and_then(|place| file_name.strip_prefix(place).ok()) {
        Some(beneath) => beneath.to_owned(),
        None => file_name.strip_prefix(System::path_of(root.dir().as_fd())?).ok()?.to_owned(),
    };
    RootedPath::from_os_path(&beneath).ok()
}

impl From<Errno> for OpenFailure {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG => OpenFailure::Absent,
            Errno::XDEV => OpenFailure::Outside,
            Errno::LOOP => OpenFailure::LinkLoop,
            Errno::ACCESS | Errno::PERM => OpenFailure::Forbidden,
            Errno::NXIO => OpenFailure::Socket,
            other => OpenFailure::Io(other.into()),
        }
    }
}

impl From<io::Error> for OpenFailure {
    fn from(error: io::Error) -> Self {
        match error.raw_os_error() {
            Some(code) => Errno::from_raw_os_error(code).into(),
            // cap-std reports an escape with an error of its own making.
            None if error.kind() == io::ErrorKind::PermissionDenied => OpenFailure::Outside,
            None => OpenFailure::Io(error),
        }
    }
}
