//! A client that speaks lines, and nothing that a library adds to the time of a call.

use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::peers::{Argument, PeerServer};

/// A server that has answered the handshake.
#[derive(Debug)]
pub struct LineClient {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u64,
    /// From the start of the process to the answer to the handshake.
    pub start: Duration,
    /// What the server tells a model before anything else.
    pub instructions: String,
}

impl LineClient {
    /// Starts the server in its folder and shakes hands.
    pub fn start(server: &PeerServer, folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(&server.program);
        command.current_dir(folder).args(server.arguments.iter().map(|argument| match argument {
            Argument::Word(word) => word.as_os_str(),
            Argument::Folder => folder.as_os_str(),
        }));
        command.env("HOME", folder.with_extension("home")).env("NO_COLOR", "1");
        command.env_remove("XDG_CONFIG_HOME");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let began = Instant::now();
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut client =
            Self { child, input, output, last_id: 0, start: Duration::ZERO, instructions: String::new() };
        let this = json!({ "name": "bench", "version": "0" });
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": this });
        let (about, _) = client.ask("initialize", &hello)?;
        client.start = began.elapsed();
        client.instructions = about["instructions"].as_str().unwrap_or_default().to_owned();
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(client)
    }

    /// The result of a request, and the time from its first byte to the last byte of its answer. A quick server answers
    /// before the system lets us go on, so that a clock started after sending would miss its work.
    pub fn ask(&mut self, method: &str, params: &Value) -> Result<(Value, Duration), Box<dyn Error>> {
        self.last_id += 1;
        let id = self.last_id;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let began = Instant::now();
        self.send(&message)?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("it ended instead of answering {method}").into());
            }
            let took = began.elapsed();
            let Ok(mut message) = serde_json::from_str::<Value>(&line) else { continue };
            if message["id"].as_u64() == Some(id) && message.get("method").is_none() {
                if message["result"].is_null() {
                    return Err(format!("{method} {params}: {message}").into());
                }
                return Ok((message["result"].take(), took));
            }
            // Some ask for the client's folders in turn; there are none.
            if let (Some(asked), Some(_)) = (message.get("id"), message.get("method")) {
                let none = json!({ "code": -32601, "message": "no such method" });
                let reply = json!({ "jsonrpc": "2.0", "id": asked, "error": none });
                self.send(&reply)?;
            }
        }
    }

    /// Calls a tool.
    pub fn call(&mut self, call: &Value) -> Result<(Value, Duration), Box<dyn Error>> {
        let (result, took) = self.ask("tools/call", call)?;
        if result["isError"] == true {
            return Err(format!("{call}: {result}").into());
        }
        Ok((result, took))
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        Ok(self.input.write_all(format!("{message}\n").as_bytes())?)
    }

    /// The memory that the process has now, in bytes.
    pub fn memory(&self) -> Result<u64, Box<dyn Error>> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 =
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).ok_or("no VmRSS")?;
        Ok(kilobytes * 1024)
    }
}

impl Drop for LineClient {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// What a model is shown of a result: the texts of its content.
pub fn shown(result: &Value) -> String {
    let content = result["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    content.iter().filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n")
}
