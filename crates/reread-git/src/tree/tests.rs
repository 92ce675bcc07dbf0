use super::{Malformed, ObjectHash, TreeEntryKind, find_in_tree, tree_of_commit};

const ID: &str = "ce013625030ba8dba906f756967f9e9ca394464a";

fn tree(entries: &[(&str, &str)]) -> Vec<u8> {
    let entry = |(mode, name): &(&str, &str)| {
        [format!("{mode} {name}\0").as_bytes(), ObjectHash::Sha1.parse(ID.as_bytes()).unwrap().as_bytes()]
            .concat()
    };
    entries.iter().flat_map(entry).collect()
}

fn check(entries: &[(&str, &str)], name: &str, kind: Result<Option<TreeEntryKind>, Malformed>) {
    let found = find_in_tree(&tree(entries), name.as_bytes(), ObjectHash::Sha1);
    assert_eq!(found.map(|entry| entry.map(|entry| entry.kind)), kind);
}

#[test]
fn names_are_found_whole() {
    let entries = [("100644", "a"), ("40000", "a b"), ("120000", "l\n"), ("160000", "s"), ("100755", "ab")];
    check(&entries, "a", Ok(Some(TreeEntryKind::File)));
    check(&entries, "a b", Ok(Some(TreeEntryKind::Folder)));
    check(&entries, "l\n", Ok(Some(TreeEntryKind::Link)));
    check(&entries, "s", Ok(Some(TreeEntryKind::Submodule)));
    check(&entries, "ab", Ok(Some(TreeEntryKind::File)));
    check(&entries, "b", Ok(None));
    check(&[], "b", Ok(None));
}

#[test]
fn what_is_no_tree_is_malformed() {
    check(&[("10064x", "a")], "a", Err(Malformed));
    check(&[("", "a")], "a", Err(Malformed));
    check(&[("777777777777", "a")], "a", Err(Malformed));
    check(&[("10000", "pipe")], "pipe", Err(Malformed));
    let whole = tree(&[("100644", "a"), ("100644", "b")]);
    for end in 1..whole.len() {
        let found = find_in_tree(&whole[..end], b"c", ObjectHash::Sha1);
        assert_eq!(found, if end == whole.len() / 2 { Ok(None) } else { Err(Malformed) }, "{end}");
    }
}

#[test]
fn a_commit_starts_with_its_tree() {
    let tree = |commit: &str| tree_of_commit(commit.as_bytes(), ObjectHash::Sha1).map(|id| id.to_string());
    assert_eq!(tree(&format!("tree {ID}\nparent {ID}\n")), Ok(ID.to_owned()));
    assert_eq!(tree(&format!("tree {ID}")), Err(Malformed));
    assert_eq!(tree(&format!("parent {ID}\ntree {ID}\n")), Err(Malformed));
    assert_eq!(tree("tree \n"), Err(Malformed));
    assert_eq!(tree(""), Err(Malformed));
}
