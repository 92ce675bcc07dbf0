//! Where a name leads through links, before anything behind them is touched.
//!
//! What lies behind a link may be denied. If it were opened first and judged then, the time that takes would reveal whether
//! it is there.

use reread_disk::led_by_first_link;
use reread_path::{Candidate, RootedPath};

use crate::access::Access;

/// More links than this on the way of one name are a circle.
const MOST_LINKS: u32 = 40;

/// Follows the links on the way of a name by what they say, and hands over the name that it stands for after each.
///
/// A link that leads outside, or that cannot be followed by spelling alone, ends it: opening the name tells then.
pub fn follow_links<E>(
    access: &Access,
    candidate: &Candidate,
    mut judge: impl FnMut(&RootedPath) -> Result<(), E>,
) -> Result<(), E> {
    let root = access.root(candidate.root);
    let mut name = candidate.path.clone();
    for _ in 0..MOST_LINKS {
        let Some(led) = led_by_first_link(root, &name) else { return Ok(()) };
        judge(&led)?;
        name = led;
    }
    Ok(())
}
