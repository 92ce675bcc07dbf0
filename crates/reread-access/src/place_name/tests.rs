use reread_path::RootedPath;

use super::relative;

fn check(here: &str, path: &str, name: &str) {
    let [here, path] = [here, path].map(|path| RootedPath::from_bytes(path.as_bytes()).unwrap());
    let found = relative(&here, &path);
    assert_eq!(String::from_utf8_lossy(&found), name, "{path} from {here}");
    assert_eq!(RootedPath::fold(&here, &found).unwrap(), path, "and back");
}

#[test]
fn names_lead_from_here_to_the_file() {
    check("", "a/b", "a/b");
    check("a", "a/b", "b");
    check("a/b", "a/c", "../c");
    check("a/b", "x", "../../x");
    check("ab", "a/b", "../a/b");
    check("a", "a", ".");
    check("a/b", "a", "..");
}
