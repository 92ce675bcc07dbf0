//! Symbols and outlines as a server gives them: by both names, past the guard, and to no caller that may not read the file.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

const CART: &str = "\
class Cart:
    def total(self):
        return 0

    def pay(self, secret_rate):
        return 1
";

fn world() -> World {
    let world = World::project();
    world.write("cart.py", CART);
    world
}

fn outline(target: &str) -> Value {
    json!({ "mode": "outline", "target": target })
}

fn symbol(target: &str, path: &str) -> Value {
    json!({ "mode": "symbol", "target": target, "path": path })
}

#[test]
fn the_older_name_reads_the_same_symbol() {
    let world = world();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &["--guard", "off"]);
        let read = client.call_in(era, "read", symbol("Cart.total", "cart.py"));
        let older = client.call_in(era, "read_symbol", json!({ "symbol": "Cart.total", "path": "cart.py" }));
        assert_eq!(text_of(&read), text_of(&older));
        let resolved = &contract_of(&read)["meta"]["resolved_symbol"];
        assert_eq!(resolved["id"], "cart.py#Cart.total");
        let by_id = client.call_in(era, "read_symbol", json!({ "symbol": resolved["id"] }));
        assert_eq!(text_of(&read), text_of(&by_id));
    }
}

#[test]
fn the_host_gets_no_signature() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let around = json!({ "mode": "symbol", "target": "total", "path": "cart.py", "include_context": true });
    for arguments in [outline("cart.py"), around] {
        let result = client.call("read", arguments);
        assert!(text_of(&result).contains("secret_rate"), "{result}");
        assert!(!contract_of(&result).to_string().contains("secret_rate"), "{result}");
    }
}

fn spent(result: &Value) -> u64 {
    contract_of(result)["meta"]["stabilization"]["metrics_snapshot"]["reads_chars_total"].as_u64().unwrap()
}

/// What is counted is what is sent: rows of an outline, lines of a symbol, and what stands around it.
#[test]
fn the_guard_counts_what_is_sent() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let first = client.call("read", outline("cart.py"));
    let text = text_of(&first);
    let rows: usize = text
        .lines()
        .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.len() + 1)
        .sum();
    assert_eq!(spent(&first), rows as u64);
    let alone = client.call("read", symbol("total", "cart.py"));
    let of_symbol = "    def total(self):\n        return 0\n".len() as u64;
    assert_eq!(spent(&alone) - spent(&first), of_symbol);
    let around = client.call(
        "read",
        json!({ "mode": "symbol", "target": "total", "path": "cart.py", "include_context": true }),
    );
    assert!(spent(&around) - spent(&alone) > of_symbol + "class Cart".len() as u64);
}

#[test]
fn a_symbol_or_an_outline_buys_nothing_past_the_budget() {
    let world = world();
    world.configure("[guard.budget]\nmax_reads_per_session = 1\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let tag = contract_of(&client.call("read", outline("cart.py")))["meta"]["tag"].clone();
    for arguments in
        [outline("cart.py"), symbol("total", "cart.py"), json!({ "mode": "symbol", "target": "total" })]
    {
        let refused = text_of(&client.call("read", arguments));
        assert!(refused.starts_with("BUDGET_EXCEEDED: "), "{refused}");
    }
    let held = json!({ "mode": "outline", "target": "cart.py", "known": [tag] });
    assert_eq!(text_of(&client.call("read", held)), "[reread: outline unchanged, 3 symbols]\n");
    client.call("search", json!({ "query": "total" }));
    let found = text_of(&client.call("read", symbol("total", "cart.py")));
    assert!(found.contains("\n        return 0\n"), "{found}");
}

/// An approval of a file covers its symbols and its outline, in that version and without a tag.
#[test]
fn an_approval_of_the_file_is_one_of_its_symbols() {
    let world = world();
    world.configure("[read]\nask = [\"cart.py\"]\n");
    let questions = [
        outline("cart.py"),
        outline("cart.py#Cart"),
        symbol("total", "cart.py"),
        json!({ "mode": "symbol", "target": "cart.py#total" }),
    ];
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for question in &questions {
        let refused = client.call("read", question.clone());
        let text = text_of(&refused);
        assert!(text.starts_with("approval_required: cart.py needs approval"), "{text}");
        assert!(
            !refused.to_string().contains("secret_rate") && !refused.to_string().contains("symbols"),
            "{refused}"
        );
    }
    let anywhere = text_of(&client.call("read", json!({ "mode": "symbol", "target": "total" })));
    assert!(anywhere.starts_with("no_symbol: "), "{anywhere}");
    let listed: Value = serde_json::from_str(&world.printed(&["approvals", "--json"])).unwrap();
    assert_eq!(listed["approvals"].as_array().unwrap().len(), 1, "one question for all of them: {listed}");
    world.printed(&["approvals", "grant", listed["approvals"][0]["id"].as_str().unwrap()]);
    for question in &questions {
        let result = client.call("read", question.clone());
        assert_eq!(result["isError"], false, "{result}");
        assert_eq!(contract_of(&result)["meta"]["tag"], Value::Null, "{result}");
    }
    world.write("cart.py", CART.replace("total", "sum"));
    let changed = text_of(&client.call("read", outline("cart.py")));
    assert!(changed.starts_with("approval_required: "), "{changed}");
}

/// The rows of all pages of an outline, from the first offset that the reply names.
fn paged(client: &mut McpClient, target: &str, max_tokens: u64) -> (Vec<String>, u64) {
    let first = client.call("read", json!({ "mode": "outline", "target": target, "max_tokens": max_tokens }));
    let mut next = contract_of(&first)["meta"]["next_offset"].as_u64();
    let (mut rows, mut pages) = (Vec::new(), 0);
    while let Some(offset) = next {
        let page = json!({ "mode": "outline", "target": target, "max_tokens": max_tokens, "offset": offset });
        let result = client.call("read", page);
        let text = text_of(&result);
        next = contract_of(&result)["meta"]["next_offset"].as_u64();
        assert_eq!(next.is_some(), text.contains("[next offset "), "{text}");
        rows.extend(
            text.lines()
                .filter(|line| !line.contains("outline,") && !line.starts_with('['))
                .map(str::to_owned),
        );
        pages += 1;
    }
    (rows, pages)
}

#[test]
fn an_outline_of_3000_symbols_is_paged_whole() {
    let world = World::project();
    let declared: Vec<String> =
        (0..3_000).map(|number| format!("def name_{number}():\n    pass\n")).collect();
    world.write("many.py", declared.concat());
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "warn"]);
    let (rows, pages) = paged(&mut client, "many.py", 3_000);
    assert_eq!(rows.len(), 3_000);
    for (number, row) in rows.iter().enumerate() {
        assert!(row.ends_with(&format!("def name_{number}()")), "{row}");
    }
    assert!(pages < 40, "{pages}");
}

#[test]
fn an_overview_of_1500_files_is_paged_whole() {
    let world = World::project();
    for number in 0..1_500 {
        world.write(&format!("many/file_{number:04}.txt"), "x\n");
    }
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "warn"]);
    let (rows, _) = paged(&mut client, "many", 3_000);
    let files: Vec<&String> = rows.iter().filter(|row| row.starts_with("file_")).collect();
    assert_eq!(files.len(), 1_500);
}
