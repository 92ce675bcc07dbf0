//! Counts the elements that are open at once.
//!
//! The scanner of the grammar copies the names of all open elements for every token, so that its time grows with the square of
//! the nesting: 1 MiB of `<div>x</a>` took 36 seconds. The height of the parser's stack does not tell that nesting, because
//! the first two children of an element look like one more child of the element around it.

/// As many as open brackets. Pages that people write stay below 100.
const MOST: usize = 500;

/// Elements without content.
const VOID: &[&[u8]] = &[
    b"area",
    b"base",
    b"basefont",
    b"bgsound",
    b"br",
    b"col",
    b"command",
    b"embed",
    b"frame",
    b"hr",
    b"image",
    b"img",
    b"input",
    b"isindex",
    b"keygen",
    b"link",
    b"menuitem",
    b"meta",
    b"nextid",
    b"param",
    b"source",
    b"track",
    b"wbr",
];

/// Elements that end where another one of the same group begins.
const ENDS_AT_NEXT: &[&[&[u8]]] =
    &[&[b"li"], &[b"dt", b"dd"], &[b"p"], &[b"rb", b"rt", b"rp"], &[b"optgroup"], &[b"tr"], &[b"td", b"th"]];
const CELLS: &[&[u8]] = &[b"td", b"th"];

/// Whether at most [`MOST`] elements are open at once.
///
/// In doubt an element stays open: an end tag ends the elements down to the one it names, and none if there is no such.
pub(super) fn are_few(text: &[u8]) -> bool {
    let mut open: Vec<&[u8]> = Vec::new();
    let mut rest = text;
    let mut may_be_comment = true;
    while let Some(at) = memchr::memchr(b'<', rest) {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix(b"!--").filter(|_| may_be_comment) {
            // Without an end it is no comment, and none after it has one.
            let end = memchr::memmem::find(comment, b"-->");
            may_be_comment = end.is_some();
            rest = &comment[end.unwrap_or_default()..];
        } else if let Some(ended) = rest.strip_prefix(b"/") {
            let name = tag_name(ended);
            if let Some(place) = open.iter().rposition(|tag| tag.eq_ignore_ascii_case(name)) {
                open.truncate(place);
            }
        } else {
            rest = start(&mut open, rest);
        }
        if open.len() > MOST {
            return false;
        }
    }
    true
}

/// Takes the start tag at the beginning of the text; what follows it, and follows its text if that is no markup.
fn start<'a>(open: &mut Vec<&'a [u8]>, text: &'a [u8]) -> &'a [u8] {
    let name = tag_name(text);
    if name.is_empty() {
        return text;
    }
    let (rest, closes_itself) = behind_attributes(&text[name.len()..]);
    if closes_itself || is_among(name, VOID) {
        return rest;
    }
    if is_among(name, &[b"tr"]) {
        open.pop_if(|tag| is_among(tag, CELLS));
    }
    if let Some(group) = ENDS_AT_NEXT.iter().find(|group| is_among(name, group)) {
        open.pop_if(|tag| is_among(tag, group));
    }
    open.push(name);
    match name.to_ascii_lowercase().as_slice() {
        b"script" => behind_raw_text(rest, b"script"),
        b"style" => behind_raw_text(rest, b"style"),
        _ => rest,
    }
}

/// What follows a start tag, and whether it is an end tag, too. A quote that is not closed is no quote.
fn behind_attributes(text: &[u8]) -> (&[u8], bool) {
    let mut index = 0;
    while let Some(byte) = text.get(index) {
        match byte {
            b'>' => return (&text[index + 1..], text[..index].ends_with(b"/")),
            b'<' => break,
            b'"' | b'\'' if text[..index].trim_ascii_end().ends_with(b"=") => {
                let Some(length) = memchr::memchr(*byte, &text[index + 1..]) else { break };
                index += length + 2;
            }
            _ => index += 1,
        }
    }
    (&text[index..], false)
}

/// The end tag of a script or a style, or nothing. The scanner takes every name that begins so for its end.
fn behind_raw_text<'a>(text: &'a [u8], name: &[u8]) -> &'a [u8] {
    let is_end = |at: &usize| {
        text.get(at + 2..at + 2 + name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    memchr::memmem::find_iter(text, b"</").find(is_end).map_or(&[], |at| &text[at..])
}

fn is_among(name: &[u8], names: &[&[u8]]) -> bool {
    names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

fn tag_name(text: &[u8]) -> &[u8] {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':') || !byte.is_ascii();
    &text[..text.iter().take_while(|byte| is_name(byte)).count()]
}

#[cfg(test)]
mod tests {
    use super::are_few;

    #[test]
    fn elements_that_stay_open_are_counted() {
        for unit in [
            "<div>x</a>",
            "<div>x<a/>",
            "<x-y>",
            "<div a='</div>'>",
            "<div><!--</div>-->",
            "<div><!--></div>-->",
            "<div><img alt='</div>'>",
            "<DIV>x</a>",
            "<div><script></scriptx>",
        ] {
            assert!(!are_few(unit.repeat(1_000).as_bytes()), "{unit}");
            assert!(are_few(unit.repeat(200).as_bytes()), "{unit}");
        }
    }

    #[test]
    fn elements_that_end_are_not() {
        for unit in [
            "<div>x</div>",
            "<p>a",
            "<li>a",
            "<br>",
            "<img src=a>",
            "<input/>",
            "<a b='>'/>",
            "<!--<div>-->",
            "<script>if (a<b) c</script>",
            "<div><b>a</div>",
            "<table><tr><td>a<td>b</table>",
            "<tr><td>a<td>b",
            "<dt>a<dd>b",
            "a < b",
        ] {
            assert!(are_few(unit.repeat(10_000).as_bytes()), "{unit}");
        }
    }
}
