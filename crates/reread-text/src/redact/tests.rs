use std::borrow::Cow;

use super::{TextKind, redact, redact_as};

/// `{20}` in a text stands for that many varied letters and digits, `{20x}` for hex, `{20A}` for capitals
/// and digits: no credential, not even a made-up one, stands in this file.
fn expand(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (spec, after) = after.split_once('}').unwrap();
        let alphabet: &[u8] = match spec.as_bytes().last() {
            Some(b'x') => b"3fa9c1d27b04e586",
            Some(b'A') => b"Q7WX2ZK4",
            _ => b"Ab3dE6gh9JkLm1nOp",
        };
        let length: usize = spec.trim_end_matches(char::is_alphabetic).parse().unwrap();
        out.push_str(before);
        out.extend(alphabet.iter().cycle().take(length).map(|byte| char::from(*byte)));
        rest = after;
    }
    out + rest
}

fn check(text: &str, expected: &str) {
    let text = expand(text);
    let redacted = redact(&text);
    assert_eq!(redacted.text, expected, "{text:?}");
    assert_eq!(redacted.count, expected.matches("[redacted:").count(), "{text:?}");
    assert_eq!(redact(expected).count, 0, "redacting twice changes nothing more");
}

fn untouched(text: &str) {
    let text = expand(text);
    let redacted = redact(&text);
    assert!(matches!(redacted.text, Cow::Borrowed(_)), "{text:?} became {:?}", redacted.text);
    assert_eq!(redacted.count, 0, "{text:?}");
}

#[test]
fn tokens_are_known_by_their_prefix() {
    for (token, kind) in [
        ("AKIA{16A}", "aws-access-key"),
        ("ASIA{16A}", "aws-access-key"),
        ("ghp_{36}", "github-token"),
        ("gho_{36}", "github-token"),
        ("ghu_{36}", "github-token"),
        ("ghs_{36}", "github-token"),
        ("ghr_{76}", "github-token"),
        ("github_pat_{22}_{59}", "github-token"),
        ("glpat-{20}", "gitlab-token"),
        ("glpat-{27}.01.{9}", "gitlab-token"),
        ("xoxb-1234567890-{24}", "slack-token"),
        ("xoxp-1234567890-1234567890-{32x}", "slack-token"),
        ("sk-ant-api03-{40}-{40}AA", "anthropic-key"),
        ("sk-proj-{48}", "openai-key"),
        ("sk-{48}", "openai-key"),
        ("sk-or-v1-{64x}", "openrouter-key"),
        ("AIza{35}", "google-api-key"),
        ("ya29.{60}", "google-oauth"),
        ("npm_{36}", "npm-token"),
        ("pypi-AgEIcHlwaS5vcmc{60}", "pypi-token"),
        ("cio{32}", "crates-token"),
        ("hf_{34}", "huggingface-token"),
        ("SG.{22}.{43}", "sendgrid-key"),
        ("sq0atp-{22}", "square-token"),
        ("sq0csp-{43}", "square-token"),
        ("sk_live_{24}", "stripe-key"),
        ("rk_live_{24}", "stripe-key"),
        ("dop_v1_{64x}", "digitalocean-token"),
        ("hvs.{24}", "vault-token"),
        ("eyJ{33}.eyJ{40}.{43}", "jwt"),
    ] {
        let mark = format!("[redacted:{kind}]");
        check(token, &mark);
        check(&format!("key = \"{token}\"\n"), &format!("key = \"{mark}\"\n"));
        check(&format!("KEY={token}\r\nnext"), &format!("KEY={mark}\r\nnext"));
        check(&format!("It is {token}. Then"), &format!("It is {mark}. Then"));
        check(&format!("{token},{token}"), &format!("{mark},{mark}"));
        untouched(&format!("word{token}"));
    }
}

