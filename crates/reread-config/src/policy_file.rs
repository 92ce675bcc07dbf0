//! The two configuration files as text.

use std::io;
use std::path::Path;

use reread_path::{RuleLists, SENSITIVE_NAMES};
use reread_text::DiffLimits;
use serde::Deserialize;

use crate::backends::BackendsTable;
use crate::compiled_rules::{compile, deny_names};
use crate::examples::{self, Example};
use crate::guard_table::{GuardTable, NarrowingTable};
use crate::policy_error::{PolicyError, VERSION, check_narrower};
use crate::retention::HistoryTable;
use crate::review_table::ReviewSettings;
use crate::settings::{HardLinks, Limits, OtherFilesystems, PiSettings, Settings};
use crate::write_table::{NarrowingWriteTable, Treatment, WriteTable, owned};

/// Default of `audit.segment_bytes`: 8 MiB.
const USUAL_SEGMENT_BYTES: u64 = 8 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UserFile {
    version: u32,
    state: Option<String>,
    #[serde(default)]
    read: UserRules,
    #[serde(default)]
    write: WriteTable,
    #[serde(default)]
    hard_links: HardLinks,
    #[serde(default)]
    other_filesystems: OtherFilesystems,
    #[serde(default)]
    limits: LimitsTable,
    #[serde(default)]
    cache: CacheTable,
    #[serde(default)]
    history: HistoryTable,
    #[serde(default)]
    audit: AuditTable,
    #[serde(default)]
    pi: PiTable,
    #[serde(default)]
    guard: GuardTable,
    #[serde(default)]
    backends: BackendsTable,
    #[serde(default)]
    index: IndexTable,
    #[serde(default)]
    search: SearchTable,
    review: Option<ReviewSettings>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct UserRules {
    deny: Vec<String>,
    ask: Vec<String>,
    allow: Vec<String>,
    examples: Vec<Example>,
    sensitive: Treatment,
    sensitive_names: Option<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    reply_lines: Option<u64>,
    reply_chars: Option<u64>,
    transport_bytes: Option<u64>,
    search_millis: Option<u64>,
    digest_bytes: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct CacheTable {
    unused_for_hours: Option<u64>,
    not_cached: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct AuditTable {
    segment_bytes: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct IndexTable {
    background: Option<bool>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct SearchTable {
    model: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct PiTable {
    enabled: Option<bool>,
    store: Option<String>,
    exclude: Vec<String>,
    diff_bytes: Option<u64>,
    diff_lines: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkspaceFile {
    version: u32,
    #[serde(default)]
    read: WorkspaceRules,
    #[serde(default)]
    write: NarrowingWriteTable,
    #[serde(default)]
    limits: LimitsTable,
    #[serde(default)]
    guard: NarrowingTable,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct WorkspaceRules {
    deny: Vec<String>,
    ask: Vec<String>,
    examples: Vec<Example>,
}

/// Reads a configuration file that the user named.
pub fn load_user_configuration(path: &Path) -> Result<Settings, PolicyError> {
    let file = path.display().to_string();
    match text_of(path) {
        Ok(text) => parse_user_configuration(&file, &text),
        Err(error) => Err(PolicyError::Unreadable { file, message: error.to_string() }),
    }
}

/// Reads the configuration file in its usual place; the defaults if there is none.
#[expect(clippy::disallowed_methods, reason = "set-up: the user's own file, named by the user")]
pub fn load_usual_configuration(path: &Path) -> Result<Settings, PolicyError> {
    // A link that leads nowhere is not "no rules": the rules are missing.
    let is_link = || std::fs::symlink_metadata(path).is_ok();
    match text_of(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_link() => Ok(Settings::default()),
        _ => load_user_configuration(path),
    }
}

#[expect(clippy::disallowed_methods, reason = "set-up: the user's own file, named by the user")]
fn text_of(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path)
}

/// Understands the user's own configuration; `file` is what messages call it.
pub fn parse_user_configuration(file: &str, text: &str) -> Result<Settings, PolicyError> {
    let parsed: UserFile = parse(file, text)?;
    check_version(file, parsed.version)?;
    let UserRules { deny, ask, allow, examples, sensitive: treatment, sensitive_names } = parsed.read;
    let own = RuleLists { deny: &deny, ask: &ask, allow: &allow };
    examples::check(file, &own, &examples)?;
    let mut read = compile(file, &own)?;
    let sensitive = sensitive_names.unwrap_or_else(|| owned(SENSITIVE_NAMES));
    let guard = match treatment {
        Treatment::Allow => None,
        Treatment::Deny => Some(RuleLists { deny: &sensitive, ..RuleLists::default() }),
        Treatment::Ask => Some(RuleLists { ask: &sensitive, ..RuleLists::default() }),
    };
    if let Some(lists) = guard {
        read = read.narrowed_by(compile(file, &lists)?);
    }
    let mut not_cached = sensitive;
    not_cached.extend(parsed.cache.not_cached);

    let mut excluded = not_cached.clone();
    excluded.extend(parsed.pi.exclude);
    // What may not be read elsewhere is shown by pi all the same, but nothing is kept of it.
    let excluded = deny_names(file, &excluded)?.narrowed_by(read.clone());
    let diff = DiffLimits::default();
    let mut limits = Limits::default();
    set_limits(file, &mut limits, &parsed.limits)?;
    let write = parsed.write.settings(&read, file)?;
    Ok(Settings {
        read,
        write,
        not_cached: deny_names(file, &not_cached)?,
        hard_links: parsed.hard_links,
        other_filesystems: parsed.other_filesystems,
        limits,
        unused_for_hours: parsed.cache.unused_for_hours.unwrap_or(24),
        retention: parsed.history.retention(),
        journal_bytes: parsed.audit.segment_bytes.unwrap_or(USUAL_SEGMENT_BYTES),
        state: parsed.state,
        guard: parsed.guard.settings(file)?,
        backends: parsed.backends.backends(file)?,
        indexes_in_background: parsed.index.background.unwrap_or(true),
        model: parsed.search.model,
        review: parsed.review,
        pi: PiSettings {
            is_on: parsed.pi.enabled.unwrap_or(true),
            store: parsed.pi.store,
            excluded,
            diff: DiffLimits {
                max_bytes: parsed.pi.diff_bytes.unwrap_or(diff.max_bytes),
                max_lines: parsed.pi.diff_lines.unwrap_or(diff.max_lines),
            },
        },
    })
}

/// What holds if the user configured nothing.
impl Default for Settings {
    fn default() -> Self {
        let nothing = format!("version = {VERSION}");
        parse_user_configuration("the defaults", &nothing).expect("the defaults are valid")
    }
}

/// Applies a workspace's `reread.toml`, which can only narrow.
pub fn narrow_by_workspace(settings: Settings, file: &str, text: &str) -> Result<Settings, PolicyError> {
    let parsed: WorkspaceFile = parse(file, text)?;
    check_version(file, parsed.version)?;
    let own = RuleLists { deny: &parsed.read.deny, ask: &parsed.read.ask, allow: &[] };
    let rules = compile(file, &own)?;
    let mut limits = settings.limits;
    set_limits(file, &mut limits, &parsed.limits)?;
    check_narrower(file, &named_limits(&limits), &named_limits(&settings.limits))?;
    let guard = parsed.guard.narrow(file, settings.guard)?;
    examples::check(file, &own, &parsed.read.examples)?;
    let write = parsed.write.narrow(settings.write, rules.clone(), file)?;
    Ok(Settings { read: settings.read.narrowed_by(rules), write, limits, guard, ..settings })
}

fn parse<T: for<'de> Deserialize<'de>>(file: &str, text: &str) -> Result<T, PolicyError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let number = before.matches('\n').count();
        let line = text.lines().nth(number).unwrap_or_default().trim();
        // The parser draws the place over several lines; a message is one.
        let message = format!("line {}, `{line}`: {}", number + 1, error.message().replace('\n', ", "));
        PolicyError::Syntax { file: file.to_owned(), message }
    })
}

fn check_version(file: &str, found: u32) -> Result<(), PolicyError> {
    if found == VERSION { Ok(()) } else { Err(PolicyError::Version { file: file.to_owned(), found }) }
}

fn set_limits(file: &str, limits: &mut Limits, table: &LimitsTable) -> Result<(), PolicyError> {
    let settings = [
        (&mut limits.reply_lines, table.reply_lines),
        (&mut limits.reply_chars, table.reply_chars),
        (&mut limits.transport_bytes, table.transport_bytes),
        (&mut limits.search_millis, table.search_millis),
        (&mut limits.digest_bytes, table.digest_bytes),
    ];
    for (limit, value) in settings {
        *limit = value.unwrap_or(*limit);
    }
    match named_limits(limits).into_iter().find(|(_, value)| *value == 0) {
        Some((key, _)) => Err(PolicyError::Zero { file: file.to_owned(), key }),
        None => Ok(()),
    }
}

fn named_limits(limits: &Limits) -> [(&'static str, u64); 5] {
    [
        ("limits.reply_lines", limits.reply_lines),
        ("limits.reply_chars", limits.reply_chars),
        ("limits.transport_bytes", limits.transport_bytes),
        ("limits.search_millis", limits.search_millis),
        ("limits.digest_bytes", limits.digest_bytes),
    ]
}

#[cfg(test)]
mod tests;
