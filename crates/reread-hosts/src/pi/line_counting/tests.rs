use proptest::prelude::*;

use super::*;

/// Our count, pi's count, and pi's count as pi would take it.
fn check(text: &str, ours: u64, theirs: u64) {
    assert_eq!(count_lines(text.as_bytes()), ours, "{text:?}");
    assert_eq!(total_lines(text.as_bytes()), theirs, "{text:?}");
    assert_eq!(text.split('\n').count() as u64, theirs, "{text:?}");
}

#[test]
fn the_empty_string_after_a_final_newline_is_a_line_to_pi_alone() {
    check("", 0, 1);
    check("\n", 1, 2);
    check("a", 1, 1);
    check("a\nb", 2, 2);
    check("a\nb\nc\n", 3, 4);
    check("a\r\nb\r", 2, 2);
}

#[test]
fn there_is_no_slice_behind_the_end() {
    let slice = |text: &'static str, first, last| {
        slice_as_pi_does(text.as_bytes(), LineRange::new(first, last).unwrap())
    };
    assert_eq!(slice("a\nb\n", 3, 3), Some(&b""[..]));
    assert_eq!(slice("a\nb\n", 2, 4), None);
    assert_eq!(slice("", 1, 1), Some(&b""[..]));
    assert_eq!(slice("", 1, 2), None);
}

proptest! {
    #[test]
    fn a_slice_is_what_pi_joins(text in "[ab\\r\\n]{0,12}", first in 1_u64..8, more in 0_u64..8) {
        let lines: Vec<&str> = text.split('\n').collect();
        let asked = LineRange::new(first, first + more).unwrap();
        let expected = lines.get(first as usize - 1..(first + more) as usize).map(|lines| lines.join("\n"));
        let slice = slice_as_pi_does(text.as_bytes(), asked).map(<[u8]>::to_vec);
        prop_assert_eq!(slice, expected.map(String::into_bytes));
    }
}
