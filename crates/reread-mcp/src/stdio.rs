//! The server on standard input and output, until the input ends or somebody ends the process.

use std::io;
use std::time::Duration;

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use rmcp::transport::io::stdio_pipes;

use crate::Server;

/// Calls that are worked on at a time; the others wait. Each may hold a file of 8 MiB.
const MOST_AT_A_TIME: usize = 8;

/// For how long calls that have begun may go on after the end.
const LAST_CALLS: Duration = Duration::from_secs(2);

/// Serves until the input ends, or SIGTERM or SIGINT comes. Both are a clean end.
pub fn serve_stdio(server: Server) -> io::Result<()> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    // Where input and output are no pipes, each of them takes one more thread.
    let runtime = runtime.enable_all().max_blocking_threads(MOST_AT_A_TIME + 2).build()?;
    let ended = runtime.block_on(converse(server));
    runtime.shutdown_timeout(LAST_CALLS);
    ended
}

async fn converse(server: Server) -> io::Result<()> {
    let mut end = End::listen()?;
    let log = server.clone();
    log.log("serving on standard input and output");
    let running = tokio::select! {
        running = server.serve(stdio_pipes()) => running,
        () = end.came() => return Ok(()),
    };
    let running = match running {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error.to_string())),
    };
    let stop = running.cancellation_token();
    let waiting = running.waiting();
    tokio::pin!(waiting);
    let ended = tokio::select! {
        ended = &mut waiting => ended,
        () = end.came() => {
            stop.cancel();
            waiting.await
        }
    };
    log.log("ended");
    ended.map(|_| ()).map_err(io::Error::other)
}

/// The signals that end the process.
#[cfg(unix)]
struct End {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl End {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn came(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Where there are no signals, there is at least Ctrl-C.
#[cfg(not(unix))]
struct End;

#[cfg(not(unix))]
impl End {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn came(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
