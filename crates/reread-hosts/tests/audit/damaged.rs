//! Damaged sessions: whatever is in them, an audit ends with a verdict.

use std::path::Path;

use proptest::prelude::*;

use crate::audit::session::audited;

fn histories() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/histories");
    let names = ["edited-away", "inexact-diff", "nested", "reverted"];
    names.map(|name| std::fs::read(folder.join(name).join("session.jsonl")).unwrap()).into()
}

#[derive(Clone, Debug)]
enum Damage {
    /// Another byte.
    Byte(prop::sample::Index, u8),
    /// A digit of a number becomes many.
    Number(prop::sample::Index),
    /// A line is lost.
    Lose(prop::sample::Index),
    /// A line comes twice, in place of another.
    Copy(prop::sample::Index, prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        index().prop_map(Damage::Number),
        index().prop_map(Damage::Lose),
        (index(), index()).prop_map(|(from, to)| Damage::Copy(from, to)),
    ]
}

fn damaged(session: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> =
        session.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    for damage in damages {
        match damage {
            Damage::Byte(at, byte) => {
                let line = at.index(lines.len());
                let at = at.index(lines[line].len());
                lines[line][at] = *byte;
            }
            Damage::Number(at) => {
                let line = at.index(lines.len());
                let digits: Vec<usize> =
                    (0..lines[line].len()).filter(|at| lines[line][*at].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    let at = *at.get(&digits);
                    lines[line].splice(at..=at, *b"9007199254740993");
                }
            }
            Damage::Lose(at) if lines.len() > 2 => drop(lines.remove(at.index(lines.len()))),
            Damage::Lose(_) => {}
            Damage::Copy(from, to) => {
                let (from, to) = (from.index(lines.len()), to.index(lines.len()));
                lines[to] = lines[from].clone();
            }
        }
    }
    lines.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_audit_ends(history in 0..4_usize, damages in prop::collection::vec(damage(), 1..12)) {
        let session = damaged(&histories()[history], &damages);
        let (reader, report) = audited(&session, &|_| None);
        prop_assert!(report.findings.len() as u64 <= report.reads + reader.history().len() as u64);
    }
}
