//! Writes messages as lines.

use std::fmt;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use reread_text::visible_json;
use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{Mutex, watch};

/// A stream of lines, until it is closed. Clones share it.
#[derive(Debug)]
pub(super) struct LineWriter<W> {
    output: Arc<Mutex<Option<W>>>,
    /// A person started the server by hand: the terminal must not obey what a file holds.
    is_terminal: bool,
    progress: WriteProgress,
    closed: watch::Sender<bool>,
}

/// How far the writing got. Clones share it.
#[derive(Clone, Default)]
pub(super) struct WriteProgress {
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    /// Bytes that the other end, or a buffer on the way, has taken.
    written: AtomicU64,
    /// Lines that are being written or wait for their turn.
    pending: AtomicUsize,
}

impl<W: AsyncWrite + Send + Unpin + 'static> LineWriter<W> {
    pub(super) fn new(output: W) -> Self {
        #[expect(clippy::disallowed_methods, reason = "the stream is asked what it is, and not written to")]
        let is_terminal = io::stdout().is_terminal();
        let output = Arc::new(Mutex::new(Some(output)));
        Self { output, is_terminal, progress: WriteProgress::default(), closed: watch::Sender::new(false) }
    }

    pub(super) fn progress(&self) -> WriteProgress {
        self.progress.clone()
    }

    /// Writes a value as one line, after those that are being written.
    pub(super) fn write<T: Serialize>(
        &self,
        value: &T,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static + use<T, W> {
        let line = serde_json::to_vec(value).map_err(io::Error::other);
        let line = line.map(|line| if self.is_terminal { escaped(&line) } else { line });
        let (output, progress) = (self.output.clone(), self.progress.clone());
        let mut closed = self.closed.subscribe();
        async move {
            let mut line = line?;
            line.push(b'\n');
            let _pending = progress.begin();
            let writing = async {
                let mut output = output.lock().await;
                match output.as_mut() {
                    Some(output) => write_counted(output, &line, &progress).await,
                    None => Err(closed_error()),
                }
            };
            tokio::select! {
                written = writing => written,
                // The line may have been written in part: nothing follows it.
                _ = closed.wait_for(|is_closed| *is_closed) => Err(closed_error()),
            }
        }
    }

    /// Closes the output. A line that the other end does not take is given up.
    pub(super) async fn close(&self) {
        self.closed.send_replace(true);
        self.output.lock().await.take();
    }
}

fn escaped(line: &[u8]) -> Vec<u8> {
    visible_json(&String::from_utf8_lossy(line)).into_owned().into_bytes()
}

/// Writes all bytes, and counts them as they are taken.
async fn write_counted(
    output: &mut (impl AsyncWrite + Unpin),
    mut bytes: &[u8],
    progress: &WriteProgress,
) -> io::Result<()> {
    while !bytes.is_empty() {
        match output.write(bytes).await? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            taken => {
                progress.counts.written.fetch_add(taken as u64, Ordering::Relaxed);
                bytes = &bytes[taken..];
            }
        }
    }
    output.flush().await
}

fn closed_error() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "the output is closed")
}

impl WriteProgress {
    /// Bytes that were taken so far.
    pub(super) fn written(&self) -> u64 {
        self.counts.written.load(Ordering::Relaxed)
    }

    /// Whether a line waits to be taken.
    pub(super) fn is_writing(&self) -> bool {
        self.counts.pending.load(Ordering::Relaxed) > 0
    }

    fn begin(&self) -> PendingLine {
        self.counts.pending.fetch_add(1, Ordering::Relaxed);
        PendingLine { counts: self.counts.clone() }
    }
}

impl fmt::Debug for WriteProgress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "WriteProgress({} bytes)", self.written())
    }
}

/// Counts a line as pending until it is dropped.
struct PendingLine {
    counts: Arc<Counts>,
}

impl Drop for PendingLine {
    fn drop(&mut self) {
        self.counts.pending.fetch_sub(1, Ordering::Relaxed);
    }
}
