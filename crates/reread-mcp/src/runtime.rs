//! The threads that serve, one for the protocol and a few for the files, and the signals that end them.

use std::io;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Calls that are served at a time; further ones wait. Each may hold a file of 8 MiB.
const MOST_AT_A_TIME: usize = 8;

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

/// Calls that are being served. The limit of descriptors is that of the process, and so is this.
static SERVING: Mutex<usize> = Mutex::new(0);
static SERVED: Condvar = Condvar::new();

/// Does the work of a call on a thread for files. With few descriptors fewer calls are served at a time, and the others
/// wait, so that a call does not fail for lack of one.
pub(crate) fn in_turn<T>(work: impl FnOnce() -> T) -> T {
    static MOST: OnceLock<usize> = OnceLock::new();
    let most = *MOST.get_or_init(|| {
        let calls = descriptors().saturating_sub(FOR_ITSELF) / FOR_A_CALL;
        usize::try_from(calls).unwrap_or(usize::MAX).clamp(1, MOST_AT_A_TIME)
    });
    let serving = SERVING.lock().unwrap_or_else(PoisonError::into_inner);
    *SERVED.wait_while(serving, |serving| *serving >= most).unwrap_or_else(PoisonError::into_inner) += 1;
    let _turn = Turn;
    work()
}

/// Lets the next call begin when it is dropped.
struct Turn;

impl Drop for Turn {
    fn drop(&mut self) {
        *SERVING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        SERVED.notify_one();
    }
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
