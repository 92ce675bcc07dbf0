use super::*;

/// A document in which everything is open, except that `rows` replace the rows of their numbers.
fn document(rows: &[&str]) -> String {
    let number_of = |row: &str| row.split('|').nth(1).unwrap_or_default().trim().to_owned();
    let mut document = String::new();
    for (section, count) in SECTIONS {
        document.push_str(&format!(
            "## {section}\n\n| number | requirement | status | shown by | note |\n|---|---|---|:--|---|\n"
        ));
        for number in (1..=*count).map(|number| format!("{section}-{number:02}")) {
            let mut replaced = rows.iter().filter(|row| number_of(row) == number).peekable();
            if replaced.peek().is_none() {
                document.push_str(&format!("| {number} | It works. | open | | comes later |\n"));
            }
            for row in replaced {
                document.push_str(&format!("{row}\n"));
            }
        }
    }
    document
}

/// A repository of three files.
struct ThreeFiles;

impl Files for ThreeFiles {
    fn read(&self, path: &str) -> Option<String> {
        let text = match path {
            "scenarios/read.md" | "docs/trust.md" => "# A promise",
            "tests/laws.rs" => "#[test]\nfn law() {}\n#[test]\n#[ignore]\nfn slow() {}\nfn helper() {}",
            _ => return None,
        };
        Some(text.to_owned())
    }

    fn exists(&self, path: &str) -> bool {
        self.read(path).is_some()
    }
}

fn check(row: &str, expected: &[&str]) {
    let found = problems(&document(&[row]), &ThreeFiles);
    let found: Vec<_> = found.iter().map(|problem| problem.split_once(": ").unwrap().1).collect();
    assert_eq!(found, expected, "{row}");
}

#[test]
fn a_row_that_is_done_names_what_shows_it() {
    check("| S3-06 | It works. | done | scenarios/read.md | |", &[]);
    check("| S3-06 | It works. | done | `scenarios/read.md`, tests/laws.rs::law | a note |", &[]);
    check("| S3-36 | It works. | done | docs/trust.md | |", &[]);
    check("| S3-06 | It works. | done | | surely |", &["S3-06 is done and names nothing that shows it"]);
    check("| S3-06 | It works. | done | , | surely |", &["S3-06 is done and names nothing that shows it"]);
}

#[test]
fn what_a_row_names_exists() {
    check(
        "| X-01 | It works. | done | scenarios/lost.md | |",
        &["X-01 names scenarios/lost.md, which does not exist"],
    );
    check(
        "| X-01 | It works. | done | tests/lost.rs::law | |",
        &["X-01 names tests/lost.rs, which does not exist"],
    );
    check(
        "| X-01 | It works. | done | tests/laws.rs::lost | |",
        &["X-01 names lost, which is not in tests/laws.rs"],
    );
    check(
        "| X-01 | It works. | done | tests/laws.rs::helper | |",
        &["X-01 names helper, which is not a test in tests/laws.rs"],
    );
    check(
        "| X-01 | It works. | done | tests/laws.rs::slow | |",
        &["X-01 names slow, which is ignored in tests/laws.rs"],
    );
    check(
        "| X-01 | It works. | open | scenarios/lost.md | soon |",
        &["X-01 names scenarios/lost.md, which does not exist"],
    );
}

#[test]
fn only_documents_and_tests_show_something() {
    check(
        "| X-01 | It works. | done | tests/laws.rs | |",
        &["X-01 names `tests/laws.rs`, which is neither FILE.md nor FILE.rs::TEST"],
    );
    check(
        "| X-01 | It works. | done | it works | |",
        &["X-01 names `it works`, which is neither FILE.md nor FILE.rs::TEST"],
    );
    check(
        "| X-01 | It works. | done | ../x.md | |",
        &["X-01 names ../x.md, which is not written from the root of the repository"],
    );
    check(
        "| X-01 | It works. | done | /x.md | |",
        &["X-01 names /x.md, which is not written from the root of the repository"],
    );
}

#[test]
fn open_rows_and_rulings_have_a_note() {
    check("| C-01 | It works. | ruling | | the barrier stands |", &[]);
    check("| C-01 | It works. | ruling | | |", &["C-01 is ruling and has no note"]);
    check("| S0-01 | It works. | open | | |", &["S0-01 is open and has no note"]);
    check("| S0-01 | It works. | ruling | | so be it |", &["S0-01 is a ruling outside section C"]);
    check(
        "| S0-01 | It works. | Done | scenarios/read.md | |",
        &["S0-01 has the status `Done`, not done, open or ruling"],
    );
    check("| S0-01 |", &["S0-01 has no sentence", "S0-01 has the status ``, not done, open or ruling"]);
    check("| S0-01 | It works. | open | | soon | sooner |", &["S0-01 has more than five cells"]);
}

#[test]
fn a_row_has_its_sentence_and_true_paths() {
    check("| S0-01 | | open | | soon |", &["S0-01 has no sentence"]);
    check("| C-01 | It works. | ruling | | scenarios/read.md, docs/trust.md: so |", &[]);
    check(
        "| C-01 | It works. | ruling | | see (docs/lost.md) |",
        &["C-01 has a note that names docs/lost.md, which does not exist"],
    );
}

#[test]
fn every_number_has_one_row_in_its_section() {
    let check = |document: &str, expected: &str| {
        let found = problems(document, &ThreeFiles);
        assert!(found.len() == 1 && found[0].contains(expected), "{expected} is not all of {found:?}");
    };
    let all = document(&[]);
    assert_eq!(problems(&all, &ThreeFiles), Vec::<String>::new());
    assert_eq!(problems("", &ThreeFiles).len(), 360);
    check(&all.replace("| S0-115 | It works. | open | | comes later |\n", ""), "S0-115 has no row");
    check(
        &document(&["| C-50 | It works. | open | | one |", "| C-50 | It works. | open | | two |"]),
        "C-50 has a row in line",
    );
    check(
        &format!("{all}| C-51 | It works. | open | | later |"),
        "`C-51` is not the number of a requirement",
    );
    check(&format!("{all}| C-1 | It works. | open | | later |"), "`C-1` is not the number of a requirement");
    check(
        &all.replace(
            "| C-50 | It works. | open | | comes later |\n",
            "## S0\n| C-50 | It works. | open | | later |\n",
        ),
        "C-50 stands in section `S0`",
    );
}

#[test]
fn progress_is_counted() {
    let rows = ["| X-01 | It works. | done | scenarios/read.md | |", "| C-01 | It works. | ruling | | so |"];
    assert_eq!(progress(&document(&rows)), "1 done, 1 rulings, 358 open");
}

#[test]
fn the_requirements_of_this_repository_are_true() {
    match requirements(&Checkout::find().unwrap()).unwrap() {
        CheckResult::Passed(_) => {}
        verdict => panic!("{verdict:#?}"),
    }
}
