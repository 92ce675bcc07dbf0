//! The program, its configuration, the workspace and its state.

use std::path::Path;

use reread_files::{Confinement, HardLinks, Root, State, Workspace};
use reread_store::{KeyPlace, MOST_OPEN_PROPOSALS, StateError};

use crate::arguments::Global;
use crate::exit::{Failure, with_source};
use crate::program::{Program, on_path, this_program};
use crate::quantity::counted;
use crate::setup::{open_without_state, settings, usual_configuration};
use crate::state_place::StatePlace;

use super::check::{Check, CheckStatus};

/// The checks that need no host.
pub(super) fn checks(global: &Global) -> Result<Vec<Check>, Failure> {
    let configuration = configuration(global);
    let is_understood = configuration.status == CheckStatus::Ok;
    let mut checks = vec![program()?, configuration];
    if !is_understood {
        return Ok(checks);
    }
    let workspace = match open_without_state(global) {
        Ok(workspace) => workspace,
        Err(failure) => {
            checks.push(Check::fail("workspace", failure.message, failure.hint));
            return Ok(checks);
        }
    };
    for root in workspace.access().roots() {
        let is_narrowed = rustix::fs::stat(root.path().join("reread.toml")).is_ok();
        let narrowed = if is_narrowed { ", narrowed by its reread.toml" } else { "" };
        checks.push(Check::ok("workspace", format!("{}{narrowed}", root.path().display())));
        checks.push(confinement(root));
        checks.push(filesystem(root));
    }
    checks.push(hard_links(&workspace));
    checks.push(state(global, &workspace));
    checks.extend(proposals(global, workspace));
    Ok(checks)
}

/// How many conflicts wait for a decision; nothing if none does, or there is no state yet.
fn proposals(global: &Global, workspace: Workspace) -> Option<Check> {
    let place = StatePlace::of(global, &workspace).ok().filter(StatePlace::is_there)?;
    let state =
        State::open(&place.path, &place.key_place).ok().filter(|state| state.directory().has_database())?;
    let waiting = workspace.with_state(state).proposals().open().ok()?.len() as u64;
    let counted = counted(waiting, "conflict waits for a decision", "conflicts wait for a decision");
    let next = "decide about them: `reread proposals` lists them";
    match waiting {
        0 => None,
        MOST_OPEN_PROPOSALS.. => {
            let says = format!("{counted}, and further ones are reported and not kept");
            Some(Check::warn("proposals", says, next))
        }
        _ => Some(Check::ok("proposals", counted)),
    }
}

fn program() -> Result<Check, Failure> {
    let this = this_program()?;
    let says = format!("{} {}", this.display(), env!("CARGO_PKG_VERSION"));
    Ok(match on_path(Path::new("reread")) {
        Some(found) if Program::of(&found.to_string_lossy()) == Program::This => Check::ok("program", says),
        Some(found) => {
            let says = format!("{says}; but `reread` on PATH is {}", found.display());
            Check::warn("program", says, "remove the one that you do not mean, or change PATH")
        }
        None => {
            let says = format!("{says}; there is no `reread` on PATH");
            Check::warn("program", says, "install it, or go on naming it by its path")
        }
    })
}

fn configuration(global: &Global) -> Check {
    match settings(global) {
        Ok(_) => {
            let path = usual_configuration().filter(|path| rustix::fs::stat(path).is_ok());
            Check::ok(
                "configuration",
                global.config.clone().or(path).map_or_else(
                    || "none, so the defaults hold".to_owned(),
                    |path| format!("{} is understood", path.display()),
                ),
            )
        }
        Err(failure) => Check::fail("configuration", failure.message, failure.hint),
    }
}

fn confinement(root: &Root) -> Check {
    match root.confinement() {
        Confinement::Kernel => {
            Check::ok("confinement", "the kernel keeps names inside (openat2 with RESOLVE_BENEATH)")
        }
        Confinement::Portable => Check::warn(
            "confinement",
            "names are kept inside component by component (cap-std): there is no openat2 here",
            "Linux 5.6 or newer, and a sandbox that lets the call through, are faster",
        ),
    }
}

