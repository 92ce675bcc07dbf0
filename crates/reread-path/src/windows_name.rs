//! Names with a special meaning on Windows.
//!
//! Compiled on every system, so that it is tested everywhere; used only on Windows.

/// Whether Windows would open a device or a stream for this component, or store it with another name.
///
/// A device name keeps its meaning with an extension, and with spaces before that (`NUL.txt`, `con .log`). A colon opens
/// a stream. Trailing dots and spaces are silently dropped.
#[must_use]
pub fn windows_refuses(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return true };
    if name.ends_with(['.', ' ']) {
        return true;
    }
    let forbidden = |character: char| character < ' ' || r#"<>:"/\|?*"#.contains(character);
    name.contains(forbidden) || is_device(name.split('.').next().unwrap_or(name).trim_end_matches(' '))
}

fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let numbered = |port: &str| stem.strip_prefix(port).is_some_and(is_port_number);
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || numbered("COM")
        || numbered("LPT")
}

/// The superscript digits of Latin-1 number ports as well.
fn is_port_number(text: &str) -> bool {
    let mut characters = text.chars();
    matches!((characters.next(), characters.next()), (Some('1'..='9' | '¹' | '²' | '³'), None))
}

#[cfg(test)]
mod tests;
