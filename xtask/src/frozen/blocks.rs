//! What a scenario runs: its fenced blocks, and the line that names its front ends.

/// How a scenario names the front ends that it runs through, and how it did at the frozen commit.
const FRONT_ENDS: [&str; 2] = ["front ends:", "faces:"];

/// The lines of each block, its opening line first, without the closing line. The line that names the front ends is a
/// block of its own, because a scenario that runs through fewer of them shows less.
pub(super) fn blocks(document: &str) -> Vec<Vec<String>> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<String>)> = None;
    for line in document.lines() {
        let fence = line.chars().take_while(|&c| c == '`').count();
        match &mut open {
            None if fence >= 3 => open = Some((fence, vec![line.to_owned()])),
            None => {
                let names = FRONT_ENDS.iter().find_map(|key| line.strip_prefix(key));
                blocks.extend(names.map(|names| vec![format!("{}{names}", FRONT_ENDS[0])]));
            }
            Some((opened, _)) if fence >= *opened && line.len() == fence => {
                blocks.extend(open.take().map(|(_, lines)| lines));
            }
            Some((_, lines)) => lines.push(line.to_owned()),
        }
    }
    // A block that is never closed reaches to the end.
    blocks.extend(open.map(|(_, lines)| lines));
    blocks
}
