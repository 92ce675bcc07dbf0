//! One file on its way from one content to another.
//!
//! New bytes are staged beside the file and made durable before its name is touched. Then both names are exchanged in one
//! step, and what came out is compared with what was expected: a check before the step could always come a moment too
//! early. If bytes of another process came out, they go back. So the file holds the old bytes or the new ones at every
//! moment, and the last writer is never overwritten unseen; bytes that lost their name on the way are handed over as
//! [`DisplacedFile`], for the history.
//!
//! A replacement does not know other files, the history, or why it happens. A process that dies in the middle of one leaves names
//! that [`FileReplacement::resume`] understands.

use std::io;

use reread_path::TempName;
use reread_text::Digest;

use crate::disk::{AttributesLost, Disk};
use crate::facts::{FileFacts, FileKind};

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Absent,
    /// Its bytes, and its permission bits where a replacement changes nothing else.
    File(Digest, Option<u32>),
    /// A folder, a link, a pipe; or more bytes than are looked at.
    Other,
}

/// What a new file may be done with, and an old one keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetAttributes {
    /// As the file that is replaced.
    Like,
    /// As far as the user's mask allows.
    New(u32),
    /// As the file that is replaced, if one is, but for these permission bits.
    Exactly(u32),
}

/// What came of putting new bytes in place.
#[derive(Debug, PartialEq, Eq)]
pub enum SwapOutcome {
    /// The new bytes are in place.
    Done,
    /// Something else is there than was expected, and stays.
    Moved(Option<DisplacedFile>),
}

/// A file of another process that no name leads to any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplacedFile {
    /// All its bytes.
    pub bytes: Vec<u8>,
    /// Its permission bits.
    pub mode: u32,
}

/// What lies beside a file when its replacement is over.
#[derive(Debug, PartialEq, Eq)]
pub enum Leftover {
    /// Nothing, or what may be cleared away.
    Ours,
    /// What has to be kept before it is cleared away.
    Theirs(DisplacedFile),
    /// Something that cannot be kept, being too large or no file, and therefore stays there.
    Stays,
}

/// Bytes and permission bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// SHA-256 of the bytes.
    pub digest: Digest,
    /// The permission bits.
    pub mode: u32,
}

/// Which way a replacement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacementKind {
    /// No file is there, and one shall be.
    Create,
    /// A file is there, and stays with other bytes or bits.
    Replace,
    /// A file is there, and shall be gone.
    Delete,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacementStage {
    /// Nothing was done, or everything was undone.
    Begun,
    /// The second name holds what another process had put in place of the file, and the file changed externally since.
    Displaced,
    /// The second name holds the new bytes.
    Staged,
    /// The file is as it shall be; the second name holds what was there, if something was.
    InPlace,
    /// The same without a second name: the file system cannot exchange, or it was removed already.
    Over,
    /// The file is as it shall be, and the second name holds what another process had put there by then.
    Theirs,
    /// It was in place, as the second name shows, and it was changed externally since.
    Overtaken,
    /// The file was changed externally, before it began or after it was over. Or the system failed between two steps.
    Unclear,
}

/// One file, what it holds and what it shall hold.
#[derive(Debug)]
pub struct FileReplacement<'a, D: Disk> {
    disk: &'a D,
    folder: &'a D::Folder,
    name: &'a [u8],
    /// A second name in the same folder, which no other process uses: the bytes of a [`TempName`].
    temp: &'a [u8],
    /// A third one, for bytes that are not all there yet: under the second one they could be taken for those of another process.
    spare: Vec<u8>,
    before: Content,
    after: Content,
    way: ReplacementKind,
    stage: ReplacementStage,
    /// Whether only the permission bits tell the old file from the new one.
    by_mode: bool,
    /// Whether there may be something under the third name.
    may_have_spare: bool,
    /// What it holds, if that is known: to compare bytes takes a part of what it takes to hash them.
    bytes_before: Option<&'a [u8]>,
}

/// More bytes than this are not ours to replace: they would have to be held in memory several times.
pub const MOST_BYTES: u64 = 64 * 1024 * 1024;

