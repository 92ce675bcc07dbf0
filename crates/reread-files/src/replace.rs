//! One file on its way from one content to another.
//!
//! New bytes are staged beside the file and made durable before its name is touched. Then both names are exchanged in one
//! step, and what came out is compared with what was expected: a check before the step could always come a moment too
//! early. If somebody else's bytes came out, they go back. So the file holds the old bytes or the new ones at every
//! moment, and whoever wrote last is never overwritten unseen; bytes that lost their name on the way are handed over as
//! [`Stray`], for the history.
//!
//! A replacement does not know other files, the history, or why it happens. Whoever dies in the middle of one leaves names
//! that [`Replacement::resume`] understands.

use std::io;

use reread_text::Digest;

use crate::disk::{Attributes, Disk, Undressed};
use crate::facts::FileKind;

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Absent,
    File(Digest),
    /// A folder, a link, a pipe; or more bytes than are looked at.
    Other,
}

/// What a new file may be done with, and an old one keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dress {
    /// As the file that is replaced.
    Like,
    /// As far as the user's mask allows.
    New(u32),
    /// As the file that is replaced, if one is, but for these permission bits.
    Exactly(u32),
}

/// What came of putting new bytes in place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Swap {
    Done,
    /// Something else is there than was expected, and stays.
    Moved(Option<Stray>),
}

/// Bytes of somebody else that no name leads to any more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stray(pub(crate) Vec<u8>);

/// Which way a replacement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Create,
    Replace,
    Delete,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing was done, or everything was undone.
    Begun,
    /// The second name holds the new bytes.
    Staged,
    /// The file is as it shall be; the second name holds what was there, if something was.
    InPlace,
    /// The same without a second name: the file system cannot exchange, or it was removed already.
    Over,
    /// Nobody knows: the system failed between two steps.
    Unclear,
}

/// One file, what it holds and what it shall hold.
#[derive(Debug)]
pub(crate) struct Replacement<'a, D: Disk> {
    disk: &'a D,
    folder: &'a D::Folder,
    name: &'a [u8],
    /// A second name in the same folder, which nobody else uses.
    temp: &'a [u8],
    before: Content,
    after: Content,
    way: Way,
    stage: Stage,
}

/// More bytes than this are not ours to replace: they would have to be held in memory several times.
pub(crate) const MOST_BYTES: u64 = 64 * 1024 * 1024;

impl<'a, D: Disk> Replacement<'a, D> {
    /// A replacement of which nothing was done; `None` stands for no file.
    pub(crate) fn new(
        disk: &'a D,
        folder: &'a D::Folder,
        (name, temp): (&'a [u8], &'a [u8]),
        (before, after): (Option<Digest>, Option<Digest>),
    ) -> Self {
        let content = |digest: Option<Digest>| digest.map_or(Content::Absent, Content::File);
        let way = match (before, after) {
            (None, _) => Way::Create,
            (Some(_), Some(_)) => Way::Replace,
            (Some(_), None) => Way::Delete,
        };
        let (before, after) = (content(before), content(after));
        Self { disk, folder, name, temp, before, after, way, stage: Stage::Begun }
    }

    /// A replacement that somebody else began and did not end.
    pub(crate) fn resume(mut self) -> io::Result<Self> {
        let (named, temp) = (self.content(self.name)?, self.content(self.temp)?);
        self.stage = match (named == self.after, temp) {
            (true, Content::Absent) if self.way != Way::Create => Stage::Over,
            (true, temp) if temp == self.before => Stage::InPlace,
            (_, Content::Absent) => Stage::Begun,
            (_, temp) if temp == self.after => Stage::Staged,
            _ => Stage::Unclear,
        };
        Ok(self)
    }

    /// What stands under its name now.
    pub(crate) fn current(&self) -> io::Result<Content> {
        self.content(self.name)
    }

