//! Servers, ours and those of others: each is asked for the edit in its own words.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reread_benches::{LineClient, PeerServer, shown};
use serde_json::{Value, json};

use crate::edited_file::{NAME, line, line_number};
use crate::editor::BenchEditor;
use crate::in_process::block;

/// What tables call ours.
pub(crate) const OURS: &str = "reread";

/// A server that runs.
pub(crate) struct OverStdio {
    name: &'static str,
    path: PathBuf,
    client: LineClient,
    line_number: usize,
}

impl OverStdio {
    pub(crate) fn begin(server: &PeerServer, path: &Path) -> Result<Self, Box<dyn Error>> {
        let client = LineClient::start(server, path).map_err(|error| format!("{}: {error}", server.name))?;
        Ok(Self { name: server.name, path: path.to_owned(), client, line_number: line_number() })
    }

    /// The call, with what the server wants to have been asked before.
    fn call(&mut self, edition: usize) -> Result<Value, Box<dyn Error>> {
        let path = self.path.join(NAME);
        let number = self.line_number;
        let arguments = match self.name {
            OURS => {
                let lines =
                    json!({ "mode": "snippet", "target": NAME, "start_line": number, "end_line": number });
                let (read, _) = self.client.call(&json!({ "name": "read", "arguments": lines }))?;
                json!({ "patch": block(edition), "base": read["_meta"]["reread/reply"]["meta"]["tag"] })
            }
            "tilth" => {
                let asked = json!({ "path": path, "section": format!("{number}-{number}") });
                let text = self.ask("tilth_read", &asked)?;
                let prefix = format!("{number}:");
                let anchor = text.lines().find(|line| line.starts_with(&prefix)).ok_or("no anchor")?;
                let anchor = anchor.split('|').next().unwrap_or_default();
                json!({ "files": [{ "path": path, "edits": [{ "start": anchor, "content": line(edition) }] }] })
            }
            "mcp-text-editor" => {
                let ranges = json!([{ "start": number, "end": number }]);
                let asked = json!({ "files": [{ "file_path": path, "ranges": ranges }] });
                let reply: Value = serde_json::from_str(&self.ask("get_text_file_contents", &asked)?)?;
                let known = reply.as_object().and_then(|files| files.values().next()).ok_or("no file")?;
                json!({ "files": [{
                    "path": path,
                    "file_hash": known["file_hash"],
                    "patches": [{
                        "line_start": number,
                        "line_end": number,
                        "range_hash": known["ranges"][0]["range_hash"],
                        "contents": line(edition) + "\n",
                    }],
                }] })
            }
            _ => {
                json!({ "path": path, "edits": [{ "oldText": line(edition - 1), "newText": line(edition) }] })
            }
        };
        let tool = match self.name {
            OURS => "apply_patch",
            "tilth" => "tilth_write",
            "mcp-text-editor" => "edit_text_file_contents",
            _ => "edit_file",
        };
        Ok(json!({ "name": tool, "arguments": arguments }))
    }

    /// The text of an answer.
    fn ask(&mut self, tool: &str, arguments: &Value) -> Result<String, Box<dyn Error>> {
        let (result, _) = self.client.call(&json!({ "name": tool, "arguments": arguments }))?;
        Ok(shown(&result))
    }
}

impl BenchEditor for OverStdio {
    fn name(&self) -> &'static str {
        self.name
    }

    fn folder(&self) -> &Path {
        &self.path
    }

    fn edit(&mut self, edition: usize) -> Result<Duration, Box<dyn Error>> {
        let call = self.call(edition)?;
        self.client.call(&call).map(|(_, took)| took)
    }
}
