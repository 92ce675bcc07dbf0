//! Deny, then ask, then allow: which files may be touched.
//!
//! [`RuleLists`] says how rules are written, [`Rules`] how they judge. Every rule counts or none does: a rule that is
//! malformed, too long or unable to match makes the whole set an error, and there is no such thing as a name too long to
//! be judged. Rules know names; whether a file exists, or is the same as another, they do not.

mod folder;

pub use folder::FolderRules;

use crate::RootedPath;
use crate::glance::Glance;
use crate::glob::{BadGlob, Glob};
use crate::matchable_name::MatchableName;
use crate::rule_set::RuleSet;
use crate::spelling::spell;

/// Names that hold secrets by custom, as rules. Written in lower case, for lists that ignore it.
pub const SENSITIVE_NAMES: &[&str] = &[
    ".env*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.crt",
    "*.cer",
    "*.der",
    "*.pk8",
    "id_rsa",
    "id_ed25519",
    ".npmrc",
    ".netrc",
];

/// Names of files that some program runs, or obeys, without anybody asking it to; as rules.
pub const RUNS_CODE_NAMES: &[&str] = &[
    "**/.github/workflows",
    "**/.github/actions",
    ".gitlab-ci.yml",
    ".circleci",
    "jenkinsfile",
    ".vscode",
    ".idea",
    ".cursor",
    ".claude",
    ".codex",
    ".gemini",
    ".pi",
    ".mcp.json",
    ".envrc",
    ".husky",
    ".pre-commit-config.yaml",
    ".gitattributes",
    ".gitmodules",
    ".gitconfig",
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    "config.fish",
    "makefile",
    "gnumakefile",
    "**/.cargo/config.toml",
];

/// Names of files that nobody writes through this program: what git keeps for itself, and what decides about writing.
pub const NEVER_WRITTEN_NAMES: &[&str] = &[".git", "reread.toml", "**/reread/config.toml"];

/// The rules as they are written: globs, relative to the root.
///
/// | write | for |
/// |---|---|
/// | `.env` | a file or folder of that name at any depth, and everything beneath it |
/// | `secrets/` | the same: a trailing slash changes nothing |
/// | `config/prod` | that path from the root, and everything beneath it: a slash inside anchors a rule |
/// | `**/prod/key` | that path at any depth: `**` between slashes is any number of folders, none included |
/// | `config/**` | everything in the folder, but not the folder itself |
/// | `*.pem` | any run of characters within a component |
/// | `key?` | any one character |
/// | `key[0-9]`, `key[!0-9]` | one of some ASCII characters, or one that is none of them |
/// | `*.{pem,key}`, `id_rsa{,.pub}` | alternatives, which may be empty or hold slashes; each is a rule of its own |
/// | `\*`, `\!` | the character itself |
/// | `**` | everything, the root included |
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleLists<'a> {
    /// What may not be touched.
    pub deny: &'a [String],
    /// What may be touched once somebody agrees.
    pub ask: &'a [String],
    /// What may be touched; if this is empty, all the rest.
    pub allow: &'a [String],
}

/// What the rules say about a file, from the mildest to the strictest.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Verdict {
    /// It may be touched.
    Allow,
    /// It may be touched once somebody agrees.
    Ask {
        /// The rule that wants it so.
        rule: String,
    },
    /// There are allow rules, and none of them matches.
    NotAllowed,
    /// It may not be touched.
    Deny {
        /// The rule that forbids it.
        rule: String,
    },
}

/// Why a set of rules was refused as a whole.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadRule {
    /// A rule is no glob, or one that cannot match.
    #[error("rule `{}` {fault}", spell(rule.as_bytes()))]
    Glob {
        /// The rule as it was written.
        rule: String,
        /// What is wrong with it.
        fault: BadGlob,
    },
    /// A rule is longer than any reasonable one.
    #[error("a rule has {bytes} bytes, more than the {max} a rule may have; write several shorter ones")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The bound.
        max: usize,
    },
    /// All rules together are too large to be kept.
    #[error("the rules stand for patterns of more than {max} characters; write fewer alternatives")]
    TooMany {
        /// The bound.
        max: usize,
    },
}

const MAX_RULE_BYTES: usize = 4 * 1024;

/// Of all patterns together, once alternatives and look-alikes are written out: two hundred for each of ten thousand
/// rules, twice.
const MAX_CHARACTERS: usize = 4 * 1024 * 1024;

/// Compiled rules. The default allows everything.
///
/// The first of the three lists with a matching rule decides; the order within a list never matters. If there are allow
/// rules, what none of them matches is not allowed.
///
/// Deny and ask err on the side of matching. Beside the exact name they see what it looks like: without case, invisible
/// characters, compatibility forms such as full-width dots and slashes, and the difference between composed and
/// decomposed accents. (So `[!a]`, which takes `A`, takes `a` as well; `[!aA]` takes neither.) Allow is exact.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    layers: Vec<Layer>,
    /// Passes by what every layer allows.
    glance: Glance,
}

impl Rules {
    /// Compiles the lists, or says which rule cannot stand and what to write instead.
    pub fn compile(lists: &RuleLists<'_>) -> Result<Rules, BadRule> {
        let mut budget = MAX_CHARACTERS;
        let allowing = sorted(lists.allow);
        let layer = Layer {
            deny: WideList::compile(lists.deny, &mut budget)?,
            ask: WideList::compile(lists.ask, &mut budget)?,
            allow: exact_set(&allowing, &mut budget)?,
            is_open: lists.allow.is_empty(),
            allowing: allowing.into_iter().map(str::to_owned).collect(),
        };
        let glance = layer.glance();
        Ok(Rules { layers: vec![layer], glance })
    }

