//! Content that some program runs by itself, in files whose names alone say nothing.

use serde_json::Value;

/// What a program would run by itself because of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SelfRunning {
    /// A script of a `package.json` that a package manager runs when it installs, or a hook of git in it.
    PackageScripts,
    /// A file named HEAD that makes its folder a git repository, whose configuration git obeys.
    GitHead,
    /// A file that git obeys inside such a folder, or one that completes it.
    GitRepository,
}

impl SelfRunning {
    /// What stands in place of a rule.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::PackageScripts => "package.json scripts",
            Self::GitHead => "HEAD of a git repository",
            Self::GitRepository => "inside a git repository",
        }
    }

    /// Judges a change by the name of the file, and what it holds and will hold.
    pub(crate) fn of(leaf: &[u8], before: &[u8], after: &[u8]) -> Option<Self> {
        if leaf.eq_ignore_ascii_case(b"package.json") && changes_scripts(before, after) {
            return Some(Self::PackageScripts);
        }
        (leaf.eq_ignore_ascii_case(b"HEAD") && is_git_head(after)).then_some(Self::GitHead)
    }
}

/// Scripts that npm, yarn or pnpm run while they install.
const SCRIPTS: [&str; 11] = [
    "pnpm:devPreinstall",
    "preinstall",
    "install",
    "postinstall",
    "preprepare",
    "prepare",
    "postprepare",
    "prepublish",
    "preuninstall",
    "uninstall",
    "dependencies",
];

/// Members that packages take for hooks of git, or that name what is run instead of the package manager.
const HOOKS: [&str; 6] =
    ["husky", "lint-staged", "simple-git-hooks", "pre-commit", "gitHooks", "packageManager"];

fn changes_scripts(before: &[u8], after: &[u8]) -> bool {
    // A text that is not JSON for us may be JSON for a more lenient reader: in doubt the user is asked.
    let Some(after) = self_running(after) else { return true };
    match self_running(before) {
        Some(before) => before != after,
        None => after.iter().any(Option::is_some),
    }
}

/// The values that run by themselves, in a fixed order; `None` if the text is not a JSON object.
fn self_running(text: &[u8]) -> Option<Vec<Option<Value>>> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let package: Value = serde_json::from_slice(text).ok()?;
    let package = package.as_object()?;
    let scripts =
        SCRIPTS.iter().map(|name| package.get("scripts").and_then(|scripts| scripts.get(name)).cloned());
    Some(scripts.chain(HOOKS.iter().map(|name| package.get(*name).cloned())).collect())
}

/// Whether git takes the text for the HEAD of a repository. Git does not look at what follows the digits of a commit.
fn is_git_head(text: &[u8]) -> bool {
    const DIGITS: usize = 40;

    let text = text.trim_ascii_start();
    let names_commit = text.get(..DIGITS).is_some_and(|name| name.iter().all(u8::is_ascii_hexdigit));
    text.starts_with(b"ref:") || names_commit
}

#[cfg(test)]
mod tests;
