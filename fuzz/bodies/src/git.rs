//! Git's files, as a hostile repository would write them, read through a preview.
//!
//! The repositories name objects by SHA-256, which is at hand. Objects are stored without compressing them.

use std::path::{Path, PathBuf};

use reread_files::{
    PreviewBase, PreviewError, PreviewReply, PreviewRequest, Settings, Workspace, WorkspaceOptions,
};
use reread_text::{Bounds, Digest};

use crate::input::parts;
use crate::scratch;

const CONFIG: &[u8] = b"[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha256\n";

/// The file on disk.
const SONG: &[u8] = b"one\n";

/// What no reply may hold.
const SECRET: &str = "secret";

thread_local! {
    static TREES: Repository = Repository::new("git-trees");
    static INDEXES: Repository = Repository::new("git-indexes");
    static PACKS: Repository = Repository::new("git-packs");
    static LOOSE: Repository = Repository::new("git-loose");
    static REFERENCES: Repository = Repository::new("git-references");
    static FORMATS: Repository = Repository::new("git-formats");
    static FILES: Repository = Repository::new("git-files");
}

/// A tree that has its name: what it says of the file is what a plain reading finds.
pub fn git_tree(data: &[u8]) {
    TREES.with(|repository| {
        let tree = repository.store("tree", data);
        let commit = repository.store("commit", format!("tree {tree}\nauthor a\n\nx\n").as_bytes());
        repository.write("HEAD", format!("{commit}\n").as_bytes());
        let found = code(&repository.preview(PreviewBase::Head));
        assert_eq!(found, plainly_in_tree(data), "{}", data.escape_ascii());
        repository.forget(&tree);
        repository.forget(&commit);
    });
}

/// What a preview against a tree comes to.
fn plainly_in_tree(mut tree: &[u8]) -> &'static str {
    while let Some(nul) = tree.iter().position(|byte| *byte == 0) {
        let (entry, rest) = (&tree[..nul], &tree[nul + 1..]);
        let Some(space) = entry.iter().position(|byte| *byte == b' ') else { return "damaged_repository" };
        if rest.len() < 32 {
            return "damaged_repository";
        }
        if &entry[space + 1..] == b"song" {
            let mode = std::str::from_utf8(&entry[..space]).ok().filter(|mode| mode.len() <= 7);
            let mode = mode.filter(|mode| mode.bytes().all(|digit| digit.is_ascii_digit()));
            return match mode.and_then(|mode| u32::from_str_radix(mode, 8).ok()).map(|mode| mode >> 12 & 0o17)
            {
                Some(0o10) => "missing_object",
                Some(0o4 | 0o12 | 0o16) => "not_a_file",
                _ => "damaged_repository",
            };
        }
        tree = &rest[32..];
    }
    if tree.is_empty() { "ok" } else { "damaged_repository" }
}

/// An index without a checksum: whatever it says, the object that it names stands in it.
pub fn git_index(data: &[u8]) {
    INDEXES.with(|repository| {
        repository.write("index", &[data, &[0; 32]].concat());
        let outcome = repository.preview(PreviewBase::Index);
        let known = [
            "ok",
            "damaged_repository",
            "unsupported_repository",
            "missing_object",
            "not_a_file",
            "conflicted",
        ];
        assert!(known.contains(&code(&outcome)), "{outcome:?}");
        check_named(&outcome, |id| data.windows(32).any(|window| window == id));
    });
}

/// A pack whose index leads to three places in it: none of them is what was asked for.
pub fn git_pack(data: &[u8]) {
    PACKS.with(|repository| {
        let pack = [b"PACK\0\0\0\x02\0\0\0\x03", data].concat();
        repository.write("objects/pack/pack-x.pack", &pack);
        repository.write("objects/pack/pack-x.idx", &index_of_three(data.len()));
        repository.write("HEAD", "01".repeat(32).as_bytes());
        refused(&repository.preview(PreviewBase::Head));
    });
}

/// An index of objects called `01…`, `02…` and `03…`, in the three thirds of a pack.
fn index_of_three(length: usize) -> Vec<u8> {
    let third = |number: usize| u32::try_from(12 + number * length / 3).unwrap_or(12);
    let mut index = b"\xfftOc\0\0\0\x02".to_vec();
    (0..256_u32).for_each(|first| index.extend_from_slice(&first.min(3).to_be_bytes()));
    (1..=3).for_each(|name| index.extend_from_slice(&[name; 32]));
    index.extend_from_slice(&[0; 12]);
    (0..3).for_each(|number| index.extend_from_slice(&third(number).to_be_bytes()));
    index.extend_from_slice(&[0; 64]);
    index
}

/// The file of an object, as it lies on disk: it is not what it is called.
pub fn git_loose(data: &[u8]) {
    LOOSE.with(|repository| {
        repository.write(&format!("objects/01/{}", "01".repeat(31)), data);
        repository.write("HEAD", "01".repeat(32).as_bytes());
        refused(&repository.preview(PreviewBase::Head));
    });
}

fn refused(outcome: &Result<PreviewReply, PreviewError>) {
    assert!(["damaged_repository", "too_large"].contains(&code(outcome)), "{outcome:?}");
}

