//! Rules that decide which files may be touched: deny, then ask, then allow.
//!
//! [`RuleLists`] documents the syntax, [`Rules`] the semantics. A rule that is malformed, too long or unable to match
//! makes the whole set an error, so no rule is ignored silently. Names of any length are judged. Rules see only names,
//! not whether a file exists or has other names.

mod folder;

pub use folder::FolderRules;

use crate::RootedPath;
use crate::glob::{BadGlob, Glob};
use crate::matchable_name::MatchableName;
use crate::prefilter::Prefilter;
use crate::rule_set::RuleSet;
use crate::spelling::spell;

/// Rules for files that usually contain secrets. In lower case, for lists that ignore case.
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

/// Rules for files that a program runs or obeys without the user asking for a build or a test.
///
/// Such a program is a coding agent, an editor, a shell, git, a package manager or a build service. What runs only in a
/// build or test that the user starts (`build.rs`, `conftest.py`, `setup.py`, a `Dockerfile`) is not listed: an agent edits
/// those all day. Task files such as a makefile are, because people run them without a look. Scripts of a `package.json`
/// that run by themselves and embedded git repositories are judged by what is in them.
pub const RUNS_CODE_NAMES: &[&str] = &[
    // Build services.
    "**/.github/workflows",
    "**/.github/actions",
    ".gitlab-ci.yml",
    ".circleci",
    "jenkinsfile",
    ".travis.yml",
    "azure-pipelines.{yml,yaml}",
    "bitbucket-pipelines.yml",
    ".buildkite",
    ".drone.*",
    ".woodpecker*",
    "appveyor.yml",
    ".appveyor.yml",
    ".cirrus.yml",
    ".semaphore",
    ".tekton",
    ".builds",
    ".build.yml",
    "cloudbuild.{yml,yaml}",
    "buildspec.{yml,yaml}",
    ".teamcity",
    "**/.forgejo/workflows",
    "**/.gitea/workflows",
    // Coding agents: servers, hooks, commands and plugins.
    ".claude",
    ".claude.json",
    ".claude-plugin",
    "claude_desktop_config.json",
    ".codex",
    ".cursor",
    ".gemini",
    ".goose",
    "**/goose/config.yaml",
    ".mcp.json",
    "mcp.json",
    ".opencode",
    "opencode.json",
    "opencode.jsonc",
    ".pi",
    ".windsurf",
    ".continue",
    ".kiro",
    ".roo",
    ".amazonq",
    ".aider.conf.yml",
    "**/.github/hooks",
    ".qwen",
    "crush.json",
    ".crush.json",
    ".clinerules",
    ".factory",
    ".augment",
    ".trae",
    ".kilocode",
    ".junie",
    ".copilot",
    ".codebuddy",
    ".cline",
    // Editors and development containers.
    ".vscode",
    "*.code-workspace",
    ".idea",
    ".zed",
    "**/zed/settings.json",
    ".fleet",
    ".devcontainer",
    ".devcontainer.json",
    ".gitpod.yml",
    ".dir-locals.el",
    ".exrc",
    ".vimrc",
    ".nvimrc",
    ".nvim.lua",
    ".lvimrc",
    ".vim",
    ".emacs.d",
    ".helix",
    "**/.config/nvim",
    ".gitpod",
    ".ona",
    ".idx",
    ".replit",
    ".codesandbox",
    "devfile.yaml",
    ".devfile.yaml",
    "devbox.json",
    ".luarc.json",
    ".luarc.jsonc",
    ".clangd",
    // Shells, sessions and interpreters, and what they load with a folder.
    ".envrc",
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".cshrc",
    ".tcshrc",
    ".login",
    ".logout",
    ".kshrc",
    ".mkshrc",
    ".xprofile",
    ".xsession",
    ".xinitrc",
    ".pam_environment",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".zlogout",
    "config.fish",
    "**/fish/conf.d",
    ".direnvrc",
    "**/direnv/direnvrc",
    ".mise.toml",
    "mise.toml",
    "mise.*.toml",
    ".mise.*.toml",
    "**/mise/config.toml",
    "**/mise/conf.d",
    ".mise",
    ".config/mise",
    ".tool-versions",
    ".autoenv*",
    ".ssh",
    ".inputrc",
    ".tmux.conf",
    ".screenrc",
    ".gdbinit",
    ".lldbinit",
    ".pdbrc",
    ".rprofile",
    ".ghci",
    ".irbrc",
    ".pryrc",
    ".iex.exs",
    ".octaverc",
    ".sqliterc",
    ".psqlrc",
    "**/.config/autostart",
    "**/.config/systemd",
    "**/.config/environment.d",
    "**/library/launchagents",
    // git and its kind, and hooks that run with them.
    ".gitattributes",
    ".gitmodules",
    ".gitconfig",
    "**/.config/git",
    ".hg",
    ".hgrc",
    ".jj",
    ".sl",
    ".githooks",
    ".husky",
    ".lefthook*",
    "lefthook{,-local}.{yml,yaml,json,jsonc,toml}",
    ".lintstagedrc*",
    "lint-staged.config.*",
    ".overcommit.yml",
    ".pre-commit-config.{yml,yaml}",
    "prek.toml",
    ".simple-git-hooks*",
    // Package managers, and tools that an editor starts by itself.
    "**/.cargo/config",
    "**/.cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    "**/.yarn/plugins",
    "**/.yarn/releases",
    ".pnpmfile.cjs",
    ".pnpmfile.mjs",
    "pnpm-workspace.yaml",
    ".pnp.cjs",
    ".pnp.loader.mjs",
    "bunfig.toml",
    ".bundle",
    "binding.gyp",
    "sitecustomize.py",
    "usercustomize.py",
    "*.pth",
    ".bazelrc",
    ".bazeliskrc",
    "**/tools/bazel",
    ".buckconfig",
    ".mvn",
    "**/gradle/wrapper",
    "**/.gradle/init.d",
    "init.gradle",
    // Task files.
    "makefile",
    "gnumakefile",
    "justfile",
    ".justfile",
    "rakefile",
    "taskfile.yml",
    "taskfile.yaml",
];

