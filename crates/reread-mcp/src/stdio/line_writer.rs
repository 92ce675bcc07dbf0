//! Writes messages as lines.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use reread_text::visible_json;

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Mutex;

/// A stream of lines, until it is closed. Clones share it.
#[derive(Debug)]
pub(super) struct LineWriter<W> {
    output: Arc<Mutex<Option<W>>>,
    /// A person started the server by hand: the terminal must not obey what a file holds.
    is_terminal: bool,
}

impl<W: AsyncWrite + Send + Unpin + 'static> LineWriter<W> {
    pub(super) fn new(output: W) -> Self {
        #[expect(clippy::disallowed_methods, reason = "the stream is asked what it is, and not written to")]
        let is_terminal = io::stdout().is_terminal();
        Self { output: Arc::new(Mutex::new(Some(output))), is_terminal }
    }

    /// Writes a value as one line, after those that are being written.
    pub(super) fn write<T: Serialize>(
        &self,
        value: &T,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static + use<T, W> {
        let line = serde_json::to_vec(value).map_err(io::Error::other);
        let line = line.map(|line| if self.is_terminal { escaped(&line) } else { line });
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

fn escaped(line: &[u8]) -> Vec<u8> {
    visible_json(&String::from_utf8_lossy(line)).into_owned().into_bytes()
}
