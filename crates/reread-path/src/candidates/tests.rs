use super::*;

struct World {
    here: &'static str,
    lines_given: bool,
}

const WORLD: World = World { here: "", lines_given: false };

impl World {
    /// The candidates for `name` with the root `/ws` and the home folder `/ws/home`, one line each, or the error.
    fn check(&self, name: &str, expected: &[&str]) {
        let roots = [RootNames::new(vec![PathBuf::from("/ws"), PathBuf::from("/real/ws")])];
        let here = (0, RootedPath::from_bytes(self.here.as_bytes()).unwrap());
        let roots = Roots { roots: &roots, here, home: Some(Path::new("/ws/home")) };
        let shown = match candidates(name, self.lines_given, &roots) {
            Ok(candidates) => candidates.iter().map(shown).collect(),
            Err(error) => vec![error.to_string()],
        };
        assert_eq!(shown, expected, "{name:?}");
    }
}

fn check(name: &str, expected: &[&str]) {
    WORLD.check(name, expected);
}

fn shown(candidate: &Candidate) -> String {
    let mut shown = candidate.path.to_string();
    if candidate.is_directory_spelling {
        shown.push('/');
    }
    match &candidate.lines {
        Some(Ok(lines)) => shown.push_str(&format!(" {lines}")),
        Some(Err(error)) => shown.push_str(&format!(" {error}")),
        None => {}
    }
    if !candidate.readings.is_empty() {
        let readings: Vec<String> = candidate.readings.iter().map(ToString::to_string).collect();
        shown.push_str(&format!(" ({})", readings.join(", ")));
    }
    shown
}

const OUTSIDE: &str = "the name leads outside the workspace";

#[test]
fn a_plain_name_means_one_file() {
    check("a.txt", &["a.txt"]);
    check("./src//main.rs", &["src/main.rs"]);
    check("a\\b", &["a\\b"]);
    for name in ["-rf", "--output=x", "[a]", "*", "{a,b}", "$HOME", "~root"] {
        check(name, &[name]);
    }
}

#[test]
fn names_start_from_here() {
    let world = World { here: "crates/x", lines_given: false };
    world.check("a.txt", &["crates/x/a.txt"]);
    world.check("../a.txt", &["crates/a.txt"]);
    world.check("../../..", &[OUTSIDE]);
    world.check("/ws/a.txt", &["a.txt"]);
}

#[test]
fn what_names_nothing_is_refused() {
    check("", &["the name is empty"]);
    check("a\0b", &["the name contains a NUL byte"]);
    check(&"a".repeat(64 * 1024 + 1), &["the name has 65537 bytes, more than any file name"]);
}

#[test]
fn names_have_the_lengths_that_a_system_opens() {
    let part_too_long = |bytes| {
        format!(
            "a part of the name between two slashes has {bytes} bytes, more than the 255 of any file name"
        )
    };
    check(&"a".repeat(255), &[&"a".repeat(255)]);
    check(&"\u{20ac}".repeat(85), &[&"\u{20ac}".repeat(85)]);
    check(&"a".repeat(256), &[&part_too_long(256)]);
    check(&"\u{20ac}".repeat(86), &[&part_too_long(258)]);
    check(&format!("b/{}/c", "a".repeat(300)), &[&part_too_long(300)]);
    let long = format!("{}b", "a/".repeat(2047));
    check(&long, &[&long]);
    check(&format!("{long}b"), &["the name has 4096 bytes, more than any file name"]);
    // Without its lines a name may be short enough.
    check(&format!("{}:7", "a".repeat(255)), &[&format!("{} 7-7 (line suffix)", "a".repeat(255))]);
    // What the file system may have stored in place of a name is left out if it is longer than a name.
    check(&"\u{e9}".repeat(127), &[&"\u{e9}".repeat(127)]);
}

