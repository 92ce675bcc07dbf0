//! How formats begin that are not text, though much of them may look like it.
//!
//! The beginning of a PDF document or of an archive can be ASCII for longer than anyone would look. Only formats are listed
//! whose signature no text begins with.

/// The bytes at the beginning, and what the format is called in a sentence.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"PK\x07\x08", "a zip archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x7fELF", "an ELF file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"!<arch>\n", "an ar archive"),
    (b"\0asm", "a WebAssembly module"),
    (b"\xca\xfe\xba\xbe", "a class file or a Mach-O file"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
    (b"\xce\xfa\xed\xfe", "a Mach-O file"),
];

/// Signatures of letters and digits alone. A text may begin with such a word, so a byte that is not text must follow soon.
const WORDS: &[(&[u8], &str)] = &[
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"RIFF", "a RIFF file"),
    (b"OggS", "an Ogg file"),
    (b"fLaC", "a FLAC file"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OTTO", "a font"),
    (b"8BPS", "a Photoshop image"),
    (b"PAR1", "a Parquet file"),
    (b"MZ", "a Windows program"),
];

/// How many bytes behind a word are looked at.
const BEHIND_A_WORD: usize = 16;

/// Where the name of the format stands in a tar archive.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// The format that these bytes begin, if it is known and not text.
pub(super) fn format_of(bytes: &[u8]) -> Option<&'static str> {
    let begins = |(signature, _): &&(&[u8], &str)| bytes.starts_with(signature);
    let begins_with_word = |entry: &&(&[u8], &str)| {
        let behind = bytes.iter().skip(entry.0.len()).take(BEHIND_A_WORD);
        begins(entry) && behind.into_iter().any(|byte| is_no_text(*byte))
    };
    let known = SIGNATURES.iter().find(begins).or_else(|| WORDS.iter().find(begins_with_word));
    match known {
        Some((_, format)) => Some(format),
        None if is_pdf(bytes) => Some("a PDF document"),
        None if is_bzip2(bytes) => Some("bzip2 data"),
        None if bytes.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1)) => Some("a tar archive"),
        None => None,
    }
}

/// `%PDF-1.7`; without a number it may be a comment.
fn is_pdf(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"%PDF-").and_then(<[u8]>::first).is_some_and(u8::is_ascii_digit)
}

/// `BZh9`, and the number that begins each block or the end.
fn is_bzip2(bytes: &[u8]) -> bool {
    bytes
        .strip_prefix(b"BZh")
        .and_then(|rest| rest.get(1..))
        .is_some_and(|rest| rest.starts_with(b"1AY&SY") || rest.starts_with(b"\x17\x72\x45\x38\x50\x90"))
}

fn is_no_text(byte: u8) -> bool {
    !byte.is_ascii() || byte.is_ascii_control() && !byte.is_ascii_whitespace()
}
