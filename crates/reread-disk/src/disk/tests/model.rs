//! A disk of one folder in memory, which forgets what was not made durable.
//!
//! It counts its calls, fails or stops at one of them, and lets another process act right before one. What a power cut
//! leaves is chosen by a seed: of the names a beginning of what was done to them since the folder was last durable, of the
//! bytes of a file that was never synced anything from nothing to all.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use crate::disk::{AttributesLost, Disk};
use crate::facts::{FileFacts, FileKind, Identity, Stamp};

type Names = BTreeMap<Vec<u8>, usize>;

/// What is to happen at a call, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Nothing special, ever.
    None,
    /// That call fails, and the next ones do not.
    FailAt(u64),
    /// That call and all after it never happen.
    StopAt(u64),
}

/// Another process, which acts right before a call.
pub(crate) struct Other {
    pub(crate) before_call: u64,
    pub(crate) act: fn(&mut ModelFolder),
}

/// The folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelFolder {
    names: Names,
    durable: Names,
    /// What the names were after each step since they were durable.
    since: Vec<Names>,
    files: Vec<Inode>,
}

#[derive(Clone, Debug)]
struct Inode {
    bytes: Vec<u8>,
    mode: u32,
    is_durable: bool,
}

/// A disk that holds such a folder.
pub(crate) struct ModelDisk {
    folder: RefCell<ModelFolder>,
    calls: RefCell<u64>,
    fate: Fate,
    writers: Vec<Other>,
    can_exchange: bool,
}

impl ModelFolder {
    /// Puts a file under a name as a good editor does: whole, durable, in one step.
    pub(crate) fn save(&mut self, name: &[u8], bytes: &[u8]) {
        self.save_as(name, bytes, 0o644);
    }

    /// The same with these permission bits.
    pub(crate) fn save_as(&mut self, name: &[u8], bytes: &[u8], mode: u32) {
        self.files.push(Inode { bytes: bytes.to_vec(), mode, is_durable: true });
        let file = self.files.len() - 1;
        self.step(|names| {
            names.insert(name.to_vec(), file);
        });
    }

    /// Writes over the bytes of a file where they lie, if it is there.
    pub(crate) fn scribble(&mut self, name: &[u8], bytes: &[u8]) {
        if let Some(file) = self.names.get(name) {
            self.files[*file].bytes = bytes.to_vec();
        }
    }

    /// Removes a name.
    pub(crate) fn drop_name(&mut self, name: &[u8]) {
        self.step(|names| {
            names.remove(name);
        });
    }

    /// The bytes under a name.
    pub(crate) fn bytes(&self, name: &[u8]) -> Option<&[u8]> {
        self.names.get(name).map(|file| self.files[*file].bytes.as_slice())
    }

    /// The permission bits of the file under a name.
    pub(crate) fn mode(&self, name: &[u8]) -> Option<u32> {
        self.names.get(name).map(|file| self.files[*file].mode)
    }

    /// How many names there are.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    fn step(&mut self, change: impl FnOnce(&mut Names)) {
        change(&mut self.names);
        self.since.push(self.names.clone());
    }

    fn settle(&mut self) {
        self.durable = self.names.clone();
        self.since.clear();
    }

    fn lookup(&self, name: &[u8]) -> io::Result<usize> {
        self.names.get(name).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// What is left after a power cut.
    pub(crate) fn after_power_cut(&self, mut seed: u64) -> ModelFolder {
        let mut draw = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let names = match draw(self.since.len() + 1) {
            0 => self.durable.clone(),
            step => self.since[step - 1].clone(),
        };
        let mut files = self.files.clone();
        for file in files.iter_mut().filter(|file| !file.is_durable) {
            let left = draw(file.bytes.len() + 1);
            file.bytes.truncate(left);
            file.is_durable = true;
        }
        ModelFolder { durable: names.clone(), names, since: Vec::new(), files }
    }
}

impl ModelDisk {
    pub(crate) fn new(mut folder: ModelFolder) -> Self {
        folder.settle();
        Self {
            folder: RefCell::new(folder),
            calls: RefCell::new(0),
            fate: Fate::None,
            writers: Vec::new(),
            can_exchange: true,
        }
    }

    pub(crate) fn with_fate(self, fate: Fate) -> Self {
        Self { fate, ..self }
    }

    pub(crate) fn with_writers(self, writers: Vec<Other>) -> Self {
        Self { writers, ..self }
    }

    pub(crate) fn without_exchange(self) -> Self {
        Self { can_exchange: false, ..self }
    }

