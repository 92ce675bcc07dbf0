use super::*;

fn bundle(receipts: &str) -> Bundle {
    let mut bundle = Bundle::default();
    receipts.split_whitespace().for_each(|receipt| bundle.add(receipt));
    bundle
}

/// Whether both sequences of receipts have one name.
fn check(left: &str, right: &str, expected: bool) {
    assert_eq!(bundle(left).id() == bundle(right).id(), expected, "{left} and {right}");
}

#[test]
fn the_same_receipts_in_the_same_order_have_one_name() {
    check("", "", true);
    check("a b", "a b", true);
    check("a b", "a a b a b", true);
    check("a b", "b a", false);
    check("a", "a b", false);
    check("", "a", false);
    check("ab", "a b", false);
}

#[test]
fn a_name_looks_like_no_tag_and_stays_what_it_is() {
    assert_eq!(bundle("").id(), None);
    let name = bundle("#3fa9c1d27b04@1-300 #8b4cc138a1cb@1-28").id().unwrap().to_string();
    assert_eq!(name, "ctx-2aff52f32925c635");
}

#[test]
fn memory_is_bounded() {
    let mut bundle = bundle("first");
    (0..MAX_RECEIPTS - 1).for_each(|n| bundle.add(&n.to_string()));
    let full = bundle.id();
    bundle.add("first");
    assert_eq!(bundle.id(), full, "it is still known");
    bundle.add("one more");
    let before = bundle.id();
    bundle.add("first");
    assert_ne!(bundle.id(), before, "it was forgotten");
    assert_eq!(bundle.recent.len(), MAX_RECEIPTS);
}
