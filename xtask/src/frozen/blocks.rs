//! The fenced blocks of a Markdown document.

/// The lines of each block, its opening line first, without the closing line.
pub(super) fn blocks(document: &str) -> Vec<Vec<String>> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<String>)> = None;
    for line in document.lines() {
        let fence = line.chars().take_while(|&c| c == '`').count();
        match &mut open {
            None if fence >= 3 => open = Some((fence, vec![line.to_owned()])),
            None => {}
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
