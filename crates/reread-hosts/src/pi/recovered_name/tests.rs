use super::*;

fn check(path: &str, expected: &str) {
    assert_eq!(recovered_name(path, "/home/dev/proj").as_deref(), Some(expected), "{path:?}");
}

fn uncertain(path: &str) {
    assert_eq!(recovered_name(path, "/home/dev/proj"), None, "{path:?}");
}

#[test]
fn relative_names_start_from_the_folder_of_the_session() {
    check("a.txt", "/home/dev/proj/a.txt");
    check("./src//lib.rs", "/home/dev/proj/src/lib.rs");
    check("src/../a.txt", "/home/dev/proj/a.txt");
    check("../../a b.txt", "/home/a b.txt");
    check("../../../../../a.txt", "/a.txt");
    check("src/", "/home/dev/proj/src");
    check("a~b@c.txt", "/home/dev/proj/a~b@c.txt");
    check("...", "/home/dev/proj/...");
}

#[test]
fn absolute_names_are_taken_if_there_is_nothing_to_fold() {
    check("/etc/hosts", "/etc/hosts");
    uncertain("/etc/../etc/hosts");
    uncertain("/etc/./hosts");
    uncertain("//etc/hosts");
    uncertain("/etc/");
    uncertain("/");
}

#[test]
fn names_that_may_mean_another_file_are_not_taken() {
    uncertain("");
    uncertain("~");
    uncertain("~/a.txt");
    uncertain("@a.txt");
    uncertain("file:///etc/hosts");
    uncertain("a.txt:3");
    uncertain("a.txt:3-9");
    uncertain("C:/a.txt");
    uncertain("src\\lib.rs");
    uncertain("it's.txt");
    uncertain("Screenshot 9.41 AM.png");
    uncertain("Screenshot 9.41 pm.png");
    uncertain("naïve.txt");
    uncertain("a\u{a0}b.txt");
    uncertain("a\0b");
    uncertain("a\nb");
}

#[test]
fn without_a_folder_only_absolute_names_are_certain() {
    for cwd in ["", "C:\\proj", "proj"] {
        assert_eq!(recovered_name("a.txt", cwd), None, "{cwd:?}");
        assert_eq!(recovered_name("/a.txt", cwd).as_deref(), Some("/a.txt"), "{cwd:?}");
    }
}

#[test]
fn a_call_may_have_led_to_the_files_that_end_like_it() {
    let check = |path: &str, expected: bool| assert_eq!(names_another(path, "/p/x/f"), expected, "{path}");
    check("f", false);
    check("./q/../f", false);
    check("../x/f", false);
    check("/p/./x/f", false);
    // What pi may take for something else is not certain to be another file.
    check("~/g", false);
    check("@g", false);
    check("g:1-2", false);
    check("g", true);
    check("y/f", true);
    check("/p/f", true);
    assert!(!names_another("g", r"C:\p\f"));
}
