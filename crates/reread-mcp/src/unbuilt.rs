//! Names that are part of the surface and have no engine yet.
//!
//! They are not listed. Who calls them all the same is told what to do instead.

use reread_wire::Trouble;

/// A name without an engine.
#[derive(Debug)]
pub(crate) struct Unbuilt {
    pub(crate) name: &'static str,
    /// Whether it would change files.
    writes: bool,
    /// What to do instead.
    advice: &'static str,
}

const LOOK: &str = "search for its definition, then read those lines";
const WRITE: &str = "change the file with your own tools, then read it here with the tags you hold";
const HISTORY: &str = "ask version control; this server keeps no versions yet";

pub(crate) const UNBUILT: &[Unbuilt] = &[
    Unbuilt { name: "read_symbol", writes: false, advice: LOOK },
    Unbuilt {
        name: "summarize_file",
        writes: false,
        advice: "get_excerpt shows the beginning and the end of a file",
    },
    Unbuilt {
        name: "get_diff",
        writes: false,
        advice: "read with known shows what changed since you saw the file",
    },
    Unbuilt { name: "file_history", writes: false, advice: HISTORY },
    Unbuilt { name: "rollback", writes: true, advice: HISTORY },
    Unbuilt { name: "apply_patch", writes: true, advice: WRITE },
    Unbuilt { name: "write_file", writes: true, advice: WRITE },
];

/// The name, if it is one of them.
pub(crate) fn find(name: &str) -> Option<&'static Unbuilt> {
    UNBUILT.iter().find(|unbuilt| unbuilt.name == name)
}

impl Unbuilt {
    /// What a caller is told.
    pub(crate) fn trouble(&self, read_only: bool) -> Trouble {
        let message = match (self.writes, read_only) {
            (true, true) => format!("{} writes, and this server only reads", self.name),
            _ => format!("{} is not supported yet", self.name),
        };
        Trouble::not_supported(message, self.advice)
    }
}
