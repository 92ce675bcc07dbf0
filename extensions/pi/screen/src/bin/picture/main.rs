//! Draws a short session with the real pi, for the README: `picture <file to write>`.

#[cfg(unix)]
mod session;

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the picture is written where the caller says")]
fn main() -> std::io::Result<()> {
    const ALT: &str = "A session in pi: a file is read in full, after a change as a diff, and then not at all; \
        /readcache-status tells what was saved.";
    let path = std::env::args_os().nth(1).ok_or(std::io::ErrorKind::InvalidInput)?;
    std::fs::write(path, reread_pi_screen::svg(&session::session(), ALT))
}

/// Terminals are pseudo-terminals of Unix here.
#[cfg(not(unix))]
fn main() {}
