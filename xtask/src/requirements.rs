//! `cargo xtask requirements` (or `coverage`): every requirement has a row in `docs/requirements.md`, and every row is
//! true.
//!
//! A row reads `| S3-06 | sentence | done | scenarios/read/lines.md, crates/x/tests/laws.rs::name | note |` and stands in
//! the table of its section. It is `done` when scenarios, documents or tests that exist show it, `open` with a note that
//! says what is missing, or, in section C only, a `ruling` whose note says where its effect can be seen. Paths in a note
//! exist too. Whether a test shows what the requirement asks for is for the reader to judge.

use std::collections::BTreeMap;

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::rust_tests::{TestPresence, test_presence};

const DOCUMENT: &str = "docs/requirements.md";

/// The sections and how many requirements each has.
const SECTIONS: &[(&str, u32)] =
    &[("S0", 115), ("S1", 28), ("S2", 49), ("S3", 37), ("S4", 60), ("X", 21), ("C", 50)];

/// Where the paths begin that a note may name.
const FOLDERS: &[&str] =
    &["crates/", "docs/", "extensions/", "scenarios/", "clients/", "xtask/", "fuzz/", "benches/"];

/// Checks the document and says how far the work has come.
pub(crate) fn run(checkout: &Checkout) -> Result<(), ChoreError> {
    match requirements(checkout)? {
        CheckResult::Failed(problems) => Err(ChoreError::Failed(problems.join("\n       "))),
        CheckResult::Passed(notes) => {
            println!("{}", notes.join("\n"));
            Ok(())
        }
    }
}

/// Finds the rows that are missing or not true.
pub(crate) fn requirements(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let document = checkout.read(DOCUMENT)?;
    let problems = problems(&document, &CheckoutFiles(checkout));
    if problems.is_empty() {
        Ok(CheckResult::Passed(vec![progress(&document)]))
    } else {
        Ok(CheckResult::Failed(problems))
    }
}

/// The files of the repository.
trait Files {
    fn read(&self, path: &str) -> Option<String>;
    /// Whether there is a file or a folder of this name.
    fn exists(&self, path: &str) -> bool;
}

struct CheckoutFiles<'a>(&'a Checkout);

impl Files for CheckoutFiles<'_> {
    fn read(&self, path: &str) -> Option<String> {
        self.0.read(path).ok()
    }

    fn exists(&self, path: &str) -> bool {
        self.0.has_file(path) || self.0.has_folder(path)
    }
}

/// What is wrong with the document.
fn problems(document: &str, files: &impl Files) -> Vec<String> {
    let mut problems = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows(document) {
        let mut report = |problem: String| problems.push(format!("{DOCUMENT}:{}: {problem}", row.line));
        let Some(section) = section_of(row.number) else {
            report(format!("`{}` is not the number of a requirement", row.number));
            continue;
        };
        if section != row.section {
            report(format!("{} stands in section `{}`", row.number, row.section));
        }
        if let Some(first) = places.insert(row.number.to_owned(), row.line) {
            report(format!("{} has a row in line {first} already", row.number));
        }
        for problem in row_problems(&row, files) {
            report(format!("{} {problem}", row.number));
        }
    }
    let missing = numbers().filter(|number| !places.contains_key(number));
    problems.extend(missing.map(|number| format!("{DOCUMENT}: {number} has no row")));
    problems
}

/// One row of a table.
struct RequirementRow<'a> {
    line: usize,
    section: &'a str,
    number: &'a str,
    sentence: &'a str,
    status: &'a str,
    shown_by: &'a str,
    note: &'a str,
    surplus: bool,
}

/// The rows of all tables without their heads.
fn rows(document: &str) -> impl Iterator<Item = RequirementRow<'_>> {
    let mut section = "";
    document.lines().zip(1..).filter_map(move |(text, line)| {
        if let Some(heading) = text.strip_prefix("## ") {
            section = heading.split([':', ' ']).next().unwrap_or_default();
        }
        let inside = text.trim().strip_prefix('|')?;
        let mut cells = inside.strip_suffix('|').unwrap_or(inside).split('|').map(str::trim);
        let number = cells.next().unwrap_or_default();
        if number == "number" || number.trim_matches([':', '-']).is_empty() && number.contains('-') {
            return None;
        }
        let mut next = || cells.next().unwrap_or_default();
        let (sentence, status, shown_by, note) = (next(), next(), next(), next());
        let surplus = cells.next().is_some();
        Some(RequirementRow { line, section, number, sentence, status, shown_by, note, surplus })
    })
}

fn row_problems(row: &RequirementRow<'_>, files: &impl Files) -> Vec<String> {
    let shown_by =
        || row.shown_by.split(',').map(|item| item.trim().trim_matches('`')).filter(|item| !item.is_empty());
    let mut problems: Vec<String> = shown_by().filter_map(|item| witness_problem(item, files)).collect();
    if row.surplus {
        problems.push("has more than five cells".to_owned());
    }
    if row.sentence.split_whitespace().count() < 2 {
        problems.push("has no sentence".to_owned());
    }
    let gone = paths_in(row.note).filter(|path| !files.exists(path));
    problems.extend(gone.map(|path| format!("has a note that names {path}, which does not exist")));
    match row.status {
        "done" if shown_by().next().is_none() => {
            problems.push("is done and names nothing that shows it".to_owned());
        }
        "open" | "ruling" if row.note.is_empty() => {
            problems.push(format!("is {} and has no note", row.status));
        }
        "ruling" if row.section != "C" => problems.push("is a ruling outside section C".to_owned()),
        "done" | "open" | "ruling" => {}
        other => problems.push(format!("has the status `{other}`, not done, open or ruling")),
    }
    problems
}

/// The paths of files and folders in a note; a test behind `::` is left out.
fn paths_in(note: &str) -> impl Iterator<Item = &str> {
    let words = note.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '`'));
    words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
}

/// Why the item shows nothing; nothing if it is a document or a test that exists.
fn witness_problem(item: &str, files: &impl Files) -> Option<String> {
    let (path, test) = item.split_once("::").map_or((item, None), |(path, test)| (path, Some(test)));
    let extension = path.rsplit('.').next();
    match (test, extension) {
        (None, Some("md")) | (Some(_), Some("rs")) => {}
        _ => return Some(format!("names `{item}`, which is neither FILE.md nor FILE.rs::TEST")),
    }
    if path.starts_with('/') || path.split('/').any(|part| part == "..") {
        return Some(format!("names {path}, which is not written from the root of the repository"));
    }
    let Some(text) = files.read(path) else {
        return Some(format!("names {path}, which does not exist"));
    };
    let test = test?;
    match test_presence(&text, test) {
        TestPresence::Test => None,
        TestPresence::Absent => Some(format!("names {test}, which is not in {path}")),
        TestPresence::NotATest => Some(format!("names {test}, which is not a test in {path}")),
        TestPresence::Ignored => Some(format!("names {test}, which is ignored in {path}")),
    }
}

fn numbers() -> impl Iterator<Item = String> {
    SECTIONS
        .iter()
        .flat_map(|(section, count)| (1..=*count).map(move |number| format!("{section}-{number:02}")))
}

fn section_of(number: &str) -> Option<&str> {
    let section = number.split_once('-')?.0;
    numbers().any(|known| known == number).then_some(section)
}

/// How many requirements have which status.
fn progress(document: &str) -> String {
    let count = |status: &str| rows(document).filter(|row| row.status == status).count();
    format!("{} done, {} rulings, {} open", count("done"), count("ruling"), count("open"))
}

#[cfg(test)]
mod tests;
