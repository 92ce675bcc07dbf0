//! Writes messages as lines.

use std::io;
use std::sync::Arc;

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Mutex;

/// A stream of lines, until it is closed. Clones share it.
#[derive(Debug)]
pub(super) struct LineWriter<W> {
    output: Arc<Mutex<Option<W>>>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> LineWriter<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output: Arc::new(Mutex::new(Some(output))) }
    }

    /// Writes a value as one line, after those that are being written.
    pub(super) fn write<T: Serialize>(
        &self,
        value: &T,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static + use<T, W> {
        let line = serde_json::to_vec(value).map_err(io::Error::other);
        let output = self.output.clone();
        async move {
            let mut line = line?;
            line.push(b'\n');
            let mut output = output.lock().await;
            let Some(output) = output.as_mut() else {
                return Err(io::Error::new(io::ErrorKind::NotConnected, "the output is closed"));
            };
            output.write_all(&line).await?;
            output.flush().await
        }
    }

    pub(super) async fn close(&self) {
        self.output.lock().await.take();
    }
}
