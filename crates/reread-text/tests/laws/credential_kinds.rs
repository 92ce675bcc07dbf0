//! The kinds of credentials that the field knows, one made-up example of each.
//!
//! No example stands in this file: `{36}` becomes that many letters and digits from a seed, `{36x}` hex, `{16A}` capitals and
//! digits, `{43a}` small letters and digits, `{10d}` digits, `{40b}` base64, `{64X}` hex of both cases, and `{uuid}` a UUID.

#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

use reread_text::{REDACTION_MARK, TextKind, redact_as};

const KINDS: [TextKind; 4] = [TextKind::Code, TextKind::Settings, TextKind::Shell, TextKind::Prose];

/// Known by their format, wherever they stand.
const FORMATS: &[(&str, &str)] = &[
    ("AWS access key id", "AKIA{16A}"),
    ("AWS temporary key id", "ASIA{16A}"),
    ("AWS bearer token of a service", "ABIA{16A}"),
    ("AWS secret key beside its id", "AKIA{16A},{40b}"),
    ("AWS Bedrock key", "ABSK{130b}"),
    ("Google API key", "AIza{35}"),
    ("Google OAuth client secret", "GOCSPX-{28}"),
    ("Google OAuth access token", "ya29.{60}"),
    ("Google OAuth refresh token", "1//0{44}"),
    ("Firebase server key", "AAAA{7}:{140}"),
    ("Azure storage connection string", "AccountName=a;AccountKey={86}=="),
    ("Azure client secret", "{3}8Q~{34}"),
    ("Azure DevOps token", "{76}AZDO{4}"),
    ("Azure function key", "{44}AzFu{5}Q=="),
    ("Azure search key", "{42}AzSe{6}"),
    ("Azure storage key", "{76}+ASt{6}=="),
    ("Alibaba access key", "LTAI{20}"),
    ("Tencent secret id", "AKID{32}"),
    ("Yandex API key", "AQVN{36}"),
    ("DigitalOcean token", "dop_v1_{64x}"),
    ("DigitalOcean OAuth token", "doo_v1_{64x}"),
    ("Cloudflare token", "cfut_{40}{8x}"),
    ("Cloudflare origin key", "v1.0-{24x}-{146x}"),
    ("Heroku key", "HRKU-AA{58}"),
    ("Fly token", "fm2_{120b}"),
    ("Netlify token", "nfp_{40}"),
    ("Tailscale key", "tskey-auth-{16}-{32}"),
    ("Pulumi token", "pul-{40x}"),
    ("Terraform Cloud token", "{14}.atlasv1.{67}"),
    ("Vault service token", "hvs.{95}"),
    ("Vault batch token", "hvb.{150}"),
    ("Doppler token", "dp.pt.{43}"),
    ("Databricks token", "dapi{32x}"),
    ("Dynatrace token", "dt0c01.{24A}.{64A}"),
    ("PlanetScale password", "pscale_pw_{43}"),
    ("Supabase token", "sbp_{40x}"),
    ("GitHub personal token", "ghp_{36}"),
    ("GitHub OAuth token", "gho_{36}"),
    ("GitHub app token", "ghs_{36}"),
    ("GitHub fine-grained token", "github_pat_{22}_{59}"),
    ("GitLab personal token", "glpat-{20}"),
    ("GitLab runner token", "GR1348941{20}"),
    ("GitLab pipeline token", "glptt-{40x}"),
    ("Atlassian API token", "ATATT3xFfGF0{170}={8X}"),
    ("Bitbucket app password", "ATBB{32}"),
    ("Sourcegraph token", "sgp_{16x}_{40x}"),
    ("SonarQube token", "squ_{40x}"),
    ("CircleCI token", "CCIPAT_{22}_{40x}"),
    ("Buildkite token", "bkua_{40x}"),
    ("Octopus Deploy key", "API-{26A}"),
    ("npm token", "npm_{36}"),
    ("npm registry line", "//registry.npmjs.org/:_authToken=npm_{36}"),
    ("PyPI token", "pypi-AgEIcHlwaS5vcmc{70}"),
    ("crates.io token", "cio{32}"),
    ("RubyGems key", "rubygems_{48x}"),
    ("NuGet key", "oy2{43a}"),
    ("Clojars token", "CLOJARS_{60x}"),
    ("Docker Hub token", "dckr_pat_{27}"),
    ("Docker organisation token", "dckr_oat_{32}"),
    ("Artifactory key", "AKCp{69}"),
    ("Anthropic key", "sk-ant-api03-{93}AA"),
    ("OpenAI key", "sk-{48}"),
    ("OpenAI project key", "sk-proj-{74}T3BlbkFJ{74}"),
    ("OpenRouter key", "sk-or-v1-{64x}"),
    ("Groq key", "gsk_{52}"),
    ("xAI key", "xai-{80}"),
    ("Perplexity key", "pplx-{48}"),
    ("Replicate token", "r8_{37}"),
    ("Hugging Face token", "hf_{34}"),
    ("NVIDIA key", "nvapi-{64}"),
    ("LangSmith key", "lsv2_pt_{32x}_{10x}"),
    ("Pinecone key", "pcsk_{6}_{63}"),
    ("Stripe key", "sk_live_{24}"),
    ("Stripe restricted key", "rk_live_{24}"),
    ("Stripe webhook secret", "whsec_{32}"),
    ("Square token", "sq0atp-{22}"),
    ("Square OAuth secret", "sq0csp-{43}"),
    ("Square access token", "EAAA{60}"),
    ("Shopify token", "shpat_{32x}"),
    ("Shopify shared secret", "shpss_{32x}"),
    ("Shippo token", "shippo_live_{40x}"),
    ("EasyPost key", "EZAK{54}"),
    ("Razorpay key", "rzp_live_{14}"),
    ("Plaid token", "access-production-{uuid}"),
    ("Slack bot token", "xoxb-{12d}-{12d}-{24}"),
    ("Slack user token", "xoxp-{11d}-{11d}-{11d}-{32x}"),
    ("Slack app token", "xapp-1-A{10A}-{13d}-{64x}"),
    ("Slack webhook", "https://hooks.slack.com/services/T{8A}/B{8A}/{24}"),
    ("Discord bot token", "MTIzNDU2Nzg5MDEyMzQ1Njc4.{6}.{38}"),
    ("Discord webhook", "https://discord.com/api/webhooks/{18d}/{68}"),
    ("Teams webhook", "https://x.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{32x}/{uuid}"),
    ("Telegram bot token", "{10d}:AA{33}"),
    ("SendGrid key", "SG.{22}.{43}"),
    ("Mailgun key", "key-{32x}"),
    ("Mailchimp key", "{32x}-us12"),
    ("Brevo key", "xkeysib-{64x}-{16}"),
    ("Twilio key", "SK{32x}"),
    ("Twitter bearer token", "AAAAAAAAAAAAAAAAAAAAAA{40}%2B{43}%3D"),
    ("Facebook token", "EAAC{150}"),
    ("New Relic user key", "NRAK-{27A}"),
    ("New Relic licence key", "{32x}FFFFNRAL"),
    ("Grafana service token", "glsa_{32}_{8x}"),
    ("Grafana cloud token", "glc_{90b}"),
    ("Sentry user token", "sntryu_{64x}"),
    ("Linear key", "lin_api_{40}"),
    ("Notion token", "ntn_{11d}{35}"),
    ("Airtable token", "pat{14}.{64x}"),
    ("HubSpot token", "pat-na1-{uuid}"),
    ("Postman key", "PMAK-{24x}-{34x}"),
    ("Contentful token", "CFPAT-{43}"),
    ("Figma token", "figd_{40}"),
    ("Typeform token", "tfp_{44}"),
    ("Dropbox token", "sl.{135}"),
    ("Mapbox token", "sk.eyJ{60}.{22}"),
    ("MaxMind key", "{6}_{29}_mmk"),
    ("OpenShift token", "sha256~{43}"),
    ("1Password service token", "ops_eyJ{260}"),
    ("1Password secret key", "A3-{6A}-{6A}-{5A}-{5A}-{5A}-{5A}"),
    ("age key", "AGE-SECRET-KEY-1{58A}"),
    ("JSON web token", "eyJ{33}.eyJ{40}.{43}"),
    ("PEM private key", "-----BEGIN RSA PRIVATE KEY-----\n{64b}\n{20b}=\n-----END RSA PRIVATE KEY-----"),
    ("OpenSSH private key", "-----BEGIN OPENSSH PRIVATE KEY-----\n{70b}\n-----END OPENSSH PRIVATE KEY-----"),
    (
        "PGP private key",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2.0.1\n\n{64b}\n=\n-----END PGP PRIVATE KEY BLOCK-----",
    ),
    ("PuTTY private key", "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n{64b}\nPrivate-MAC: {3}"),
    ("private key of a kubeconfig", "client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt{80b}"),
    ("Authorization header", "Authorization: Bearer {40}"),
    ("basic authorization header", "Authorization: Basic {24b}"),
    ("password in a URL", "postgres://app:{12}@db/x"),
];

