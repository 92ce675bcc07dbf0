//! The runner's own pieces, held to what they say: a check that cannot fail would make every scenario worthless.

use std::fmt::Debug;

use libtest_mimic::{Failed, Trial};

use crate::placeholders::Placeholders;
use crate::reply::is_as_expected;
use crate::scenario::Scenario;
use crate::spelling::{spelled, unspelled};
use crate::words::words;

pub(crate) fn trials() -> Vec<Trial> {
    let check = |name: &str, check: fn() -> Result<(), String>| {
        Trial::test(format!("runner/{name}"), move || check().map_err(Failed::from))
    };
    vec![
        check("a reply that differs is noticed", differing_replies),
        check("digits get names and keep them", digits),
        check("a spelling is read back", spellings),
        check("quotes keep words together", quoted_words),
        check("a malformed scenario is refused", malformed_scenarios),
    ]
}

fn equal<T: PartialEq<U> + Debug, U: Debug + ?Sized>(got: &T, wanted: &U) -> Result<(), String> {
    if got == wanted { Ok(()) } else { Err(format!("got {got:?} instead of {wanted:?}")) }
}

fn differing_replies() -> Result<(), String> {
    let check =
        |expected, got, wanted| equal(&(expected, is_as_expected(expected, got)), &(expected, wanted));
    check("one\n", "one\n", true)?;
    check("one\n", "one\ntwo\n", false)?;
    check("one\ntwo\n", "one\n", false)?;
    check("", "one\n", false)?;
    check("one\n...\nfour\n", "one\ntwo\nthree\nfour\n", true)?;
    check("one\n...\nfour\n", "one\nfour\n", true)?;
    check("one\n...\nfour\n", "one\ntwo\nfour\nfive\n", false)?;
    check("...\nfour\n", "one\ntwenty-four\n", false)?;
    check("...\ntwo\n...\n", "one\ntwo\nthree\n", true)?;
    check("...\ntwo\n...\n", "one\nthree\n", false)?;
    check("wait...\n", "wait, what\n", false)
}

fn digits() -> Result<(), String> {
    let mut placeholders =
        Placeholders::new(vec![("{root}", "/w".to_owned())], "#ffffffffffff@1-2".to_owned());
    let mut check = |reply: &str, wanted: &str| equal(&placeholders.conceal(reply), wanted);
    check("a #0123456789ab@1-2/2\nx\n[end 0123456789ab]\n", "a {tag 1@1-2/2}\nx\n{end 1}\n")?;
    check("tag #aaaaaaaaaaaa@1-1\n", "tag {tag 2@1-1}\n")?;
    check("tag #0123456789ab@1-2\n", "tag {tag 1}\n")?;
    check("[end 0123456789ab; nlink=2]\n", "{end 1; nlink=2}\n")?;
    check("b 1-1/1 ~bbbbbbbbbbbb\n", "b 1-1/1 {frame 3}\n")?;
    check("#0123456789ab@1-9 is not a tag\n", "#{digits 1}@1-9 is not a tag\n")?;
    check("#ffffffffffff@1-2\n", "#ffffffffffff@1-2\n")?;
    check("/w/a and 0123456789abcdef\n", "{root}/a and 0123456789abcdef\n")?;
    equal(&placeholders.fill("{root} {tag 1} {digits 3} {n}")?, "/w #0123456789ab@1-2 bbbbbbbbbbbb {n}")?;
    equal(&placeholders.fill("{tag 9}").is_err(), &true)
}

fn spellings() -> Result<(), String> {
    let check = |bytes: &[u8], spelling: &str| {
        equal(&spelled(bytes), spelling)?;
        equal(&unspelled(spelling)?, bytes)
    };
    check(b"one\r\ntwo\n", "one⟨CR⟩\ntwo\n")?;
    check(b"\x1b[2J\0\xff", "⟨ESC⟩[2J⟨NUL⟩⟨xFF⟩")?;
    check("\u{feff}a\u{202e}b\u{a0}c".as_bytes(), "⟨U+FEFF⟩a⟨U+202E⟩b⟨U+00A0⟩c")?;
    check("é e\u{301} ⟨".as_bytes(), "é e⟨U+0301⟩ ⟨U+27E8⟩")?;
    check(b"> quoted\n...\n", "⟨U+003E⟩ quoted\n⟨U+002E⟩..\n")?;
    check(b"a \n \n", "a⟨SP⟩\n⟨SP⟩\n")?;
    equal(&unspelled("⟨XYZ⟩").is_err(), &true)
}

fn quoted_words() -> Result<(), String> {
    let check = |line, wanted: &[&str]| equal(&words(line)?, wanted);
    check("read a.txt  --json", &["read", "a.txt", "--json"])?;
    check("read 'a b' \"it's\" ''", &["read", "a b", "it's", ""])?;
    equal(&words("read 'a").is_err(), &true)
}

fn malformed_scenarios() -> Result<(), String> {
    let check = |source: &str, wanted: &str| match Scenario::parse(source) {
        Ok(_) => Err(format!("taken for a scenario: {source:?}")),
        Err(error) => equal(&error, wanted),
    };
    check("prose", "line 1: a scenario begins with `# ` and the promise it keeps")?;
    check("# A\n\nprose\n", "there is no call in this scenario")?;
    check("# A\n```transcript\n> read a\n", "line 2: this block does not end")?;
    check("# A\n```transcript\nread a\n```\n", "line 2: a transcript begins with `> ` and a call")?;
    check(
        "# A\n```files a\n```\n",
        "line 2: `files` is no kind of block; there are file, world and transcript",
    )?;
    check("# A\nfront ends: telepathy\n", "line 2: `telepathy` is no front end")?;
    check("# A\n```file a often\n```\n", "line 2: `often` is no option of a file")?;
    check("# A\n```world\ndance\n```\n", "line 2: `dance` is no setting")
}
