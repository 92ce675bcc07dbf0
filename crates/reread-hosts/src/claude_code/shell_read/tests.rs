use super::*;

fn lines(command: &str, text: &str) -> Option<(u64, u64)> {
    let range = ShellRead::parse(command)?.lines_of(text.as_bytes())?;
    Some((range.first(), range.last()))
}

#[test]
fn a_command_that_is_one_read_names_its_lines() {
    let text = "1\n2\n3\n4\n5\n";
    assert_eq!(lines("cat a.txt", text), Some((1, 5)));
    assert_eq!(lines("nl -ba a.txt", text), Some((1, 5)));
    assert_eq!(lines("sed -n '2,3p' a.txt", text), Some((2, 3)));
    assert_eq!(lines("sed -n 4,9p a.txt", text), Some((4, 5)));
    assert_eq!(lines("sed -n \"2p\" a.txt", text), Some((2, 2)));
    assert_eq!(lines("head -n 2 'a b.txt'", text), Some((1, 2)));
    assert_eq!(lines("tail -n 2 a.txt", text), Some((4, 5)));
    assert_eq!(lines("tail -n 9 a.txt", text), Some((1, 5)));
    assert_eq!(lines("sed -n '6,7p' a.txt", text), None);
    assert_eq!(lines("cat a.txt", ""), None);
}

#[test]
fn anything_else_is_no_read() {
    for command in [
        "",
        "cat",
        "cat a b",
        "cat -n a",
        "cat a | head",
        "cat a; ls",
        "cat a && ls",
        "cat a &",
        "cat *.txt",
        "cat $F",
        "cat \"$F\"",
        "cat `ls`",
        "cat a > b",
        "cat < a",
        "cat ~/a",
        "cat a\nls",
        "cat a\\ b",
        "cat 'a",
        "cd b && cat a",
        "X=1 cat a",
        "cat {a,b}",
        "cat a # b",
        "cat a[1]",
        "cat -",
        "head a",
        "head -5 a",
        "head -n -5 a",
        "tail -n +5 a",
        "tail -f a",
        "sed -n '2,1p' a",
        "sed -n '0,1p' a",
        "sed -n '/x/p' a",
        "sed '2,3p' a",
        "sed -n '2,3d' a",
        "sed -i -n '2,3p' a",
        "sudo cat a",
        "nl a",
        "cat a\tb",
    ] {
        assert_eq!(ShellRead::parse(command), None, "{command}");
    }
}

#[test]
fn output_is_what_the_host_leaves_of_it() {
    let output = |command: &str, text: &str| {
        let read = ShellRead::parse(command)?;
        read.output(text.as_bytes(), read.lines_of(text.as_bytes())?)
    };
    assert_eq!(output("cat a", "one\ntwo\n").as_deref(), Some("one\ntwo"));
    assert_eq!(output("cat a", "one\ntwo").as_deref(), Some("one\ntwo"));
    assert_eq!(output("cat a", "one\r\ntwo\n").as_deref(), Some("one\r\ntwo"));
    assert_eq!(output("nl -ba a", "one\n\ntwo\n").as_deref(), Some("     1\tone\n     2\t\n     3\ttwo"));
    assert_eq!(output("cat a", "one\n\n"), None, "the host cuts an empty last line");
    assert_eq!(output("cat a", "one \n"), None, "the host cuts blanks at the end");
    assert_eq!(output("cat a", "one\r\n"), None, "the host cuts a CR at the end");
    assert_eq!(output("cat a", "\none\n"), None);
}
