//! The threads that serve, one for the protocol and a few for the files, and the signals that end them.

use std::io;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Calls that are served at a time; further ones wait. Each may hold a file of 8 MiB.
const MOST_AT_A_TIME: usize = 8;

/// For how long calls that have begun may go on after the end.
pub(crate) const LAST_CALLS: Duration = Duration::from_secs(2);

/// Runs a server to its end.
pub(crate) fn run(serving: impl Future<Output = io::Result<()>>) -> io::Result<()> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    // Where input and output are not pipes, each of them takes one more thread.
    let runtime = runtime.enable_all().max_blocking_threads(MOST_AT_A_TIME + 2).build()?;
    let ended = runtime.block_on(serving);
    runtime.shutdown_timeout(LAST_CALLS);
    ended
}

/// The signals that end the process.
pub(crate) struct Shutdown {
    terminate: Signal,
    interrupt: Signal,
}

impl Shutdown {
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    pub(crate) async fn requested(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