    /// Whether the file is as it shall be, by what this replacement did.
    pub(crate) fn is_in_place(&self) -> bool {
        matches!(self.stage, Stage::InPlace | Stage::Over)
    }

    /// Writes new bytes beside the file, and makes them durable. Nothing is to be staged where a file goes.
    pub(crate) fn stage(&mut self, bytes: &[u8], dress: Dress) -> Result<(), Undressed> {
        debug_assert_eq!(Content::File(Digest::of(bytes)), self.after, "these are the bytes it shall hold");
        self.write_temp(bytes, dress)?;
        self.stage = Stage::Staged;
        Ok(())
    }

    /// Puts the new bytes in place, over what was expected to be there and nothing else.
    pub(crate) fn swap(&mut self) -> io::Result<Swap> {
        if self.current()? != self.before {
            return Ok(Swap::Moved(None));
        }
        match self.way {
            Way::Create => match self.disk.move_new(self.folder, self.temp, self.name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Swap::Moved(None)),
                Err(error) => Err(error),
                Ok(()) => self.is_now(Stage::InPlace),
            },
            Way::Replace => match self.disk.exchange(self.folder, self.temp, self.name) {
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    self.disk.move_over(self.folder, self.temp, self.name)?;
                    self.is_now(Stage::Over)
                }
                Err(error) => Err(error),
                Ok(()) => {
                    self.stage = Stage::Unclear;
                    if self.content(self.temp)? == self.before {
                        return self.is_now(Stage::InPlace);
                    }
                    self.exchange_back(self.after)
                }
            },
            Way::Delete => {
                self.disk.move_new(self.folder, self.name, self.temp)?;
                self.stage = Stage::Unclear;
                if self.content(self.temp)? == self.before {
                    return self.is_now(Stage::InPlace);
                }
                self.move_back()
            }
        }
    }

    /// Puts back what was there before, unless somebody changed the file since then. `before` are its bytes.
    pub(crate) fn take_back(&mut self, before: Option<&[u8]>) -> io::Result<Swap> {
        if !self.is_in_place() {
            return Ok(Swap::Done);
        }
        if self.current()? != self.after {
            return Ok(Swap::Moved(None));
        }
        match (self.way, self.stage) {
            (Way::Replace | Way::Delete, Stage::Over) => {
                let dress = if self.way == Way::Replace { Dress::Like } else { Dress::New(0o666) };
                let before = before.expect("what was replaced or removed held bytes");
                self.write_temp(before, dress).map_err(Undressed::into_io)?;
                match self.way {
                    Way::Replace => self.disk.move_over(self.folder, self.temp, self.name)?,
                    _ => self.disk.move_new(self.folder, self.temp, self.name)?,
                }
                self.is_now(Stage::Begun)
            }
            (Way::Replace, _) => {
                self.stage = Stage::Unclear;
                self.disk.exchange(self.folder, self.temp, self.name)?;
                if self.content(self.temp)? == self.after {
                    return self.is_now(Stage::Staged);
                }
                self.exchange_back(self.before)
            }
            (Way::Create, _) => {
                self.stage = Stage::Unclear;
                self.disk.move_new(self.folder, self.name, self.temp)?;
                if self.content(self.temp)? == self.after {
                    return self.is_now(Stage::Staged);
                }
                self.move_back()
            }
            (Way::Delete, _) => match self.disk.move_new(self.folder, self.temp, self.name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Swap::Moved(None)),
                Err(error) => Err(error),
                Ok(()) => self.is_now(Stage::Begun),
            },
        }
    }

    /// Whether the old bytes are nowhere but in the history.
    pub(crate) fn needs_bytes_to_take_back(&self) -> bool {
        self.stage == Stage::Over
    }

    /// What lies under the second name and is not ours: it has to be kept before it is cleared away.
    pub(crate) fn foreign(&self) -> io::Result<Option<Stray>> {
        match self.content(self.temp)? {
            content @ Content::File(_) if content != self.before && content != self.after => self.stray(),
            // Nobody but somebody who knows the second name put anything else there, and it holds no bytes to be kept.
            Content::File(_) | Content::Absent | Content::Other => Ok(None),
        }
    }

    /// Removes the second name and what is under it.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        match self.opened(self.temp)? {
            Ok(_) => self.disk.remove(self.folder, self.temp),
            Err(_) => Ok(()),
        }
    }

    fn is_now(&mut self, stage: Stage) -> io::Result<Swap> {
        self.stage = stage;
        Ok(Swap::Done)
    }

    /// Exchanges again, since somebody else's bytes came out; `ours` is what should come out this time. If it does not,
    /// the file was written once more in between: that is the newest, so it gets the name, and what came out first is
    /// what nobody has a name for.
    fn exchange_back(&mut self, ours: Content) -> io::Result<Swap> {
        self.disk.exchange(self.folder, self.temp, self.name)?;
        if self.content(self.temp)? == ours {
            self.stage = if ours == self.after { Stage::Staged } else { Stage::InPlace };
            return Ok(Swap::Moved(None));
        }
        self.disk.exchange(self.folder, self.temp, self.name)?;
        Ok(Swap::Moved(self.stray()?))
    }

    /// Gives a file its name back that is not what was expected; if the name was taken meanwhile, its bytes are a stray.
    fn move_back(&mut self) -> io::Result<Swap> {
        match self.disk.move_new(self.folder, self.temp, self.name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Swap::Moved(self.stray()?)),
            Err(error) => Err(error),
            Ok(()) => {
                self.stage = Stage::Begun;
                Ok(Swap::Moved(None))
            }
        }
    }

    fn stray(&self) -> io::Result<Option<Stray>> {
        let file = self.disk.open(self.folder, self.temp)?;
        self.disk.read(&file, MOST_BYTES).map(Stray).map(Some)
    }

    fn write_temp(&self, bytes: &[u8], dress: Dress) -> Result<(), Undressed> {
        let mode = match dress {
            Dress::Like | Dress::Exactly(_) => 0o600,
            Dress::New(mode) => mode,
        };
        let file = self.disk.create(self.folder, self.temp, mode)?;
        let written = self.disk.write(&file, bytes).map_err(Undressed::from).and_then(|()| {
            let is_over_a_file = matches!(self.before, Content::File(_));
            if dress == Dress::Like || matches!(dress, Dress::Exactly(_)) && is_over_a_file {
                self.disk.dress(&file, &self.disk.open(self.folder, self.name)?)?;
            }
            if let Dress::Exactly(mode) = dress {
                self.disk.set_mode(&file, mode)?;
            }
            Ok(self.disk.sync(&file)?)
        });
        if written.is_err() {
            // Never tried again: what a failed sync has lost is lost, and a later one may claim that it is there.
            let _ = self.disk.remove(self.folder, self.temp);
        }
        written
    }

    /// The file under a name, or what is there in place of one.
    fn opened(&self, name: &[u8]) -> io::Result<Result<D::File, Content>> {
        let file = match self.disk.open(self.folder, name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Err(Content::Absent)),
            // A link, or a socket.
            Err(error) if is_no_file(&error) => return Ok(Err(Content::Other)),
            opened => opened?,
        };
        let Attributes { kind, size, .. } = self.disk.about(&file)?;
        let is_ours = kind == FileKind::File && size <= MOST_BYTES;
        Ok(if is_ours { Ok(file) } else { Err(Content::Other) })
    }

    fn content(&self, name: &[u8]) -> io::Result<Content> {
        let file = match self.opened(name)? {
            Ok(file) => file,
            Err(content) => return Ok(content),
        };
        let bytes = self.disk.read(&file, MOST_BYTES)?;
        let is_whole = bytes.len() as u64 <= MOST_BYTES;
        Ok(if is_whole { Content::File(Digest::of(&bytes)) } else { Content::Other })
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