/// Known by the name that they are assigned to: in programs as a string, in settings as they are.
const NAMED: &[(&str, &str)] = &[
    ("AWS secret access key", "aws_secret_access_key|{40b}"),
    ("AWS session token", "aws_session_token|{120b}"),
    ("Azure storage key", "AZURE_STORAGE_KEY|{86}=="),
    ("Cloudflare global key", "CLOUDFLARE_API_KEY|{37x}"),
    ("Datadog API key", "DD_API_KEY|{32x}"),
    ("Datadog application key", "DATADOG_APP_KEY|{40x}"),
    ("Algolia admin key", "ALGOLIA_ADMIN_KEY|{32x}"),
    ("Okta token", "OKTA_API_TOKEN|00{40}"),
    ("Twilio auth token", "TWILIO_AUTH_TOKEN|{32x}"),
    ("Twitter API secret", "twitter_api_secret|{50}"),
    ("Facebook app secret", "facebook_app_secret|{32x}"),
    ("Heroku key", "HEROKU_API_KEY|{uuid}"),
    ("Snyk token", "SNYK_TOKEN|{uuid}"),
    ("Fastly token", "FASTLY_API_TOKEN|{32}"),
    ("Cohere key", "CO_API_KEY|{40}"),
    ("Mistral key", "MISTRAL_API_KEY|{32}"),
    ("Docker login", "\"auth\"|{36b}"),
    ("Kubernetes token", "K8S_TOKEN|{60}"),
    ("database password", "DB_PASSWORD|{12}"),
    ("password", "password|{12}"),
    ("PostgreSQL password", "PGPASSWORD|{10}"),
    ("Django secret key", "SECRET_KEY|{50}"),
    ("Rails key base", "secret_key_base|{128x}"),
    ("OAuth client secret", "client_secret|{32}"),
    ("encryption key", "ENCRYPTION_KEY|{32x}"),
    ("WireGuard key", "PrivateKey|{43b}="),
];

