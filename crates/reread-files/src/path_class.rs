//! What a name says about a file: tags for listing, a class for ranking. Names only; nothing is opened.
//!
//! | tag | the file's name | or a folder above it |
//! |---|---|---|
//! | `test` | `test_*`, `*_test.*`, `*_spec.*`, `*.test.*`, `*.spec.*`, `tests.*`, `conftest.py` | `test`, `tests`, `spec`, `specs`, `__tests__`, `testdata`, `fixtures` |
//! | `doc` | `*.md`, `*.rst`, `*.adoc`, `*.txt`, `*.tex`, `README*`, `LICENSE*`, `CHANGELOG*`, `CONTRIBUTING*` | `doc`, `docs` |
//! | `config` | `*.toml`, `*.yaml`, `*.yml`, `*.json`, `*.ini`, `*.cfg`, `*.conf`, `*.properties`, `*.xml`, `*.lock`, `Makefile`, `Dockerfile*`, and names that begin with a dot | |
//! | `code` | the endings of programming languages | |
//! | `hidden` | names that begin with a dot | names that begin with a dot |
//! | `vendored` | what is vendored or generated, as below | as below |
//!
//! Case does not matter. A file may have several tags or none. Its class is the first that fits: vendored or generated
//! (`vendor`, `node_modules`, `third_party`, `dist`, `build`, `target`, `out` and the like above it, `*.min.*`, lock
//! files, `*.generated.*`, `*_pb2.py`, `*.pb.go`), test, docs, else source.

use reread_path::RootedPath;

/// What a file is for, as its name has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Prose.
    Doc,
    /// Settings and manifests.
    Config,
    /// Programs.
    Code,
    /// Tests and what they use.
    Test,
    /// Out of sight: its name, or one above it, begins with a dot.
    Hidden,
    /// Somebody else's, or made by a program.
    Vendored,
}

/// Where a file stands in a ranking, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathClass {
    /// Nothing speaks against it.
    Source,
    /// A test.
    Test,
    /// Prose.
    Docs,
    /// Somebody else's, or made by a program.
    Vendored,
}

impl Tag {
    /// All of them.
    pub const ALL: [Tag; 6] = [Tag::Doc, Tag::Config, Tag::Code, Tag::Test, Tag::Hidden, Tag::Vendored];

    /// The tag of that name.
    pub fn named(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.word() == name)
    }

    /// The tags of a file, in the order in which they are declared.
    pub(crate) fn of(path: &RootedPath) -> impl Iterator<Item = Tag> + '_ {
        let name = lower(path.file_name().unwrap_or_default());
        Tag::ALL.into_iter().filter(move |tag| tag.fits(&name, path))
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Tag::Doc => "doc",
            Tag::Config => "config",
            Tag::Code => "code",
            Tag::Test => "test",
            Tag::Hidden => "hidden",
            Tag::Vendored => "vendored",
        }
    }

    /// Whether a file has it.
    pub(crate) fn is_on(self, path: &RootedPath) -> bool {
        self.fits(&lower(path.file_name().unwrap_or_default()), path)
    }

    /// The same, given the file's own name in small letters.
    fn fits(self, name: &str, path: &RootedPath) -> bool {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        match self {
            Tag::Doc => {
                ["md", "markdown", "rst", "adoc", "txt", "tex"].contains(&ending)
                    || ["readme", "license", "changelog", "contributing"]
                        .iter()
                        .any(|start| name.starts_with(start))
                    || has_folder(path, &["doc", "docs"])
            }
            Tag::Config => {
                CONFIG_ENDINGS.contains(&ending)
                    || name.starts_with('.')
                    || name == "makefile"
                    || name.starts_with("dockerfile")
            }
            Tag::Code => CODE_ENDINGS.contains(&ending) && !stem.is_empty(),
            Tag::Test => {
                name.starts_with("test_")
                    || ["_test", "_spec", ".test", ".spec"].iter().any(|end| stem.ends_with(end))
                    || (stem == "tests" && !ending.is_empty())
                    || name == "conftest.py"
                    || has_folder(path, TEST_FOLDERS)
            }
            Tag::Hidden => path.components().any(|component| component.starts_with(b".")),
            Tag::Vendored => {
                has_folder(path, VENDORED_FOLDERS)
                    || [".min.", ".generated."].iter().any(|part| name.contains(part))
                    || ["_pb2.py", ".pb.go", ".lock", "-lock.json", "-lock.yaml"]
                        .iter()
                        .any(|end| name.ends_with(end))
            }
        }
    }
}

impl PathClass {
    /// The class of a file.
    pub(crate) fn of(path: &RootedPath) -> Self {
        if Tag::Vendored.is_on(path) {
            PathClass::Vendored
        } else if Tag::Test.is_on(path) {
            PathClass::Test
        } else if Tag::Doc.is_on(path) {
            PathClass::Docs
        } else {
            PathClass::Source
        }
    }
}

const TEST_FOLDERS: &[&str] =
    &["test", "tests", "spec", "specs", "__tests__", "testdata", "fixtures", "__snapshots__"];

const VENDORED_FOLDERS: &[&str] = &[
    "vendor",
    "vendored",
    "node_modules",
    "third_party",
    "third-party",
    "dist",
    "build",
    "target",
    "out",
    "generated",
    "__pycache__",
    ".venv",
    "venv",
    "site-packages",
];

const CONFIG_ENDINGS: &[&str] =
    &["toml", "yaml", "yml", "json", "jsonc", "ini", "cfg", "conf", "properties", "xml", "lock", "env"];

const CODE_ENDINGS: &[&str] = &[
    "rs", "py", "pyi", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "go", "java", "kt", "kts",
    "scala", "groovy", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "swift", "cs", "fs",
    "vb", "rb", "php", "pl", "pm", "lua", "r", "jl", "dart", "ex", "exs", "erl", "hrl", "hs", "ml", "mli",
    "clj", "cljs", "lisp", "el", "scm", "zig", "nim", "d", "v", "sv", "vhd", "asm", "s", "sh", "bash", "zsh",
    "fish", "ps1", "bat", "sql", "proto", "graphql", "html", "htm", "css", "scss", "sass", "less", "vue",
    "svelte", "tf", "nix", "cmake",
];

fn has_folder(path: &RootedPath, folders: &[&str]) -> bool {
    let count = path.components().count();
    path.components()
        .take(count.saturating_sub(1))
        .any(|component| folders.iter().any(|folder| component.eq_ignore_ascii_case(folder.as_bytes())))
}

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}

#[cfg(test)]
mod tests;