#[test]
fn what_leads_outside_is_refused_in_the_same_words() {
    for name in [
        "..",
        "../OUT/secret",
        "a/../../OUT/secret",
        "../ws/a",
        "/etc/passwd",
        "/ws-private/a",
        "/",
        "/ws/..",
    ] {
        check(name, &[OUTSIDE]);
    }
    check("../a:7", &[OUTSIDE]);
}

#[test]
fn an_absolute_name_is_the_same_file() {
    check("/ws/a.txt", &["a.txt"]);
    check("/real/ws/a.txt", &["a.txt"]);
    check("/ws", &["."]);
    check("/ws/", &["./"]);
}

#[test]
fn a_name_that_ends_like_a_folder_says_so() {
    check("src/", &["src/"]);
    check("src/.", &["src/"]);
    check("src/x/..", &["src/"]);
    check(".", &["./"]);
}

#[test]
fn the_literal_name_comes_first() {
    check("@a", &["@a", "a (leading @ dropped)"]);
    check("a\u{a0}b", &["a\u{a0}b", "a b (plain spaces)"]);
    check("~/x", &["~/x", "home/x (home folder)"]);
    check("file:///ws/a", &["file:/ws/a", "a (file URL)"]);
    check("a:7", &["a:7", "a 7-7 (line suffix)"]);
}

#[test]
fn readings_are_combined_before_suffixes_are_taken_off() {
    check(
        "@a:7-9",
        &[
            "@a:7-9",
            "a:7-9 (leading @ dropped)",
            "@a 7-9 (line suffix)",
            "a 7-9 (leading @ dropped, line suffix)",
        ],
    );
    check(
        "@it's 3 PM.png",
        &[
            "@it's 3 PM.png",
            "it's 3 PM.png (leading @ dropped)",
            "it's 3\u{202f}PM.png (leading @ dropped, narrow space before AM/PM)",
            "it’s 3 PM.png (leading @ dropped, curly apostrophe)",
        ],
    );
}

#[test]
fn variants_leave_the_folder_they_start_from_alone() {
    let world = World { here: "é", lines_given: false };
    world.check("ö", &["é/ö", "é/o\u{308} (decomposed accents)"]);
}

#[test]
fn a_bad_suffix_waits_for_its_file() {
    check("a:0", &["a:0", "a lines are counted from 1 (line suffix)"]);
    check("a:9-7", &["a:9-7", "a 9-7 ends before it starts (line suffix)"]);
    check("a:x", &["a:x"]);
}

#[test]
fn lines_given_otherwise_make_a_suffix_part_of_the_name() {
    World { here: "", lines_given: true }.check("a:7", &["a:7"]);
}

#[test]
fn spellings_from_listings_are_read_back_first() {
    check(r"caf\xe9", &[r"caf\xe9 (escapes read)", r"caf\\xe9"]);
    check(r"caf\\xe9", &[r"caf\\xe9 (escapes read)", r"caf\\\\xe9"]);
    check(
        r"\x1b:7",
        &[
            r"\x1b:7 (escapes read)",
            r"\\x1b:7",
            r"\x1b 7-7 (escapes read, line suffix)",
            r"\\x1b 7-7 (line suffix)",
        ],
    );
    check(r"a\x41", &[r"a\\x41"]);
}

#[test]
fn an_escaped_nul_or_climb_is_no_way_in() {
    check(r"a\x00", &[r"a\\x00"]);
    check(r"..\x2f..\x2fsecret", &[r"..\\x2f..\\x2fsecret"]);
}

#[test]
fn a_name_whose_usual_meaning_lies_outside_says_so() {
    let roots = [RootNames::new(vec![PathBuf::from("/ws")])];
    let roots = Roots { roots: &roots, here: (0, RootedPath::root()), home: Some(Path::new("/home/ada")) };
    for (name, expected) in [
        ("~/a.txt", true),
        ("@../a.txt", true),
        ("/etc/x", true),
        ("a.txt", false),
        ("@a.txt", false),
        ("/ws/a", false),
    ] {
        assert_eq!(leads_outside(name, &roots), expected, "{name}");
    }
}
