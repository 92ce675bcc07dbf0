//! The least that a call can take here: a process that answers each line with a line and does nothing else.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::time::Duration;

use reread_benches::{Argument, LineClient, PeerServer};
use serde_json::{Value, json};

/// The argument that makes this program the echo.
pub(crate) const ECHO: &str = "--echo";

/// Answers every request with nothing in particular, until the input ends.
pub(crate) fn echo() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if let Some(id) = message.get("id") {
            writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#)?;
            output.flush()?;
        }
    }
    Ok(())
}

/// The echo as a server to be measured.
pub(crate) fn server() -> Result<PeerServer, Box<dyn Error>> {
    Ok(PeerServer { name: "echo", program: std::env::current_exe()?, arguments: vec![Argument::word(ECHO)] })
}

/// One question to the echo, after one that wakes it as a first read wakes a server.
pub(crate) fn ask(client: &mut LineClient) -> Result<Duration, Box<dyn Error>> {
    client.call(&json!({}))?;
    client.call(&json!({})).map(|(_, took)| took)
}
