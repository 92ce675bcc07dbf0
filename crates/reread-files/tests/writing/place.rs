//! A folder to write in.

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use reread_edit::MatchTolerance;
use reread_files::{
    EditReply, FileWriteMode, PatchInput, PatchRequest, Settings, State, Workspace, WorkspaceOptions,
    WriteContext, WriteError, WriteRequest,
};
use reread_store::UnixMillis;
use reread_testkit::World;

/// A workspace with state, and what is beside it.
pub(crate) struct Place {
    world: World,
    pub(crate) workspace: Workspace,
}

/// No approval was given, on purpose.
pub(crate) fn writer() -> WriteContext<'static> {
    WriteContext {
        author: "test",
        is_own: &|_| false,
        now: UnixMillis(1),
        is_approved: &|_| false,
        reserve: &|_| Ok(()),
        dry_run: false,
        takes_literally: false,
    }
}

impl Place {
    pub(crate) fn new() -> Self {
        Self::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let world = World::empty();
        let (roots, home) = (vec![world.root()], Some(world.beside("outside")));
        let options = WorkspaceOptions { roots, here: None, home, settings, confinement: None };
        let state = State::open(&world.beside("state"), &reread_store::KeyPlace::Beside).unwrap();
        Self { workspace: Workspace::open(options).unwrap().with_state(state), world }
    }

    /// A path in the root.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.world.path(name)
    }

    /// A path beside it.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.world.beside(name)
    }

    /// Puts a file there, as any program may.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        self.world.write(name, content);
    }

    /// Lets it be done with a file what the bits say.
    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        self.world.set_mode(name, mode);
    }

    pub(crate) fn mode(&self, name: &str) -> u32 {
        std::fs::metadata(self.path(name)).unwrap().permissions().mode() & 0o7777
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn is_there(&self, name: &str) -> bool {
        self.path(name).symlink_metadata().is_ok()
    }

    /// Every name in the root, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path("")).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn patch(&self, patch: impl AsRef<[u8]>) -> Result<EditReply, WriteError> {
        self.patch_on(None, patch)
    }

    pub(crate) fn patch_on(
        &self,
        base: Option<&str>,
        patch: impl AsRef<[u8]>,
    ) -> Result<EditReply, WriteError> {
        let request = PatchRequest {
            patch: PatchInput::Text(patch.as_ref()),
            name: None,
            base,
            loosest: MatchTolerance::Exact,
        };
        self.workspace.writer().apply_patch(&request, &writer())
    }

    pub(crate) fn write(
        &self,
        name: &str,
        content: impl AsRef<[u8]>,
        if_match: Option<&str>,
    ) -> Result<EditReply, WriteError> {
        self.write_as(name, content, FileWriteMode::Truncate, if_match)
    }

    pub(crate) fn write_as(
        &self,
        name: &str,
        content: impl AsRef<[u8]>,
        mode: FileWriteMode,
        if_match: Option<&str>,
    ) -> Result<EditReply, WriteError> {
        let request = WriteRequest { name, content: content.as_ref(), mode, if_match };
        self.workspace.writer().write_file(&request, &writer())
    }

    /// The tag of a file that is read now.
    pub(crate) fn tag(&self, name: &str) -> String {
        let request =
            reread_files::ReadRequest::new(name, reread_files::Extent::Whole, reread_text::Bounds::default());
        self.workspace.reader().read(&request).unwrap().tag.unwrap().to_string()
    }
}

/// A search and replace block for a file.
pub(crate) fn block(name: &str, old: &str, new: &str) -> String {
    format!("{name}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n")
}

/// Checks that a call was refused with this word.
#[track_caller]
pub(crate) fn check_refused(outcome: Result<EditReply, WriteError>, code: &str) {
    match outcome {
        Ok(reply) => panic!("it was written: {reply:?}"),
        Err(error) => assert_eq!(error.code().as_str(), code, "{error}"),
    }
}
