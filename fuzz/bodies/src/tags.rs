//! Tags as callers cite them. Without the key none can be made.

use reread_context::{Citation, RejectedTag, ShownSnapshot, Subject, Tag, TagKey, TagView};
use reread_text::{Digest, LineRange, LineSet, count_lines};

use crate::input::numbers;

/// Two bytes choose where a real tag is altered and to what; the rest is a text that a caller cites.
///
/// The text is never believed, whether or not it has the form of a tag. A real tag is believed for exactly its lines, and
/// no longer once a byte of it, or anything it is bound to, is another.
pub fn tags(data: &[u8]) {
    let Some(([place, byte], cited)) = numbers(data) else { return };
    let text = String::from_utf8_lossy(cited);
    // A key of the input's own: nothing a fuzzer learns about one input helps it with the next.
    let world = World::of(&Digest::of(data));

    let parsed = text.parse::<Tag>().ok();
    if let Some(tag) = &parsed {
        let spelled = tag.to_string();
        assert!(text == spelled || text == spelled[1..], "a tag has one spelling, with or without its mark");
    }
    let doubt = parsed.clone().map_or_else(|| RejectedTag::NotATag(text.to_string()), RejectedTag::Unknown);
    world.check(&text, None, Some(&doubt));

    let lines = parsed.map_or_else(|| lines_of(cited), |tag| tag.lines().clone());
    let subject = world.subject();
    let tag = world.key.mint(&subject, &world.now, &lines);
    world.check(&tag.to_string(), Some(&lines), None);

    let mut altered = tag.to_string().into_bytes();
    let place = usize::from(place) % altered.len();
    altered[place] = byte;
    let altered = String::from_utf8_lossy(&altered);
    if altered != tag.to_string() {
        world.check(&altered, None, None);
    }
    for other in [
        Subject { epoch: subject.epoch + 1, ..subject },
        Subject { root: b"/elsewhere", ..subject },
        Subject { path: b"other.rs", ..subject },
        Subject { root: b"/w", path: b"s/src/lib.rs", ..subject },
        Subject { view: TagView::Frame, ..subject },
    ] {
        world.check(&world.key.mint(&other, &world.now, &lines).to_string(), None, None);
    }
    let later = ShownSnapshot { generation: world.now.generation + 1, ..world.now };
    world.check(&world.key.mint(&subject, &later, &lines).to_string(), None, None);
    world.check(
        &world
            .key
            .mint(&subject, &ShownSnapshot { digest: Digest::of(b"of another text"), ..world.now }, &lines)
            .to_string(),
        None,
        None,
    );
    diff_tags(&world, &lines);
}

/// The tag of a diff stands for all lines of the new version. It counts together with the whole of its base, in any
/// order, and never without.
fn diff_tags(world: &World, lines: &LineSet) {
    let subject = world.subject();
    let of_diff = Subject { view: TagView::Diff(world.earlier.digest), ..subject };
    let all = LineRange::new(1, world.now.total_lines).expect("the text has lines").into();
    if *lines != all {
        let of_some = world.key.mint(&of_diff, &world.now, lines);
        world.check(&of_some.to_string(), None, Some(&RejectedTag::Unknown(of_some.clone())));
    }
    let (lines, of_diff) = (&all, world.key.mint(&of_diff, &world.now, &all));
    world.check(&of_diff.to_string(), None, Some(&RejectedTag::WithoutBase(of_diff.clone())));

    let base = |last| {
        let shown = LineRange::new(1, last).expect("counted from 1").into();
        world.key.mint(&subject, &world.earlier, &shown).to_string()
    };
    let held = |cited: &[String]| world.recognise(cited).held.lines_of(&world.now.digest);
    let (whole, part) = (base(world.earlier.total_lines), base(world.earlier.total_lines - 1));
    let diff = of_diff.to_string();
    assert_eq!(held(&[whole.clone(), diff.clone()]).as_ref(), Some(lines));
    assert_eq!(held(&[diff.clone(), whole]).as_ref(), Some(lines));
    assert_eq!(held(&[part, diff]), None);
}

struct World {
    key: TagKey,
    now: ShownSnapshot,
    earlier: ShownSnapshot,
}

impl World {
    fn of(secret: &Digest) -> Self {
        let key = TagKey::new(*secret.as_bytes());
        let version = |generation, text: &[u8]| ShownSnapshot {
            generation,
            digest: Digest::of(text),
            total_lines: count_lines(text),
        };
        Self { key, now: version(2, b"the text now"), earlier: version(1, b"an\nearlier\ntext\n") }
    }

    fn subject(&self) -> Subject<'static> {
        Subject { epoch: 7, root: b"/ws", path: b"src/lib.rs", view: TagView::Lines }
    }

    fn recognise(&self, cited: &[String]) -> Citation {
        Citation::recognise(cited, &self.key, &self.subject(), &[self.now, self.earlier])
    }

    /// Cites one text and expects these lines to be held, and this doubt if it is known which.
    fn check(&self, cited: &str, held: Option<&LineSet>, doubt: Option<&RejectedTag>) {
        let citation = self.recognise(&[cited.to_owned()]);
        assert_eq!(citation.held.lines_of(&self.now.digest).as_ref(), held, "{cited:?}");
        assert_eq!(citation.held.is_empty(), held.is_none(), "{cited:?}");
        assert_eq!(citation.rejected.len(), usize::from(held.is_none()), "{cited:?}");
        if let Some(doubt) = doubt {
            assert_eq!(citation.rejected.first(), Some(doubt));
        }
    }
}

/// Some lines, since the text names none: each byte begins a short range.
fn lines_of(bytes: &[u8]) -> LineSet {
    let range = |byte: &u8| LineRange::new(u64::from(*byte) + 1, u64::from(*byte) + 3);
    bytes.iter().take(Tag::MOST_RUNS).filter_map(|byte| range(byte).ok()).collect()
}
