//! Cases 47 and 48: credentials in a file that may be read, and what stands for them.

use reread_testkit::{McpClient, file_contains, files_below};

use super::call::{Call, block};
use super::front_end::{FrontEnd, FrontEndKind, at_both_front_ends};

/// Twenty shapes of keys. No key stands here in one piece.
fn keys() -> Vec<String> {
    let letters = "Zq7Rk2Xw9Bv4Tn6Yc3Md8Hs5Pf1Jg0LuEaWiKoNdVbCx";
    let upper = "QWERTYUIOPASDFGH2347";
    let hex = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
    let of = |prefix: &str, body: &str, length: usize| format!("{prefix}{}", &body.repeat(2)[..length]);
    vec![
        of("AKIA", upper, 16),
        of("ASIA", upper, 16),
        of("AIza", letters, 35),
        of("GOCSPX-", letters, 28),
        format!("SG.{}.{}", &letters[..22], &letters[..43]),
        of("dop_v1_", hex, 64),
        of("ghp_", letters, 36),
        of("github_pat_", letters, 44),
        of("glpat-", letters, 20),
        of("gsk_", letters, 44),
        of("hf_", letters, 34),
        of("hvs.", letters, 28),
        of("npm_", letters, 36),
        of("rubygems_", hex, 48),
        of("sk-ant-", letters, 40),
        of("sk-proj-", letters, 40),
        of("sk_live_", letters, 24),
        of("shpat_", hex, 32),
        of("xoxb-", letters, 24),
        of("ya29.", letters, 40),
    ]
}

/// A program with every key in a constant, where a summary would show it.
fn program(keys: &[String]) -> String {
    let line = |(number, key): (usize, &String)| format!("KEY_{number} = \"{key}\"\n");
    format!(
        "\"\"\"Settings; the first is {}.\"\"\"\n{}",
        keys[0],
        keys.iter().enumerate().map(line).collect::<String>()
    )
}

#[test]
fn case_47_derived_texts_show_no_credential_and_exact_ones_every_byte() {
    let keys = keys();
    assert_eq!(keys.len(), 20);
    at_both_front_ends("case_47", |front_end| {
        let text = program(&keys);
        front_end.world.write("settings.py", &text);
        let summary = front_end.ask(Call::summary("settings.py"));
        summary.check_served();
        check_without(&summary.said, &keys);
        assert_eq!(summary.reply["meta"]["redacted"]["count"], 21, "{summary:?}");
        assert!(summary.said.contains("[redacted:"), "{summary:?}");

        let read = front_end.ask(Call::read("settings.py"));
        assert_eq!(read.text(), text, "an exact read is exact");
        assert_eq!(read.reply["meta"].get("redacted"), None, "{read:?}");
        for (number, key) in keys.iter().enumerate() {
            let line = format!("KEY_{number} = \"{key}\"\n");
            assert_eq!(front_end.ask(Call::read_lines("settings.py", number + 2, 1)).text(), line);
            let found = front_end.ask(Call::search_in(key, "settings.py"));
            assert!(found.check_served().said.contains(key.as_str()), "{found:?}");
            front_end.ask(Call::search(key)).check_served();
            // A range that cuts the key in two.
            let middle = text.rfind(key.as_str()).unwrap() + key.len() / 2;
            let half = front_end.ask(Call::read_from_byte("settings.py", middle));
            assert!(half.text().starts_with(&key[key.len() / 2..]), "{half:?}");
        }
        check_nothing_derived(front_end, &keys);
    });
}

#[test]
fn case_47_credentials_in_versions_and_diffs_are_in_no_record() {
    let keys = keys();
    at_both_front_ends("case_47_diff", |front_end| {
        let text = program(&keys);
        front_end.put("b.py", "KEY = 1\n");
        front_end.put("b.py", &text);
        let diff = front_end.ask(Call::diff("b.py", "v1"));
        assert!(diff.check_served().said.contains(keys[6].as_str()), "{diff:?}");
        for key in &keys {
            // What is refused is recorded, and may hold a key in any argument.
            front_end.ask(Call::read(&format!("../{key}")));
            front_end.ask(Call::write_over("b.py", &text, key));
            front_end.ask(Call::patch(&block("b.py", &format!("{key}\n"), "x\n")));
            front_end.ask(Call::rollback("b.py", key));
        }
        let history = front_end.ask(Call::history("b.py"));
        check_without(&history.check_served().said, &keys);
        check_nothing_derived(front_end, &keys);
    });
}

/// No shape tells what these are; the names that they are assigned to do.
#[test]
fn case_47_values_of_named_keys_are_in_no_derived_text_and_in_every_exact_one() {
    let values: Vec<String> = ["swordfish", "opensesame", "abracadabra"].map(str::to_owned).into();
    let files = [
        ("app.ini", "[db]\npassword = swordfish\ntoken=opensesame\napi_key: abracadabra\n"),
        (
            "app.yaml",
            "db:\n  password: swordfish\n  auth_token: 'opensesame'\n  secret: |\n    abracadabra\n",
        ),
        (
            "app.json",
            "{\"password\": \"swordfish\", \"secret\": \"opensesame\", \"apiKey\": \"abracadabra\"}\n",
        ),
        ("app.toml", "password = \"swordfish\"\nclient_secret = 'opensesame'\napi-key = \"abracadabra\"\n"),
        ("app.sh", "export DB_PASSWORD=swordfish\nSECRET='opensesame'\nAPI_KEY=abracadabra ./run\n"),
        ("app.py", "PASSWORD = 'swordfish'\nSECRET: str = 'opensesame'\nrun(api_key='abracadabra')\n"),
        ("app.csv", "user,password\na,swordfish\nb,opensesame\nc,abracadabra\n"),
        (
            "app.xml",
            "<c>\n<password>swordfish</password>\n<secret>opensesame</secret>\n<url>http://u:abracadabra@h/</url>\n</c>\n",
        ),
        (
            "app.log",
            "10:00 login password=swordfish\n10:01 secret='opensesame'\n10:02 GET /?api_key=abracadabra&x=1\n",
        ),
    ];
    at_both_front_ends("case_47_names", |front_end| {
        for (name, text) in files {
            front_end.world.write(name, text);
            let summary = front_end.ask(Call::summary(name));
            check_without(&summary.check_served().said, &values);
            assert_eq!(summary.reply["meta"]["redacted"]["count"], 3, "{name}: {summary:?}");
            assert_eq!(front_end.ask(Call::read(name)).text(), text, "an exact read is exact");
        }
    });
}