impl<'a, D: Disk> FileReplacement<'a, D> {
    /// A replacement of which nothing was done; `None` stands for no file.
    pub fn new(
        disk: &'a D,
        folder: &'a D::Folder,
        (name, temp): (&'a [u8], &'a TempName),
        (before, after): (Option<FileContent>, Option<FileContent>),
    ) -> Self {
        let temp = temp.as_bytes();
        let by_mode = before.zip(after).is_some_and(|(before, after)| before.digest == after.digest);
        let content = |held: Option<FileContent>| match held {
            None => Content::Absent,
            Some(FileContent { digest, mode }) => Content::File(digest, by_mode.then_some(mode)),
        };
        let way = match (before, after) {
            (None, _) => ReplacementKind::Create,
            (Some(_), Some(_)) => ReplacementKind::Replace,
            (Some(_), None) => ReplacementKind::Delete,
        };
        Self {
            disk,
            folder,
            name,
            temp,
            spare: [temp, b".old"].concat(),
            before: content(before),
            after: content(after),
            way,
            stage: ReplacementStage::Begun,
            by_mode,
            may_have_spare: false,
            bytes_before: None,
        }
    }

    /// The same for a caller that knows the bytes of the file.
    pub fn holding(self, bytes_before: Option<&'a [u8]>) -> Self {
        Self { bytes_before, ..self }
    }

    /// A replacement that another process began and did not end.
    pub fn resume(mut self) -> io::Result<Self> {
        let (named, temp) = (self.content(self.name)?, self.content(self.temp)?);
        let (is_old, is_new) = (named == self.before, named == self.after);
        self.stage = match (self.way, temp) {
            (ReplacementKind::Create, Content::Absent) if is_new => ReplacementStage::InPlace,
            (ReplacementKind::Replace | ReplacementKind::Delete, Content::Absent) if is_new => {
                ReplacementStage::Over
            }
            (_, Content::Absent) if is_old => ReplacementStage::Begun,
            (_, Content::Absent) => ReplacementStage::Unclear,
            // Where a name is moved by linking and unlinking, both are there for a moment.
            (ReplacementKind::Create, temp) if is_new && temp == self.after => ReplacementStage::InPlace,
            (ReplacementKind::Delete, temp) if is_old && temp == self.before => ReplacementStage::Begun,
            (_, temp) if temp == self.after => ReplacementStage::Staged,
            (_, temp) if temp == self.before && is_new => ReplacementStage::InPlace,
            (_, temp) if temp == self.before => ReplacementStage::Overtaken,
            (ReplacementKind::Replace | ReplacementKind::Delete, _) if is_new => ReplacementStage::Theirs,
            _ => ReplacementStage::Displaced,
        };
        self.may_have_spare = true;
        Ok(self)
    }

    /// Which way it goes.
    pub fn way(&self) -> ReplacementKind {
        self.way
    }

    pub(crate) fn how_far(&self) -> ReplacementStage {
        self.stage
    }

    /// Whether the file holds what it shall hold.
    pub(crate) fn is_as_it_shall_be(&self) -> io::Result<bool> {
        Ok(self.current()? == self.after)
    }

    fn current(&self) -> io::Result<Content> {
        self.content(self.name)
    }

    /// Writes new bytes beside the file, and makes them durable. Nothing is to be staged where a file goes.
    pub fn stage(&mut self, bytes: &[u8], dress: TargetAttributes) -> Result<(), AttributesLost> {
        debug_assert!(
            matches!(self.after, Content::File(digest, _) if digest == Digest::of(bytes)),
            "these are the bytes it shall hold"
        );
        self.write_spare(bytes, dress)?;
        self.disk.move_new(self.folder, &self.spare, self.temp)?;
        self.may_have_spare = false;
        self.stage = ReplacementStage::Staged;
        Ok(())
    }

