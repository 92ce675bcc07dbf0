//! Which names a caller wants to hear of.

use reread_path::{BadRule, FolderRules, RootedPath, RuleLists, Rules, Verdict};

/// Globs as a caller gives them: those that begin with `!` leave out, and any other one is what is wanted.
///
/// They are written like rules, from the root, and are exact about case. Without a wanting glob everything is wanted;
/// leaving out wins, whatever the order.
#[derive(Debug)]
pub struct Globs {
    wanted: Option<Rules>,
    left_out: Option<Rules>,
}

/// Globs could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the globs are not usable: {0}")]
pub struct BadGlobs(#[from] BadRule);

/// The globs, for the names in one folder.
pub struct FolderGlobs<'a> {
    wanted: Option<FolderRules<'a>>,
    left_out: Option<FolderRules<'a>>,
}

impl Globs {
    /// Compiles the globs of a request.
    pub fn compile(globs: &[String]) -> Result<Self, BadGlobs> {
        let (mut wanted, mut left_out) = (Vec::new(), Vec::new());
        for glob in globs {
            // A caller who thinks of the root as the top writes `/src`, or `./src`.
            let (list, glob) = match glob.strip_prefix('!') {
                Some(rest) => (&mut left_out, rest),
                None => (&mut wanted, glob.as_str()),
            };
            list.push(glob.strip_prefix("./").or_else(|| glob.strip_prefix('/')).unwrap_or(glob).to_owned());
        }
        let compiled = |globs: &[String]| {
            let lists = RuleLists { allow: globs, ..RuleLists::default() };
            if globs.is_empty() { Ok(None) } else { Rules::compile(&lists).map(Some) }
        };
        Ok(Self { wanted: compiled(&wanted)?, left_out: compiled(&left_out)? })
    }

    /// The globs for the names in one folder, so that the folder is judged once.
    pub fn in_folder(&self, folder: &RootedPath) -> FolderGlobs<'_> {
        let wanted = self.wanted.as_ref().map(|rules| rules.in_folder(folder));
        let left_out = self.left_out.as_ref().map(|rules| rules.in_folder(folder));
        FolderGlobs { wanted, left_out }
    }
}

impl FolderGlobs<'_> {
    /// Whether a file of that name is asked for.
    pub fn wants(&mut self, name: &[u8]) -> bool {
        let takes = |rules: &mut FolderRules<'_>| rules.judge(name) == Verdict::Allow;
        self.wanted.as_mut().is_none_or(takes) && !self.leaves_out(name)
    }

    /// Whether a name, and whatever lies beneath it, is left out.
    pub fn leaves_out(&mut self, name: &[u8]) -> bool {
        self.left_out.as_mut().is_some_and(|rules| rules.judge(name) == Verdict::Allow)
    }
}

#[cfg(test)]
mod tests;
