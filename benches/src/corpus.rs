//! Files to measure on: text like Rust source, the same for the same seed.
//!
//! Nearly all of it is ASCII, as in most source; a rare comment is not. Two things are sown into it for
//! searches: lines with `unsafe impl`, a few in a MiB, and notes of the kind `TODO`, some fifty in a MiB.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::Random;

/// How large a file is, and what it is called in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorpusSize {
    /// Its length.
    pub bytes: usize,
    /// As people say it.
    pub label: &'static str,
}

/// The sizes that are measured, smallest first.
pub const SIZES: [CorpusSize; 4] = [
    CorpusSize { bytes: 10 * 1024, label: "10 KiB" },
    CorpusSize { bytes: 1024 * 1024, label: "1 MiB" },
    CorpusSize { bytes: 50 * 1024 * 1024, label: "50 MiB" },
    CorpusSize { bytes: 200_000_000, label: "200 MB" },
];

const SEED: u64 = 0x7265_7265_6164;

/// A folder with one file of each size; it goes away with this value.
#[derive(Debug)]
pub struct Corpus {
    folder: TempDir,
}

impl Corpus {
    /// Writes the files, and waits until they are on disk: writing back would disturb what is measured.
    pub fn write() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        for size in SIZES {
            let mut file = File::create(folder.path().join(name(size)))?;
            file.write_all(&source_text(SEED, size.bytes))?;
            file.sync_all()?;
        }
        Ok(Self { folder })
    }

    /// The folder that holds the files and nothing else.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What the file of that size is called in the folder.
    pub fn name(&self, size: CorpusSize) -> String {
        name(size)
    }

    /// Where the file of that size is.
    pub fn path(&self, size: CorpusSize) -> PathBuf {
        self.folder.path().join(name(size))
    }
}

fn name(size: CorpusSize) -> String {
    format!("{}.rs", size.label.replace(' ', "_").to_lowercase())
}

/// Exactly so many bytes of text; its last line ends with LF.
pub fn source_text(seed: u64, bytes: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut text = String::with_capacity(bytes + 4096);
    text.push_str(OPENING);
    while text.len() < bytes {
        function(&mut random, &mut text);
    }
    let mut text = text.into_bytes();
    // The last whole line that leaves room is followed by a comment that fills it.
    let kept = text[..bytes.saturating_sub(3)].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    text.truncate(kept);
    text.extend_from_slice(&b"//"[..2.min(bytes - kept)]);
    text.resize(bytes.saturating_sub(1), b'-');
    text.resize(bytes, b'\n');
    text
}

/// What even the smallest file holds of either.
const OPENING: &str = "// TODO: one of each for every size\nunsafe impl Send for Opening {}\n\n";

const NOUNS: [&str; 12] = [
    "snapshot", "range", "buffer", "entry", "cursor", "digest", "record", "token", "window", "folder",
    "reply", "origin",
];
const VERBS: [&str; 8] = ["read", "fold", "split", "join", "merge", "seek", "count", "render"];
const TYPES: [&str; 6] = ["u64", "usize", "String", "Vec<u8>", "Option<u32>", "io::Result<()>"];

fn function(random: &mut Random, text: &mut String) {
    let (verb, noun, kind) = (random.pick(&VERBS), random.pick(&NOUNS), random.pick(&TYPES));
    let number = random.below(10_000);
    if random.below(8) == 0 {
        let note = random.pick(&["TODO", "FIXME", "XXX"]);
        text.push_str(&format!(
            "// {note}: the {noun} of {number} may be longer than its {}\n",
            random.pick(&NOUNS)
        ));
    }
    if random.below(120) == 0 {
        text.push_str(&format!("unsafe impl Send for {verb}_{number} {{}}\n\n"));
    }
    if random.below(200) == 0 {
        text.push_str("/// Zählt auch, was außerhalb von ASCII steht: “naïve” – 行.\n");
    }
    text.push_str(&format!("/// Takes the {noun} and gives back what {verb}s it.\n"));
    text.push_str(&format!("pub fn {verb}_{noun}_{number}(&self, {noun}: &{noun}::Kind) -> {kind} {{\n"));
    for _ in 0..2 + random.below(12) {
        statement(random, text);
    }
    text.push_str("}\n\n");
}

fn statement(random: &mut Random, text: &mut String) {
    let (left, right, verb) = (random.pick(&NOUNS), random.pick(&NOUNS), random.pick(&VERBS));
    let number = random.below(1000);
    text.push_str(&match random.below(6) {
        0 => format!("    let {left} = self.{right}.{verb}({number})?;\n"),
        1 => format!("    if {left}.len() > {number} {{\n        return Err({right}.into());\n    }}\n"),
        2 => {
            format!("    for {left} in {right}.iter().skip({number}) {{\n        {left}.{verb}();\n    }}\n")
        }
        3 => format!("    self.{left}.{verb}(&{right}, |{left}| {left} + {number});\n"),
        4 => format!("    assert_eq!({left}.{verb}(), {number}, \"{right}\");\n"),
        _ => "\n".to_owned(),
    });
}

#[cfg(test)]
mod tests;
