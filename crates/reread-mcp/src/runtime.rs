//! The threads that serve, one for the protocol and a few for the files, and the signals that end them.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Calls that are served at a time; further ones wait. Each may hold a file of 8 MiB.
const MOST_AT_A_TIME: usize = 8;

/// How many of them are left to calls that read lines of one file.
const FOR_SHORT_CALLS: usize = 2;

/// Descriptors that one call may need at a time, and those that the server needs for itself.
const FOR_A_CALL: u64 = 8;
const FOR_ITSELF: u64 = 24;

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

/// How many files and connections the process may have open, after it has raised its limit as far as it may.
pub(crate) fn descriptors() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        // Where it is refused, the limit stays as it is.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// How long a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallLength {
    /// It reads lines of one file.
    Short,
    /// It may search, parse, write, or wait for a lock.
    Long,
}

/// Calls that are being served. The limit of descriptors is that of the process, and so are these.
struct Turns {
    all: Semaphore,
    long: Semaphore,
}

/// A turn of a call. The next call begins when it is dropped.
pub(crate) struct Turn {
    _long: Option<SemaphorePermit<'static>>,
    _turn: Option<SemaphorePermit<'static>>,
}

/// Waits until a call may be served. With few descriptors fewer are served at a time, and the others wait, so that a call
/// does not fail for lack of one. Long calls never take all turns: a read does not wait for a search to end.
pub(crate) async fn turn(length: CallLength) -> Turn {
    static TURNS: OnceLock<Turns> = OnceLock::new();
    let turns = TURNS.get_or_init(|| {
        let calls = descriptors().saturating_sub(FOR_ITSELF) / FOR_A_CALL;
        let most = usize::try_from(calls).unwrap_or(usize::MAX).clamp(1, MOST_AT_A_TIME);
        let long = most.saturating_sub(FOR_SHORT_CALLS).max(1);
        Turns { all: Semaphore::new(most), long: Semaphore::new(long) }
    });
    // They are never closed, so that waiting never fails.
    let long = match length {
        CallLength::Long => turns.long.acquire().await.ok(),
        CallLength::Short => None,
    };
    Turn { _long: long, _turn: turns.all.acquire().await.ok() }
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
