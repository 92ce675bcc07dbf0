use super::{ObjectHash, Reference, find_packed, is_of_worktree};

const ID: &str = "ce013625030ba8dba906f756967f9e9ca394464a";

fn check(file: &str, meaning: &str) {
    let found = match Reference::parse(file.as_bytes(), ObjectHash::Sha1) {
        None => "nothing".to_owned(),
        Some(Reference::Object(id)) => id.to_string(),
        Some(Reference::Other(name)) => String::from_utf8(name).unwrap(),
    };
    assert_eq!(found, meaning, "{file:?}");
}

#[test]
fn a_reference_is_an_object_or_another_reference() {
    check(&format!("{ID}\n"), ID);
    check(ID, ID);
    check(&format!("{ID}\tnot-for-merge"), ID);
    check("ref: refs/heads/main\n", "refs/heads/main");
    check("ref:refs/heads/a b\n", "refs/heads/a b");
    check("ref:  \trefs/heads/é\n", "refs/heads/é");
}

#[test]
fn what_could_lead_elsewhere_is_no_reference() {
    for file in
        ["", "ref: ", "ref: HEAD", "ref: refs/../config", "ref: refs/heads/../../config", "ref: refs//x"]
    {
        check(file, "nothing");
    }
    check("ref: /etc/passwd", "nothing");
    check("ref: refs/heads/a\nrefs/heads/b\n", "nothing");
    check(&ID[..39], "nothing");
    check(&format!("{ID}0"), "nothing");
    check("user:x:1:1:user:/home/user:/bin/sh padded to forty digits", "nothing");
}

#[test]
fn packed_references_are_found_by_their_full_name() {
    let other = "1".repeat(40);
    let packed = format!(
        "# pack-refs with: peeled fully-peeled sorted \n{other} refs/heads/ma\n{ID} refs/heads/main\n^{other}\n{other} refs/tags/v1"
    );
    let find = |name: &str| {
        find_packed(packed.as_bytes(), name.as_bytes(), ObjectHash::Sha1).map(|id| id.to_string())
    };
    assert_eq!(find("refs/heads/main"), Some(ID.to_owned()));
    assert_eq!(find("refs/heads/ma"), Some(other.clone()));
    assert_eq!(find("refs/tags/v1"), Some(other));
    assert_eq!(find("refs/heads/m"), None);
    assert_eq!(find(""), None);
    assert_eq!(find_packed(b"", b"", ObjectHash::Sha256), None);
}

#[test]
fn some_references_belong_to_a_worktree() {
    assert!(is_of_worktree(b"HEAD"));
    assert!(is_of_worktree(b"refs/bisect/bad"));
    assert!(!is_of_worktree(b"refs/heads/main"));
}