/// Rules for files that this program never writes: git's own data, and the configuration that decides about writing.
pub const NEVER_WRITTEN_NAMES: &[&str] = &[".git", "reread.toml", "**/reread/config.toml"];

/// The rules as text: globs relative to the root.
///
/// | rule | matches |
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
    /// Files that must not be touched.
    pub deny: &'a [String],
    /// Files that may be touched after the user approves.
    pub ask: &'a [String],
    /// Files that may be touched. If empty, all files that the other lists do not match.
    pub allow: &'a [String],
}

/// The decision of the rules about a file, from the mildest to the strictest.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Verdict {
    /// The file may be touched.
    Allow,
    /// The file may be touched after the user approves; with the matching rule as written.
    Ask(String),
    /// There are allow rules, and none of them matches.
    NotAllowed,
    /// The file must not be touched; with the matching rule as written.
    Deny(String),
}

/// Why a set of rules was rejected as a whole.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadRule {
    /// A rule is not a valid glob, or can never match.
    #[error("rule `{}` {fault}", spell(rule.as_bytes()))]
    Glob {
        /// As written.
        rule: String,
        /// The error in the glob.
        fault: BadGlob,
    },
    /// A rule has more bytes than one may have.
    #[error("a rule has {bytes} bytes, more than the {max} a rule may have; write several shorter ones")]
    TooLong {
        /// The length of the rule.
        bytes: usize,
        /// The largest length in bytes.
        max: usize,
    },
    /// All rules together are too large.
    #[error("the rules stand for patterns of more than {0} characters; write fewer alternatives")]
    TooMany(usize),
}

const MAX_RULE_BYTES: usize = 4 * 1024;

/// Characters of all patterns together, after alternatives and look-alikes are expanded: two hundred for each of ten
/// thousand rules, twice.
const MAX_CHARACTERS: usize = 4 * 1024 * 1024;

/// Compiled rules. The default allows everything.
///
/// The first of the three lists with a matching rule decides; the order within a list never matters. If there are allow
/// rules, a file that none of them matches is not allowed.
///
/// Deny and ask match generously. Besides the exact name they match its look-alike forms, which ignore case, invisible
/// characters, compatibility forms such as full-width dots and slashes, and the difference between composed and
/// decomposed accents. (So `[!a]`, which matches `A`, also matches `a`; `[!aA]` matches neither.) Allow is exact.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    layers: Vec<Layer>,
    /// Skips names that every layer allows.
    prefilter: Prefilter,
}

impl Rules {
    /// Compiles the lists. The error names the bad rule and what to write instead.
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
        let prefilter = layer.prefilter();
        Ok(Rules { layers: vec![layer], prefilter })
    }

    /// Judges one file by all its names: as requested, and as resolved.
    ///
    /// The strictest verdict wins. A file without a name is not allowed.
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

    /// The deny and ask rules as written. The order within a list is unspecified.
    pub fn guarding(&self) -> impl Iterator<Item = &str> {
        let lists = self.layers.iter().flat_map(|layer| [&layer.deny, &layer.ask]);
        lists.flat_map(|list| &list.rules).map(String::as_str)
    }

    /// The allow rules as written, in unspecified order.
    pub fn allowing(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().flat_map(|layer| &layer.allowing).map(String::as_str)
    }

    /// Combines both sets: the stricter of the two verdicts wins.
    #[must_use]
    pub fn narrowed_by(mut self, other: Rules) -> Rules {
        self.layers.extend(other.layers);
        self.prefilter.add_all(&other.prefilter);
        self
    }
}

/// The three lists of one configuration.
#[derive(Clone, Debug)]
struct Layer {
    deny: WideList,
    ask: WideList,
    allow: RuleSet,
    is_open: bool,
    /// The allow rules as written.
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

    /// Skips components of names that this layer allows.
    fn prefilter(&self) -> Prefilter {
        if !self.is_open {
            return Prefilter::blind();
        }
        let mut prefilter = Prefilter::default();
        for list in [&self.deny, &self.ask] {
            prefilter.add_all(list.exact.prefilter());
            prefilter.add_all(list.look_alike.prefilter());
        }
        prefilter
    }

    /// Deny, then ask, then allow.
    fn verdict(
        &self,
        deny: impl FnOnce() -> Option<String>,
        ask: impl FnOnce() -> Option<String>,
        is_allowed: impl FnOnce() -> bool,
    ) -> Verdict {
        if let Some(rule) = deny() {
            Verdict::Deny(rule)
        } else if let Some(rule) = ask() {
            Verdict::Ask(rule)
        } else if self.is_open || is_allowed() {
            Verdict::Allow
        } else {
            Verdict::NotAllowed
        }
    }
}

/// A deny or ask list, which also matches look-alikes.
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
        let by_look = look_alikes.iter().filter_map(|name| self.look_alike.first_covering(name));
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

/// Sorted, so that the order in the configuration does not decide which matching rule is reported.
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
    *budget = budget.checked_sub(glob.size()).ok_or(BadRule::TooMany(MAX_CHARACTERS))?;
    Ok(())
}

#[cfg(test)]
mod tests;
