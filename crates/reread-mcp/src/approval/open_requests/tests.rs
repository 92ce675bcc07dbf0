use super::{MOST, OpenRequests};

#[test]
fn each_question_is_answered_once_and_by_its_own_answer() {
    let open = OpenRequests::new([7; 32]);
    let (one, other) = (open.put(b"one"), open.put(b"other"));
    assert_eq!(open.take(&one, b"other"), None);
    assert_eq!(open.take("", b"one"), None);
    assert_eq!(open.take(&one, b"one"), Some(()));
    assert_eq!(open.take(&one, b"one"), None, "an answer counts once");
    assert_eq!(open.take(&other, b"other"), Some(()));
    assert_eq!(OpenRequests::new([8; 32]).take(&open.put(b"one"), b"one"), None);
}

#[test]
fn the_oldest_of_too_many_is_forgotten() {
    let open = OpenRequests::new([7; 32]);
    let brought: Vec<String> = (0..=MOST).map(|_| open.put(b"it")).collect();
    assert_eq!(open.take(&brought[0], b"it"), None);
    assert_eq!(open.take(&brought[1], b"it"), Some(()));
}
