fn occurrences<T: PartialEq>(pattern: &[T], text: &[T]) -> Vec<usize> {
    let pattern: Vec<&T> = pattern.iter().collect();
    let mut places = Vec::new();
    super::occurrences(&pattern, text.iter(), |place| places.push(place));
    places
}

#[test]
fn every_place_is_found() {
    let check = |pattern: &str, text: &str, expected: &[usize]| {
        assert_eq!(occurrences(pattern.as_bytes(), text.as_bytes()), expected, "{pattern} in {text}");
    };
    check("a", "", &[]);
    check("a", "a", &[0]);
    check("a", "aaa", &[0, 1, 2]);
    check("aa", "aaaa", &[0, 1, 2]);
    check("aba", "ababababa", &[0, 2, 4, 6]);
    check("abab", "abacabab", &[4]);
    check("aab", "aaab", &[1]);
    check("ab", "a", &[]);
}

#[test]
fn it_agrees_with_a_plain_search() {
    for number in 0..3000_u32 {
        let text: Vec<u32> = (0..12).map(|bit| number >> bit & 1).collect();
        for len in 1..5 {
            let pattern = &text[text.len() - len..];
            let plain: Vec<usize> =
                (0..=text.len() - len).filter(|at| text[*at..].starts_with(pattern)).collect();
            assert_eq!(occurrences(pattern, &text), plain, "{pattern:?} in {text:?}");
        }
    }
}
