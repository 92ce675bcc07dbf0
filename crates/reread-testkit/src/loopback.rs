//! A server on the loopback interface, for stand-ins of services that programs under test talk to.
//!
//! As much of HTTP/1.1 as one request with a body of known length takes; a connection carries no second one.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// The most that a request may hold; more is a mistake of the test.
const LARGEST_BODY: u64 = 64 << 20;

/// A request as it was received.
#[derive(Debug, Default)]
pub struct LoopbackRequest {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// The path with the query.
    pub path: String,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, as long as `content-length` says.
    pub body: Vec<u8>,
}

/// What is answered.
#[derive(Debug)]
pub struct LoopbackResponse {
    /// The status code.
    pub status: u16,
    /// The value of `content-type`.
    pub content_type: &'static str,
    /// The whole body.
    pub body: String,
}

/// A running server. It is gone when this is dropped.
pub struct LoopbackServer {
    address: SocketAddr,
    ended: Arc<AtomicBool>,
    listening: Option<JoinHandle<()>>,
}

impl LoopbackRequest {
    /// The value of a header; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

impl LoopbackResponse {
    /// A success with JSON.
    pub fn json(body: impl Into<String>) -> Self {
        Self { status: 200, content_type: "application/json", body: body.into() }
    }

    /// A success with server-sent events.
    pub fn events(body: impl Into<String>) -> Self {
        Self { status: 200, content_type: "text/event-stream", body: body.into() }
    }
}

impl LoopbackServer {
    /// Starts a server on a free port. Every request is answered in a thread of its own; without an answer its connection
    /// is closed.
    pub fn start(
        answer: impl Fn(LoopbackRequest) -> Option<LoopbackResponse> + Send + Sync + 'static,
    ) -> Self {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("the loopback interface has a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let ended = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&ended);
        let answer = Arc::new(answer);
        let listening = thread::spawn(move || {
            for stream in listener.incoming() {
                if shared.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let answer = Arc::clone(&answer);
                // A client that goes away, after an abort for instance, has no one to report to.
                thread::spawn(move || drop(serve(&stream, &*answer)));
            }
        });
        Self { address, ended, listening: Some(listening) }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for LoopbackServer {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::SeqCst);
        // The listener looks at the flag when a client connects.
        let knocked = TcpStream::connect(self.address);
        if let (Ok(_), Some(listening)) = (knocked, self.listening.take()) {
            // A panic of that thread has been printed already.
            drop(listening.join());
        }
    }
}

impl fmt::Debug for LoopbackServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LoopbackServer({})", self.address)
    }
}

fn serve(stream: &TcpStream, answer: &dyn Fn(LoopbackRequest) -> Option<LoopbackResponse>) -> io::Result<()> {
    let Some(request) = receive(stream)? else { return Ok(()) };
    match answer(request) {
        Some(response) => respond(stream, &response),
        None => Ok(()),
    }
}

/// Reads one request. A connection that says nothing holds none.
fn receive(stream: impl Read) -> io::Result<Option<LoopbackRequest>> {
    let mut reader = BufReader::new(stream);
    let Some(first) = line(&mut reader)? else { return Ok(None) };
    let mut words = first.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut request = LoopbackRequest { method, path, ..LoopbackRequest::default() };
    loop {
        let header = line(&mut reader)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if header.is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').ok_or(io::ErrorKind::InvalidData)?;
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    if !request.header("transfer-encoding").is_empty() {
        return Err(io::Error::other("a body of unknown length"));
    }
    let length = match request.header("content-length") {
        "" => 0,
        length => length.parse().map_err(io::Error::other)?,
    };
    if length > LARGEST_BODY {
        return Err(io::Error::other("a body too long for a test"));
    }
    reader.take(length).read_to_end(&mut request.body)?;
    if request.body.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(request))
}

/// Writes a whole response and ends the connection with it.
fn respond(
    mut stream: impl Write,
    LoopbackResponse { status, content_type, body }: &LoopbackResponse,
) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} Told\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )?;
    stream.flush()
}

/// One line without its end, or nothing at the end of the stream.
fn line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests;
