use std::path::Path;

use super::ExternalEditor;

/// What is started for line 12 of a file, each word in brackets.
fn check(named: &str, expected: &str) {
    let started = ExternalEditor::parse(named).map_or("nothing".to_owned(), |editor| {
        let command = editor.command(Path::new("/w/a b.rs"), Some(12));
        let words = [command.get_program()].into_iter().chain(command.get_args());
        words.map(|word| format!("[{}]", word.display())).collect()
    });
    assert_eq!(started, expected, "{named}");
}

#[test]
fn each_editor_is_told_the_line_in_its_manner() {
    check("vim", "[vim][+12][/w/a b.rs]");
    check("/usr/bin/nvim", "[/usr/bin/nvim][+12][/w/a b.rs]");
    check("hx", "[hx][/w/a b.rs:12]");
    check("code --wait", "[code][--wait][--goto][/w/a b.rs:12]");
    check("kate --block", "[kate][--block][--line][12][/w/a b.rs]");
}

#[test]
fn an_unknown_editor_gets_the_file_alone() {
    check("ed", "[ed][/w/a b.rs]");
    check("my-vim", "[my-vim][/w/a b.rs]");
}

#[test]
fn without_a_line_there_is_only_the_file() {
    let editor = ExternalEditor::parse("vim -R").unwrap();
    let command = editor.command(Path::new("/w/a"), None);
    assert_eq!(command.get_args().collect::<Vec<_>>(), ["-R", "/w/a"]);
}

#[test]
fn words_are_split_without_a_shell() {
    check("'/opt/my editor/vim'  -u \"a \\\"b\\\"\"", "[/opt/my editor/vim][-u][a \"b\"][+12][/w/a b.rs]");
    check(r"/opt/my\ editor/vim", "[/opt/my editor/vim][+12][/w/a b.rs]");
    check("vim -c 'set nu' ''", "[vim][-c][set nu][][+12][/w/a b.rs]");
    check("vim $HOME; rm *", "[vim][$HOME;][rm][*][+12][/w/a b.rs]");
    check(r"vim '\'", r"[vim][\][+12][/w/a b.rs]");
}

#[test]
fn what_names_no_program_is_none() {
    check("", "nothing");
    check("   ", "nothing");
    check("vim 'x", "nothing");
    check("vim \\", "nothing");
    check("'' x", "nothing");
}
