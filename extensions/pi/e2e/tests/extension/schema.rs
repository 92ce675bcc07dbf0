//! What the model is told about its tools: `read` is the one it knows, and no prompt is changed.

use reread_pi_e2e::{ModelRequest, PiVersion, PiWorld, Script};
use serde_json::Value;

use crate::extension::poems::SONG;
use crate::extension::reread::Reread;
use crate::extension::words::unchanged;

both! { read_looks_as_ever }

/// The description and the parameters of each tool, by name.
fn tools(request: &ModelRequest) -> Vec<Value> {
    request.body()["tools"].as_array().unwrap().clone()
}

fn read_looks_as_ever(version: PiVersion) {
    let world = PiWorld::new();
    let mut plain = world.launch(version).rpc();
    let without = plain.play(&Script::new()).requests.remove(0);
    plain.close();
    let mut pi = Reread::launch(&world, version);
    let with = pi.play(&Script::new()).requests.remove(0);

    let (mut all, known) = (tools(&with), tools(&without));
    all.retain(|tool| tool["function"]["name"] != "readcache_refresh");
    assert_eq!(all.len() + 1, tools(&with).len(), "one tool more");
    for tool in &known {
        assert!(all.contains(tool), "{tool:#} became {all:#?}");
    }
    assert_eq!(all.len(), known.len());
    let system = |request: &ModelRequest| {
        request.texts().into_iter().find(|(role, _)| *role != "user").map(|(_, text)| text)
    };
    assert_eq!(system(&with), system(&without), "the prompt is the same");

    // The shape of a result is pi's own too.
    world.write("song.txt", SONG);
    for told in [SONG.to_owned(), unchanged(5)] {
        assert_eq!(pi.read("song.txt"), told);
        let ended = pi.events().iter().rfind(|event| event["type"] == "tool_execution_end").unwrap();
        let result = &ended["result"];
        assert_eq!(result["content"].as_array().unwrap().len(), 1);
        assert_eq!(result["content"][0]["text"], *told);
        if version == PiVersion::V1_5_0 {
            assert_eq!(result["structuredContent"], *told, "where pi has a schema for results, it is kept");
        } else {
            assert_eq!(result["structuredContent"], Value::Null);
        }
    }
    pi.close();
}
