//! Which functions of a Rust file are tests, found without compiling it.
//!
//! It reads attributes and `fn` lines as rustfmt leaves them, inside `proptest!` too, where the attribute is written
//! just the same, and takes the functions that `both!` and `every_client!` list for tests, which they make of them. It
//! does not know strings and block comments from code.

/// What a name stands for in a file, from least to most.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum TestPresence {
    /// No function has this name.
    Absent,
    /// A function that nothing runs as a test.
    NotATest,
    /// A test that is left out of an ordinary run.
    Ignored,
    /// Runs in every ordinary test run.
    Test,
}

/// What `name` stands for in the source; if several functions share the name, the best of them.
pub(crate) fn test_presence(source: &str, name: &str) -> TestPresence {
    let mut best = TestPresence::Absent;
    let mut attributes = String::new();
    for line in source.lines() {
        let mut code = line.trim();
        while is_open(&attributes) || code.starts_with("#[") {
            match end_of_attribute(&attributes, code) {
                Some(end) => {
                    attributes.push_str(&code[..end]);
                    attributes.push('\n');
                    code = code[end..].trim_start();
                }
                None => {
                    attributes.push_str(code);
                    code = "";
                    break;
                }
            }
        }
        if code.is_empty() || code.starts_with("//") {
            continue;
        }
        if listed(code).any(|listed| listed == name) {
            best = TestPresence::Test;
        }
        if function_name(code) == Some(name) {
            best = best.max(presence_by(&attributes));
        }
        attributes.clear();
    }
    best
}

/// Whether the attributes read so far end inside one.
fn is_open(attributes: &str) -> bool {
    !attributes.is_empty() && !attributes.ends_with('\n')
}

/// Where in the code the attribute ends that is open or begins there.
fn end_of_attribute(attributes: &str, code: &str) -> Option<usize> {
    let open = attributes.rsplit('\n').next().unwrap_or_default();
    let step = |depth: i32, byte: u8| depth + i32::from(byte == b'[') - i32::from(byte == b']');
    let mut depth = open.bytes().fold(0, step);
    for (index, byte) in code.bytes().enumerate() {
        let before = depth;
        depth = step(depth, byte);
        if before > 0 && depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// The macros that make a test of each function they are handed, on every pi or through every client.
const MAKERS: [&str; 2] = ["both! {", "every_client! {"];

/// The functions that a line hands to one of them.
fn listed(code: &str) -> impl Iterator<Item = &str> {
    let inside = MAKERS.iter().find_map(|maker| code.strip_prefix(maker));
    let list = inside.and_then(|code| code.strip_suffix('}'));
    list.unwrap_or_default().split_whitespace()
}

fn function_name(code: &str) -> Option<&str> {
    let mut rest = code;
    while let Some((word, after)) = rest.split_once(' ') {
        match word {
            "fn" => return after.split(|c: char| !c.is_alphanumeric() && c != '_').next(),
            "pub" | "pub(crate)" | "pub(super)" | "async" | "const" => rest = after.trim_start(),
            _ => return None,
        }
    }
    None
}

fn presence_by(attributes: &str) -> TestPresence {
    let names: Vec<&str> = attributes.lines().map(attribute_name).collect();
    let is_test = names.iter().any(|name| *name == "test" || name.ends_with("::test"));
    match (is_test, names.contains(&"ignore")) {
        (false, _) => TestPresence::NotATest,
        (true, true) => TestPresence::Ignored,
        (true, false) => TestPresence::Test,
    }
}

/// `ignore` for `#[ignore = "slow"]`.
fn attribute_name(attribute: &str) -> &str {
    let inside = attribute.trim_start_matches("#[").trim_start();
    let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(inside.len());
    &inside[..end]
}

#[cfg(test)]
mod tests;
