//! What a result says: a text, or one of the sentences that stand in its place.

/// A result, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ReplyForm {
    /// Anything that is no sentence of ours.
    Text,
    /// The whole file, which has so many lines, is as before.
    Unchanged(usize),
    /// These lines are as before.
    UnchangedLines(usize, usize),
    /// A unified diff of the file as it was shown.
    Diff(String),
}

impl ReplyForm {
    /// What stands in a result. With numbers, the host has put one before each line of what it was given.
    pub(crate) fn of(result: &str, is_numbered: bool) -> Self {
        let bare = if is_numbered { without_numbers(result) } else { result.to_owned() };
        Self::sentence(&bare).unwrap_or(Self::Text)
    }

    fn sentence(text: &str) -> Option<Self> {
        let words = text.strip_prefix("[reread: ")?;
        if let Some((head, diff)) = words.split_once("]\n") {
            let (changed, total) = head.split_once(" lines changed of ")?;
            let is_count = |word: &str| word.parse::<usize>().is_ok();
            return (is_count(changed) && is_count(total)).then(|| Self::Diff(diff.to_owned()));
        }
        let words = words.trim_end_matches('\n').strip_suffix(']')?;
        if let Some(total) = words.strip_prefix("unchanged, ") {
            let count = total.strip_suffix(" lines").or_else(|| total.strip_suffix(" line"))?;
            return Some(Self::Unchanged(count.parse().ok()?));
        }
        let words = words.strip_prefix("unchanged in lines ")?;
        let lines = match words.strip_suffix("; changes exist outside this range") {
            Some(lines) => lines,
            None => words.split_once(" of ").filter(|(_, total)| total.parse::<usize>().is_ok())?.0,
        };
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        Some(Self::UnchangedLines(first.parse().ok()?, last.parse().ok()?))
    }
}

/// A numbered text without its numbers.
fn without_numbers(text: &str) -> String {
    let bare = |line: &str| match line.split_once('\t') {
        Some((number, rest)) if number.trim_start().parse::<usize>().is_ok() => rest.to_owned(),
        _ => line.to_owned(),
    };
    text.split('\n').map(bare).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(result: &str, expected: &ReplyForm) {
        assert_eq!(ReplyForm::of(result, result.starts_with("1\t")), *expected, "{result:?}");
    }

    #[test]
    fn sentences_are_told_from_texts() {
        check("1\t[reread: unchanged, 3 lines]", &ReplyForm::Unchanged(3));
        check("[reread: unchanged, 1 line]", &ReplyForm::Unchanged(1));
        check("[reread: unchanged in lines 2-9 of 30]", &ReplyForm::UnchangedLines(2, 9));
        check(
            "[reread: unchanged in lines 2; changes exist outside this range]",
            &ReplyForm::UnchangedLines(2, 2),
        );
        let diff = "@@ -1 +1 @@\n-a\n+b\n";
        check(&format!("[reread: 1 lines changed of 3]\n{diff}"), &ReplyForm::Diff(diff.to_owned()));
        check(
            "1\t[reread: 1 lines changed of 3]\n2\t@@ -1 +1 @@\n3\t-a\n4\t+b\n5\t",
            &ReplyForm::Diff(diff.to_owned()),
        );
        for text in ["", "one", "1\tone", "[reread: unchanged]", "x [reread: unchanged, 3 lines]"] {
            check(text, &ReplyForm::Text);
        }
    }
}
