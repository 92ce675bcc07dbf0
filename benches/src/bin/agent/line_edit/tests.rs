use reread_benches::Random;

use super::LineEdit;

fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn edit(at: usize, removed: usize, added: &str) -> LineEdit {
    LineEdit { at, removed, added: lines(added) }
}

#[test]
fn a_diff_has_three_lines_around_the_change() {
    let text = lines("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assert_eq!(
        edit(4, 1, "five\nmore\n").unified_diff(&text, "a.rs"),
        "--- a/a.rs\n+++ b/a.rs\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+more\n 6\n 7\n 8\n"
    );
    assert_eq!(
        edit(0, 0, "zero\n").unified_diff(&text, "a.rs"),
        "--- a/a.rs\n+++ b/a.rs\n@@ -1,3 +1,4 @@\n+zero\n 1\n 2\n 3\n"
    );
}

#[test]
fn a_search_block_grows_until_it_is_unique() {
    let text = lines("a\nx\nb\nc\nx\nb\n");
    let block = |search: &str, replace: &str| {
        Some(format!("<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n"))
    };
    assert_eq!(edit(1, 1, "y\n").search_replace(&text), block("a\nx\nb\n", "a\ny\nb\n"));
    assert_eq!(edit(1, 0, "y\n").search_replace(&lines("a\nx\na\nx\n")), block("a\nx\na\n", "a\ny\nx\na\n"));
    assert_eq!(edit(20, 1, "y\n").search_replace(&lines(&"x\n".repeat(40))), None);
}

#[test]
fn the_same_seed_chooses_the_same_edit_of_lines_that_say_something() {
    let text = lines("{\n    let total = 0;\n}\n");
    for seed in 0..50 {
        let choose = || LineEdit::choose(&text, (0, 3), (1, "//"), &mut Random::new(seed));
        let edit = choose().expect("one line says something");
        assert_eq!(Some(&edit), choose().as_ref());
        assert_eq!(edit.at, 1, "{edit:?}");
        assert!(edit.added.iter().all(|line| line.starts_with("    ") && line.ends_with('\n')), "{edit:?}");
    }
    assert_eq!(LineEdit::choose(&text, (2, 3), (1, "//"), &mut Random::new(1)), None);
}
