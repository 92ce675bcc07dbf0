use super::*;

fn shown(view: &MatchableName) -> String {
    let text =
        |component: &[u32]| component.iter().map(|&c| char::from_u32(c).unwrap_or('\u{fffd}')).collect();
    let components: Vec<String> = (0..view.depth()).map(|index| text(view.component(index))).collect();
    components.join("|")
}

fn check(name: &[u8], exact: &str, look_alikes: &[&str]) {
    let path = RootedPath::from_bytes(name).unwrap();
    assert_eq!(shown(&MatchableName::exact(&path)), exact);
    assert_eq!(MatchableName::look_alikes(&path).iter().map(shown).collect::<Vec<_>>(), look_alikes);
}

#[test]
fn components_follow_the_look() {
    check(b"", "", &[""]);
    check(b"a/B", "a|B", &["a|b"]);
    check("a／b".as_bytes(), "a／b", &["a|b", "a／b"]);
    check("a/\u{200b}/b/．/c".as_bytes(), "a|\u{200b}|b|．|c", &["a|b|c", "a|b|．|c"]);
    check("a／／b".as_bytes(), "a／／b", &["a|b", "a／／b"]);
}

#[test]
fn what_looks_like_climbing_is_seen_both_ways() {
    check("a/．．/B".as_bytes(), "a|．．|B", &["a|..|b", "b", "a|．．|b"]);
    check("‥/x".as_bytes(), "‥|x", &["..|x", "x", "‥|x"]);
}

#[test]
fn a_letter_that_looks_like_two_is_also_seen_as_one() {
    check("Aß".as_bytes(), "Aß", &["ass", "aß"]);
}

#[test]
fn a_byte_that_is_not_utf8_is_one_character() {
    check(b"a\xff\xfeB", "a\u{fffd}\u{fffd}B", &["a\u{fffd}\u{fffd}b"]);
}

#[test]
fn beginnings_end_with_a_component() {
    let view = MatchableName::exact(&RootedPath::from_bytes(b"ab/c").unwrap());
    let beginning = |index| view.up_to(index).iter().map(|&c| char::from_u32(c).unwrap()).collect::<String>();
    assert_eq!([beginning(0), beginning(1)], ["ab", "ab/c"]);
}
