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

reread_codes::words! {
    /// What a file is for, as its name has it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FileTag {
        /// Prose.
        Doc = "doc",
        /// Settings and manifests.
        Config = "config",
        /// Programs.
        Code = "code",
        /// Tests and what they use.
        Test = "test",
        /// Out of sight: its name, or one above it, begins with a dot.
        Hidden = "hidden",
        /// Of another project, or made by a program.
        Vendored = "vendored",
    }
}

/// Where a file stands in a ranking, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathClass {
    /// Nothing speaks against it.
    Source,
    /// By its folder or by its file name.
    Test,
    /// Prose.
    Docs,
    /// Of another project, or made by a program.
    Vendored,
}

impl FileTag {
    /// The tag of that name.
    pub fn named(name: &str) -> Option<FileTag> {
        FileTag::ALL.into_iter().find(|tag| tag.word() == name)
    }

    /// The tags of a file, in the order in which they are declared.
    pub fn of(path: &RootedPath) -> impl Iterator<Item = FileTag> + '_ {
        let by_name = FileTag::of_name(path.file_name().unwrap_or_default());
        FileTag::ALL.into_iter().filter(move |tag| by_name(*tag) || tag.comes_from(folders_above(path)))
    }

    /// Which tags a file has for its own name, whatever folder it is in.
    pub fn of_name(name: &[u8]) -> impl Fn(FileTag) -> bool + use<> {
        let name = lower(name);
        move |tag| tag.fits(&name)
    }

    /// The tags that everything in a folder has for the sake of the folder.
    pub fn of_folder(folder: &RootedPath) -> impl Iterator<Item = FileTag> + '_ {
        FileTag::ALL.into_iter().filter(|tag| tag.comes_from(folder.components()))
    }

    /// Whether a file has it.
    pub fn is_on(self, path: &RootedPath) -> bool {
        self.fits(&lower(path.file_name().unwrap_or_default())) || self.comes_from(folders_above(path))
    }

    /// Whether a file of that name has it, given in small letters.
    fn fits(self, name: &str) -> bool {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        match self {
            FileTag::Doc => {
                ["md", "markdown", "rst", "adoc", "txt", "tex"].contains(&ending)
                    || ["readme", "license", "changelog", "contributing"]
                        .iter()
                        .any(|start| name.starts_with(start))
            }
            FileTag::Config => {
                CONFIG_ENDINGS.contains(&ending)
                    || name.starts_with('.')
                    || name == "makefile"
                    || name.starts_with("dockerfile")
            }
            FileTag::Code => CODE_ENDINGS.contains(&ending) && !stem.is_empty(),
            FileTag::Test => {
                name.starts_with("test_")
                    || ["_test", "_spec", ".test", ".spec"].iter().any(|end| stem.ends_with(end))
                    || (stem == "tests" && !ending.is_empty())
                    || name == "conftest.py"
            }
            FileTag::Hidden => name.starts_with('.'),
            FileTag::Vendored => {
                [".min.", ".generated."].iter().any(|part| name.contains(part))
                    || ["_pb2.py", ".pb.go", ".lock", "-lock.json", "-lock.yaml"]
                        .iter()
                        .any(|end| name.ends_with(end))
            }
        }
    }

    /// Whether what lies in these folders, one within the other, has it for their sake.
    fn comes_from<'p>(self, mut folders: impl Iterator<Item = &'p [u8]>) -> bool {
        let named = match self {
            FileTag::Config | FileTag::Code => return false,
            FileTag::Hidden => return folders.any(|folder| folder.starts_with(b".")),
            FileTag::Doc => DOC_FOLDERS,
            FileTag::Test => TEST_FOLDERS,
            FileTag::Vendored => VENDORED_FOLDERS,
        };
        folders.any(|folder| named.iter().any(|name| folder.eq_ignore_ascii_case(name.as_bytes())))
    }
}

impl PathClass {
    /// The class of a file.
    pub fn of(path: &RootedPath) -> Self {
        if FileTag::Vendored.is_on(path) {
            PathClass::Vendored
        } else if FileTag::Test.is_on(path) {
            PathClass::Test
        } else if FileTag::Doc.is_on(path) {
            PathClass::Docs
        } else {
            PathClass::Source
        }
    }
}

const DOC_FOLDERS: &[&str] = &["doc", "docs"];

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

fn folders_above(path: &RootedPath) -> impl Iterator<Item = &[u8]> {
    path.components().rev().skip(1)
}

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}

#[cfg(test)]
mod tests;
