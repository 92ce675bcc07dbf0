//! Input that the user names: a file, or standard input for `-`.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use reread_files::open_named;
use reread_wire::ErrorReply;

use crate::exit::{Exit, Failure};

/// The same bound as for files that are hashed.
const LONGEST: u64 = 64 * 1024 * 1024;

/// The text in a file that the user names, or on standard input for `-`.
pub(crate) fn text_in(path: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes_in(path)?).map_err(|_| {
        let message = format!("{} is not UTF-8", called(path));
        Failure::new(Exit::Unusable, message, "give a text, not other bytes")
    })
}

/// The bytes there, whatever they are.
pub(crate) fn bytes_in(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(open_named(path).map_err(|error| Failure::from(ErrorReply::from(error)))?)
    };
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("{} has more than {LONGEST} bytes", called(path));
        return Err(Failure::new(Exit::Unusable, message, "give a smaller text"));
    }
    Ok(bytes)
}

/// What a person calls it.
fn called(path: &Path) -> Cow<'_, str> {
    if path == Path::new("-") { "standard input".into() } else { path.to_string_lossy() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::called;

    #[test]
    fn standard_input_is_called_so() {
        assert_eq!(called(Path::new("-")), "standard input");
        assert_eq!(called(Path::new("./-")), "./-");
    }
}