/// The filesystems whose locks or renames are not to be relied on, or that say nothing about themselves.
#[cfg(target_os = "linux")]
fn filesystem(root: &Root) -> Check {
    const KNOWN: [(u64, &str, bool); 16] = [
        (0xEF53, "ext4", true),
        (0x5846_5342, "xfs", true),
        (0x9123_683E, "btrfs", true),
        (0x2FC1_2FC1, "zfs", true),
        (0xF2F5_2010, "f2fs", true),
        (0xCA45_1A4E, "bcachefs", true),
        (0x0102_1994, "tmpfs", true),
        (0x794C_7630, "overlayfs", true),
        (0x8584_58F6, "ramfs", true),
        (0x6969, "nfs", false),
        (0xFF53_4D42, "cifs", false),
        (0xFE53_4D42, "smb2", false),
        (0x0102_1997, "9p", false),
        (0x6573_5546, "fuse", false),
        (0x4D44, "vfat", false),
        (0x2011_BAB0, "exfat", false),
    ];
    let Ok(facts) = rustix::fs::statfs(root.path()) else {
        return Check::warn("filesystem", "it does not say what it is", "nothing, as long as reading works");
    };
    let kind = u64::try_from(facts.f_type).unwrap_or(u64::MAX) & 0xFFFF_FFFF;
    match KNOWN.iter().find(|(known, ..)| *known == kind) {
        Some((_, name, true)) => Check::ok("filesystem", *name),
        Some((_, name, false)) => Check::warn(
            "filesystem",
            format!("{name}: locks and modes may not hold there"),
            "keep the state elsewhere, with --state or `state` in the configuration",
        ),
        None => Check::ok("filesystem", format!("of kind {kind:#x}")),
    }
}

#[cfg(not(target_os = "linux"))]
fn filesystem(_: &Root) -> Check {
    Check::ok("filesystem", "not looked at on this system")
}

fn hard_links(workspace: &Workspace) -> Check {
    match workspace.settings().hard_links {
        HardLinks::Refuse => Check::ok("hard links", "files with a name outside are refused"),
        HardLinks::Allow => Check::warn(
            "hard links",
            "files with a name outside are shown",
            "remove `hard_links` from the configuration, unless that is meant",
        ),
    }
}

/// A state directory is opened as every command does; one that is not there is not made.
fn state(global: &Global, workspace: &Workspace) -> Check {
    let StatePlace { path, key_place } = match StatePlace::of(global, workspace) {
        Ok(place) => place,
        Err(failure) => return Check::fail("state", failure.message, failure.hint),
    };
    let shown = path.display();
    if rustix::fs::stat(&path).is_err() {
        let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return match rustix::fs::access(above, rustix::fs::Access::WRITE_OK) {
            Ok(()) => Check::ok("state", format!("{shown} will be made by the first read")),
            Err(error) => Check::fail(
                "state",
                format!("{shown} cannot be made: {error}"),
                "name a folder of your own with --state or REREAD_STATE",
            ),
        };
    }
    // Opening the state repairs it, so look before.
    let had_key = key_place != KeyPlace::Beside || rustix::fs::stat(path.join("key")).is_ok();
    let was_open = rustix::fs::stat(&path).is_ok_and(|facts| facts.st_mode & 0o077 != 0);
    match State::open(&path, &key_place) {
        Ok(_) if !had_key => Check::warn(
            "state",
            format!("{shown} had no key and has a new one: tags given out before are unknown"),
            "nothing to do; files are sent as text once more",
        ),
        Ok(_) if was_open => Check::warn(
            "state",
            format!("{shown} was readable by other users; its mode is fixed now"),
            match key_place {
                KeyPlace::Beside => {
                    "delete its file `key` if another user may have read it; earlier tags are unknown then"
                }
                _ => "nothing to do; its key was not in it",
            },
        ),
        Ok(_) => Check::ok("state", format!("{shown} is yours alone and has its key")),
        Err(error @ StateError::NotOurs(_)) => Check::fail(
            "state",
            error.to_string(),
            "look at it with `reread state show`; until it is adopted or removed, nothing is written",
        ),
        Err(error) => Check::fail(
            "state",
            with_source(&error),
            "move it away, or name another one with --state; until then there are no tags",
        ),
    }
}
