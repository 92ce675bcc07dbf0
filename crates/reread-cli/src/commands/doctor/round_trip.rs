//! A round trip with a real server: this program, started as a host starts it, in a temporary folder.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::clock::elapsed;

use super::check::Check;

/// A server that has not answered by then does not work.
const PATIENCE: Duration = Duration::from_secs(10);

const TEXT: &str = "one\ntwo\nthree\n";

/// The round trip, and whether what lies outside stays there.
pub(super) fn checks() -> Vec<Check> {
    let next = "run `reread mcp --log` in a project and see what it says on standard error";
    match converse() {
        Ok(checks) => checks,
        Err(problem) => vec![Check::fail("round trip", problem, next)],
    }
}

fn converse() -> Result<Vec<Check>, String> {
    let said = |error: std::io::Error| error.to_string();
    let world = tempfile::Builder::new().prefix("reread-doctor-").tempdir().map_err(said)?;
    let root = world.path().join("project");
    rustix::fs::mkdir(&root, rustix::fs::Mode::RWXU).map_err(|error| error.to_string())?;
    write(&root.join("song.txt"), TEXT)?;
    write(&world.path().join("outside.txt"), "outside\n")?;
    std::os::unix::fs::symlink("../outside.txt", root.join("way-out.txt")).map_err(said)?;

    let before = elapsed();
    let mut server = Server::start(&root)?;
    let client = json!({ "name": "reread doctor", "version": env!("CARGO_PKG_VERSION") });
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    server.ask("initialize", &hello)?;
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    let started = elapsed() - before;
    let tools = server.ask("tools/list", &json!({}))?["tools"].as_array().map_or(0, Vec::len);

    let first = server.read("song.txt", &[])?;
    let tag = first["_meta"]["reread/reply"]["meta"]["tag"].as_str().ok_or("a first read has no tag")?;
    if !text_of(&first).contains(TEXT) {
        return Err(format!("a first read did not send the text: {}", text_of(&first)));
    }
    let before = elapsed();
    let again = server.read("song.txt", &[tag])?;
    let reread = elapsed() - before;
    if text_of(&again) != "[reread: unchanged, 3 lines]\n" {
        return Err(format!("a file that did not change was sent again: {}", text_of(&again)));
    }
    let way_out = server.read("way-out.txt", &[])?;
    let mut checks = vec![Check::ok(
        "round trip",
        format!(
            "{tools} tools, ready in {:.1} ms, an unchanged file in {:.1} ms",
            started.as_secs_f64() * 1e3,
            reread.as_secs_f64() * 1e3
        ),
    )];
    checks.push(if way_out["isError"] == true && !text_of(&way_out).contains("outside\n") {
        Check::ok("way out", "a link that leads out of the workspace is not followed")
    } else {
        Check::fail(
            "way out",
            "a link that leads out of the workspace was followed",
            "do not serve anything you do not trust, and report it",
        )
    });
    server.end()?;
    Ok(checks)
}

fn write(path: &std::path::Path, text: &str) -> Result<(), String> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let file = rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR).map_err(|error| error.to_string())?;
    std::fs::File::from(file).write_all(text.as_bytes()).map_err(|error| error.to_string())
}

fn text_of(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

/// The server at the other end. It ends with this value.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last_id: u64,
}

impl Server {
    /// Starts this program with nothing configured, so that only the installation is on trial.
    fn start(root: &std::path::Path) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args(["mcp", "--root"])
            .arg(root)
            .env_remove("REREAD_STATE")
            .env_remove("REREAD_CONFIG")
            .env("XDG_CONFIG_HOME", root.join("no-configuration"))
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("this program cannot be started: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            let output = output.map(BufReader::new).into_iter().flat_map(BufRead::lines);
            // The receiver is gone: stop reading.
            let _ = output.map_while(Result::ok).try_for_each(|line| tell.send(line));
        });
        Ok(Self { child, input, lines, last_id: 0 })
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the conversation is over")?;
        writeln!(input, "{message}").map_err(|error| format!("the server does not listen: {error}"))
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let line = self.lines.recv_timeout(PATIENCE).map_err(|_| format!("no answer to {method}"))?;
            let answer: Value = serde_json::from_str(&line).map_err(|_| format!("not a message: {line}"))?;
            if answer["id"] == id {
                return match answer.get("result") {
                    Some(result) => Ok(result.clone()),
                    None => Err(format!("{method} is answered by {}", answer["error"])),
                };
            }
        }
    }

    fn read(&mut self, target: &str, known: &[&str]) -> Result<Value, String> {
        let mut arguments = json!({ "mode": "file", "target": target });
        if !known.is_empty() {
            arguments["known"] = json!(known);
        }
        self.ask("tools/call", &json!({ "name": "read", "arguments": arguments }))
    }

    /// Closes the input, at which the server ends by itself.
    fn end(mut self) -> Result<(), String> {
        self.input = None;
        match self.lines.recv_timeout(PATIENCE) {
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {}
            Err(_) => return Err("the server does not end when its input does".to_owned()),
            Ok(line) => return Err(format!("unasked: {line}")),
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}")) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended by now, unless something went wrong.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
