//! The file servers that are measured beside ours, and how each of them is started.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// A server of files.
#[derive(Clone, Debug)]
pub struct PeerServer {
    /// What tables call it.
    pub name: &'static str,
    /// The program that is started.
    pub program: PathBuf,
    /// The rest of its command.
    pub arguments: Vec<Argument>,
}

/// A word of a command.
#[derive(Clone, Debug)]
pub enum Argument {
    /// As it stands.
    Word(OsString),
    /// The folder that is served.
    Folder,
}

impl Argument {
    /// An argument that is passed on as it is.
    pub fn word(word: impl Into<OsString>) -> Self {
        Self::Word(word.into())
    }
}

/// What the servers are asked to do. Some write only if they are told so when they start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerPurpose {
    /// To read.
    Reading,
    /// To edit as well; those that cannot are left out.
    Editing,
}

/// Every peer that is installed. None at all is an error.
pub fn peers(purpose: PeerPurpose) -> Result<Vec<PeerServer>, Box<dyn Error>> {
    let shelf = Shelf::find()?;
    let node = shelf.program("node").ok_or("Node is not installed; run `cargo xtask mcp-peers` first")?;
    let only_editing = |word: &str| (purpose == PeerPurpose::Editing).then(|| Argument::word(word));
    let server = |name, program, arguments| PeerServer { name, program, arguments };
    let mut peers = Vec::new();
    if let Some(script) = shelf.program("server-filesystem-2026.8.31") {
        peers.push(server("server-filesystem", node, vec![Argument::word(script), Argument::Folder]));
    }
    if let Some(program) = shelf.program("rust-mcp-filesystem-0.4.5") {
        let arguments = only_editing("--allow-write").into_iter().chain([Argument::Folder]);
        peers.push(server("rust-mcp-filesystem", program, arguments.collect()));
    }
    if let Some(program) = shelf.program("tilth-0.12.0") {
        let arguments = [Argument::word("--mcp")].into_iter().chain(only_editing("--edit"));
        peers.push(server("tilth", program, arguments.collect()));
    }
    if let Some(program) = shelf.program("cached-context-0.3.0").filter(|_| purpose == PeerPurpose::Reading) {
        peers.push(server("cached-context", program, vec![Argument::word("serve")]));
    }
    if let Some(python) = shelf.program("mcp-text-editor-1.0.2") {
        let script = "import mcp_text_editor; mcp_text_editor.run()";
        peers.push(server("mcp-text-editor", python, vec![Argument::word("-c"), Argument::word(script)]));
    }
    if peers.is_empty() {
        return Err("no peer is installed; run `cargo xtask mcp-peers` first".into());
    }
    Ok(peers)
}

/// Where `cargo xtask mcp-peers` puts the peers.
struct Shelf {
    folder: PathBuf,
    programs: Value,
}

impl Shelf {
    fn find() -> Result<Self, Box<dyn Error>> {
        let here = std::env::current_exe()?;
        let mut folders = here.ancestors().map(|folder| folder.join("mcp-peers"));
        let folder = folders.find(|folder| folder.join("programs.json").is_file());
        let folder = folder.ok_or("no peer is installed; run `cargo xtask mcp-peers` first")?;
        let programs = serde_json::from_str(&fs::read_to_string(folder.join("programs.json"))?)?;
        Ok(Self { folder, programs })
    }

    fn program(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.join(self.programs[name].as_str()?))
    }
}
