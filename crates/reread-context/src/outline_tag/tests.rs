use super::OutlineTag;

fn check(text: &str, expected: Option<&str>) {
    let parsed = text.parse::<OutlineTag>().ok().map(|tag| tag.to_string());
    assert_eq!(parsed.as_deref(), expected, "{text}");
}

#[test]
fn a_tag_of_an_outline_has_one_form() {
    check("#3fa9c1d27b04@outline", Some("#3fa9c1d27b04@outline"));
    check("3fa9c1d27b04@outline", Some("#3fa9c1d27b04@outline"));
    check("#3fa9c1d27b04@1-300", None);
    check("#3fa9c1d27b04@outlines", None);
    check("#3fa9c1d27b0@outline", None);
    check("#3FA9C1D27B04@outline", None);
    check("@outline", None);
    check("", None);
}