/// The tests of all kinds are in `tests/laws/credential_kinds.rs`; these are the edges of the anchored ones.
#[test]
fn tokens_are_known_by_their_middle() {
    check("bot 123456789:AA{33}, x", "bot [redacted:telegram-token], x");
    check("x={14}.atlasv1.{67};", "x=[redacted:terraform-token];");
    check("{32x}-us1", "[redacted:mailchimp-key]");
    check("Abc8Q~{34}", "[redacted:azure-secret]");
    for text in
        ["{33x}-us1", "{32x}-usa", "{13}.atlasv1.{67}", "1234567:AA{33}", "123456789:AA{35}", "Abc8Q~{30}"]
    {
        untouched(text);
    }
}

#[test]
fn the_secret_key_of_aws_is_known_beside_its_id() {
    let mark = "[redacted:aws-access-key]";
    check("AKIA{16A},{40}", &format!("{mark},[redacted:aws-secret-key]"));
    check("id AKIA{16A}\nsecret {40}\n", &format!("id {mark}\nsecret [redacted:aws-secret-key]\n"));
    check("AKIA{16A} {40x}", &format!("{mark} {}", expand("{40x}")));
    check("AKIA{16A} {41}", &format!("{mark} {}", expand("{41}")));
    untouched("{40}");
    untouched("AKIAIOSFODNN7EXAMPLE {40}");
}

#[test]
fn a_body_too_short_is_no_token() {
    for text in [
        "AKIA{15A}",
        "AKIA{17A}",
        "ghp_{35}",
        "github_pat_{20}",
        "sk-{31}",
        "AIza{34}",
        "npm_{35}",
        "hf_{12}",
        "ghp_{36}_and_more",
        "shpat_{32x}z",
        "SG.{10}.{43}",
        "dop_v1_{63x}",
        "eyJ{33}.{40}.{43}",
        "eyJ{33}.eyJ{40}",
    ] {
        untouched(text);
    }
}

#[test]
fn ordinary_text_is_left_alone() {
    for text in [
        "",
        "checksum = \"{64x}\"",
        "\"integrity\": \"sha512-{80}+/{4}==\"",
        "6f1c2b3a-0d4e-4f5a-9b8c-7d6e5f4a3b2c",
        "commit {40x}\nsha256:{64x}",
        "npm_config_registry npm_package_version npm_lifecycle_event_and_some_more_words",
        "hf_hub_download hf_transfer_enabled_by_default_in_this_release",
        "task-force-of-the-very-long-and-winding-hyphenated-name-1",
        "sk-spinner-of-the-loading-screen-with-a-long-class-name",
        "xoxb-your-token-goes-here",
        "glpat-put-your-token-in-this-place",
        "SG.js eyJ AKIA ghp_ https://example.org/@scope/pkg",
        "the author's authorization: bearer bonds are gone",
        "sk_live_x pypi-packages ya29.x hooks.slack.com/services/",
        "cioxyz scion cioppino_is_a_fish_stew_from_san_francisco",
    ] {
        untouched(text);
    }
}

#[test]
fn a_text_of_nothing_but_beginnings_is_read_once() {
    for beginning in [
        "sk-ant-",
        "glpat-",
        "glpat-.",
        "eyJ-",
        "SG.",
        "eyJabcdefg.",
        "https://",
        "-----BEGIN PRIVATE KEY-----",
    ] {
        untouched(&beginning.repeat(10_000));
    }
}

#[test]
fn the_password_of_a_url_goes_and_the_rest_stays() {
    check("postgres://app:hunter2@db:5432/x", "postgres://app:[redacted:url-password]@db:5432/x");
    check("redis://:hunter2@h", "redis://:[redacted:url-password]@h");
    check("https://u:p@ss:w@host/?q=a@b", "https://u:[redacted:url-password]@host/?q=a@b");
    check("amqp://u:%20x@h", "amqp://u:[redacted:url-password]@h");
    check("https://ghp_{36}@github.com/x", "https://[redacted:github-token]@github.com/x");
    check(
        "https://ghp_{36}:x-oauth-basic@github.com",
        "https://[redacted:github-token]:[redacted:url-password]@github.com",
    );
    for text in [
        "http://localhost:8080/a@b",
        "git+ssh://git@github.com:22/x.git",
        "https://user@host:443/",
        "see http://a:80 or write to me@example.org",
        "postgres://app:$PASS@db",
        "https://user:<password>@host",
        "https://user:%s@host",
        "https://user:***@host",
        "https://user:@host",
        "std::fs::File c://x:y",
    ] {
        untouched(text);
    }
}

