use serde_json::{Value, json};

use super::{Batch, MOST_MESSAGES, is_batch};

fn ping(id: u64) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "ping" })
}

type Counts = (usize, usize, Vec<(i32, Value)>);

/// How many messages and requests a batch has, and the codes and ids of its errors.
fn parsed(batch: &Value) -> Result<Counts, String> {
    let batch =
        Batch::parse(batch.to_string().as_bytes()).map_err(|error| error.error.message.to_string())?;
    let error = |error: &rmcp::model::JsonRpcError| (error.error.code.0, json!(error.id));
    Ok((batch.messages.len(), batch.requests().count(), batch.errors.iter().map(error).collect()))
}

#[test]
fn messages_of_a_batch_are_judged_one_by_one() {
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(parsed(&json!([ping(1), notification, ping(2)])), Ok((3, 2, vec![])));
    assert_eq!(parsed(&json!([ping(1), 7])), Ok((1, 1, vec![(-32600, Value::Null)])));
    assert_eq!(parsed(&json!([ping(1), ping(1)])), Ok((1, 1, vec![(-32600, json!(1))])));
    let params = json!({ "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } });
    let initialize = json!({ "jsonrpc": "2.0", "id": 3, "method": "initialize", "params": params });
    assert_eq!(parsed(&json!([initialize])), Ok((0, 0, vec![(-32600, json!(3))])));
}

#[test]
fn an_empty_batch_and_one_of_too_many_are_refused_as_a_whole() {
    assert_eq!(parsed(&json!([])), Err("not a valid MCP message".to_owned()));
    let most: Vec<Value> = (0..MOST_MESSAGES as u64).map(ping).collect();
    assert_eq!(parsed(&json!(most)), Ok((MOST_MESSAGES, MOST_MESSAGES, vec![])));
    let more: Vec<Value> = (0..=MOST_MESSAGES as u64).map(ping).collect();
    assert!(parsed(&json!(more)).unwrap_err().contains("at most 64"));
}

#[test]
fn an_array_is_a_batch() {
    assert!(is_batch(b" [{}]") && !is_batch(b"{\"a\":[]}") && !is_batch(b""));
}
