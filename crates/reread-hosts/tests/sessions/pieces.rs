//! However a session arrives, it is the same session.

use proptest::collection::vec;
use proptest::prelude::*;
use reread_hosts::pi::{ContentCheck, ReadMetadata, SessionReader, content_digest};
use reread_text::Digest;
use serde_json::{Value, json};

use crate::sessions::written::{call, result, session};
use crate::sessions::{config, entries};

/// One entry of a session, good or bad.
fn entry() -> impl Strategy<Value = Value> {
    let text = prop_oneof![Just("one\n"), Just("naïve \u{feff}\"\\\n"), Just("")];
    prop_oneof![
        "[ab]".prop_map(|path| call("c", &path)),
        (text, any::<bool>()).prop_map(|(text, sealed)| {
            let metadata = json!({"v": 1, "pathKey": "/home/dev/proj/a", "scopeKey": "full",
                "servedHash": Digest::of(text.as_bytes()).to_string(), "mode": "full",
                "totalLines": text.split('\n').count(), "rangeStart": 1, "rangeEnd": text.split('\n').count(),
                "bytes": text.len()});
            let mut metadata = ReadMetadata::parse(&metadata.to_string()).unwrap();
            metadata.content_hash = sealed.then(|| content_digest(text));
            result("c", text, &json!({"readcache": metadata.to_json()}))
        }),
        Just(result("c", "text", &json!({}))),
        Just(json!({"type": "compaction", "summary": "…"})),
        "[0-9]".prop_map(|target| json!({"type": "context_edit", "targetId": target})),
        Just(json!({"type": "message", "message": 7})),
        "[0-9]".prop_map(|id| json!({"type": "label", "id": id})),
    ]
}

/// A session, some of its bytes replaced, perhaps without its end.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let damage = vec((any::<prop::sample::Index>(), prop_oneof![Just(b'\n'), Just(b'"'), any::<u8>()]), 0..3);
    (vec(entry(), 0..12), damage, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(entries, damage, end, whole)| {
            let mut bytes = session(&entries).into_bytes();
            for (place, byte) in damage {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            if !whole {
                bytes.truncate(end.index(bytes.len()));
            }
            bytes
        },
    )
}

fn same(left: &SessionReader<'_>, right: &SessionReader<'_>) -> Result<(), TestCaseError> {
    prop_assert_eq!(entries(left.history()), entries(right.history()));
    prop_assert_eq!(left.header(), right.header());
    prop_assert_eq!(left.leaf(), right.leaf());
    prop_assert_eq!(left.place(), right.place());
    prop_assert_eq!(left.skipped(), right.skipped());
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_pieces_give_the_same_history(bytes in bytes(), cuts in vec(any::<prop::sample::Index>(), 0..6)) {
        let mut whole = SessionReader::new(ContentCheck::Digested);
        whole.feed(&bytes);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let mut pieces = SessionReader::new(ContentCheck::Digested);
        for cut in cuts.windows(2) {
            pieces.feed(&bytes[cut[0]..cut[1]]);
        }
        same(&whole, &pieces)?;
        let mut read = SessionReader::new(ContentCheck::Digested);
        read.read_from(bytes.as_slice()).unwrap();
        same(&whole, &read)?;
    }

    #[test]
    fn who_goes_on_where_the_reader_is_misses_nothing(bytes in bytes(), end in any::<prop::sample::Index>()) {
        let mut whole = SessionReader::new(ContentCheck::Digested);
        whole.feed(&bytes);
        let mut resumed = SessionReader::new(ContentCheck::Digested);
        resumed.read_from(&bytes[..end.index(bytes.len() + 1)]).unwrap();
        let offset = usize::try_from(resumed.place().offset).unwrap();
        resumed.read_from(&bytes[offset..]).unwrap();
        same(&whole, &resumed)?;
    }

    #[test]
    fn lines_that_are_appended_one_by_one_are_a_session(bytes in bytes()) {
        let mut whole = SessionReader::new(ContentCheck::Digested);
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        whole.feed(&bytes[..end]);
        let mut appended = SessionReader::new(ContentCheck::Digested);
        for line in bytes[..end].split_inclusive(|byte| *byte == b'\n') {
            appended.append_line(line);
        }
        same(&whole, &appended)?;
    }
}
