//! The machine that a report speaks of: figures from two of them do not compare.

use std::fmt;
use std::fs;

use serde_json::{Value, json};

/// What matters about a machine for the cost of reading.
#[derive(Clone, Debug)]
pub struct Machine {
    /// How many threads can run at once.
    pub cores: usize,
    /// The processor's name, if the system says.
    pub processor: Option<String>,
    /// Whether it has instructions for SHA-256; `None` where the system does not say.
    pub sha_instructions: Option<bool>,
    /// Operating system and architecture.
    pub system: String,
    /// The kernel's release, if the system says.
    pub kernel: Option<String>,
}

impl Machine {
    /// This one.
    pub fn here() -> Self {
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        // One architecture calls them flags, another features.
        let flags = field(&processors, "flags").or_else(|| field(&processors, "Features"));
        Self {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            processor: field(&processors, "model name").map(str::to_owned),
            sha_instructions: flags
                .map(|flags| flags.split_whitespace().any(|flag| matches!(flag, "sha_ni" | "sha2"))),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            kernel: fs::read_to_string("/proc/sys/kernel/osrelease").ok().map(|text| text.trim().to_owned()),
        }
    }
}

impl Machine {
    /// As reports have it.
    pub fn json(&self) -> Value {
        json!({
            "cores": self.cores,
            "processor": self.processor,
            "sha_instructions": self.sha_instructions,
            "system": self.system,
            "kernel": self.kernel,
        })
    }
}

/// One line.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sha = match self.sha_instructions {
            Some(true) => "with SHA instructions",
            Some(false) => "without SHA instructions",
            None => "SHA instructions unknown",
        };
        let processor = self.processor.as_deref().unwrap_or("processor unknown");
        let kernel = self.kernel.as_deref().unwrap_or("kernel unknown");
        write!(f, "{} × {processor}, {sha}; {} {kernel}", self.cores, self.system)
    }
}

/// The value of the first line of that name.
fn field<'a>(processors: &'a str, name: &str) -> Option<&'a str> {
    processors.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then_some(value.trim())
    })
}