    /// Puts the new bytes in place, over what was expected to be there and nothing else.
    pub fn swap(&mut self) -> io::Result<SwapOutcome> {
        if self.current()? != self.before {
            return Ok(SwapOutcome::Moved(None));
        }
        match self.way {
            ReplacementKind::Create => match self.disk.move_new(self.folder, self.temp, self.name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(SwapOutcome::Moved(None)),
                Err(error) => Err(error),
                Ok(()) => self.is_now(ReplacementStage::InPlace),
            },
            ReplacementKind::Replace => match self.disk.exchange(self.folder, self.temp, self.name) {
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    self.disk.move_over(self.folder, self.temp, self.name)?;
                    self.is_now(ReplacementStage::Over)
                }
                Err(error) => Err(error),
                Ok(()) => {
                    self.stage = ReplacementStage::Unclear;
                    if self.content(self.temp)? == self.before {
                        return self.is_now(ReplacementStage::InPlace);
                    }
                    self.exchange_back(self.after)
                }
            },
            ReplacementKind::Delete => {
                self.disk.move_new(self.folder, self.name, self.temp)?;
                self.stage = ReplacementStage::Unclear;
                if self.content(self.temp)? == self.before {
                    return self.is_now(ReplacementStage::InPlace);
                }
                self.move_back()
            }
        }
    }

    /// Puts back what was there before, unless another process changed the file since then. `before` are its bytes and its
    /// permission bits, which are needed where they are nowhere else.
    pub fn take_back(&mut self, before: Option<(&[u8], u32)>) -> io::Result<SwapOutcome> {
        match self.stage {
            ReplacementStage::Begun | ReplacementStage::Staged => return Ok(SwapOutcome::Done),
            ReplacementStage::Displaced | ReplacementStage::Overtaken | ReplacementStage::Unclear => {
                return Ok(SwapOutcome::Moved(None));
            }
            ReplacementStage::Theirs => return self.give_back(),
            ReplacementStage::InPlace | ReplacementStage::Over => {}
        }
        if self.current()? != self.after {
            return Ok(SwapOutcome::Moved(None));
        }
        match (self.way, self.stage) {
            // What it had removed would lie under the second name: another process removed the file.
            (ReplacementKind::Delete, ReplacementStage::Over) => self.is_now(ReplacementStage::Begun),
            (ReplacementKind::Replace, ReplacementStage::Over) => {
                let Some((bytes, mode)) = before else { return Ok(SwapOutcome::Moved(None)) };
                self.remove_spare()?;
                self.write_spare(bytes, TargetAttributes::Exactly(mode)).map_err(AttributesLost::into_io)?;
                self.disk.move_over(self.folder, &self.spare, self.name)?;
                self.is_now(ReplacementStage::Begun)
            }
            (ReplacementKind::Replace, _) => {
                self.stage = ReplacementStage::Unclear;
                self.disk.exchange(self.folder, self.temp, self.name)?;
                if self.content(self.temp)? == self.after {
                    return self.is_now(ReplacementStage::Staged);
                }
                self.exchange_back(self.before)
            }
            (ReplacementKind::Create, _) => {
                self.stage = ReplacementStage::Unclear;
                if self.content(self.temp)? == self.after {
                    // It has both names.
                    self.disk.remove(self.folder, self.temp)?;
                }
                self.disk.move_new(self.folder, self.name, self.temp)?;
                if self.content(self.temp)? == self.after {
                    return self.is_now(ReplacementStage::Staged);
                }
                self.move_back()
            }
            (ReplacementKind::Delete, _) => match self.disk.move_new(self.folder, self.temp, self.name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(SwapOutcome::Moved(None)),
                Err(error) => Err(error),
                Ok(()) => self.is_now(ReplacementStage::Begun),
            },
        }
    }

    /// Puts displaced bytes back at their name: they came out, and were not looked at any more.
    fn give_back(&mut self) -> io::Result<SwapOutcome> {
        match self.way {
            ReplacementKind::Delete => self.move_back(),
            ReplacementKind::Create | ReplacementKind::Replace => match self.exchange_back(self.after) {
                // Where names cannot be exchanged nothing came out: another process put it there.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(SwapOutcome::Moved(None)),
                outcome => outcome,
            },
        }
    }

    /// What lies under the second name.
    pub fn beside(&self) -> io::Result<Leftover> {
        let content = self.content(self.temp)?;
        Ok(match content {
            Content::Other => Leftover::Stays,
            Content::Absent => Leftover::Ours,
            Content::File(..) if content == self.before || content == self.after => Leftover::Ours,
            Content::File(..) => Leftover::Theirs(self.stray()?),
        })
    }

    /// Removes the second name and what is under it.
    pub fn clear(&mut self) -> io::Result<()> {
        self.remove_spare()?;
        match self.opened(self.temp)? {
            Ok(_) => self.disk.remove(self.folder, self.temp),
            Err(_) => Ok(()),
        }
    }

    fn remove_spare(&self) -> io::Result<()> {
        if !self.may_have_spare {
            return Ok(());
        }
        match self.disk.remove(self.folder, &self.spare) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            outcome => outcome,
        }
    }

    fn is_now(&mut self, stage: ReplacementStage) -> io::Result<SwapOutcome> {
        self.stage = stage;
        Ok(SwapOutcome::Done)
    }

    /// Exchanges again, since bytes of another process came out; `ours` is what should come out this time. If it does not,
    /// the file was written once more in between: that is the newest, so it gets the name, and what came out first is
    /// what no name leads to.
    fn exchange_back(&mut self, ours: Content) -> io::Result<SwapOutcome> {
        self.disk.exchange(self.folder, self.temp, self.name)?;
        if self.content(self.temp)? == ours {
            self.stage =
                if ours == self.after { ReplacementStage::Staged } else { ReplacementStage::InPlace };
            return Ok(SwapOutcome::Moved(None));
        }
        self.disk.exchange(self.folder, self.temp, self.name)?;
        Ok(SwapOutcome::Moved(self.lost()?))
    }

    /// Gives a file its name back that is not what was expected; if the name was taken meanwhile, its bytes are a stray.
    fn move_back(&mut self) -> io::Result<SwapOutcome> {
        match self.disk.move_new(self.folder, self.temp, self.name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Ok(SwapOutcome::Moved(self.lost()?))
            }
            Err(error) => Err(error),
            Ok(()) => {
                self.stage = ReplacementStage::Begun;
                Ok(SwapOutcome::Moved(None))
            }
        }
    }

    /// What has lost its name, if it can be kept.
    fn lost(&self) -> io::Result<Option<DisplacedFile>> {
        Ok(match self.beside()? {
            Leftover::Theirs(stray) => Some(stray),
            Leftover::Ours | Leftover::Stays => None,
        })
    }

    fn stray(&self) -> io::Result<DisplacedFile> {
        let file = self.disk.open(self.folder, self.temp)?;
        let mode = self.disk.about(&file)?.mode;
        Ok(DisplacedFile { bytes: self.disk.read(&file, MOST_BYTES)?, mode })
    }

    /// Writes bytes under the third name, makes them durable, and gives the file all that it shall have.
    fn write_spare(&mut self, bytes: &[u8], dress: TargetAttributes) -> Result<(), AttributesLost> {
        self.may_have_spare = true;
        let mode = match dress {
            TargetAttributes::Like | TargetAttributes::Exactly(_) => 0o600,
            TargetAttributes::New(mode) => mode,
        };
        let file = self.disk.create(self.folder, &self.spare, mode)?;
        let written = self.disk.write(&file, bytes).map_err(AttributesLost::from).and_then(|()| {
            let is_over_a_file = matches!(self.before, Content::File(..));
            if dress == TargetAttributes::Like
                || matches!(dress, TargetAttributes::Exactly(_)) && is_over_a_file
            {
                self.disk.copy_attributes(&file, &self.disk.open(self.folder, self.name)?)?;
            }
            if let TargetAttributes::Exactly(mode) = dress {
                self.disk.set_mode(&file, mode)?;
            }
            Ok(self.disk.sync(&file)?)
        });
        if written.is_err() {
            // Never tried again: what a failed sync has lost is lost, and a later one may claim that it is there.
            let _ = self.disk.remove(self.folder, &self.spare);
        }
        written
    }

    /// The file under a name, or what is there in place of one.
    fn opened(&self, name: &[u8]) -> io::Result<Result<D::File, Content>> {
        let file = match self.disk.open(self.folder, name) {
            // Under a name that the file system does not take, nothing can be.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename) =>
            {
                return Ok(Err(Content::Absent));
            }
            // A link, or a socket.
            Err(error) if is_no_file(&error) => return Ok(Err(Content::Other)),
            opened => opened?,
        };
        let FileFacts { kind, size, .. } = self.disk.about(&file)?;
        let is_ours = kind == FileKind::File && size <= MOST_BYTES;
        Ok(if is_ours { Ok(file) } else { Err(Content::Other) })
    }

    fn content(&self, name: &[u8]) -> io::Result<Content> {
        let file = match self.opened(name)? {
            Ok(file) => file,
            Err(content) => return Ok(content),
        };
        let bytes = self.disk.read(&file, MOST_BYTES)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Ok(Content::Other);
        }
        let mode = if self.by_mode { Some(self.disk.about(&file)?.mode) } else { None };
        let digest = match self.before {
            Content::File(digest, _) if self.bytes_before == Some(&bytes) => digest,
            _ => Digest::of(&bytes),
        };
        Ok(Content::File(digest, mode))
    }
}

/// Whether an open failed for what stands there, and not for what the system could not do.
fn is_no_file(error: &io::Error) -> bool {
    use rustix::io::Errno;
    error.raw_os_error().is_some_and(|code| {
        matches!(Errno::from_raw_os_error(code), Errno::LOOP | Errno::NXIO | Errno::NODEV | Errno::MLINK)
    })
}

#[cfg(test)]
mod tests;
