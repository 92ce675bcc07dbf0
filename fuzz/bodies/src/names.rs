//! Names as agents write them, and the files they may mean.

use std::path::{Path, PathBuf};

use reread_path::{Candidate, NameError, NameRewrite, RootNames, RootedPath, Roots, candidates};

use crate::input::numbers;

/// The first byte chooses where relative names start and whether there is a home; the rest is the name.
///
/// Every candidate lies inside a root by its spelling and is listed once; a name taken literally leads where walking it
/// step by step leads; a line suffix is only read where the caller named no lines.
pub fn names(data: &[u8]) {
    let Some(([choice], name)) = numbers(data) else { return };
    let name = String::from_utf8_lossy(name);
    let names = root_names();
    let here = if choice & 1 == 0 { "" } else { "src/deep" };
    let here = RootedPath::from_bytes(here.as_bytes()).expect("a plain name");
    let home = Path::new("/ws/home");
    let roots = Roots { roots: &names, here: (0, here), home: (choice & 2 != 0).then_some(home) };
    for lines_given in [false, true] {
        check(&name, lines_given, &roots, candidates(&name, lines_given, &roots));
    }
}

fn root_names() -> [RootNames; 2] {
    let named = |spellings: &[&str]| RootNames::new(spellings.iter().map(PathBuf::from).collect());
    [named(&["/ws", "/private/ws"]), named(&["/ws/vendor", "relative"])]
}

fn check(name: &str, lines_given: bool, roots: &Roots<'_>, found: Result<Vec<Candidate>, NameError>) {
    assert_eq!(found, candidates(name, lines_given, roots), "one name, one answer");
    assert_eq!(found == Err(NameError::Empty), name.is_empty());
    assert_eq!(found == Err(NameError::Nul), name.contains('\0'));
    let Ok(found) = found else { return };
    assert!(!found.is_empty());
    for (index, candidate) in found.iter().enumerate() {
        let Candidate { root, path, lines, readings, .. } = candidate;
        assert!(*root < roots.roots.len());
        assert_eq!(RootedPath::from_bytes(path.as_bytes()).as_ref(), Ok(path), "{name:?}");
        assert_eq!(lines.is_some(), readings.contains(&NameRewrite::LineSuffix), "{name:?}");
        assert!(lines.is_none() || !lines_given, "{name:?}");
        let again = |other: &Candidate| (other.root, &other.path, &other.lines) == (*root, path, lines);
        assert!(!found[..index].iter().any(again), "{name:?} has {path} twice");
    }
    for literal in found.iter().filter(|candidate| candidate.readings.is_empty()) {
        if !name.starts_with('/') {
            assert_eq!(
                (literal.root, Ok(&literal.path)),
                (roots.here.0, walked(&roots.here.1, name).as_ref())
            );
        } else {
            let spellings = &roots.roots[literal.root].spellings;
            let target = steps_from_top(name);
            assert!(
                spellings.iter().filter_map(|root| root.to_str()).any(|root| {
                    let beneath = format!("{root}/{}", String::from_utf8_lossy(literal.path.as_bytes()));
                    steps_from_top(&beneath) == target
                }),
                "{name:?} is not {} of root {}",
                literal.path,
                literal.root
            );
        }
    }
    let inside = walked(&roots.here.1, name).ok().filter(|_| !name.starts_with('/'));
    if let Some(inside) = inside {
        let mut unread = found.iter().filter(|candidate| candidate.lines.is_none());
        assert!(unread.any(|candidate| candidate.path == inside), "{name:?} lost its literal reading");
    }
}

/// Where the name leads from a folder, one step at a time; `Err` once it leaves the root.
fn walked(base: &RootedPath, name: &str) -> Result<RootedPath, NameError> {
    let mut at = base.clone();
    for step in name.split('/').filter(|step| !matches!(*step, "" | ".")) {
        at = match step {
            ".." => at.parent().ok_or(NameError::Outside)?,
            _ => at.join(step.as_bytes())?,
        };
    }
    Ok(at)
}

fn steps_from_top(path: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    for step in path.split('/').filter(|step| !matches!(*step, "" | ".")) {
        match step {
            ".." => drop(steps.pop()),
            _ => steps.push(step),
        }
    }
    steps
}
