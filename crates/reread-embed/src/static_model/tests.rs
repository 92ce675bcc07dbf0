use proptest::prelude::*;

use super::StaticModel;

const VOCABULARY: &str = "car\nautomobile\nbicycle\nengine\n##s\nzero\nhuge\nminus\n";

const ROWS: [[f32; 2]; 8] = [
    [1.0, 0.0],
    [0.9, 0.1],
    [0.0, 1.0],
    [0.6, 0.8],
    [0.0, 0.0],
    [0.0, 0.0],
    [f32::INFINITY, 0.0],
    [-1.0, 0.0],
];

fn tensors() -> Vec<u8> {
    let header = r#"{"embeddings":{"dtype":"F32","shape":[8,2],"data_offsets":[0,64]}}"#;
    let numbers: Vec<u8> = ROWS.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &numbers].concat()
}

fn model() -> StaticModel {
    StaticModel::parse(tensors(), VOCABULARY.as_bytes()).unwrap()
}

/// How alike two texts are, in hundredths.
fn check(one: &str, other: &str, expected: Option<i32>) {
    let embed = |text: &str| model().embed(text.as_bytes());
    let both = embed(one).zip(embed(other));
    let found = both.map(|(one, other)| (one.similarity(&other) * 100.0).round() as i32);
    assert_eq!(found, expected, "{one:?} and {other:?}");
}

#[test]
fn texts_are_as_alike_as_their_words() {
    check("car", "car", Some(100));
    check("car", "automobile", Some(99));
    check("car", "bicycle", Some(0));
    check("car", "minus", Some(-100));
    check("car", "car bicycle", Some(71));
    check("aCar, CAR_car()", "Cars", Some(100));
    check("the car of yours", "car", Some(100));
}

#[test]
fn a_text_without_a_direction_has_no_embedding() {
    for text in ["", "unknown words", "zero", "car minus", "huge", "c a r", "carriage"] {
        check(text, "car", None);
    }
}

#[test]
fn a_vocabulary_has_a_token_for_every_row() {
    let refused = |vocabulary: &[u8]| StaticModel::parse(tensors(), vocabulary).unwrap_err().to_string();
    assert_eq!(refused(b"one\ntwo\n"), "the vocabulary and `embeddings` differ in length: 2 and 8");
    assert_eq!(refused(b""), "the vocabulary and `embeddings` differ in length: 0 and 8");
}

proptest! {
    /// A damaged file is either still a model or rejected; it never panics.
    #[test]
    fn damaged_tensors_break_nothing(changes in prop::collection::vec((0_usize..138, any::<u8>()), 0..4), length in 0_usize..150) {
        let mut bytes = tensors();
        for (place, byte) in changes {
            if let Some(there) = bytes.get_mut(place) {
                *there = byte;
            }
        }
        bytes.truncate(length);
        if let Ok(model) = StaticModel::parse(bytes, VOCABULARY.as_bytes()) {
            model.embed(b"car engines huge");
        }
    }

    #[test]
    fn the_order_of_words_does_not_count(words in prop::collection::vec(prop::sample::select(vec!["car", "bicycle", "engines"]), 1..6)) {
        let embed = |words: &[&str]| model().embed(words.join(" ").as_bytes()).unwrap();
        let reversed: Vec<&str> = words.iter().rev().copied().collect();
        prop_assert!(embed(&words).similarity(&embed(&reversed)) > 1.0 - 1e-9);
    }
}
