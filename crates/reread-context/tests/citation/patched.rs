//! A unified diff, applied by hand: the yardstick of the proofs, which shares no line with the product.
//!
//! Every hunk is first read as the lines that go and the lines that come, and only then laid on the text. Three lines
//! stand around a change, so a hunk with fewer belongs to the beginning or the end of the text.

/// The text that a diff makes of another; `None` if it does not fit it exactly.
pub(crate) fn patched(old: &str, diff: &str) -> Option<String> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut rest = diff.split_inclusive('\n');
    rest.next()?.strip_prefix("--- ")?;
    rest.next()?.strip_prefix("+++ ")?;
    let mut rest = rest.peekable();
    let mut new: Vec<String> = Vec::new();
    let mut taken = 0;
    while let Some(heading) = rest.next() {
        let hunk = Hunk::read(heading, &mut rest)?;
        let kept = old.get(taken..hunk.old_start)?;
        new.extend(kept.iter().map(|line| (*line).to_owned()));
        if new.len() != hunk.new_start {
            return None;
        }
        taken = hunk.old_start + hunk.go.len();
        if hunk.before < CONTEXT && hunk.old_start > 0 || hunk.after < CONTEXT && taken < old.len() {
            return None;
        }
        if !old.get(hunk.old_start..taken)?.iter().eq(&hunk.go) {
            return None;
        }
        new.extend(hunk.come);
    }
    new.extend(old[taken..].iter().map(|line| (*line).to_owned()));
    let ends_within = new.iter().rev().skip(1).any(|line| !line.ends_with('\n'));
    (!ends_within).then(|| new.concat())
}

/// Whether a text already says what a diff leads to, in every line that the diff shows of it.
pub(crate) fn is_patched(new: &str, diff: &str) -> bool {
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let mut rest = diff.split_inclusive('\n').skip(2).peekable();
    while let Some(heading) = rest.next() {
        let Some(hunk) = Hunk::read(heading, &mut rest) else { return false };
        let lines = new.get(hunk.new_start..hunk.new_start + hunk.come.len());
        if !lines.is_some_and(|lines| lines.iter().eq(&hunk.come)) {
            return false;
        }
    }
    true
}

/// For each hunk of a diff the first line that goes, how many go, and the lines that come.
pub(crate) fn hunks(diff: &str) -> Option<Vec<(u64, u64, Vec<String>)>> {
    let mut rest = diff.split_inclusive('\n').skip(2).peekable();
    let mut hunks = Vec::new();
    while let Some(heading) = rest.next() {
        let hunk = Hunk::read(heading, &mut rest)?;
        hunks.push((hunk.old_start as u64 + 1, hunk.go.len() as u64, hunk.come));
    }
    Some(hunks)
}

/// How many lines a diff takes away and adds, counted sign by sign.
pub(crate) fn signs(diff: &str) -> (usize, usize) {
    let body: Vec<&str> = diff.split_inclusive('\n').skip(2).collect();
    let count = |sign: char| body.iter().filter(|line| line.starts_with(sign)).count();
    (count('-'), count('+'))
}

/// Some lines, from a place in the old text to a place in the new one, counted from 0.
struct Hunk {
    old_start: usize,
    go: Vec<String>,
    new_start: usize,
    come: Vec<String>,
    /// How many lines stay before the first change, and behind the last.
    before: usize,
    after: usize,
}

/// How many lines stand around a change.
const CONTEXT: usize = 3;

impl Hunk {
    fn read<'a>(
        heading: &str,
        rest: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    ) -> Option<Self> {
        let (old, new) = heading.strip_prefix("@@ -")?.split_once(" @@")?.0.split_once(" +")?;
        let ((old_start, old_count), (new_start, new_count)) = (side(old)?, side(new)?);
        let mut hunk = Self { old_start, go: Vec::new(), new_start, come: Vec::new(), before: 0, after: 0 };
        while hunk.go.len() < old_count || hunk.come.len() < new_count {
            let line = rest.next()?;
            let mut text = line.get(1..)?.to_owned();
            if rest.next_if(|next| next.starts_with('\\')).is_some() {
                text.pop();
            }
            let (goes, comes) = match &line[..1] {
                " " => (true, true),
                "-" => (true, false),
                "+" => (false, true),
                _ => return None,
            };
            let is_first = hunk.before == hunk.go.len() && hunk.before == hunk.come.len();
            hunk.before += usize::from(goes && comes && is_first);
            hunk.after = if goes && comes { hunk.after + 1 } else { 0 };
            hunk.go.extend(goes.then(|| text.clone()));
            hunk.come.extend(comes.then_some(text));
        }
        (hunk.go.len() == old_count && hunk.come.len() == new_count).then_some(hunk)
    }
}

/// `7,3` or `7`: where a side begins and how many lines it has. One without lines is numbered by the line before it.
fn side(text: &str) -> Option<(usize, usize)> {
    let (first, count) = text.split_once(',').unwrap_or((text, "1"));
    let (first, count): (usize, usize) = (first.parse().ok()?, count.parse().ok()?);
    Some((if count == 0 { first } else { first.checked_sub(1)? }, count))
}

#[test]
fn the_yardstick_fits_by_hand() {
    let check = |old: &str, hunks: &str, new: Option<&str>| {
        assert_eq!(patched(old, &format!("--- a/f\n+++ b/f\n{hunks}")).as_deref(), new, "{old:?} {hunks:?}");
    };
    check("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", Some("a\nc\n"));
    check("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-x\n+c\n", None);
    check("a\nb\n", "@@ -2,1 +2,1 @@\n-b\n+c\n", None);
    check("a\nb\nc\nd\n", "@@ -1,4 +1,4 @@\n a\n b\n c\n-d\n+e\n", Some("a\nb\nc\ne\n"));
    check("0\na\nb\nc\nd\n", "@@ -2,4 +2,4 @@\n a\n b\n c\n-d\n+e\n", Some("0\na\nb\nc\ne\n"));
    check("0\na\nb\nc\nd\n", "@@ -2,4 +3,4 @@\n a\n b\n c\n-d\n+e\n", None);
    check("a\nb\nc\nd\n0\n", "@@ -1,4 +1,4 @@\n a\n b\n c\n-d\n+e\n", None);
    check("a\n", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n", Some("a"));
    check("a", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", Some("a\n"));
    check("a", "@@ -1 +1 @@\n-a\n+b\n", None);
    check("", "@@ -0,0 +1,2 @@\n+a\r\n+b\r\n", Some("a\r\nb\r\n"));
    check("a\nb\n", "@@ -1,2 +0,0 @@\n-a\n-b\n", Some(""));
    check("b\n", "@@ -0,0 +1 @@\n+a\n", None);
    let nine = "a\n1\n2\n3\n4\n5\n6\n7\nd\n";
    let both = "@@ -1,4 +1,5 @@\n+x\n a\n 1\n 2\n 3\n@@ -6,4 +7,4 @@ b\n 5\n 6\n 7\n-d\n+--- y\n";
    check(nine, both, Some("x\na\n1\n2\n3\n4\n5\n6\n7\n--- y\n"));
    check("a\n", "@@ -3,0 +4 @@\n+x\n", None);
}

#[test]
fn the_yardstick_counts_and_recognises() {
    let diff = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+--- d\n";
    assert_eq!(signs(diff), (1, 2));
    let come = ["a\n", "c\n", "--- d\n"].map(str::to_owned).to_vec();
    assert_eq!(hunks(diff), Some(vec![(1, 2, come)]));
    assert!(is_patched("a\nc\n--- d\nmore\n", diff));
    assert!(!is_patched("a\nb\n", diff));
}
