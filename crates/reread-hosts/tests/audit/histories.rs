//! Sessions that pi and the original extension wrote: every false marker and diff is found, and no other.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use reread_hosts::pi::{AuditFinding, AuditReport, ContentCheck, SessionAudit, SessionReader};
use reread_text::Digest;

/// The entries of a history that are not justified, with the reason: with snapshots and without the same.
fn check(name: &str, expected: &[(&str, &str)]) {
    check_without_snapshots(name, expected, &[]);
}

/// Likewise; and those that cannot be verified without snapshots. With snapshots there are none.
fn check_without_snapshots(name: &str, expected: &[(&str, &str)], without: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/histories").join(name);
    let load = |digest: &Digest| fs::read(folder.join(format!("objects/sha256-{digest}.txt"))).ok();
    let session = folder.join("session.jsonl");
    let without: Vec<(&str, &str)> = without.iter().map(|id| (*id, "no_snapshot")).collect();
    for (load, unverifiable) in
        [(&load as &dyn Fn(&Digest) -> Option<Vec<u8>>, &[][..]), (&|_| None, &without)]
    {
        let (reader, report) = audited(&session, load);
        let id = |finding: &AuditFinding| reader.history().id(finding.entry);
        let found: Vec<_> = report.unjustified().map(|(finding, why)| (id(finding), why.word())).collect();
        assert_eq!(found, expected, "{name}");
        let found: Vec<_> = report.unverifiable().map(|(finding, why)| (id(finding), why.word())).collect();
        assert_eq!(found, unverifiable, "{name}");
    }
}

fn audited<'a>(
    session: &PathBuf,
    load: &dyn Fn(&Digest) -> Option<Vec<u8>>,
) -> (SessionReader<'a>, AuditReport) {
    let mut audit = SessionAudit::new();
    let mut reader = SessionReader::new(ContentCheck::Skipped);
    reader.read_with(File::open(session).unwrap(), |index, entry| audit.note(index, entry)).unwrap();
    let cwd = reader.header().and_then(|header| header.cwd.as_deref());
    let report = audit.report(reader.history(), None, cwd, load);
    (reader, report)
}

#[test]
fn a_truncated_whole_is_not_the_whole() {
    check(
        "truncated-whole",
        &[("a69ed404", "truncated"), ("f66425f4", "truncated"), ("298efdd6", "truncated")],
    );
}

#[test]
fn what_was_edited_away_is_not_there() {
    check(
        "edited-away",
        &[
            ("28a532ed", "edited_away"),
            ("c2034a68", "edited_away"),
            ("79441f00", "edited_away"),
            ("345a6f79", "edited_away"),
        ],
    );
}

#[test]
fn scripts_are_owed_the_text_and_show_the_model_nothing() {
    check("nested", &[("7a8418f7", "in_a_script"), ("69419c3c", "never_shown"), ("206d606c", "in_a_script")]);
}

#[test]
fn nothing_is_found_in_an_honest_session() {
    check_without_snapshots("honest", &[], &["b1632ac0", "0b1f3415", "7901fbc3", "02c681a1"]);
}

#[test]
fn what_the_byte_limit_cut_off_was_not_shown() {
    check_without_snapshots(
        "byte-limit",
        &[
            ("50a4a795", "truncated"),
            ("c94734ee", "truncated"),
            ("ca7e6700", "truncated"),
            ("f0d28c94", "truncated"),
        ],
        &["9584cb14"],
    );
}

#[test]
fn a_text_that_was_replaced_is_not_the_latest() {
    check("reverted", &[("00010123", "superseded"), ("a669504b", "superseded"), ("bb9bcf53", "superseded")]);
}

#[test]
fn a_diff_that_does_not_give_the_file_is_wrong() {
    check(
        "inexact-diff",
        &[
            ("a4ec8386", "diff_does_not_apply"),
            ("cd0c8edd", "diff_does_not_apply"),
            ("8640370d", "diff_does_not_apply"),
            ("d1c94618", "diff_does_not_apply"),
            ("7a93bdf0", "diff_does_not_apply"),
        ],
    );
}

/// The histories hold what their summary says: a test of a session in which nothing is looked at proves nothing.
#[test]
fn every_read_is_looked_at() {
    let counts = |name: &str| {
        let session =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/histories").join(name).join("session.jsonl");
        let (_, report) = audited(&session, &|_| None);
        let diffs = report.findings.iter().filter(|finding| finding.said.is_diff()).count();
        (report.reads, report.findings.len() - diffs, diffs)
    };
    assert_eq!(counts("honest"), (64, 24, 7));
    assert_eq!(counts("nested"), (6, 4, 0));
    assert_eq!(counts("truncated-whole"), (4, 2, 1));
    assert_eq!(counts("edited-away"), (8, 4, 1));
    assert_eq!(counts("byte-limit"), (7, 5, 0));
    assert_eq!(counts("reverted"), (8, 3, 0));
    assert_eq!(counts("inexact-diff"), (9, 1, 4));
}
