use super::*;

#[track_caller]
fn check(address: &str, is_way_safe: bool, refused: Option<&BadEndpoint>) {
    assert_eq!(Endpoint::new(address, "m", is_way_safe).err().as_ref(), refused, "{address}");
}

#[test]
fn source_leaves_the_machine_encrypted() {
    check("https://example.org/v1/chat/completions", false, None);
    for here in ["http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:1/v1", "http://127.9.9.9/"]
    {
        check(here, false, None);
    }
    let away = "http://example.org/v1";
    check(away, false, Some(&BadEndpoint::NotEncrypted(away.to_owned())));
    check(away, true, None);
    let alike = "http://127.0.0.1.example.org/v1";
    check(alike, false, Some(&BadEndpoint::NotEncrypted(alike.to_owned())));
}

#[test]
fn what_is_no_address_is_refused() {
    for text in ["", "localhost:80/v1", "/v1", "ftp://127.0.0.1/v1", "file:///etc/passwd", "http://"] {
        check(text, true, Some(&BadEndpoint::NotAnAddress(text.to_owned())));
    }
    check("https://me:secret@example.org/v1", false, Some(&BadEndpoint::Credentials));
}

#[test]
fn the_key_is_never_shown() {
    let endpoint =
        Endpoint::new("https://example.org/", "m", false).unwrap().with_key(Some("s3cr3t".to_owned()));
    assert!(!format!("{endpoint:?}").contains("s3cr3t"));
    let said = endpoint.refusal(br#"{"error":{"message":"bad key\ns3cr3t"}}"#);
    assert_eq!(said, ": bad key (the key)");
    assert_eq!(endpoint.refusal(b"<html>"), "");
}
