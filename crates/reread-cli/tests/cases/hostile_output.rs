//! A terminal obeys only reread itself: every command is driven on one, with hostile text wherever text can come from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;
use std::process::Command;

use reread_testkit::{McpClient, ModelEndpoint, Terminal, World, git};
use serde_json::{Value, json};

/// What a terminal would act on, or an eye would miss. None of it is a colour of ours.
const UNITS: [&str; 13] = [
    "\x1b[2J",
    "\x1b]0;t\x07",
    "\x1b[35;5m",
    "\u{9b}35m",
    "\x7f",
    "\x08",
    "\rfake",
    "\u{202e}",
    "\u{200b}",
    "\u{e0041}",
    "\u{feff}",
    "\u{2028}",
    "\x0e",
];

/// The units in an order that the seed decides.
fn hostile(seed: u64) -> String {
    let mut units = UNITS.to_vec();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for last in (1..units.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        units.swap(last, (state % (last as u64 + 1)) as usize);
    }
    units.concat()
}

#[test]
fn no_command_lets_a_terminal_obey_what_it_prints() {
    for seed in [1, 2] {
        let hostile = Hostile::new(seed);
        let commands = commands(&hostile.world, &[]);
        let drives = hostile.drives();
        let driven: BTreeSet<String> = drives.keys().map(ToString::to_string).collect();
        assert_eq!(commands, driven, "every command that `reread --help` lists is driven here");
        let (mut speaking, mut harmful) = (BTreeSet::new(), Vec::new());
        for (command, calls) in &drives {
            let words: Vec<&str> = command.split(' ').collect();
            let misuse = [format!("--no{}", hostile.text), "--root".into(), format!("no{}", hostile.text)];
            let misuses = [&misuse[..1], &misuse[1..], &["--color".into(), hostile.text.clone()][..]];
            let given = misuses.map(<[String]>::to_vec).into_iter().chain([vec!["--help".into()]]);
            for arguments in calls.iter().cloned().chain(given) {
                for json in [&[][..], &["--json"]] {
                    let mut process = hostile.command();
                    process.args(json).args(&words).args(&arguments);
                    let shown = hostile.shown(process, command);
                    let harm = harm_in(&shown);
                    harmful.extend(harm.map(|harm| format!("{json:?} {command} {arguments:?}: {harm}")));
                    let is_escaped = |text: &str| text.contains("\\x1b") || text.contains("\\u001b");
                    if calls.contains(&arguments) && is_escaped(&shown) {
                        speaking.insert(command.to_string());
                    }
                }
            }
        }
        harmful.extend(hostile.harm_of_environment());
        harmful.extend(hostile.harm_of_configurations());
        assert!(harmful.is_empty(), "seed {seed}: {} calls: {harmful:#?}", harmful.len());
        // Commands whose results hold no text that another party chose.
        let silent: Vec<_> = driven.difference(&speaking).map(String::as_str).collect();
        assert_eq!(silent, SILENT, "seed {seed}");
    }
}

/// These print numbers, or text of our own.
const SILENT: [&str; 15] = [
    "audit prune",
    "audit rotate",
    "cache",
    "cache clear",
    "cache prune",
    "cache status",
    "check",
    "doctor",
    "history prune",
    "index",
    "pi",
    "state adopt",
    "state show",
    "stats session",
    "tour",
];

/// The leaves of the tree of commands, as the help texts list them.
fn commands(world: &World, above: &[&str]) -> BTreeSet<String> {
    let help = world.run(&[above, &["--help"]].concat()).text();
    let section = help.split_once("\nCommands:\n").map_or("", |(_, after)| after);
    let section = section.split("\n\n").next().unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = section.lines().filter(is_name).filter_map(|line| line.split_whitespace().next());
    let mut found = BTreeSet::new();
    // A command that also works by itself is a leaf, too.
    if !above.is_empty() && !help.contains(&format!("Usage: reread {} [OPTIONS] <COMMAND>", above.join(" ")))
    {
        found.insert(above.join(" "));
    }
    for name in names.filter(|name| *name != "help") {
        found.extend(commands(world, &[above, &[name]].concat()));
    }
    found
}