/// What the field knows and redaction does not, with the reason.
const MISSED: &[(&str, &str)] = &[
    // Nothing but a hash-like word; hashes of lock files look the same.
    ("AWS secret key alone", "{40b}"),
    // A UUID, as ids are.
    ("Heroku key alone", "{uuid}"),
    // 32 hex digits, as MD5 sums and ids are.
    ("Datadog key alone", "{32x}"),
    // The flag is not separated from its value.
    ("password of the MySQL client", "mysql -uroot -p{12}"),
    // The length and the alphabet of other base64.
    ("Azure storage key alone", "{86}=="),
];

#[test]
fn the_kinds_of_the_field_are_recognised_in_every_text() {
    let by_format =
        FORMATS.iter().filter_map(|(name, template)| unrecognised(name, template, &bare(template)));
    let by_name =
        NAMED.iter().filter_map(|(name, template)| unrecognised(name, template, &assigned(template)));
    let unrecognised: Vec<String> = by_format.chain(by_name).collect();
    let all = FORMATS.len() + NAMED.len();
    println!("{} of {} kinds", all - unrecognised.len(), all + MISSED.len());
    assert!(unrecognised.is_empty(), "not recognised:\n{}", unrecognised.join("\n"));
}

/// The example in the texts that it may stand in.
fn bare(template: &str) -> Vec<(String, TextKind)> {
    let around = ["{}", "value = \"{}\"\n", "It is {}, then", "X={}\r\nnext", "- {}\n"];
    let texts = around.map(|around| around.replace("{}", &expand(template)));
    texts.iter().flat_map(|text| KINDS.map(|kind| (text.clone(), kind))).collect()
}

/// The example as the value of its name.
fn assigned(template: &str) -> Vec<(String, TextKind)> {
    let (key, value) = template.split_once('|').unwrap();
    let value = expand(value);
    vec![
        (format!("{key} = \"{value}\"\n"), TextKind::Code),
        (format!("{key}: \"{value}\"\n"), TextKind::Code),
        (format!("{key}={value}\n"), TextKind::Settings),
        (format!("{key}: {value}\n"), TextKind::Settings),
        (format!("{key}={value}\n"), TextKind::Shell),
        (format!("{key}={value}\n"), TextKind::Prose),
    ]
}

