//! Requests as JSON.

use reread_wire::Request;
use serde_json::{Value, json};

/// A request that is taken comes back from its own JSON. With an unknown argument, an argument said twice,
/// or anything after it, it is not taken.
pub fn request(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(request) = serde_json::from_str::<Request>(&text) else { return };
    let json = json!({ "tool": request.tool(), "arguments": request.arguments() }).to_string();
    assert_eq!(serde_json::from_str::<Request>(&json).ok().as_ref(), Some(&request), "{json}");
    refused(&format!("{text} 1"));

    let Value::Object(parts) = serde_json::from_str(&json).expect("it was just printed") else {
        panic!("{json} is no object");
    };
    assert_eq!(parts["tool"], request.tool());
    let Value::Object(arguments) = &parts["arguments"] else { panic!("{json} has no arguments") };
    let printed = |name: &str, value: &Value| format!("{}:{value}", Value::from(name));
    let mut said: Vec<String> = arguments.iter().map(|(name, value)| printed(name, value)).collect();
    let tool = printed("tool", &parts["tool"]);
    taken(&with_arguments(&tool, &said), &request);
    refused(&with_arguments(&format!("{tool},\"maxlines\":1"), &said));
    for extra in [said.first().expect("every request has a target").clone(), printed("max_line", &1.into())] {
        said.push(extra);
        refused(&with_arguments(&tool, &said));
        said.pop();
    }
}

fn with_arguments(tool: &str, said: &[String]) -> String {
    format!("{{{tool},\"arguments\":{{{}}}}}", said.join(","))
}

fn taken(json: &str, request: &Request) {
    assert_eq!(serde_json::from_str::<Request>(json).ok().as_ref(), Some(request), "{json}");
}

fn refused(json: &str) {
    assert!(serde_json::from_str::<Request>(json).is_err(), "{json} was taken");
}
