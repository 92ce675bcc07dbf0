//! The server on standard input and output, until the input ends or a signal ends the process.

mod client_watch;
mod in_flight;
mod line_transport;
mod line_writer;
mod open_batches;

use std::io;
use std::time::Duration;

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use rmcp::transport::io::stdio_pipes;

use crate::Server;
use crate::runtime::{LAST_CALLS, Shutdown, run};
use crate::stdio::client_watch::client_gone;
use crate::stdio::line_transport::LineTransport;

/// How long the library takes to close after it gave up its last calls.
const CLOSING: Duration = Duration::from_millis(500);

/// Serves until the input ends, the client is gone, or SIGTERM or SIGINT comes. Each is a clean end.
pub fn serve_stdio(server: Server) -> io::Result<()> {
    let last = server.clone();
    let ended = run(converse(server));
    last.settle();
    ended
}

async fn converse(server: Server) -> io::Result<()> {
    let mut shutdown = Shutdown::listen()?;
    tracing::info!("serving on standard input and output");
    let _background = server.work_in_background();
    let (input, output) = stdio_pipes();
    let last = server.clone();
    let lines = LineTransport::new(input, output, server.clone());
    let gone = client_gone(lines.progress());
    tokio::pin!(gone);
    let running = tokio::select! {
        running = server.serve(lines) => running,
        () = &mut gone => return Ok(()),
        () = shutdown.requested() => return Ok(()),
    };
    let running = match running {
        Ok(running) => running,
        // An answer that cannot be written means that the client is gone.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => {
            return Ok(());
        }
        Err(error) => return Err(io::Error::other(error.to_string())),
    };
    let stop = running.cancellation_token();
    let waiting = running.waiting();
    tokio::pin!(waiting);
    let ended = tokio::select! {
        ended = &mut waiting => Some(ended),
        () = &mut gone => None,
        () = shutdown.requested() => None,
    };
    let ended = match ended {
        Some(ended) => ended.map(|_| ()).map_err(io::Error::other),
        None => {
            stop.cancel();
            last.close();
            // What is not written by now will never be read.
            let _ = tokio::time::timeout(LAST_CALLS + CLOSING, waiting).await;
            Ok(())
        }
    };
    last.forget_process();
    tracing::info!("ended");
    ended
}
