//! What can be asked, as the command line and as the server take it.

use serde_json::{Value, json};

/// A call: the words of a command with what it is given, and a tool with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) words: Vec<String>,
    pub(crate) given: Option<String>,
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
}

impl Call {
    fn new(words: &[&str], tool: &'static str, arguments: Value) -> Self {
        Self { words: words.iter().map(|word| (*word).to_owned()).collect(), given: None, tool, arguments }
    }

    fn giving(self, text: &str) -> Self {
        Self { given: Some(text.to_owned()), ..self }
    }

    fn with(mut self, option: &str, value: &str, argument: &str) -> Self {
        self.words.insert(1, format!("{option}={value}"));
        self.arguments[argument] = json!(value);
        self
    }

    /// Only shows what would be done.
    pub(crate) fn dry(mut self) -> Self {
        self.words.insert(1, "--dry-run".to_owned());
        self.arguments["dry_run"] = json!(true);
        self
    }

    pub(crate) fn read(name: &str) -> Self {
        Self::new(&["read", "--", name], "read", json!({ "mode": "file", "target": name }))
    }

    pub(crate) fn read_from_byte(name: &str, byte: usize) -> Self {
        let mut call = Self::read(name);
        call.words.insert(1, format!("--from-byte={byte}"));
        call.arguments["from_byte"] = json!(byte);
        call
    }

    pub(crate) fn read_lines(name: &str, first: usize, count: usize) -> Self {
        let mut call = Self::read(name);
        call.words.splice(1..1, [format!("--offset={first}"), format!("--limit={count}")]);
        call.arguments["offset"] = json!(first);
        call.arguments["limit"] = json!(count);
        call
    }

    pub(crate) fn read_knowing(name: &str, tag: &str) -> Self {
        let mut call = Self::read(name);
        call.words.insert(1, format!("--known={tag}"));
        call.arguments["known"] = json!([tag]);
        call
    }

    pub(crate) fn search_in(query: &str, name: &str) -> Self {
        let arguments = json!({ "path": name, "query": query });
        Self::new(&["search", "--", query, name], "search_in_file", arguments)
    }

    pub(crate) fn search(query: &str) -> Self {
        Self::new(&["search", "--", query], "search", json!({ "query": query }))
    }

    /// Takes the query of a search as a regular expression.
    pub(crate) fn by_regex(mut self) -> Self {
        self.words.insert(1, "--regex".to_owned());
        self.arguments["is_regex"] = json!(true);
        self
    }

    pub(crate) fn search_like(query: &str, glob: &str) -> Self {
        let arguments = json!({ "query": query, "globs": [glob] });
        Self::new(&["search", "-g", glob, "--", query], "search", arguments)
    }

    pub(crate) fn list(glob: &str) -> Self {
        Self::new(&["files", "--", glob], "list_files", json!({ "globs": [glob] }))
    }

    pub(crate) fn stat(name: &str) -> Self {
        Self::new(&["stat", "--", name], "stat_file", json!({ "path": name }))
    }

    pub(crate) fn head(name: &str) -> Self {
        let arguments = json!({ "path": name, "max_lines": 10 });
        Self::new(&["head", "--", name], "read_file_head", arguments)
    }

    pub(crate) fn tail(name: &str) -> Self {
        let arguments = json!({ "path": name, "max_lines": 10 });
        Self::new(&["tail", "--", name], "read_file_tail", arguments)
    }

    pub(crate) fn excerpt(name: &str) -> Self {
        Self::new(&["excerpt", "--", name], "get_excerpt", json!({ "path": name }))
    }

    pub(crate) fn summary(name: &str) -> Self {
        Self::new(&["summary", "--", name], "summarize_file", json!({ "path": name }))
    }

    pub(crate) fn outline(name: &str) -> Self {
        Self::new(&["symbols", "--", name], "read", json!({ "mode": "outline", "target": name }))
    }

    pub(crate) fn symbol(symbol: &str, name: &str) -> Self {
        let arguments = json!({ "mode": "symbol", "target": symbol, "path": name });
        Self::new(&["read", &format!("--symbol={symbol}"), "--", name], "read", arguments)
    }

    /// Against what is committed.
    pub(crate) fn preview(name: &str) -> Self {
        Self::new(&["diff", "--", name], "read", json!({ "mode": "diff_preview", "target": name }))
    }

    /// From a version to what is there.
    pub(crate) fn diff(name: &str, version: &str) -> Self {
        Self::new(&["diff", "--", name, version], "get_diff", json!({ "path": name, "version1": version }))
    }

    pub(crate) fn history(name: &str) -> Self {
        Self::new(&["history", "--", name], "file_history", json!({ "path": name }))
    }

    pub(crate) fn rollback(name: &str, version: &str) -> Self {
        let arguments = json!({ "path": name, "version_id": version });
        Self::new(&["rollback", "--", name, version], "rollback", arguments)
    }

    pub(crate) fn write(name: &str, content: &str) -> Self {
        let arguments = json!({ "path": name, "content": content });
        Self::new(&["write", "--", name], "write_file", arguments).giving(content)
    }

    pub(crate) fn create(name: &str, content: &str) -> Self {
        Self::write(name, content).with("--mode", "create", "mode")
    }

    pub(crate) fn append(name: &str, content: &str) -> Self {
        Self::write(name, content).with("--mode", "append", "mode")
    }

    pub(crate) fn write_over(name: &str, content: &str, version: &str) -> Self {
        Self::write(name, content).with("--if-match", version, "if_match")
    }

    pub(crate) fn patch(patch: &str) -> Self {
        Self::new(&["patch"], "apply_patch", json!({ "patch": patch })).giving(patch)
    }

    /// A patch that does not say of which file it is.
    pub(crate) fn patch_of(name: &str, patch: &str) -> Self {
        Self::patch(patch).with("--file", name, "path")
    }

    pub(crate) fn patch_on(base: &str, patch: &str) -> Self {
        Self::patch(patch).with("--base", base, "base")
    }
}

/// A search and replace block for a file; both texts end with a newline.
pub(crate) fn block(name: &str, old: &str, new: &str) -> String {
    format!("{name}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n")
}
