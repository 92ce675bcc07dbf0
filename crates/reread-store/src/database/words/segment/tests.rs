use reread_text::Digest;

use super::{MOST_BYTES, MOST_DOCUMENTS, WordSegment};

/// Adds files of so many words each until the segment is full; how many files and bytes it has then.
fn fill(words: usize, word: impl Fn(usize, usize) -> String) -> (usize, usize) {
    let mut segment = WordSegment::default();
    while !segment.is_full() {
        let file = segment.documents.len();
        let words: Vec<String> = (0..words).map(|place| word(file, place)).collect();
        let counts = words.iter().map(|word| (word.as_str(), 1));
        segment.add(0, &file.to_le_bytes(), Digest::of(b""), counts);
    }
    (segment.documents.len(), segment.bytes)
}

#[test]
fn files_with_the_same_words_are_many() {
    let (files, bytes) = fill(100, |_, place| format!("word{place}"));
    assert_eq!(files, MOST_DOCUMENTS);
    assert!(bytes < MOST_BYTES / 4, "{bytes}");
}

/// Words that stand in one file alone take memory, whatever the number of files.
#[test]
fn files_with_words_of_their_own_are_few() {
    let one_file = 10_000 * 128;
    let (files, bytes) = fill(10_000, |file, place| format!("{file:04x}{place:08x}"));
    assert!(files < 30, "{files}");
    assert!((MOST_BYTES..MOST_BYTES + one_file).contains(&bytes), "{bytes}");
}
