use super::*;

#[test]
fn keys_are_what_a_plain_terminal_sends() {
    assert_eq!(Key::Enter.bytes(), b"\r");
    assert_eq!(Key::Tab.bytes(), b"\t");
    assert_eq!(Key::Control(b'd').bytes(), b"\x04");
    assert_eq!(Key::Control(b'D').bytes(), b"\x04");
}