    /// How many calls there were.
    pub(crate) fn calls(&self) -> u64 {
        *self.calls.borrow()
    }

    /// What is there now, as a running process sees it.
    pub(crate) fn folder(&self) -> ModelFolder {
        self.folder.borrow().clone()
    }

    fn call<T>(&self, work: impl FnOnce(&mut ModelFolder) -> io::Result<T>) -> io::Result<T> {
        let mut calls = self.calls.borrow_mut();
        *calls += 1;
        let mut folder = self.folder.borrow_mut();
        self.writers
            .iter()
            .filter(|other| other.before_call == *calls)
            .for_each(|other| (other.act)(&mut folder));
        match self.fate {
            Fate::FailAt(at) if *calls == at => Err(io::Error::other("the disk failed")),
            Fate::StopAt(at) if *calls >= at => Err(io::Error::other("the power is off")),
            _ => work(&mut folder),
        }
    }
}

impl Disk for ModelDisk {
    type Folder = ();
    type File = usize;

    fn open(&self, (): &(), name: &[u8]) -> io::Result<usize> {
        self.call(|folder| folder.lookup(name))
    }

    fn create(&self, (): &(), name: &[u8], mode: u32) -> io::Result<usize> {
        self.call(|folder| {
            if folder.names.contains_key(name) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            folder.files.push(Inode { bytes: Vec::new(), mode, is_durable: false });
            let file = folder.files.len() - 1;
            folder.step(|names| {
                names.insert(name.to_vec(), file);
            });
            Ok(file)
        })
    }

    fn about(&self, file: &usize) -> io::Result<FileFacts> {
        self.call(|folder| {
            let inode = &folder.files[*file];
            let identity = Identity { device: 1, inode: *file as u64 };
            Ok(FileFacts {
                kind: FileKind::File,
                size: inode.bytes.len() as u64,
                allocated: None,
                links: 1,
                modified_unix_ms: 0,
                mode: inode.mode,
                identity,
                stamp: Stamp::default(),
            })
        })
    }

    fn read(&self, file: &usize, _: u64) -> io::Result<Vec<u8>> {
        self.call(|folder| Ok(folder.files[*file].bytes.clone()))
    }

    fn write(&self, file: &usize, bytes: &[u8]) -> io::Result<()> {
        // Half of it first: a process that is cut off in the middle leaves a torn file.
        let half = bytes.len() / 2;
        for part in [&bytes[..half], &bytes[half..]] {
            self.call(|folder| {
                folder.files[*file].bytes.extend_from_slice(part);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn copy_attributes(&self, file: &usize, like: &usize) -> Result<(), AttributesLost> {
        Ok(self.call(|folder| {
            folder.files[*file].mode = folder.files[*like].mode;
            Ok(())
        })?)
    }

    fn set_mode(&self, file: &usize, mode: u32) -> io::Result<()> {
        self.call(|folder| {
            folder.files[*file].mode = mode;
            Ok(())
        })
    }

    fn sync(&self, file: &usize) -> io::Result<()> {
        self.call(|folder| {
            folder.files[*file].is_durable = true;
            Ok(())
        })
    }

    fn move_new(&self, (): &(), from: &[u8], to: &[u8]) -> io::Result<()> {
        self.call(|folder| {
            let file = folder.lookup(from)?;
            if folder.names.contains_key(to) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            folder.step(|names| {
                names.remove(from);
                names.insert(to.to_vec(), file);
            });
            Ok(())
        })
    }

    fn move_over(&self, (): &(), from: &[u8], to: &[u8]) -> io::Result<()> {
        self.call(|folder| {
            let file = folder.lookup(from)?;
            folder.step(|names| {
                names.remove(from);
                names.insert(to.to_vec(), file);
            });
            Ok(())
        })
    }

    fn exchange(&self, (): &(), one: &[u8], other: &[u8]) -> io::Result<()> {
        self.call(|folder| {
            if !self.can_exchange {
                return Err(io::ErrorKind::Unsupported.into());
            }
            let (first, second) = (folder.lookup(one)?, folder.lookup(other)?);
            folder.step(|names| {
                names.insert(one.to_vec(), second);
                names.insert(other.to_vec(), first);
            });
            Ok(())
        })
    }

    fn remove(&self, (): &(), name: &[u8]) -> io::Result<()> {
        self.call(|folder| {
            folder.lookup(name)?;
            folder.drop_name(name);
            Ok(())
        })
    }

    fn sync_folder(&self, (): &()) -> io::Result<()> {
        self.call(|folder| {
            folder.settle();
            Ok(())
        })
    }
}
