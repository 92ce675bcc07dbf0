//! Calls under `strace`, which kills, fails or delays a process at a system call.

use std::path::Path;

use reread_testkit::wait_until;

use super::front_end::FrontEnd;

impl FrontEnd {
    /// What answers from now on makes its system calls under this fault, such as `renameat2:signal=SIGKILL:when=1`.
    pub(crate) fn inject(&self, fault: &str) {
        let call = fault.split(':').next().unwrap();
        let (trace, inject) = (format!("trace={call}"), format!("inject={fault}"));
        let log = self.world.beside("log").display().to_string();
        self.launch_by(&["strace", "-f", "-qq", "-o", &log, "-e", &trace, "-e", &inject]);
    }

    /// What answers from now on has these system calls listed; see [`FrontEnd::listed`].
    pub(crate) fn list_calls(&self, calls: &str) {
        let log = self.world.beside("log").display().to_string();
        self.launch_by(&["strace", "-f", "-qq", "-y", "-o", &log, "-e", &format!("trace={calls}")]);
    }

    /// The system calls that were listed, one in a line.
    pub(crate) fn listed(&self) -> String {
        std::fs::read_to_string(self.world.beside("log")).unwrap()
    }

    /// Whether the fault was met.
    pub(crate) fn was_hit(&self) -> bool {
        let log = std::fs::read_to_string(self.world.beside("log")).unwrap_or_default();
        log.contains("(INJECTED)") || log.contains("killed by SIGKILL")
    }
}

/// Every system call of this name waits for two seconds before it is made.
pub(crate) fn hold_up(front_end: &FrontEnd, call: &str) {
    front_end.inject(&format!("{call}:delay_enter=2000000"));
}

/// Waits until new bytes lie beside a file, and does something then.
pub(crate) fn once_staged(folder: &Path, then: impl FnOnce()) {
    let is_staged = || {
        let mut entries = std::fs::read_dir(folder).unwrap();
        entries.any(|entry| entry.unwrap().file_name().to_string_lossy().starts_with(".reread-"))
    };
    wait_until("something is staged", is_staged);
    then();
}
