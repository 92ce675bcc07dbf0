//! Judging the names of one folder, one after the other.
//!
//! Whoever walks a tree asks about every name in a folder. Most concern no rule, which a glance tells. For the others,
//! what the folder's own name settles is worked out once, and a name costs its last component. The verdict is the same as that of [`Rules::judge`], to the letter.

use super::{Layer, Rules, Verdict, WideList};
use crate::RootedPath;
use crate::matchable_name::MatchableName;
use crate::rule_set::FolderHopes;

/// The rules, as they apply to the names directly in one folder.
#[derive(Clone, Debug)]
pub struct FolderRules<'a> {
    rules: &'a Rules,
    folder: RootedPath,
    /// Whether no component of the folder's own name concerns a rule.
    is_passed_by: bool,
    /// What the folder's name settles, from the first name on that needs it.
    settled: Option<Settled>,
}

#[derive(Clone, Debug)]
struct Settled {
    layers: Vec<FolderLayer>,
    exact: MatchableName,
    /// What the folder looks like, if it looks like one thing only.
    look_alike: Option<MatchableName>,
}

#[derive(Clone, Debug)]
struct FolderLayer {
    deny: FolderList,
    ask: FolderList,
    allow: FolderHopes,
}

#[derive(Clone, Debug)]
struct FolderList {
    exact: FolderHopes,
    look_alike: Option<FolderHopes>,
}

impl Rules {
    /// These rules for the names in a folder.
    #[must_use]
    pub fn in_folder(&self, folder: &RootedPath) -> FolderRules<'_> {
        FolderRules {
            rules: self,
            folder: folder.clone(),
            is_passed_by: folder.components().all(|component| self.glance.passes_by(component)),
            settled: None,
        }
    }

    fn settled_by(&self, folder: &RootedPath) -> Settled {
        let exact = MatchableName::exact(folder);
        let mut look_alikes = MatchableName::look_alikes(folder);
        let look_alike = if look_alikes.len() == 1 { look_alikes.pop() } else { None };
        let list = |list: &WideList| FolderList {
            exact: list.exact.in_folder(&exact),
            look_alike: look_alike.as_ref().map(|view| list.look_alike.in_folder(view)),
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
    /// Judges what is called `name` in the folder. What cannot be a name of something in it is not allowed.
    #[must_use]
    pub fn judge(&mut self, name: &[u8]) -> Verdict {
        if matches!(name, b"" | b"." | b"..") || name.iter().any(|byte| matches!(byte, b'/' | 0)) {
            return Verdict::NotAllowed;
        }
        if self.is_passed_by && self.rules.glance.passes_by(name) {
            return Verdict::Allow;
        }
        let settled = self.settled.get_or_insert_with(|| self.rules.settled_by(&self.folder));
        // Beyond ASCII a name may look like another number of components than one.
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