#[test]
fn the_authorization_header_keeps_its_scheme() {
    check("Authorization: Bearer {20}", "Authorization: Bearer [redacted:authorization]");
    check("authorization: basic dXNlcjpwYXNz\r\n", "authorization: basic [redacted:authorization]\r\n");
    check("-H 'AUTHORIZATION: token {40x}'", "-H 'AUTHORIZATION: token [redacted:authorization]'");
    check("\"Authorization\": \"Bearer {20}\",", "\"Authorization\": \"Bearer [redacted:authorization]\",");
    check("set('Authorization', 'Bearer {20}')", "set('Authorization', 'Bearer [redacted:authorization]')");
    check("curl -H \"X-Forward: Bearer {24}\"", "curl -H \"X-Forward: Bearer [redacted:authorization]\"");
    untouched("Authorization token contains invalid sequences");
    untouched("Authorization: Bearer <token>");
    untouched("Authorization: Bearer $TOKEN_FROM_ENV");
    untouched("Authorization: Bearer");
}

#[test]
fn a_private_key_goes_and_its_lines_stay() {
    let begin = "-----BEGIN RSA PRIVATE KEY-----";
    let end = "-----END RSA PRIVATE KEY-----";
    check(&format!("a\n{begin}\n{{64}}\n{{20}}=\n{end}\nb\n"), "a\n[redacted:private-key]\n\n\n\nb\n");
    check(&format!("{begin}\r\n{{64}}\r\n{end}\r\nb"), "[redacted:private-key]\n\n\r\nb");
    check(&format!("\"{begin}\\n{{64}}\\n{end}\\n\""), "\"[redacted:private-key]\\n\"");
    check(&format!("{begin}\nProc-Type: 4,ENCRYPTED\n\n{{64}}\n{end}"), "[redacted:private-key]\n\n\n\n");
    check(&format!("{begin}\n{{64}}\n{{64}}\n"), "[redacted:private-key]\n\n\n");
    check(&format!("{begin}\n{{64}}\n{{64}}"), "[redacted:private-key]\n\n");
    untouched(begin);
    untouched(&format!("if line == \"{begin}\" {{1}} else if line == \"{end}\""));
    untouched("-----BEGIN CERTIFICATE-----\n{64}\n-----END CERTIFICATE-----\n");
    untouched("-----BEGIN PUBLIC KEY-----\n{64}\n-----END PUBLIC KEY-----\n");
}

