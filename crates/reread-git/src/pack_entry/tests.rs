use super::{ObjectHash, ObjectKind, PackEntry, PackForm};

fn check(bytes: &[u8], entry: Option<(PackForm, u64, usize)>) {
    let entry = entry.map(|(form, length, head)| PackEntry { form, length, head });
    assert_eq!(PackEntry::parse(bytes, ObjectHash::Sha1), entry);
}

#[test]
fn an_entry_says_what_it_is_and_how_long() {
    check(&[0x35], Some((PackForm::Whole(ObjectKind::Blob), 5, 1)));
    check(&[0x90, 0x01], Some((PackForm::Whole(ObjectKind::Commit), 16, 2)));
    check(&[0xaf, 0x80, 0x01], Some((PackForm::Whole(ObjectKind::Tree), 15 + (128 << 4), 3)));
    check(&[0x41], Some((PackForm::Whole(ObjectKind::Tag), 1, 1)));
    check(&[0x62, 0x80, 0x00], Some((PackForm::FromBefore(128), 2, 3)));
    let base = ObjectHash::Sha1.id(&[7; 20]).unwrap();
    check(&[&[0x73][..], &[7; 20]].concat(), Some((PackForm::FromNamed(base), 3, 21)));
}

#[test]
fn what_is_no_entry_is_none() {
    check(&[], None);
    check(&[0x05], None);
    check(&[0x55], None);
    check(&[0x95], None);
    check(&[0x62], None);
    check(&[0x62, 0], None);
    check(&[&[0x73][..], &[7; 19]].concat(), None);
    check(&[0xff; 40], None);
}
