//! Kills a server that has not answered for a minute.

use std::process::Child;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal};

const SILENCE_LIMIT: Duration = Duration::from_secs(60);

/// Tells the watchdog thread that the server has answered. Dropping it ends the thread.
#[derive(Debug)]
pub(crate) struct Watchdog(Sender<()>);

impl Watchdog {
    pub(crate) fn over(server: &Child) -> Self {
        let server = Pid::from_child(server);
        let (answered, wait) = channel();
        std::thread::spawn(move || {
            loop {
                match wait.recv_timeout(SILENCE_LIMIT) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        let _ = rustix::process::kill_process(server, Signal::KILL);
                        break;
                    }
                }
            }
        });
        Self(answered)
    }

    pub(crate) fn answered(&self) {
        // The thread is gone once it has killed the server; the next wait for an answer fails then.
        let _ = self.0.send(());
    }
}
