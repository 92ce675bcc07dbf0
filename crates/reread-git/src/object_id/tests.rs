use super::{ObjectHash, ObjectKind};

fn check(hash: ObjectHash, kind: ObjectKind, content: &str, name: &str) {
    let id = hash.name(kind, content.as_bytes());
    assert_eq!(id.to_string(), name);
    assert_eq!(hash.parse(name.as_bytes()), Some(id));
    assert_eq!(hash.id(id.as_bytes()), Some(id));
}

#[test]
fn names_are_gits() {
    check(ObjectHash::Sha1, ObjectKind::Blob, "", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    check(ObjectHash::Sha1, ObjectKind::Tree, "", "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    check(ObjectHash::Sha1, ObjectKind::Blob, "hello\n", "ce013625030ba8dba906f756967f9e9ca394464a");
    let empty_blob = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813";
    check(ObjectHash::Sha256, ObjectKind::Blob, "", empty_blob);
}

#[test]
fn what_is_no_name_is_none() {
    let parse = |digits: &str| ObjectHash::Sha1.parse(digits.as_bytes());
    assert_eq!(parse(""), None);
    assert_eq!(parse(&"0".repeat(39)), None);
    assert_eq!(parse(&"0".repeat(64)), None);
    assert_eq!(parse(&"g".repeat(40)), None);
    assert_eq!(parse(&"+1".repeat(20)), None);
    assert!(parse(&"0".repeat(40)).is_some_and(|id| id.is_null()));
    assert_eq!(ObjectHash::Sha1.id(&[0; 19]), None);
}