/// A key on two lines is none of the known shapes: nothing is taken out, and nothing puts it together.
#[test]
fn case_47_a_key_on_two_lines_is_not_put_together() {
    let keys = keys();
    at_both_front_ends("case_47_split", |front_end| {
        let halves = |key: &String| {
            let (one, other) = key.split_at(key.len() / 2);
            format!("KEY = (\"{one}\"\n       \"{other}\")\n")
        };
        let text: String = keys.iter().map(halves).collect();
        front_end.world.write("split.py", &text);
        assert_eq!(front_end.ask(Call::read("split.py")).text(), text);
        for call in [Call::summary("split.py"), Call::outline("split.py"), Call::excerpt("split.py")] {
            check_without(&front_end.ask(call).check_served().said, &keys);
        }
        check_nothing_derived(front_end, &keys);
    });
}

/// A key of many lines, and a range that shows only some of them.
#[test]
fn case_47_a_range_that_cuts_a_private_key_is_exact_and_its_summary_shows_nothing_of_it() {
    at_both_front_ends("case_47_private", |front_end| {
        let body: Vec<String> =
            (10..40).map(|number| format!("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj{number}")).collect();
        let dashes = "-----";
        let key = format!(
            "{dashes}BEGIN PRIVATE KEY{dashes}\n{}\n{dashes}END PRIVATE KEY{dashes}\n",
            body.join("\n")
        );
        front_end.world.write("note.md", format!("# A key\n\n{key}"));
        let lines = front_end.ask(Call::read_lines("note.md", 5, 2));
        assert_eq!(lines.text(), format!("{}\n{}\n", body[1], body[2]));
        check_without(&front_end.ask(Call::summary("note.md")).check_served().said, &body);
        check_no_record(front_end, &body);
    });
}

fn check_without(text: &str, keys: &[String]) {
    let found = keys.iter().find(|key| text.contains(key.as_str()));
    assert_eq!(found, None, "{text}");
}

/// Neither the journal, nor what it shows of itself, nor the log of a server has one.
fn check_nothing_derived(front_end: &FrontEnd, keys: &[String]) {
    check_no_record(front_end, keys);
    if front_end.kind == FrontEndKind::Mcp {
        let mut command = front_end.command();
        command.args(["mcp", "--log", "debug"]);
        let mut client = McpClient::spawn(command);
        client.handshake();
        for key in keys {
            client.call("read", serde_json::json!({ "mode": "file", "target": key }));
            client.call("search", serde_json::json!({ "query": key }));
        }
        check_without(&client.end().stderr, keys);
    }
}

fn check_no_record(front_end: &FrontEnd, keys: &[String]) {
    front_end.records();
    for file in files_below(&front_end.world.path(".reread/audit")) {
        let found = keys.iter().find(|key| file_contains(&file, key));
        assert_eq!(found, None, "{}", file.display());
    }
    check_without(&front_end.printed(&["audit", "show", "--limit", "1000"]).1, keys);
}

#[test]
fn case_48_what_stands_for_a_credential_reaches_no_disk() {
    at_both_front_ends("case_48", |front_end| {
        let key = &keys()[6];
        let text = format!("TOKEN = \"{key}\"\nother = 1\n");
        front_end.world.write("b.py", &text);
        let read = front_end.ask(Call::read("b.py"));
        let summary = front_end.ask(Call::summary("b.py"));
        let start = summary.said.find("[redacted:").unwrap();
        let stands = &summary.said[start..=start + summary.said[start..].find(']').unwrap()];
        let back = text.replace(key.as_str(), stands);
        for call in [
            Call::write_over("b.py", &back, read.tag()),
            Call::append("b.py", &back),
            Call::create("new.py", &back),
            Call::write("new.py", &back),
            Call::patch(&block("b.py", &text, &back)),
            Call::patch(&format!(
                "--- a/b.py\n+++ b/b.py\n@@ -1,2 +1,2 @@\n-TOKEN = \"{key}\"\n+TOKEN = \"{stands}\"\n other = 1\n"
            )),
            Call::patch(&format!(
                "*** Begin Patch\n*** Add File: new.py\n+TOKEN = \"{stands}\"\n*** End Patch\n"
            )),
            Call::patch_on(read.tag(), &block("b.py", &text, &back)),
        ] {
            let answer = front_end.ask(call);
            answer.check_refused("suspicious");
        }
        front_end.check_bytes("b.py", &text);
        assert!(!front_end.is_there("new.py"));
        // The edit that was meant works, and the credential stays.
        front_end.ask(Call::patch(&block("b.py", "other = 1\n", "other = 2\n"))).check_outcome("applied");
        front_end.check_bytes("b.py", text.replace("other = 1", "other = 2"));
    });
}
