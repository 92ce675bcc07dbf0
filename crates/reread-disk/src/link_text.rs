//! Links by what they say. Nothing behind a link is opened.

use reread_path::RootedPath;

use crate::root::Root;

/// The name that a name stands for once its first link is followed; `None` if there is none.
pub fn led_by_first_link(root: &Root, name: &RootedPath) -> Option<RootedPath> {
    let parts: Vec<&[u8]> = name.components().collect();
    let mut way = RootedPath::root();
    for (number, part) in parts.iter().enumerate() {
        let next = way.join(part).ok()?;
        let Ok(target) = root.dir().read_link_contents(next.to_os_path()) else {
            way = next;
            continue;
        };
        let target = target.as_os_str().as_encoded_bytes();
        if !goes_up_first(target) {
            return None;
        }
        let rest = parts[number + 1..].iter().flat_map(|part| [b"/".as_slice(), part]);
        let led: Vec<u8> = std::iter::once(target).chain(rest).flatten().copied().collect();
        return RootedPath::fold(&way, &led).ok();
    }
    None
}

/// Whether every `..` of a target comes before its first name. One behind a name leads up from where that name leads.
fn goes_up_first(target: &[u8]) -> bool {
    let steps = target.split(|byte| *byte == b'/').filter(|step| !step.is_empty() && *step != b".");
    !steps.skip_while(|step| *step == b"..").any(|step| step == b"..")
}

#[cfg(test)]
mod tests;