/// The first character that a terminal would act on, beside line ends, tabs and our own colours, with what is before it.
fn harm_in(shown: &str) -> Option<String> {
    let colors = ["0", "1", "2", "31", "32", "36"].map(|code| format!("\x1b[{code}m"));
    let plain = colors.iter().fold(shown.to_owned(), |text, color| text.replace(color.as_str(), ""));
    let is_hostile = |char: &char| {
        (char.is_control() && !matches!(char, '\n' | '\t'))
            || matches!(char, '\u{202e}' | '\u{200b}' | '\u{e0041}' | '\u{feff}' | '\u{2028}')
    };
    // The terminal itself echoes the end of the input.
    let plain = plain.replace("^D\x08\x08", "");
    let (at, char) = plain.char_indices().find(|(_, char)| is_hostile(char))?;
    let start = plain[..at].char_indices().rev().nth(60).map_or(0, |(start, _)| start);
    Some(format!("{char:?} after {:?}", &plain[start..at]))
}

/// A workspace in which every text that another party can choose is hostile.
struct Hostile {
    world: World,
    text: String,
    name: String,
    tag: String,
    /// When a server on standard input ends, its questions are withdrawn.
    server: Option<McpClient>,
}

impl Hostile {
    fn new(seed: u64) -> Self {
        let (text, world) = (hostile(seed), World::with_secret("hostile_output"));
        let name = format!("evil{text}.py");
        let model = ModelEndpoint::answering(400, &json!({ "error": { "message": text } }).to_string());
        let (quoted, rule) = (toml(&text), text.replace('[', "\\["));
        world.configure(&format!(
            "[read]\nask = [{}]\ndeny = [{}]\n[write]\nask = [{}]\n[review]\nendpoint = \"{}\"\nmodel = {quoted}\n",
            toml(&format!("ask{rule}*")),
            toml(&format!("deny{rule}*")),
            toml(&format!("careful{rule}*")),
            model.url(),
        ));
        git(&world.root(), &["init", "-q"]).unwrap();
        let code = format!("def one():\n    return '{text}'\n\ndef two{text}():\n    pass  # {text}\n");
        world.write(&name, &code);
        world.write(&format!("folder{text}/inner{text}.txt"), &text);
        world.write(&format!("ask{text}.txt"), "secret\n");
        world.link(format!("nowhere{text}"), &format!("link{text}"));
        git(&world.root(), &["add", "-A"]).unwrap();
        git(&world.root(), &["commit", "-qm", &text.replace('\0', "")]).unwrap();
        let mut hostile = Self { world, text, name, tag: String::new(), server: None };
        hostile.prepare();
        hostile
    }

    /// Records, versions, a proposal, approvals, sessions and configurations of hosts.
    fn prepare(&mut self) {
        let (world, text, name) = (&self.world, &self.text, &self.name);
        for (file, new) in [("ours", "zwei"), ("theirs", "deux")] {
            let line = format!("    return '{text}'");
            let patch = format!("<<<<<<< SEARCH\n{line}\n=======\n{line} + '{new}'\n>>>>>>> REPLACE\n");
            std::fs::write(world.beside(file), patch).unwrap();
        }
        std::fs::write(world.beside("resolved"), text).unwrap();
        std::fs::write(world.beside("patch"), format!("*** Begin Patch\n*** Nonsense {text}\n")).unwrap();
        let applied = world.run(&["patch", "../ours", "--file", name]);
        assert_eq!(applied.code, Some(0), "{applied:?}");
        for edit in ["p1", "p2"] {
            let kept = world.run(&["patch", "../theirs", "--file", name, "--base", "v1"]);
            assert_eq!(kept.code, Some(1), "{edit}: {kept:?}");
        }
        let mut client = McpClient::start(world, &[]);
        client.handshake_as(json!({ "name": format!("host{text}"), "version": text }), json!({}));
        for (tool, arguments) in [
            ("read", json!({ "path": name, text: text })),
            ("read", json!({ "path": format!("missing{text}") })),
            ("search", json!({ "pattern": text, "query": text })),
            ("write_file", json!({ "path": format!("careful{text}"), "content": text })),
            ("write_file", json!({ "path": "Makefile", "content": format!("all:\n\techo {text}\n") })),
            (text.as_str(), json!({})),
        ] {
            client.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        }
        let entry = json!({ "command": text, "args": ["mcp", text] });
        world.write(".mcp.json", json!({ "mcpServers": { "reread": entry } }).to_string());
        self.write_session();
        self.server = Some(client);
        self.tag = reread_testkit::tag(&self.world.json(&["read", &self.name]));
    }

