//! A local HTTP server that answers one request with a prepared reply.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The request that the server received.
#[derive(Debug)]
pub(crate) struct ReceivedRequest {
    pub(crate) head: String,
    pub(crate) body: String,
}

/// Lives until the test process ends.
pub(crate) struct Server {
    address: SocketAddr,
    asked: Receiver<ReceivedRequest>,
}

impl Server {
    pub(crate) fn answering(status: u16, body: &str) -> Self {
        Self::with_head(&format!("HTTP/1.1 {status} Prepared\r\ncontent-type: application/json"), body)
    }

    pub(crate) fn redirecting(to: &str) -> Self {
        Self::with_head(&format!("HTTP/1.1 307 Elsewhere\r\nlocation: {to}"), "")
    }

    fn with_head(head: &str, body: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answer = format!("{head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        let (sender, asked) = channel();
        // The thread ends with the process, even if no client connects.
        thread::spawn(move || {
            for stream in listener.incoming().take(1).flatten() {
                let request = read_request(&stream);
                // A client may close the connection early.
                let _ = (&stream).write_all(answer.as_bytes());
                let _ = sender.send(request);
            }
        });
        Self { address, asked }
    }

    /// Stops listening; the address stays the same.
    pub(crate) fn closed(self) -> Self {
        drop(TcpStream::connect(self.address));
        let _ = self.asked.recv();
        self
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}/v1/chat/completions", self.address)
    }

    pub(crate) fn request(&self) -> ReceivedRequest {
        self.asked.recv().unwrap()
    }

    pub(crate) fn was_not_asked(&self) -> bool {
        self.asked.try_recv().is_err()
    }
}

fn read_request(stream: &TcpStream) -> ReceivedRequest {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    ReceivedRequest { head, body: String::from_utf8_lossy(&body).into_owned() }
}
