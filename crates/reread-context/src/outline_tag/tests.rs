use super::OutlineTag;

fn check(text: &str, expected: Option<&str>) {
    let parsed = text.parse::<OutlineTag>().ok().map(|tag| tag.to_string());
    assert_eq!(parsed.as_deref(), expected, "{text}");
}

#[test]
fn a_tag_of_an_outline_has_one_form() {
    check("#482915736208@outline", Some("#482915736208@outline"));
    check("482915736208@outline", Some("#482915736208@outline"));
    check("#482915736208@1-300", None);
    check("#482915736208@outlines", None);
    check("#48291573620@outline", None);
    check("#4829157362a8@outline", None);
    check("@outline", None);
    check("", None);
}
