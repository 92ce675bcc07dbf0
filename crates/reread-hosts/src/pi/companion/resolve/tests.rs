use serde_json::{Value, json};

use crate::pi::companion::tests::{MemoryStore, pi};

#[test]
fn names_are_taken_apart() {
    fn check(path: &str, lines_given: bool, expected: &Value) {
        let memory = MemoryStore::default();
        let message = json!({ "op": "resolve", "path": path, "lines_given": lines_given });
        assert_eq!(pi(&memory).ask(message, &[])["candidates"], *expected, "{path}");
    }
    check("a.txt", false, &json!([{ "path": "a.txt" }]));
    check("a:7", false, &json!([{ "path": "a:7" }, { "path": "a", "offset": 7, "limit": 1 }]));
    check("a:7-9", false, &json!([{ "path": "a:7-9" }, { "path": "a", "offset": 7, "limit": 3 }]));
    check("a:7:8", false, &json!([{ "path": "a:7:8" }, { "path": "a:7", "offset": 8, "limit": 1 }]));
    check("a:7-9", true, &json!([{ "path": "a:7-9" }]));
    check(":7", false, &json!([{ "path": ":7" }]));
    let open = json!({ "path": "a", "problem": "a:7-: `7-` is not a line or a range such as 10-20" });
    check("a:7-", false, &json!([{ "path": "a:7-" }, open]));
    check("a:x", false, &json!([{ "path": "a:x" }]));
    check("", false, &json!([{ "path": "" }]));
    let backwards = json!({ "path": "a", "problem": "a:9-7: 9-7 ends before it starts" });
    check("a:9-7", false, &json!([{ "path": "a:9-7" }, backwards]));
    let zero = json!({ "path": "a", "problem": "a:0: lines are counted from 1" });
    check("a:0", false, &json!([{ "path": "a:0" }, zero]));
}
