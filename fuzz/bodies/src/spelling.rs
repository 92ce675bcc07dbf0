//! Names on one line and back, and paths folded onto a folder.

use reread_path::{RootedPath, spell, unspell};

use crate::input::parts;

/// What stands before the seam is a folder, what follows is the name.
///
/// Every name has one spelling, on one line, that leads back to it; a text is read back only if it is the spelling of
/// something. A folded path is normal and inside, however the name was written.
pub fn spelling(data: &[u8]) {
    let spelled = spell(data);
    assert_eq!(unspell(&spelled).as_deref(), Some(data));
    assert!(!spelled.contains(char::is_control), "{spelled:?} is not fit for a terminal");
    if let Some(name) = std::str::from_utf8(data).ok().and_then(unspell) {
        assert_eq!(spell(&name).as_bytes(), data);
    }

    let (folder, name) = parts(data);
    let Ok(base) = RootedPath::from_bytes(folder) else { return };
    assert!(base.components().all(|part| !matches!(part, b"" | b"." | b"..")));
    let folded = RootedPath::fold(&base, name);
    assert_eq!(folded.as_ref().ok().map(RootedPath::as_bytes), plain_fold(folder, name).as_deref());
    let Ok(path) = folded else { return };
    assert_eq!(RootedPath::from_bytes(path.as_bytes()).as_ref(), Ok(&path));
    assert_eq!(RootedPath::from_os_path(&path.to_os_path()).as_ref(), Ok(&path));
    assert_eq!(path.components().count() == 0, path.is_root());
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => {
            assert_eq!(parent.join(name).as_ref(), Ok(&path));
            assert!(path.starts_with(&parent) && !parent.starts_with(&path));
        }
        (parent, name) => assert!(parent.is_none() && name.is_none() && path.is_root()),
    }
}

/// The steps in a list; nothing if they leave it.
fn plain_fold(folder: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    if name.contains(&0) || name.starts_with(b"/") {
        return None;
    }
    let is_slash = |byte: &u8| *byte == b'/';
    let mut steps: Vec<&[u8]> = folder.split(is_slash).filter(|step| !step.is_empty()).collect();
    for step in name.split(is_slash) {
        match step {
            b"" | b"." => {}
            b".." => drop(steps.pop()?),
            _ => steps.push(step),
        }
    }
    Some(steps.join(&b'/'))
}
