use super::Tokens;

const ONE: &str = "0123456789abcdef0123456789abcdef";
const TWO: &str = "0123456789abcdef0123456789abcdeF";

fn check(text: &str, token: &str, expected: Option<&str>) {
    let tokens = Tokens::parse(text).unwrap();
    assert_eq!(tokens.principal(token.as_bytes()).map(ToString::to_string).as_deref(), expected);
}

fn refused(text: &str, expected: &str) {
    assert_eq!(Tokens::parse(text).unwrap_err().to_string(), expected);
}

#[test]
fn a_token_proves_its_own_principal_and_no_other() {
    check(ONE, ONE, Some("token:default"));
    let two = format!("# tokens\n\nlaptop {ONE}\r\nci\t  {TWO}\n");
    check(&two, ONE, Some("token:laptop"));
    check(&two, TWO, Some("token:ci"));
}

#[test]
fn anything_else_proves_no_principal() {
    for token in ["", &ONE[1..], &ONE.to_uppercase(), &format!("{ONE} "), &format!("laptop {ONE}"), TWO] {
        check(&format!("laptop {ONE}"), token, None);
    }
}

#[test]
fn a_text_that_is_no_list_says_where() {
    refused("", "there is no token in it");
    refused("# none\n\n", "there is no token in it");
    refused("short", "the token in line 1 has fewer than 32 characters");
    refused(&format!("{ONE}\na b {TWO}"), "line 2 is neither a token nor a name and a token");
    refused(&format!("na/me {ONE}"), "line 1 is neither a token nor a name and a token");
    refused(&format!("{ONE}\""), "line 1 is neither a token nor a name and a token");
    refused(&format!("a {ONE}\nb {ONE}"), "the name or the token in line 2 stands there twice");
    refused(&format!("a {ONE}\na {TWO}"), "the name or the token in line 2 stands there twice");
}

#[test]
fn nothing_shows_a_token() {
    assert_eq!(format!("{:?}", Tokens::parse(ONE).unwrap()), "Tokens { known: 1 }");
}
