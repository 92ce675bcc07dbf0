use super::*;

const OLD: &str =
    "# A promise\n\nProse.\n\n```transcript\n> read a\nerror: gone twice\n{\"code\": \"twice\"}\n```\n";

fn check(old: &str, new: &str, codes: &str, replacements: &str, expected: &[&str]) {
    let mut replaced = Replacements::default();
    replaced.add(replacements).unwrap();
    let codes = RenamedCodes::of_table(codes);
    let old = replaced.apply("scenarios/a.md", old);
    assert_eq!(compare("scenarios/a.md", &old, new, &codes), expected);
}

#[test]
fn prose_may_change() {
    check(OLD, &OLD.replace("Prose.", "Other words.\n\nAnd more."), "", "", &[]);
}

#[test]
fn a_reply_may_not() {
    check(
        OLD,
        &OLD.replace("gone", "missing"),
        "",
        "",
        &["scenarios/a.md, block 1, line 3:\n  - error: gone twice\n  + error: missing twice"],
    );
    check(
        OLD,
        "# A promise\n",
        "",
        "",
        &[
            "scenarios/a.md, block 1, line 1:\n  - ```transcript\n  - > read a\n  - error: gone twice\n  - {\"code\": \"twice\"}",
        ],
    );
    check(
        OLD,
        &format!("{OLD}```file b\n```\n"),
        "",
        "",
        &["scenarios/a.md, block 2, line 1:\n  + ```file b"],
    );
}

#[test]
fn codes_follow_the_table() {
    let table = "| code | until 0.1 | meaning |\n|---|---|---|\n| `duplicate_path` | `twice`, `double` | one file, two entries |\n";
    let new = OLD.replace("\"twice\"", "\"duplicate_path\"");
    check(OLD, &new, table, "", &[]);
    check(&OLD.replace("\"twice\"", "\"double\""), &new, table, "", &[]);
    let difference = "scenarios/a.md, block 1, line 4:\n  - {\"code\": \"twice\"}\n  + {\"code\": \"again\"}";
    check(OLD, &OLD.replace("\"twice\"", "\"again\""), table, "", &[difference]);
}

#[test]
fn texts_are_replaced_everywhere_or_in_one_file() {
    let new = OLD.replace("gone twice", "not there");
    check(OLD, &new, "", "[[text]]\nold = \"gone twice\"\nnew = \"not there\"\n", &[]);
    let elsewhere = "[[text]]\nold = \"gone twice\"\nnew = \"not there\"\nfile = \"scenarios/b.md\"\n";
    check(
        OLD,
        &new,
        "",
        elsewhere,
        &["scenarios/a.md, block 1, line 3:\n  - error: gone twice\n  + error: not there"],
    );
}

#[test]
fn a_replacement_that_replaces_nothing_is_reported() {
    let mut replaced = Replacements::default();
    let rows = [("gone twice", "lost"), ("lost", "missing"), ("never said", "said")];
    for (old, new) in rows {
        replaced.add(&format!("[[text]]\nold = \"{old}\"\nnew = \"{new}\"\n")).unwrap();
    }
    assert_eq!(replaced.unused(&[("scenarios/a.md", OLD.to_owned())]), ["never said"]);
}

#[test]
fn front_ends_may_not_get_fewer() {
    let old = format!("faces: command line, library\n\n{OLD}");
    check(&old, &old.replace("faces:", "front ends:"), "", "", &[]);
    let difference =
        "scenarios/a.md, block 1, line 1:\n  - front ends: command line, library\n  + front ends: library";
    check(&old, &format!("front ends: library\n\n{OLD}"), "", "", &[difference]);
}

#[test]
fn files_may_be_renamed() {
    let mut replaced = Replacements::default();
    replaced.add("[[file]]\nold = \"scenarios/a.md\"\nnew = \"scenarios/b.md\"\n").unwrap();
    assert_eq!(replaced.path_of("scenarios/a.md"), "scenarios/b.md");
    assert_eq!(replaced.path_of("scenarios/c.md"), "scenarios/c.md");
}

#[test]
fn a_table_of_replacements_is_complete() {
    for document in [
        "[[text]]\nold = \"a\"\n",
        "[[word]]\nold = \"a\"\nnew = \"b\"\n",
        "[[text]]\nold = \"\"\nnew = \"b\"\n",
        "text = 1",
    ] {
        assert!(Replacements::default().add(document).is_err(), "{document}");
    }
}

#[test]
fn a_longer_fence_holds_shorter_ones() {
    let document = "````markdown\n```file a\n```\n````\n```file b\n```\n";
    assert_eq!(blocks(document), [vec!["````markdown", "```file a", "```"], vec!["```file b"]]);
}
