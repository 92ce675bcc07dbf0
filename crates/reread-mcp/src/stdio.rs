//! The server on standard input and output, until the input ends or a signal ends the process.

mod in_flight;
mod line_transport;
mod line_writer;
mod open_batches;

use std::io;

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use rmcp::transport::io::stdio_pipes;

use crate::Server;
use crate::runtime::{Shutdown, run};
use crate::stdio::line_transport::LineTransport;

/// Serves until the input ends, or SIGTERM or SIGINT comes. Both are a clean end.
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
    let running = tokio::select! {
        running = server.serve(lines) => running,
        () = shutdown.requested() => return Ok(()),
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
        () = shutdown.requested() => {
            stop.cancel();
            waiting.await
        }
    };
    last.forget_process();
    tracing::info!("ended");
    ended.map(|_| ()).map_err(io::Error::other)
}