/// The first text that shows the example, or a part of it that is long enough to say something.
fn unrecognised(name: &str, template: &str, texts: &[(String, TextKind)]) -> Option<String> {
    let seed = template.split_once('|').map_or(template, |(_key, value)| value);
    let specs = seed.split(['{', '}']).skip(1).step_by(2);
    let bodies: Vec<String> = specs.map(|spec| body(spec, seed)).filter(|body| body.len() >= 20).collect();
    texts.iter().find_map(|(text, kind)| {
        let shown = redact_as(text, *kind).text;
        let is_shown = !shown.contains(REDACTION_MARK) || bodies.iter().any(|body| shown.contains(body));
        is_shown.then(|| format!("{name}, {kind:?}: {text:?} became {shown:?}"))
    })
}

#[test]
fn the_kinds_that_are_missed_are_known() {
    for (name, template) in MISSED {
        let text = expand(template);
        assert_eq!(redact_as(&text, TextKind::Prose).count, 0, "{name} is recognised now: move its row");
    }
}

/// What documents and programs write in place of a credential.
#[test]
fn placeholders_of_every_kind_stay() {
    let mut problems = Vec::new();
    let mut stays = |name: &str, text: &str| {
        let changed = KINDS.into_iter().find(|kind| redact_as(text, *kind).text != text);
        problems.extend(changed.map(|kind| format!("{name}, {kind:?}: {:?}", redact_as(text, kind).text)));
    };
    for (name, template) in FORMATS.iter().filter(|(_, template)| !template.contains("-----")) {
        for stand_in in
            ["<token>", "${TOKEN}", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "EXAMPLE_TOKEN", "..."]
        {
            stays(name, &filled_in(template, |_| stand_in.to_owned()));
        }
        stays(name, &filled_in(template, |length| "x".repeat(length)));
        stays(name, &filled_in(template, |length| "X".repeat(length)));
    }
    for (name, template) in NAMED {
        let (key, _) = template.split_once('|').unwrap();
        for value in [
            "\"<token>\"",
            "\"${TOKEN}\"",
            "\"xxxxxxxxxxxxxxxx\"",
            "\"EXAMPLE\"",
            "\"your-token-here\"",
            "os.environ[\"TOKEN\"]",
            "os.getenv(\"TOKEN\")",
            "process.env.TOKEN",
            "$TOKEN",
            "{{ token }}",
            "None",
        ] {
            stays(name, &format!("{key} = {value}\n"));
            stays(name, &format!("{key}: {value}\n"));
        }
    }
    assert!(problems.is_empty(), "taken for credentials:\n{}", problems.join("\n"));
}

fn expand(template: &str) -> String {
    let mut text = String::new();
    for (index, part) in template.split(['{', '}']).enumerate() {
        text.push_str(&if index % 2 == 0 { part.to_owned() } else { body(part, template) });
    }
    text
}

/// The template with something else in place of each body. It gets the length of the body.
fn filled_in(template: &str, with: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for (index, part) in template.split(['{', '}']).enumerate() {
        text.push_str(&if index % 2 == 0 { part.to_owned() } else { with(body(part, template).len()) });
    }
    text
}

/// Characters of an alphabet from a seed, which is the template. Each of the kinds of characters occurs early.
fn body(spec: &str, template: &str) -> String {
    if spec == "uuid" {
        let hex = body("32x", template);
        return format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..]);
    }
    let length: usize = spec.trim_end_matches(char::is_alphabetic).parse().unwrap();
    let classes: &[&str] = match spec.trim_start_matches(char::is_numeric) {
        "x" => &["0123456789", "abcdef"],
        "X" => &["0123456789", "ABCDEF"],
        "A" => &["234567", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
        "a" => &["0123456789", "abcdefghijklmnopqrstuvwxyz"],
        "d" => &["123456789"],
        "b" => &["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "ABab/+"],
        _ => &["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "abcdefghijklmnopqrstuvwxyz"],
    };
    let mut state = template.bytes().chain(spec.bytes()).fold(0x9e37_79b9_7f4a_7c15_u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap()
    };
    let mut pick = |index: usize| {
        let class = classes[if index < classes.len() { index } else { next() % classes.len() }].as_bytes();
        char::from(class[next() % class.len()])
    };
    (0..length).map(&mut pick).collect()
}
