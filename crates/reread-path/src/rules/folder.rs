//! Judges many names of one folder efficiently.
//!
//! Walking a tree judges every name of a folder. The prefilter skips most of them. For the rest, the part that depends on
//! the folder's own name is computed once, so a name costs only its last component. The verdict always equals that of
//! [`Rules::judge`].

use super::{Layer, Rules, Verdict, WideList};
use crate::RootedPath;
use crate::matchable_name::MatchableName;
use crate::rule_set::FolderCandidates;

/// Rules applied to the names directly in one folder.
#[derive(Clone, Debug)]
pub struct FolderRules<'a> {
    rules: &'a Rules,
    folder: RootedPath,
    /// Whether the prefilter skips all components of the folder's own name.
    is_skipped: bool,
    /// The part that depends on the folder's name; computed for the first name that needs it.
    settled: Option<Settled>,
}

#[derive(Clone, Debug)]
struct Settled {
    layers: Vec<FolderLayer>,
    exact: MatchableName,
    /// The look-alike form of the folder; `None` if there are several.
    look_alike: Option<MatchableName>,
}

#[derive(Clone, Debug)]
struct FolderLayer {
    deny: FolderList,
    ask: FolderList,
    allow: FolderCandidates,
}

#[derive(Clone, Debug)]
struct FolderList {
    exact: FolderCandidates,
    look_alike: Option<FolderCandidates>,
}

impl Rules {
    /// These rules for the names in a folder.
    #[must_use]
    pub fn in_folder(&self, folder: &RootedPath) -> FolderRules<'_> {
        FolderRules {
            rules: self,
            folder: folder.clone(),
            is_skipped: folder.components().all(|component| self.prefilter.skips(component)),
            settled: None,
        }
    }

    fn settled_by(&self, folder: &RootedPath) -> Settled {
        let exact = MatchableName::exact(folder);
        let mut look_alikes = MatchableName::look_alikes(folder);
        let look_alike = if look_alikes.len() == 1 { look_alikes.pop() } else { None };
        let list = |list: &WideList| FolderList {
            exact: list.exact.in_folder(&exact),
            look_alike: look_alike.as_ref().map(|name| list.look_alike.in_folder(name)),
        };
        let layer = |layer: &Layer| FolderLayer {
            deny: list(&layer.deny),
            ask: list(&layer.ask),
            allow: layer.allow.in_folder(&exact),
        };
        Settled { layers: self.layers.iter().map(layer).collect(), exact, look_alike }
    }
}

impl FolderRules<'_> {
    /// Judges the entry `name` of the folder. An invalid name is not allowed.
    #[must_use]
    pub fn judge(&mut self, name: &[u8]) -> Verdict {
        if matches!(name, b"" | b"." | b"..") || name.iter().any(|byte| matches!(byte, b'/' | 0)) {
            return Verdict::NotAllowed;
        }
        if self.is_skipped && self.rules.prefilter.skips(name) {
            return Verdict::Allow;
        }
        let settled = self.settled.get_or_insert_with(|| self.rules.settled_by(&self.folder));
        // A name that is not ASCII may look like more or fewer components than one.
        let Some(look_alike) = settled.look_alike.as_mut().filter(|_| name.is_ascii()) else {
            let path = self.folder.join(name).expect("a component was just found to be one");
            return self.rules.judge(&[&path]);
        };
        let characters =
            |form: fn(&u8) -> u8| name.iter().map(|byte| u32::from(form(byte))).collect::<Vec<u32>>();
        settled.exact.push(&characters(u8::clone));
        look_alike.push(&characters(u8::to_ascii_lowercase));
        let (exact, look_alike) = (&settled.exact, &*look_alike);
        let layers = self.rules.layers.iter().zip(&settled.layers);
        let verdict = layers
            .map(|(layer, folder)| {
                layer.verdict(
                    || layer.deny.first_covering_in(&folder.deny, exact, look_alike),
                    || layer.ask.first_covering_in(&folder.ask, exact, look_alike),
                    || layer.allow.first_covering_in(&folder.allow, exact).is_some(),
                )
            })
            .max();
        settled.exact.pop();
        if let Some(look_alike) = &mut settled.look_alike {
            look_alike.pop();
        }
        verdict.unwrap_or(Verdict::Allow)
    }
}

impl WideList {
    fn first_covering_in(
        &self,
        folder: &FolderList,
        exact: &MatchableName,
        look_alike: &MatchableName,
    ) -> Option<String> {
        let by_look =
            folder.look_alike.as_ref().and_then(|hopes| self.look_alike.first_covering_in(hopes, look_alike));
        let number = self.exact.first_covering_in(&folder.exact, exact).into_iter().chain(by_look).min()?;
        Some(self.rules[number].clone())
    }
}