/// `HEAD` before the seam, packed references after it. The commit that is looked for stands there in digits.
pub fn git_references(data: &[u8]) {
    REFERENCES.with(|repository| {
        let (head, packed) = parts(data);
        repository.write("HEAD", head);
        repository.write("packed-refs", packed);
        let outcome = repository.preview(PreviewBase::Head);
        assert!(["ok", "damaged_repository", "missing_object"].contains(&code(&outcome)), "{outcome:?}");
        let digits = String::from_utf8_lossy(data).to_ascii_lowercase();
        check_named(&outcome, |id| digits.contains(&hex(id)));
    });
}

/// A configuration that says nothing of the format changes nothing.
pub fn git_format(data: &[u8]) {
    FORMATS.with(|repository| {
        repository.write("config", data);
        let outcome = repository.preview(PreviewBase::Head);
        let code = code(&outcome);
        assert!(["ok", "damaged_repository", "unsupported_repository"].contains(&code), "{outcome:?}");
        let text = String::from_utf8_lossy(data).to_ascii_lowercase();
        if !text.contains("repositoryformatversion") {
            assert_eq!(code, "ok", "{text}");
        }
    });
}

/// A `.git` file: wherever it leads, nothing of the repository outside is shown or told.
pub fn git_file(data: &[u8]) {
    FILES.with(|repository| {
        let outside = Repository::new("git-outside");
        let blob = outside.store("blob", SECRET.as_bytes());
        let tree = [b"100644 song\0".as_slice(), &bytes(&blob)].concat();
        let tree = outside.store("tree", &tree);
        let commit = outside.store("commit", format!("tree {tree}\n\nx\n").as_bytes());
        outside.write("HEAD", commit.as_bytes());
        let folder = repository.root.join("sub");
        make(&folder);
        scratch::write(&folder.join("song"), SONG);
        scratch::write(&folder.join(".git"), data);
        let outcome = repository.preview_of("sub/song", PreviewBase::Head);
        let said = match &outcome {
            Ok(reply) => String::from_utf8_lossy(&reply.diff.text).into_owned(),
            Err(error) => error.to_string(),
        };
        assert!(!said.contains(SECRET), "{said}");
    });
}

/// A root with a file in it and an empty repository.
struct Repository {
    root: PathBuf,
    workspace: Workspace,
}

impl Repository {
    fn new(name: &str) -> Self {
        let root = scratch::folder(name);
        for folder in [".git/refs/heads", ".git/objects/pack", ".git/objects/01"] {
            make(&root.join(folder));
        }
        scratch::write(&root.join("song"), SONG);
        let mut settings = Settings::default();
        settings.limits.digest_bytes = 1 << 16;
        let workspace = Workspace::open(WorkspaceOptions {
            roots: vec![root.clone()],
            here: None,
            home: None,
            settings,
            confinement: None,
        });
        let repository = Self { root, workspace: workspace.expect("the scratch folder is ours") };
        repository.write("config", CONFIG);
        repository.write("HEAD", b"ref: refs/heads/main\n");
        repository
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        scratch::write(&self.root.join(".git").join(name), bytes);
    }

    /// Stores an object under its name.
    fn store(&self, kind: &str, content: &[u8]) -> String {
        let object = [format!("{kind} {}\0", content.len()).as_bytes(), content].concat();
        let name = Digest::of(&object).to_string();
        make(&self.root.join(".git/objects").join(&name[..2]));
        self.write(&loose(&name), &stored(&object));
        name
    }

    fn forget(&self, name: &str) {
        remove(&self.root.join(".git").join(loose(name)));
    }

    fn preview(&self, against: PreviewBase) -> Result<PreviewReply, PreviewError> {
        self.preview_of("song", against)
    }

    fn preview_of(&self, name: &str, against: PreviewBase) -> Result<PreviewReply, PreviewError> {
        let bounds = Bounds::default();
        let request = PreviewRequest { name: name.to_owned(), against, content: None, lines: None, bounds };
        self.workspace.previewer().diff_preview(&request)
    }
}

fn code(outcome: &Result<PreviewReply, PreviewError>) -> &'static str {
    outcome.as_ref().map_or_else(|error| error.code().as_str(), |_| "ok")
}

/// An object that is said to be missing was asked for by these bytes.
fn check_named(outcome: &Result<PreviewReply, PreviewError>, is_there: impl Fn(&[u8]) -> bool) {
    let message = outcome.as_ref().err().map(ToString::to_string).unwrap_or_default();
    if let Some((_, name)) = message.split_once("lacks the object ") {
        assert!(is_there(&bytes(name)), "{message}");
    }
}

fn loose(name: &str) -> String {
    format!("objects/{}/{}", &name[..2], &name[2..])
}

fn bytes(name: &str) -> Vec<u8> {
    name.parse::<Digest>().map(|digest| digest.as_bytes().to_vec()).unwrap_or_default()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A zlib stream of these bytes, as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut chunks = bytes.chunks(0xffff).peekable();
    while let Some(chunk) = chunks.next() {
        let length = u16::try_from(chunk.len()).unwrap_or_default();
        stream.push(u8::from(chunks.peek().is_none()));
        stream.extend_from_slice(&length.to_le_bytes());
        stream.extend_from_slice(&(!length).to_le_bytes());
        stream.extend_from_slice(chunk);
    }
    stream.extend_from_slice(&[0; 4]);
    stream
}

#[expect(clippy::disallowed_methods, reason = "plays the person who made the repository")]
fn make(folder: &Path) {
    std::fs::create_dir_all(folder).expect("the scratch folder is ours");
}

#[expect(clippy::disallowed_methods, reason = "plays the person who made the repository")]
fn remove(path: &Path) {
    std::fs::remove_file(path).expect("it was just written");
}
