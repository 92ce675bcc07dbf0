//! How many spaces one level of indentation has in a text.
//!
//! Only a line that opens a block shows it: the next line is one level deeper. A continued expression is not evidence.

/// What a line ends with that opens a block.
const OPENERS: [&[u8]; 5] = [b"{", b":", b" then", b" do", b"else"];

/// The widest level.
const WIDEST: usize = 8;

/// The spaces of one level, if nine of ten blocks agree; `None` if no block shows it.
pub(super) fn indent_unit<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Option<usize> {
    let mut steps = [0_usize; WIDEST + 1];
    let mut before: Option<&[u8]> = None;
    for line in lines.filter(|line| !line.trim_ascii().is_empty()) {
        if let Some(before) = before.filter(|before| opens_block(before)) {
            let (outer, inner) = (spaces(before), spaces(line));
            let step = outer.zip(inner).and_then(|(outer, inner)| inner.checked_sub(outer));
            if let Some(count) = step.filter(|step| *step > 0).and_then(|step| steps.get_mut(step)) {
                *count += 1;
            }
        }
        before = Some(line);
    }
    let unit = (1..=WIDEST).max_by_key(|step| steps[*step])?;
    let all: usize = steps.iter().sum();
    (all > 0 && steps[unit] * 10 >= all * 9).then_some(unit)
}

/// Whether the next line is deeper by one level.
pub(super) fn opens_block(line: &[u8]) -> bool {
    OPENERS.iter().any(|opener| line.trim_ascii_end().ends_with(opener))
}

/// The spaces that a line is indented by; `None` if it has tabs there.
fn spaces(line: &[u8]) -> Option<usize> {
    let count = line.iter().take_while(|byte| **byte == b' ').count();
    (line.get(count) != Some(&b'\t')).then_some(count)
}
