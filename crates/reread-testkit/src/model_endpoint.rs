//! A stub of a chat-completions endpoint on this machine, which answers one request.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// One request as the endpoint received it.
#[derive(Debug)]
pub struct EndpointRequest {
    /// The request line and the headers.
    pub head: String,
    /// The body, as long as `content-length` says.
    pub body: String,
}

/// The endpoint. It answers the first request that comes.
#[derive(Debug)]
pub struct ModelEndpoint {
    address: SocketAddr,
    requests: Receiver<EndpointRequest>,
}

impl ModelEndpoint {
    /// Answers with this status and body.
    pub fn answering(status: u16, body: &str) -> Self {
        Self::with_head(&format!("HTTP/1.1 {status} Told\r\ncontent-type: application/json"), body)
    }

    /// Answers with a redirect.
    pub fn redirecting(to: &str) -> Self {
        Self::with_head(&format!("HTTP/1.1 307 Elsewhere\r\nlocation: {to}"), "")
    }

    /// Takes the request and never answers.
    pub fn silent() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, requests) = channel();
        // The thread keeps the connections open until the process ends.
        thread::spawn(move || {
            let mut streams = Vec::new();
            for stream in listener.incoming().flatten() {
                let _ = sender.send(read_request(&stream));
                streams.push(stream);
            }
        });
        Self { address, requests }
    }

    fn with_head(head: &str, body: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answer = format!("{head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        let (sender, requests) = channel();
        // The thread ends with the process if no request comes.
        thread::spawn(move || {
            for stream in listener.incoming().take(1).flatten() {
                let request = read_request(&stream);
                // A client that has read enough closes the connection.
                let _ = (&stream).write_all(answer.as_bytes());
                let _ = sender.send(request);
            }
        });
        Self { address, requests }
    }

    /// The same address, at which nothing listens any more.
    #[must_use]
    pub fn closed(self) -> Self {
        drop(TcpStream::connect(self.address));
        let _ = self.requests.recv();
        self
    }

    /// The URL to be configured.
    pub fn url(&self) -> String {
        format!("http://{}/v1/chat/completions", self.address)
    }

    /// Waits for the request.
    pub fn request(&self) -> EndpointRequest {
        self.requests.recv().unwrap()
    }

    /// Whether no request has come.
    pub fn has_no_request(&self) -> bool {
        self.requests.try_recv().is_err()
    }
}

fn read_request(stream: &TcpStream) -> EndpointRequest {
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
    EndpointRequest { head, body: String::from_utf8_lossy(&body).into_owned() }
}