/// Issuers of tokens show some in documents, and texts about them use placeholders.
#[test]
fn examples_that_open_nothing_stay() {
    untouched("AKIA{9A}EXAMPLE");
    untouched("token: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    untouched("Authorization: Bearer ********************");
    untouched("sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    check("AKIA{16A} EXAMPLE", "[redacted:aws-access-key] EXAMPLE");
    check("sk-{20}aaaaaaaaaaaaaaaaaaaa", "[redacted:openai-key]");
    check(
        "ghp_{36} and ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "[redacted:github-token] and ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    );
}

fn check_as(kind: TextKind, text: &str, expected: &str) {
    let redacted = redact_as(text, kind);
    assert_eq!(redacted.text, expected, "{kind:?} {text:?}");
    assert_eq!(
        redact_as(expected, kind).count,
        0,
        "redacting twice changes nothing more: {kind:?} {expected:?}"
    );
}

const KINDS: [TextKind; 4] = [TextKind::Code, TextKind::Settings, TextKind::Shell, TextKind::Prose];

#[test]
fn a_quoted_value_of_a_name_goes_in_every_text() {
    for (text, expected) in [
        ("password = \"hunter2\"", "password = \"[redacted:password]\""),
        ("db_password: 'swordfish'", "db_password: '[redacted:password]'"),
        ("\"password\": \"correct horse battery staple\",", "\"password\": \"[redacted:password]\","),
        ("{\"apiKey\":\"0a1b2c3d4e\"}", "{\"apiKey\":\"[redacted:key]\"}"),
        ("'client_secret' => 'q8Wz-11',", "'client_secret' => '[redacted:secret]',"),
        ("x[\"SECRET_KEY\"] = `0a1b2c3d`", "x[\"SECRET_KEY\"] = `[redacted:key]`"),
        ("PASSWORD2=\"hunter2\"", "PASSWORD2=\"[redacted:password]\""),
        (
            "login(user=\"a\", password=\"supersecret\")",
            "login(user=\"a\", password=\"[redacted:password]\")",
        ),
        ("<password>hunter2</password>", "<password>[redacted:password]</password>"),
        ("auth_token = \"a81bc81b-dead-4e5d\"", "auth_token = \"[redacted:token]\""),
        (
            "{\"text\":\"password = \\\"hunter2\\\"\\n\"}",
            "{\"text\":\"password = \\\"[redacted:password]\\\"\\n\"}",
        ),
        ("password = 'it\\'s me'", "password = '[redacted:password]'"),
        ("password = \"pässwörter\"", "password = \"[redacted:password]\""),
    ] {
        for kind in KINDS {
            check_as(kind, text, expected);
        }
    }
    for (text, expected) in [
        (
            "const PASSWORD: &'static str = \"hunter2\";",
            "const PASSWORD: &'static str = \"[redacted:password]\";",
        ),
        ("password: Optional[str] = 'hunter2'", "password: Optional[str] = '[redacted:password]'"),
        ("var password string = \"hunter2\"", "var password string = \"[redacted:password]\""),
        ("f(password: str, secret=\"swordfish\")", "f(password: str, secret=\"[redacted:secret]\")"),
        ("apiKey := \"0a1b2c3d4e\"", "apiKey := \"[redacted:key]\""),
        ("$password = 'hunter2';", "$password = '[redacted:password]';"),
        ("SECRET = b\"hunter2\"", "SECRET = b\"[redacted:secret]\""),
        ("connect(\"Server=db;Password=Hunter22;\")", "connect(\"Server=db;Password=[redacted:password];\")"),
        ("# the password: hunter22", "# the password: [redacted:password]"),
    ] {
        check_as(TextKind::Code, text, expected);
    }
}

#[test]
fn the_rest_of_the_line_is_the_value_of_a_setting() {
    for (text, expected) in [
        ("password = hunter2", "password = [redacted:password]"),
        ("password=correct horse\r\nnext", "password=[redacted:password]\r\nnext"),
        ("  db.password: hunter2  # local", "  db.password: [redacted:password]  # local"),
        ("API_KEY=abcdefgh", "API_KEY=[redacted:key]"),
        ("MYSQL_PASS=swordfish", "MYSQL_PASS=[redacted:password]"),
        ("password: 123456", "password: [redacted:password]"),
        ("db: {user: a, password: hunter2}", "db: {user: a, password: [redacted:password]}"),
        ("token: abcdefgh", "token: [redacted:token]"),
        ("password: |\n  hun\n  ter2\nnext: 1", "password: |\n  [redacted:password]\n\nnext: 1"),
        (
            "//registry.example.org/:_authToken=abcd-efgh",
            "//registry.example.org/:_authToken=[redacted:token]",
        ),
        ("secret_access_key = a+b/c==", "secret_access_key = [redacted:key]"),
    ] {
        check_as(TextKind::Settings, text, expected);
    }
    check_as(TextKind::Shell, "export DB_PASS=swordfish; run", "export DB_PASS=[redacted:password]; run");
    check_as(TextKind::Shell, "TOKEN=abcd-efgh ./run --fast", "TOKEN=[redacted:token] ./run --fast");
    check_as(
        TextKind::Shell,
        "curl 'http://h/?api_key=abcdef&x=1'",
        "curl 'http://h/?api_key=[redacted:key]&x=1'",
    );
    let logged = "10:00 login user=a password=swordfish ok, token: 0a1b2c3d4e5f";
    let expected = "10:00 login user=a password=[redacted:password] ok, token: [redacted:token]";
    check_as(TextKind::Prose, logged, expected);
}

#[test]
fn placeholders_references_and_types_stay() {
    for value in [
        "\"\"",
        "''",
        "\"${PASSWORD}\"",
        "\"$PASSWORD\"",
        "\"<your-key>\"",
        "\"xxx\"",
        "\"xxxxxxxx\"",
        "\"********\"",
        "\"changeme\"",
        "\"change-me\"",
        "\"your_api_key_here\"",
        "\"YOUR-TOKEN\"",
        "\"{{ password }}\"",
        "\"%(password)s\"",
        "\"...\"",
        "None",
        "null",
        "nil",
        "undefined",
        "os.environ[\"PASSWORD\"]",
        "os.getenv('PASSWORD')",
        "process.env.PASSWORD",
        "getpass.getpass()",
        "config.password",
        "self.password",
        "str",
        "String",
        "Option<String>",
        "&str",
        "string;",
        "${{ secrets.TOKEN }}",
        "$(pass show db)",
        "%PASSWORD%",
        "!vault",
        "vault:secret/db",
        "/run/secrets/db",
        "\"./key.pem\"",
        "true",
        "false",
        "\"Enter your password\"",
        "\"Password\"",
        "\"client_secret\"",
        "\"AKIAIOSFODNN7EXAMPLE\"",
        "\"password\"",
        "[redacted:password]",
        "\"f{password}\"",
        "\"sk-xxxx-xxxx\"",
        "\"TODO\"",
        "\"invalid password, try again\"",
        "\".data-api\"",
        "\"STRING_VALUE\"",
        "\"x-aws-ec2-metadata-token\"",
        "\"sk-ant-...\"",
    ] {
        for name in ["password", "api_key", "secret", "TOKEN"] {
            for text in [
                format!("{name} = {value}\n"),
                format!("{name}: {value}\n"),
                format!("\"{name}\": {value},\n"),
            ] {
                for kind in KINDS {
                    assert_eq!(redact_as(&text, kind).text, text, "{kind:?}");
                }
            }
        }
    }
    for text in [
        "password: str",
        "let token = lexer.next_token2();",
        "self.secret = secret2",
        "if password == \"hunter2\" {",
        "token: TokenKind1,",
        "ClientSecret => \"c hs traffic\",",
        "access_token: \"progress-1\", client_secret: \"CLIENT_SECRET_0\"",
        "password::verify(\"hunter2\")",
        "max_tokens = 4096, tokenizer = \"gpt2-large\", secrets = \"inherited\"",
        "token = \"while\"; secret_name = \"my-tls-1\"; password_file = \"/etc/p1\"",
        "\"pbkdf2-password\": \"1.2.1\", \"next-auth\": \"^4.24.5-rc.1\"",
        "passwordless = \"hunter2\"; bypass = \"hunter22\"; compass: \"north-12\"",
    ] {
        assert_eq!(redact_as(text, TextKind::Code).text, text);
        assert_eq!(redact(text).text, text);
    }
    assert_eq!(redact_as("[ \"$password\" = \"hunter2\" ]", TextKind::Shell).count, 0);
}

#[test]
fn a_hostile_line_of_assignments_is_read_in_linear_time() {
    for text in [
        "password=<",
        "password=password=",
        "token:\"",
        "password: \"<",
        "password=>",
        "<password>",
        "password \t =",
    ] {
        for kind in KINDS {
            redact_as(&text.repeat(10_000), kind);
        }
    }
}
