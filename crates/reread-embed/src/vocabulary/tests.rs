use super::Vocabulary;

const VOCABULARY: &str = "[UNK]\nun\naffable\n##aff\n##able\nunaff\n##a\n##ß\n##\n";

fn check(word: &str, expected: &[usize]) {
    let mut rows = vec![99];
    Vocabulary::parse(VOCABULARY.as_bytes()).unwrap().rows_of(word, &mut rows);
    assert_eq!(rows[1..], *expected, "{word}");
}

#[test]
fn the_longest_piece_is_taken_each_time() {
    check("", &[]);
    check("un", &[1]);
    check("affable", &[2]);
    check("unaffable", &[5, 4]);
    check("una", &[1, 6]);
    check("unß", &[1, 7]);
    check("##", &[8]);
}

/// Greedily: what another choice of pieces could have put together stays unknown.
#[test]
fn a_word_that_cannot_be_put_together_has_no_pieces() {
    check("able", &[]);
    check("unaffx", &[]);
    check("unx", &[]);
    check(&format!("un{}", "a".repeat(62)), &[vec![1], vec![6; 62]].concat());
    check(&format!("un{}", "a".repeat(63)), &[]);
}

#[test]
fn every_line_is_a_token_of_its_own() {
    let count = |text: &[u8]| match Vocabulary::parse(text) {
        Ok(vocabulary) => vocabulary.count().to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(count(b""), "0");
    assert_eq!(count(b"a"), "1");
    assert_eq!(count(b"a\r\n##a\r\n"), "2");
    assert_eq!(count(b"a\n\nb\n"), "line 2 of the vocabulary is empty, or like one before it");
    assert_eq!(count(b"a\nb\na\n"), "line 3 of the vocabulary is empty, or like one before it");
    assert_eq!(count(b"##a\n##a\n"), "line 2 of the vocabulary is empty, or like one before it");
    assert_eq!(count(b"\xff\n"), "the vocabulary is not UTF-8");
}
