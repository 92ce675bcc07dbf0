use proptest::prelude::*;
use reread_text::LineRange;

use super::*;

fn key() -> TagKey {
    TagKey::new([7; 32])
}

fn subject() -> Subject<'static> {
    Subject { epoch: 0, root: b"/ws", path: b"song.txt", view: TagView::Lines }
}

fn snapshot(text: &str) -> ShownSnapshot {
    ShownSnapshot { generation: 7, digest: Digest::of(text.as_bytes()), total_lines: 3 }
}

fn mint(subject: &Subject<'_>, text: &str, lines: &str) -> String {
    key().mint(subject, &snapshot(text), &lines.parse().unwrap()).to_string()
}

#[test]
fn a_tag_reads_back_as_itself() {
    for lines in ["1-300", "7-7", "1-40,90-120"] {
        let text = mint(&subject(), "one\n", lines);
        assert_eq!(text.parse::<Tag>().unwrap().to_string(), text);
        assert_eq!(text[1..].parse::<Tag>().unwrap().to_string(), text, "without its mark");
        assert_eq!(format!("{text}/900").parse::<Tag>().unwrap().to_string(), text, "as a header has it");
        assert!(text.ends_with(&format!("@{lines}")), "{text}");
    }
}

#[test]
fn an_empty_file_has_a_tag_without_lines() {
    let tag = key().mint(&subject(), &snapshot(""), &LineSet::default());
    assert!(tag.to_string().ends_with("@0"), "{tag}");
    assert_eq!(tag.to_string().parse::<Tag>(), Ok(tag));
}

#[test]
fn everything_a_tag_is_bound_to_changes_its_digits() {
    let tag = mint(&subject(), "one\n", "1-3");
    let digits = &tag[..13];
    let moved_border = Subject { root: b"/wss", path: b"ong.txt", ..subject() };
    for other in [
        mint(&subject(), "two\n", "1-3"),
        mint(&subject(), "one\n", "1-4"),
        mint(&Subject { epoch: 1, ..subject() }, "one\n", "1-3"),
        mint(&Subject { root: b"/other", ..subject() }, "one\n", "1-3"),
        mint(&Subject { path: b"other.txt", ..subject() }, "one\n", "1-3"),
        mint(&Subject { view: TagView::Frame, ..subject() }, "one\n", "1-3"),
        mint(&Subject { view: TagView::Diff(Digest::of(b"one\n")), ..subject() }, "one\n", "1-3"),
        mint(&moved_border, "one\n", "1-3"),
    ] {
        assert_ne!(&other[..13], digits, "{other}");
    }
    let lines = "1-3".parse().unwrap();
    let other_key = TagKey::new([8; 32]).mint(&subject(), &snapshot("one\n"), &lines);
    let later = ShownSnapshot { generation: 8, ..snapshot("one\n") };
    assert_ne!(key().mint(&subject(), &later, &lines).to_string(), tag);
    assert_ne!(other_key.to_string(), tag);
}

#[test]
fn what_only_resembles_a_tag_is_none() {
    for text in [
        "",
        "#",
        "##482915736208@1-300",
        "#482915736208",
        "#48291573620@1-3",
        "#4829157362080@1-3",
        "#4829157362a8@1-3",
        "#482915736208@",
        "#482915736208@0-3",
        "#482915736208@3-1",
        "#482915736208@1-3,2-5",
        "#482915736208@1-3 ",
        "#+82915736208@1-3",
        "#482915736208@1-3/",
        "#482915736208@1-3/x",
        "#482915736208@1-3/+3",
        "#482915736208@1-3/3/3",
        "#482915736208@/3",
    ] {
        assert_eq!(text.parse::<Tag>(), Err(NotATag), "{text:?}");
    }
}

#[test]
fn a_tag_has_an_end() {
    let far = u64::MAX - 6;
    let runs: Vec<String> = (0..Tag::MOST_RUNS as u64).map(|at| format!("{0}-{0}", far + 2 * at)).collect();
    let longest = mint(&subject(), "one\n", &runs.join(","));
    let with_total = format!("{longest}/{}", u64::MAX);
    assert_eq!(with_total.len(), Tag::MOST_BYTES);
    assert_eq!(with_total.parse::<Tag>().unwrap().to_string(), longest);
    assert_eq!(format!("{with_total}0").parse::<Tag>(), Err(NotATag));
    assert_eq!("#482915736208@1-1,3-3,5-5,7-7,9-9".parse::<Tag>(), Err(NotATag));
}

proptest! {
    /// Whatever was shown: its tag is within the bounds of a tag and reads back, or it is not taken for one.
    #[test]
    fn a_minted_tag_is_within_bounds(runs in prop::collection::vec((1..=u64::MAX, 0..u64::MAX), 0..9)) {
        let lines: LineSet =
            runs.iter().map(|(first, more)| LineRange::new(*first, first.saturating_add(*more)).unwrap()).collect();
        // Runs as random as these mostly overlap; every other line gives as many as there are.
        let apart: LineSet =
            (0..runs.len() as u64).map(|at| LineRange::new(runs[0].0 / 2 + 2 * at + 1, runs[0].0 / 2 + 2 * at + 1).unwrap()).collect();
        for lines in [lines, apart] {
            let tag = key().mint(&subject(), &snapshot("one\n"), &lines);
            let text = tag.to_string();
            if lines.ranges().len() <= Tag::MOST_RUNS {
                prop_assert!(text.len() <= Tag::MOST_BYTES, "{}", text);
                prop_assert_eq!(text.parse::<Tag>(), Ok(tag));
            } else {
                prop_assert_eq!(text.parse::<Tag>(), Err(NotATag));
            }
        }
    }
}
