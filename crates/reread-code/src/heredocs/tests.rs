use super::without_heredocs;

fn check(text: &str, expected: &str) {
    let masked = String::from_utf8(without_heredocs(text.as_bytes())).unwrap();
    assert_eq!(masked, expected);
    assert_eq!(masked.len(), text.len());
}

#[test]
fn a_here_document_becomes_an_empty_string_and_blank_lines() {
    check("a = <<~SQL.strip\n  SELECT\n  SQL\nb\n", "a = ''    .strip\n        \n     \nb\n");
    check("<<-'A B'\nx\nA B\ny", "''      \n \n   \ny");
    check("f(<<A, <<B)\n1\nA\n2\nB\nz\n", "f('' , '' )\n \n \n \n \nz\n");
    check("<<A\r\nx\r\nA\r\n", "'' \r\n \r\n \r\n");
}

#[test]
fn what_begins_nothing_becomes_an_operator() {
    check("a <<B\nc\n", "a + B\nc\n");
    check("a<<b\n", "a+ b\n");
    check("a <<\"x\"", "a + \"x\"");
    check("a <<'", "a + '");
}

#[test]
fn an_operator_with_space_around_stays() {
    check("a << b\nclass << self\nend\n", "a << b\nclass << self\nend\n");
    check("<<", "<<");
    check("<<~", "<<~");
    check("", "");
}
