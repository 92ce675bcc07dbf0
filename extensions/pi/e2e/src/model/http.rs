//! As much of HTTP/1.1 as one request with a body of known length takes.

use std::io::{self, BufRead, BufReader, Read, Write};

/// The most that a request may hold; more is a mistake of the test.
const LARGEST_BODY: u64 = 64 << 20;

/// A request.
#[derive(Debug, Default)]
pub(super) struct Received {
    pub(super) method: String,
    /// The key in `Authorization: Bearer KEY`, or nothing.
    pub(super) bearer: String,
    pub(super) body: Vec<u8>,
}

/// Reads one request. A connection that says nothing holds none.
pub(super) fn receive(stream: impl Read) -> io::Result<Option<Received>> {
    let mut reader = BufReader::new(stream);
    let Some(first) = line(&mut reader)? else { return Ok(None) };
    let method = first.split(' ').next().unwrap_or_default().to_owned();
    let mut received = Received { method, ..Received::default() };
    let mut length = 0;
    loop {
        let header = line(&mut reader)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if header.is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').ok_or(io::ErrorKind::InvalidData)?;
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().map_err(io::Error::other)?,
            "authorization" => received.bearer = value.trim().trim_start_matches("Bearer ").to_owned(),
            "transfer-encoding" => return Err(io::Error::other("a body of unknown length")),
            _ => {}
        }
    }
    if length > LARGEST_BODY {
        return Err(io::Error::other("a body too long for a test"));
    }
    reader.take(length).read_to_end(&mut received.body)?;
    if received.body.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(received))
}

/// Writes a whole response and ends the connection with it.
pub(super) fn respond(mut stream: impl Write, content_type: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
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
