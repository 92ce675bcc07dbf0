//! A large tree: many small files in a few thousand folders, as one repository in which nothing is changed.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use reread_benches::{Random, source_text};
use tempfile::TempDir;

/// How many files there are, and how many in a folder.
pub(crate) const FILES: u64 = 70_000;
const IN_FOLDER: u64 = 10;

/// The sizes of files, in turn; on average 4 KB, as in the compiler of Rust.
const SIZES: [usize; 5] = [300, 900, 2_000, 4_800, 12_000];

/// Which texts there are; writing one anew for each file would take longer than the bench.
const TEXTS: u64 = 64;

/// Their endings, so that not all are of one language.
const ENDINGS: [&str; 6] = ["rs", "py", "ts", "md", "toml", "txt"];

const SEED: u64 = 70_000;

/// Writes the tree, commits it, and waits until it is on disk.
pub(crate) fn write() -> Result<TempDir, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    let texts: Vec<Vec<u8>> =
        (0..TEXTS).map(|seed| source_text(seed, SIZES[seed as usize % SIZES.len()])).collect();
    let mut random = Random::new(SEED);
    fs::write(root.join(".gitignore"), "target/\n*.log\n/out\n")?;
    for place in 0..FILES / IN_FOLDER {
        let parent = root.join(format!("pkg{}/mod{}/part{place}", place % 20, place % 140));
        fs::create_dir_all(&parent)?;
        for number in 0..IN_FOLDER {
            let text = &texts[random.below(TEXTS) as usize];
            let ending = random.pick(&ENDINGS);
            let mut bytes = format!("// {place} {number}\n").into_bytes();
            bytes.extend_from_slice(text);
            fs::write(parent.join(format!("file_{number}.{ending}")), bytes)?;
        }
    }
    git(root, &["init", "--quiet"])?;
    git(root, &["-c", "core.fsync=none", "-c", "core.compression=0", "add", "--all"])?;
    git(root, &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "all"])?;
    rustix::fs::sync();
    Ok(folder)
}

/// `git`, deaf to whatever the user configured.
pub(crate) fn command(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(root).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    // Without a lock it writes nothing, so that every run finds the same index.
    command.env("GIT_OPTIONAL_LOCKS", "0").args(words).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn git(root: &Path, words: &[&str]) -> Result<(), Box<dyn Error>> {
    let status = command(root, words).status()?;
    if status.success() { Ok(()) } else { Err(format!("git {words:?}: {status}").into()) }
}
