use std::collections::{BTreeMap, BTreeSet};

use reread_benches::Random;

use super::{PlannedRead, ReadScope, Step, Task, plan};
use crate::repository::SourceFile;

fn files() -> Vec<SourceFile> {
    let text =
        |file: usize| (1..=200 + file).map(|line| format!("    let value_{line} = {file};\n")).collect();
    (0..20).map(|file| SourceFile { name: format!("src/{file}.rs"), text: text(file) }).collect()
}

fn task(scope: ReadScope) -> Task {
    Task {
        name: "T",
        scope,
        calls: 60,
        edits: 9,
        searches: 5,
        files: 10,
        range_lines: (30, 160),
        again_percent: 30,
    }
}

fn planned(scope: ReadScope, seed: u64) -> Vec<Step> {
    plan(&task(scope), &files(), &mut Random::new(seed)).expect("there are files enough")
}

#[test]
fn the_same_seed_gives_the_same_plan() {
    assert_eq!(planned(ReadScope::Ranges, 7), planned(ReadScope::Ranges, 7));
    assert_ne!(planned(ReadScope::Ranges, 7), planned(ReadScope::Ranges, 8));
}

#[test]
fn a_plan_has_as_many_steps_as_the_task_asks_for() {
    for scope in [ReadScope::Ranges, ReadScope::Files] {
        let steps = planned(scope, 1);
        let count = |is_kind: fn(&Step) -> bool| steps.iter().filter(|step| is_kind(step)).count();
        assert_eq!(count(|step| matches!(step, Step::Read(_))), 60);
        assert_eq!(count(|step| matches!(step, Step::Edit(_))), 9);
        assert_eq!(count(|step| matches!(step, Step::Search { .. })), 5);
    }
}

/// The text of every read is what the edits before it made of the file.
#[test]
fn a_read_expects_the_lines_of_its_time() {
    for seed in 0..20 {
        let mut texts: BTreeMap<String, String> =
            files().into_iter().map(|file| (file.name, file.text)).collect();
        for step in planned(ReadScope::Ranges, seed) {
            match step {
                Step::Read(PlannedRead { file, first, last, text, .. }) => {
                    let lines: Vec<&str> = texts[&file].split_inclusive('\n').collect();
                    assert_eq!(lines[first - 1..last].concat(), text, "seed {seed}");
                }
                Step::Edit(edit) => {
                    let before = texts.insert(edit.file, edit.after.clone());
                    assert_ne!(before, Some(edit.after), "seed {seed}");
                }
                Step::Search { .. } => {}
            }
        }
    }
}

/// Files are read whole, so that a line is new exactly when its file was not read before.
#[test]
fn only_lines_that_were_neither_shown_nor_written_are_new() {
    let mut opened = BTreeSet::new();
    for step in planned(ReadScope::Files, 5) {
        if let Step::Read(read) = step {
            let expected = if opened.insert(read.file.clone()) { read.text.as_str() } else { "" };
            assert_eq!(read.new_text, expected, "{}", read.file);
        }
    }
}

#[test]
fn every_file_of_a_task_on_whole_files_is_read() {
    let steps = planned(ReadScope::Files, 3);
    let read = steps.iter().filter_map(|step| match step {
        Step::Read(read) => Some((read.file.as_str(), read.is_whole)),
        _ => None,
    });
    let files: BTreeMap<&str, bool> = read.collect();
    assert_eq!(files.len(), 10);
    assert!(files.values().all(|is_whole| *is_whole));
}
