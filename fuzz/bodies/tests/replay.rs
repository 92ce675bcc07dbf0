//! The seeds, and every input that ever broke a law, through the same functions as the fuzzers.
//!
//! Each input is replayed as it is and in fifty variations from a fixed seed, so that a law broken near a seed
//! shows here and not only after an hour of fuzzing.

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// How often each input is varied.
const VARIATIONS: u64 = 50;

macro_rules! replays {
    ($($(#[$condition:meta])* $target:ident = $body:ident),* $(,)?) => {
        const TARGETS: &[&str] = &[$(stringify!($target)),*];

        $(
            $(#[$condition])*
            #[test]
            fn $target() {
                replay(stringify!($target), reread_fuzz::$body);
            }
        )*
    };
}

replays! {
    apply_diff = apply_random_diff,
    companion_messages = companion_messages,
    diff_round_trip = diff_there_and_back,
    git_file = git_file,
    git_format = git_format,
    git_index = git_index,
    git_loose = git_loose,
    git_pack = git_pack,
    git_references = git_references,
    git_tree = git_tree,
    journal = journal,
    line_ranges = line_ranges,
    line_sets = line_sets,
    lines = lines_of_text,
    merged_texts = merged_texts,
    // Windows has other absolute names, and refuses some that these seeds hold.
    #[cfg(unix)]
    names = names,
    outline = outline,
    pages = pages,
    patch_envelope = envelope_patch,
    patch_git = git_patch,
    patch_search_replace = search_replace_patch,
    patch_unified = unified_patch,
    pi_session = pi_session,
    placed_patch = placed_patch,
    text_edits = text_edits,
    redact = redacted_text,
    request = request,
    rules = rules,
    search = search,
    session_line = session_line,
    // Only Unix has names that are not Unicode.
    #[cfg(unix)]
    spelling = spelling,
    static_model = static_model,
    tags = tags,
    tampering = tampering,
    tokens = tokens,
    user_configuration = user_configuration,
    visible = visible_text,
    workspace_policy = workspace_policy,
}

#[test]
fn every_target_is_replayed_and_has_seeds() {
    let files = files_in(&fuzz_folder().join("fuzz_targets"));
    let stems = files.iter().filter_map(|path| path.file_stem()?.to_str());
    assert_eq!(stems.collect::<BTreeSet<_>>(), TARGETS.iter().copied().collect());
    for target in TARGETS {
        assert!(!files_in(&fuzz_folder().join("seeds").join(target)).is_empty(), "{target} has no seeds");
    }
}

fn replay(target: &str, law: fn(&[u8])) {
    for folder in ["seeds", "regressions"] {
        for path in files_in(&fuzz_folder().join(folder).join(target)) {
            let input = read(&path);
            hold(law, &input, &path);
            for seed in 1..=VARIATIONS {
                hold(law, &varied(&input, seed), &path);
            }
        }
    }
}

/// Says which input it was if the law breaks.
fn hold(law: fn(&[u8]), input: &[u8], path: &Path) {
    let held = catch_unwind(|| law(input));
    assert!(held.is_ok(), "broken by \"{}\", from {}", input.escape_ascii(), path.display());
}

/// The input with one to three stretches replaced, repeated or removed.
fn varied(input: &[u8], seed: u64) -> Vec<u8> {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut varied = input.to_vec();
    for _ in 0..=chance.below(3) {
        let start = chance.below(varied.len() + 1);
        let end = (start + chance.below(5)).min(varied.len());
        let stretch = varied[start..end].to_vec();
        let replacement = match chance.below(4) {
            0 => Vec::new(),
            1 => stretch.repeat(2),
            2 => vec![chance.byte()],
            _ => stretch.iter().map(|byte| byte ^ (1 << chance.below(8))).collect(),
        };
        varied.splice(start..end, replacement);
    }
    varied
}

/// Xorshift: the same numbers everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let number = usize::try_from(self.0 >> 33).expect("31 bits");
        number % bound
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("less than 256")
    }
}

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the bodies lie in the folder of the fuzzers")
        .to_owned()
}

/// The files of a folder in order; none if there is no such folder.
#[expect(clippy::disallowed_methods, reason = "inputs come from the repository itself")]
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths
}

#[expect(clippy::disallowed_methods, reason = "inputs come from the repository itself")]
fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("it was just listed")
}
