use super::*;

fn check(recorded: &str, caller: &str, is_its_own: bool) {
    assert_eq!(is_of(recorded, Some(caller)), is_its_own, "{recorded} of {caller}");
}

#[test]
fn a_caller_has_its_own_records_and_those_of_its_conversations() {
    check("pid:7", "pid:7", true);
    check("pid:7/session:a", "pid:7", true);
    check("pid:7/session:a", "pid:7/session:a", true);
    check("pid:7", "pid:7/session:a", false);
    check("pid:7/session:ab", "pid:7/session:a", false);
    check("pid:77", "pid:7", false);
    check("token:a", "pid:7", false);
    assert!(is_of("any caller", None));
}

#[test]
fn a_host_speaks_for_its_own_conversation_and_the_user_for_all() {
    let authored = |author: &str, task: &str| AuthoredNotes {
        author: author.to_owned(),
        time: UnixMillis(1),
        notes: SessionNotes { task: Some(task.to_owned()), open: None },
    };
    let notes = vec![authored("pid:8", "eight"), authored("user", "all"), authored("pid:7", "seven")];
    let task = |notes: &[AuthoredNotes], caller| {
        let note = first_note(&in_order(notes.to_vec(), caller), |notes| notes.task.clone());
        note.map(|note| note.what).unwrap_or_default()
    };
    assert_eq!(task(&notes, Some("pid:7")), "seven");
    assert_eq!(task(&notes, Some("pid:9")), "all");
    assert_eq!(task(&notes, None), "all");
    let hosts = [notes[0].clone(), notes[2].clone()];
    assert_eq!(task(&hosts, None), "eight");
    assert_eq!(task(&hosts, Some("pid:9")), "");
}
