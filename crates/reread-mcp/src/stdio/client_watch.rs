//! Notices that the client is gone, also while the server waits for it to read.

use std::io::{stdin, stdout};
use std::os::fd::AsFd as _;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use tokio::sync::watch;

use super::line_writer::WriteProgress;

/// For how long a client that has closed its end may leave an answer unread.
const UNREAD_FOR: Duration = Duration::from_secs(2);

/// The thread that watches does nothing else.
const STACK_BYTES: usize = 64 * 1024;

/// Which ends the client has closed.
#[derive(Clone, Copy, Debug, Default)]
struct ClosedEnds {
    /// Bytes may be left in it.
    input: bool,
    output: bool,
}

/// Waits until the client is gone: it closed our output, or it closed our input and does not read what is left.
///
/// The transport itself notices neither while an answer waits to be written, because it reads no further meanwhile.
pub(super) async fn client_gone(progress: WriteProgress) {
    let (sender, mut ends) = watch::channel(ClosedEnds::default());
    let watching = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || watch_ends(&sender));
    // Without a thread a client that is gone is noticed as long as it reads.
    drop(watching.inspect_err(|error| tracing::warn!(%error, "the client is not watched")));
    if ends.wait_for(|ends| ends.input || ends.output).await.is_err() {
        return std::future::pending().await;
    }
    tokio::select! {
        Ok(_) = ends.wait_for(|ends| ends.output) => {}
        () = unread(progress) => {}
    }
}

/// Tells the receiver when an end is closed, until the output is. A file has no other end, and is never closed.
fn watch_ends(sender: &watch::Sender<ClosedEnds>) {
    #[expect(clippy::disallowed_methods, reason = "the stream is watched, and not written to")]
    let (input, output) = (stdin(), stdout());
    let mut ends = ClosedEnds::default();
    while !ends.output {
        let mut watched = vec![PollFd::from_borrowed_fd(output.as_fd(), PollFlags::empty())];
        if !ends.input {
            watched.push(PollFd::from_borrowed_fd(input.as_fd(), end_of_input()));
        }
        match poll(&mut watched, None) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return,
        }
        ends.output = is_closed(&watched[0]);
        ends.input = ends.input || watched.get(1).is_some_and(is_closed);
        if sender.send(ends).is_err() {
            return;
        }
    }
}

fn is_closed(end: &PollFd<'_>) -> bool {
    end.revents().intersects(end_of_input() | CLOSED)
}

/// What a system reports unasked.
const CLOSED: PollFlags = PollFlags::HUP.union(PollFlags::ERR).union(PollFlags::NVAL);

/// What reports that the client sends no more, although it may still read.
fn end_of_input() -> PollFlags {
    #[cfg(target_os = "linux")]
    return PollFlags::RDHUP;
    #[cfg(not(target_os = "linux"))]
    PollFlags::empty()
}

/// Waits until an answer was being written for a while, and not a byte of it was taken.
async fn unread(progress: WriteProgress) {
    loop {
        let before = progress.written();
        tokio::time::sleep(UNREAD_FOR).await;
        if progress.is_writing() && progress.written() == before {
            return;
        }
    }
}
