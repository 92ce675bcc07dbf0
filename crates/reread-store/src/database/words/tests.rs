use std::collections::BTreeMap;

use cap_std::fs::Dir;
use proptest::prelude::*;
use reread_text::Digest;

use super::{WordIndex, WordSegment};

fn index(folder: &tempfile::TempDir) -> WordIndex {
    let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
    WordIndex::within(dir, folder.path()).unwrap()
}

/// Files by name, each with its words.
type Files = BTreeMap<u8, String>;

fn segment(files: &[(u8, String)]) -> WordSegment {
    let mut segment = WordSegment::default();
    for (name, words) in files {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        words.split(' ').for_each(|word| *counts.entry(word).or_default() += 1);
        segment.add(0, &[*name], Digest::of(words.as_bytes()), counts);
    }
    segment
}

/// Which files have a word, and how often, as the index says.
fn found(index: &WordIndex, word: &str) -> Vec<(u8, u32)> {
    let hits = index.look_up("m", &[word], None).unwrap().unwrap();
    let ids: Vec<_> = hits.words[0].iter().map(|(number, _)| hits.id(*number)).collect();
    let rows = index.documents("m", &ids).unwrap();
    let names = rows.into_iter().map(|row| row.unwrap().path[0]);
    let mut found: Vec<(u8, u32)> = names.zip(hits.words[0].iter().map(|(_, count)| *count)).collect();
    found.sort_unstable();
    found
}

#[test]
fn the_index_has_what_was_kept_last() {
    let words = prop::collection::vec(prop::sample::select(vec!["a", "b", "bc", "d"]), 1..6);
    let file = (0_u8..6, words.prop_map(|words| words.join(" ")));
    let step = (prop::collection::btree_map(0_u8..6, file, 0..4), prop::collection::vec(0_u8..6, 0..3));
    proptest!(ProptestConfig::with_cases(48), |(steps in prop::collection::vec(step, 1..6))| {
        let folder = tempfile::tempdir().unwrap();
        let index = index(&folder);
        let mut files = Files::new();
        for (recorded, forgotten) in steps {
            let recorded: Vec<(u8, String)> =
                recorded.into_values().collect::<Files>().into_iter().collect();
            let names: Vec<[u8; 1]> = forgotten.iter().map(|name| [*name]).collect();
            let gone: Vec<(u32, &[u8])> = names.iter().map(|name| (0, &name[..])).collect();
            index.keep("m", &segment(&recorded), &gone).unwrap();
            forgotten.iter().for_each(|name| drop(files.remove(name)));
            files.extend(recorded);
            for word in ["a", "b", "bc", "d", "e"] {
                let count = |text: &str| text.split(' ').filter(|one| *one == word).count() as u32;
                let expected: Vec<(u8, u32)> = files
                    .iter()
                    .map(|(name, words)| (*name, count(words)))
                    .filter(|(_, count)| *count > 0)
                    .collect();
                prop_assert_eq!(found(&index, word), expected);
            }
            let hits = index.look_up("m", &[], Some("b")).unwrap().unwrap();
            let with_b = files.values().filter(|words| words.contains('b')).count();
            prop_assert_eq!(hits.with_prefix.map(|files| files.len()), Some(with_b));
            let total: usize = files.values().map(|words| words.split(' ').count()).sum();
            prop_assert_eq!(hits.lengths.iter().map(|length| *length as usize).sum::<usize>(), total);
            let mut names = Vec::new();
            prop_assert!(index.each_document("m", |row| names.push(row.path[0])).unwrap());
            prop_assert_eq!(names, files.keys().copied().collect::<Vec<_>>());
        }
    });
}

#[test]
fn segments_that_are_hardly_worth_it_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let index = index(&folder);
    let files: Vec<(u8, String)> = (0..30).map(|name| (name, format!("word w{name}"))).collect();
    index.keep("m", &segment(&files), &[]).unwrap();
    let gone: Vec<[u8; 1]> = (0..16).map(|name| [name]).collect();
    let gone: Vec<(u32, &[u8])> = gone.iter().map(|name| (0, &name[..])).collect();
    index.keep("m", &WordSegment::default(), &gone).unwrap();
    assert_eq!(found(&index, "word").len(), 14);
    index.thin_out("m").unwrap();
    assert_eq!(found(&index, "word"), []);
    for file in &files {
        index.keep("m", &segment(std::slice::from_ref(file)), &[]).unwrap();
    }
    assert_eq!(found(&index, "word").len(), 30);
    index.thin_out("m").unwrap();
    assert_eq!(found(&index, "word"), [], "many small ones are one burden");
}

/// What was full of words would be full again the next time.
#[test]
fn segments_of_few_files_with_many_words_stay() {
    let folder = tempfile::tempdir().unwrap();
    let index = index(&folder);
    for name in 0..30 {
        let mut segment = WordSegment::default();
        segment.add(0, &[name], Digest::of(&[name]), [("word", 100_000)]);
        index.keep("m", &segment, &[]).unwrap();
    }
    index.thin_out("m").unwrap();
    assert_eq!(found(&index, "word").len(), 30);
}

#[test]
fn another_maker_finds_nothing_and_what_is_discarded_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let index = index(&folder);
    assert!(index.look_up("m", &["word"], None).unwrap().is_none());
    index.keep("m", &segment(&[(1, "secret word".to_owned())]), &[]).unwrap();
    assert!(index.look_up("other", &["word"], None).is_err());
    assert!(index.keep("other", &WordSegment::default(), &[]).is_err());
    index.discard().unwrap();
    let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
    let left = dir.entries().unwrap().map(|entry| dir.read(entry.unwrap().file_name()).unwrap());
    let holds = |bytes: Vec<u8>| bytes.windows(6).any(|bytes| bytes == b"secret");
    assert!(!left.into_iter().any(holds));
    assert!(index.look_up("other", &["word"], None).unwrap().is_none());
}

#[test]
fn files_whose_words_were_not_counted_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let index = index(&folder);
    let mut segment = segment(&[(1, "word".to_owned())]);
    segment.add_uncounted(0, b"large");
    index.keep("m", &segment, &[]).unwrap();
    let hits = index.look_up("m", &["word"], None).unwrap().unwrap();
    assert_eq!((hits.uncounted, hits.lengths), (vec![1], vec![1, 0]));
}