    /// Judges one file by all the names it goes by: as requested, and as resolved.
    ///
    /// The strictest verdict over the names holds. A file without a name is not allowed.
    #[must_use]
    pub fn judge(&self, names: &[&RootedPath]) -> Verdict {
        if names.is_empty() {
            return Verdict::NotAllowed;
        }
        let verdicts = names.iter().flat_map(|name| {
            let exact = MatchableName::exact(name);
            let look_alikes = MatchableName::look_alikes(name);
            self.layers.iter().map(move |layer| layer.judge(&exact, &look_alikes))
        });
        verdicts.max().unwrap_or(Verdict::Allow)
    }

    /// The rules that deny or ask, as they were written; those of one list in an order of their own.
    pub fn guarding(&self) -> impl Iterator<Item = &str> {
        let lists = self.layers.iter().flat_map(|layer| [&layer.deny, &layer.ask]);
        lists.flat_map(|list| &list.rules).map(String::as_str)
    }

    /// The rules that allow, likewise.
    pub fn allowing(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().flat_map(|layer| &layer.allowing).map(String::as_str)
    }

    /// Both must agree: of the two verdicts the stricter holds.
    #[must_use]
    pub fn narrowed_by(mut self, other: Rules) -> Rules {
        self.layers.extend(other.layers);
        self.glance.add_all(&other.glance);
        self
    }
}

/// Three lists that were written together.
#[derive(Clone, Debug)]
struct Layer {
    deny: WideList,
    ask: WideList,
    allow: RuleSet,
    is_open: bool,
    /// What `allow` was made of.
    allowing: Vec<String>,
}

impl Layer {
    fn judge(&self, exact: &MatchableName, look_alikes: &[MatchableName]) -> Verdict {
        self.verdict(
            || self.deny.first_covering(exact, look_alikes),
            || self.ask.first_covering(exact, look_alikes),
            || self.allow.first_covering(exact).is_some(),
        )
    }

    /// Passes by the components of names that it allows.
    fn glance(&self) -> Glance {
        if !self.is_open {
            return Glance::blind();
        }
        let mut glance = Glance::default();
        for list in [&self.deny, &self.ask] {
            glance.add_all(list.exact.glance());
            glance.add_all(list.look_alike.glance());
        }
        glance
    }

    /// Deny, then ask, then allow.
    fn verdict(
        &self,
        deny: impl FnOnce() -> Option<String>,
        ask: impl FnOnce() -> Option<String>,
        is_allowed: impl FnOnce() -> bool,
    ) -> Verdict {
        if let Some(rule) = deny() {
            Verdict::Deny { rule }
        } else if let Some(rule) = ask() {
            Verdict::Ask { rule }
        } else if self.is_open || is_allowed() {
            Verdict::Allow
        } else {
            Verdict::NotAllowed
        }
    }
}

/// A list that errs on the side of matching.
#[derive(Clone, Debug)]
struct WideList {
    rules: Vec<String>,
    exact: RuleSet,
    look_alike: RuleSet,
}

impl WideList {
    fn compile(rules: &[String], budget: &mut usize) -> Result<WideList, BadRule> {
        let rules = sorted(rules);
        let mut list =
            WideList { rules: Vec::new(), exact: RuleSet::default(), look_alike: RuleSet::default() };
        for (number, &rule) in rules.iter().enumerate() {
            for glob in globs(rule, budget)? {
                let look_alike =
                    glob.look_alike().map_err(|fault| BadRule::Glob { rule: rule.to_owned(), fault })?;
                spend(budget, &look_alike)?;
                list.look_alike.add(look_alike, number);
                list.exact.add(glob, number);
            }
        }
        list.rules = rules.into_iter().map(str::to_owned).collect();
        Ok(list)
    }

    fn first_covering(&self, exact: &MatchableName, look_alikes: &[MatchableName]) -> Option<String> {
        let by_look = look_alikes.iter().filter_map(|view| self.look_alike.first_covering(view));
        let number = self.exact.first_covering(exact).into_iter().chain(by_look).min()?;
        Some(self.rules[number].clone())
    }
}

fn exact_set(rules: &[&str], budget: &mut usize) -> Result<RuleSet, BadRule> {
    let mut set = RuleSet::default();
    for (number, rule) in rules.iter().enumerate() {
        for glob in globs(rule, budget)? {
            set.add(glob, number);
        }
    }
    Ok(set)
}

/// In an order of their own, so that the order in which they were written cannot decide which one is reported.
fn sorted(rules: &[String]) -> Vec<&str> {
    let mut rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn globs(rule: &str, budget: &mut usize) -> Result<Vec<Glob>, BadRule> {
    if rule.len() > MAX_RULE_BYTES {
        return Err(BadRule::TooLong { bytes: rule.len(), max: MAX_RULE_BYTES });
    }
    let globs = Glob::parse(rule).map_err(|fault| BadRule::Glob { rule: rule.to_owned(), fault })?;
    globs.iter().try_for_each(|glob| spend(budget, glob))?;
    Ok(globs)
}

fn spend(budget: &mut usize, glob: &Glob) -> Result<(), BadRule> {
    *budget = budget.checked_sub(glob.size()).ok_or(BadRule::TooMany { max: MAX_CHARACTERS })?;
    Ok(())
}

#[cfg(test)]
mod tests;