    fn write_session(&self) {
        let honest = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../reread-hosts/tests/histories/honest/session.jsonl");
        let session = std::fs::read_to_string(honest).unwrap();
        let lines = session.lines().map(|line| {
            let mut entry: Value = serde_json::from_str(line).unwrap();
            poison(&mut entry, "", &self.text);
            format!("{entry}\n")
        });
        std::fs::write(self.session(), lines.collect::<String>()).unwrap();
        let calls = [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-06-18",
                "capabilities": {}, "clientInfo": { "name": self.text, "version": self.text } } }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "id": self.text, "method": self.text }),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
                "params": { "name": "read", "arguments": { "path": self.name } } }),
        ];
        let lines: String = calls.iter().map(|call| format!("{call}\n")).collect();
        std::fs::write(self.world.beside("mcp-input"), lines + &self.text + "\n").unwrap();
        let calls = [json!({ "id": self.text, "op": self.text, "type": self.text })];
        let lines: String = calls.iter().map(|call| format!("{call}\n")).collect();
        std::fs::write(self.world.beside("pi-input"), lines + &self.text + "\n").unwrap();
    }

    fn session(&self) -> String {
        self.world.beside(&format!("session{}.jsonl", self.text)).display().to_string()
    }

    fn command(&self) -> Command {
        let mut command = self.world.command();
        command.env("USER", &self.text).env("EDITOR", format!("no-editor{}", self.text));
        command
    }

    /// What a command shows on a terminal at which the user says no, and then ends the input.
    fn shown(&self, process: Command, command: &str) -> String {
        let input = match command {
            "mcp" => Some("mcp-input"),
            "pi" => Some("pi-input"),
            _ => None,
        };
        let terminal = match input {
            Some(file) => Terminal::start_with_input(process, File::open(self.world.beside(file)).unwrap()),
            None => Terminal::start(process),
        };
        if input.is_none() {
            terminal.type_text("n\n\u{4}\u{4}");
        }
        terminal.end()
    }

    /// Every command, with the calls that make it print what another party chose.
    fn drives(&self) -> BTreeMap<&'static str, Vec<Vec<String>>> {
        let Self { text, name, tag, .. } = self;
        let (missing, session) = (&format!("missing{text}"), &self.session());
        let (ask, deny) = (&format!("ask{text}.txt"), &format!("deny{text}.txt"));
        let (careful, link) = (&format!("careful{text}"), &format!("link{text}"));
        let (folder, query) = (&format!("folder{text}"), &text[..text.len()]);
        let call = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let table: &[(&'static str, &[&[&str]])] = &[
            ("approvals", &[&[]]),
            ("approvals list", &[&[]]),
            ("approvals show", &[&["a1"], &[text]]),
            ("approvals grant", &[&["a2"], &[text]]),
            ("approvals deny", &[&["a1"], &[text]]),
            ("audit export", &[&[], &[&format!("no-folder{text}/export")]]),
            ("audit prune", &[&["--keep", "9"]]),
            ("audit rotate", &[&[]]),
            ("audit show", &[&[], &["2"], &["3"], &["5"], &["--path", text], &["--since", text]]),
            ("audit tail", &[&[], &["-n", "100"]]),
            ("audit verify", &[&[], &[missing], &[session]]),
            ("cache", &[&[]]),
            ("cache clear", &[&[]]),
            ("cache prune", &[&[]]),
            ("cache status", &[&[]]),
            ("check", &[&[], &["--data"]]),
            ("completions", &[&["bash"], &[text]]),
            ("diff", &[&[name], &[name, "v1"], &[missing], &[deny]]),
            ("doctor", &[&["claude-code"]]),
            ("excerpt", &[&[name], &[missing]]),
            ("files", &[&[], &[text], &["--kind", text]]),
            ("head", &[&[name], &[missing]]),
            ("history", &[&[name], &[missing]]),
            ("history prune", &[&["--dry-run"], &["--keep", text]]),
            ("hook", &[&["claude-code"], &[text]]),
            ("index", &[&[]]),
            ("init", &[&["claude-code", "--name", text], &["claude-code", "--print", "--command", text]]),
            ("mcp", &[&["--log", "debug"], &["--http", text]]),
            ("open", &[&[name], &[missing], &[ask]]),
            ("overview", &[&[], &[folder], &[missing]]),
            ("patch", &[&["../patch"], &[missing], &["../theirs", "--file", careful]]),
            ("pi", &[&[], &["--store", text]]),
            ("proposals", &[&[]]),
            ("proposals approve", &[&["p1"], &[text]]),
            ("proposals drop", &[&["p9"], &[text]]),
            ("proposals list", &[&[]]),
            ("proposals resolve", &[&["p1", "--content", missing], &["p1", "--content", "../resolved"]]),
            ("proposals show", &[&["p1"], &[text]]),
            ("proposals suggest", &[&["p1"]]),
            (
                "read",
                &[
                    &[name],
                    &[name, "--known", tag],
                    &[missing],
                    &[ask],
                    &[deny],
                    &[link],
                    &[name, "--known", text],
                ],
            ),
            ("replay", &[&[], &[missing], &[session]]),
            ("rollback", &[&[name, "v1", "--dry-run"], &[missing, "v1"], &[name, text]]),
            ("search", &[&[query], &["return"], &["-E", &format!("({text}")], &["x", missing]]),
            ("session audit", &[&[session], &[missing], &[session, "--leaf", text]]),
            ("session held", &[&[session], &[missing]]),
            ("session show", &[&[session], &[missing]]),
            ("session stack", &[&[], &[session]]),
            ("session stack clear", &[&["task"], &[text]]),
            ("session stack set", &[&["task", text], &[text, text]]),
            ("session status", &[&[session], &[missing]]),
            ("stat", &[&[name], &[missing], &[link]]),
            ("state adopt", &[&[]]),
            ("state show", &[&[]]),
            ("stats files", &[&[]]),
            ("stats session", &[&[]]),
            ("summary", &[&[name], &[missing]]),
            ("symbols", &[&[name], &[&format!("{name}#two{text}")], &[missing]]),
            ("tail", &[&[name], &[missing]]),
            ("tour", &[&[]]),
            ("undo", &[&["--dry-run"], &["--operation", text]]),
            ("write", &[&[careful, "--content", "../resolved"], &["Makefile", "--content", "../resolved"]]),
        ];
        table
            .iter()
            .map(|(command, calls)| (*command, calls.iter().map(|words| call(words)).collect()))
            .collect()
    }

    /// Names that environment variables give.
    fn harm_of_environment(&self) -> Vec<String> {
        let mut harmful = Vec::new();
        for variable in ["REREAD_STATE", "REREAD_CONFIG", "XDG_CONFIG_HOME", "HOME", "COLUMNS", "NO_COLOR"] {
            for arguments in
                [&["--help"][..], &["check"], &["read", "a.txt"], &["doctor", "codex"], &["--no"]]
            {
                let mut process = self.command();
                process.env(variable, format!("{}/{}", self.world.beside("no").display(), self.text));
                process.args(arguments);
                let harm = harm_in(&self.shown(process, ""));
                harmful.extend(harm.map(|harm| format!("{variable} {arguments:?}: {harm}")));
            }
        }
        harmful
    }

    /// Configurations that are wrong, of the user and of the workspace.
    fn harm_of_configurations(&self) -> Vec<String> {
        let mut harmful = Vec::new();
        let text = toml(&self.text);
        for wrong in [
            format!("[read]\n{text} = 1\n"),
            format!("[read]\ndeny = [{}]\n", toml(&format!("[{}", self.text))),
        ] {
            for file in [self.world.config_file(), self.world.path("reread.toml")] {
                let before = std::fs::read(&file).unwrap_or_else(|_| b"version = 1\n".to_vec());
                std::fs::write(&file, format!("version = 1\n{wrong}")).unwrap();
                let mut process = self.command();
                process.args(["read", "a.txt"]);
                let shown = self.shown(process, "");
                harmful.extend(harm_in(&shown).map(|harm| format!("{}: {harm}", file.display())));
                assert!(shown.contains("\\x1b"), "{shown}");
                std::fs::write(&file, before).unwrap();
            }
        }
        harmful
    }
}

/// Appends the text to every string that a host or a model chose.
fn poison(value: &mut Value, key: &str, text: &str) {
    let is_structure =
        ["type", "id", "parentId", "timestamp", "role", "firstKeptEntryId", "toolCallId"].contains(&key);
    match value {
        Value::String(string) if !is_structure => string.push_str(text),
        Value::Array(items) => items.iter_mut().for_each(|item| poison(item, key, text)),
        Value::Object(members) => members.iter_mut().for_each(|(key, item)| poison(item, key, text)),
        _ => {}
    }
}

/// A basic string of TOML.
fn toml(text: &str) -> String {
    let escaped = text.chars().map(|char| format!("\\U{:08x}", u32::from(char)));
    format!("\"{}\"", escaped.collect::<String>())
}
