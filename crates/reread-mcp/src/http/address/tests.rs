use super::Address;

fn check(text: &str, expected: &str) {
    let got = text.parse::<Address>().map_or_else(|_| "none".to_owned(), |address| address.to_string());
    assert_eq!(got, expected, "{text}");
}

#[test]
fn a_port_alone_is_on_this_machine() {
    check("8391", "127.0.0.1:8391");
    check("0", "127.0.0.1:0");
    check("localhost:8391", "127.0.0.1:8391");
}

#[test]
fn an_address_is_numeric_and_has_a_port() {
    check("127.0.0.1:8391", "127.0.0.1:8391");
    check("[::1]:8391", "[::1]:8391");
    check("0.0.0.0:80", "0.0.0.0:80");
    for text in
        ["", ":", "65536", "+80", "-1", " 80", "127.0.0.1", "example.com:80", "::1:80", "http://127.0.0.1:80"]
    {
        check(text, "none");
    }
}

#[test]
fn a_socket_has_a_path() {
    check("unix:/run/reread.sock", "unix:/run/reread.sock");
    check("unix:a", "unix:a");
    check("unix:", "none");
}
