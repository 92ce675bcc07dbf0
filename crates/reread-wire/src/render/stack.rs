//! The JSON of a session stack.
//!
//! What the host did not report is said to be unknown. It holds no tag: the lines themselves are not shown.

use reread_files::{
    AuthoredNote, ChangeKind, ChangedFile, Freshness, GitChange, PendingEdit, RecentRead, RecentWrite,
    RepositoryChanges, SessionStack, Uncommitted, Workspace,
};
use serde_json::{Value, json};

use super::{Contract, success};

impl Contract {
    /// The contract of a session stack, with names as the workspace spells them.
    pub fn of_stack(workspace: &Workspace, stack: &SessionStack) -> Self {
        let read = |read: &RecentRead| read_json(workspace, read);
        let write = |write: &RecentWrite| write_json(workspace, write);
        let repository = |changes: &RepositoryChanges| repository_json(workspace, changes);
        let pending = |edit: &PendingEdit| pending_json(workspace, edit);
        let is_unchecked = |read: &&RecentRead| matches!(read.freshness, Freshness::Unchecked(_));
        success("session_stack")
            .fact("recent_reads", stack.reads.iter().map(read).collect::<Value>())
            .fact("older_reads", json!(stack.older_reads))
            .fact("recent_writes", stack.writes.iter().map(write).collect::<Value>())
            .fact("older_writes", json!(stack.older_writes))
            .fact("stale_reads", stack.stale().map(read).collect::<Value>())
            .fact("unchecked_reads", stack.reads.iter().filter(is_unchecked).count())
            .fact("uncommitted", stack.repositories.iter().map(repository).collect::<Value>())
            .fact("more_repositories", json!(stack.more_repositories))
            .fact("pending_edits", stack.pending_edits.iter().map(pending).collect::<Value>())
            .fact("open_buffers", saying_json(stack.open_buffers.as_ref(), "files"))
            .fact("active_task", saying_json(stack.active_task.as_ref(), "text"))
    }
}

fn read_json(workspace: &Workspace, read: &RecentRead) -> Value {
    let mut value = json!({
        "path": workspace.access().place_name(read.root, &read.path),
        "lines": read.lines.as_ref().map(ToString::to_string),
        "digest": read.digest.to_string(),
        "caller": read.caller,
        "tool": read.tool,
        "read_unix_ms": read.time.0,
        "freshness": read.freshness.word(),
    });
    if let Freshness::Unchecked(why) = read.freshness {
        value["unchecked_because"] = json!(why.word());
    }
    value
}

fn write_json(workspace: &Workspace, write: &RecentWrite) -> Value {
    let mut value = json!({
        "path": workspace.access().place_name(write.root, &write.path),
        "change": write.kind.word(),
        "digest": write.digest.map(|digest| digest.to_string()),
        "caller": write.caller,
        "tool": write.tool,
        "written_unix_ms": write.time.0,
        "freshness": write.freshness.word(),
    });
    if let Freshness::Unchecked(why) = write.freshness {
        value["unchecked_because"] = json!(why.word());
    }
    value
}

fn pending_json(workspace: &Workspace, edit: &PendingEdit) -> Value {
    json!({
        "proposal_id": edit.id.to_string(),
        "path": workspace.access().place_name(edit.name.root, &edit.name.path),
        "caller": edit.caller,
        "proposed_unix_ms": edit.time.0,
    })
}

fn repository_json(workspace: &Workspace, changes: &RepositoryChanges) -> Value {
    let mut value = json!({ "worktree": workspace.access().place_name(changes.root, &changes.folder) });
    match &changes.uncommitted {
        Ok(Uncommitted { changes: files, more, unchecked, submodules, .. }) => {
            let file = |file: &ChangedFile| change_json(workspace, changes.root, file);
            value["changes"] = files.iter().map(file).collect();
            value["more"] = json!(more);
            value["unchecked"] = json!(unchecked);
            value["submodules"] = json!(submodules);
        }
        Err(error) => value["error"] = json!({ "code": error.code().as_str(), "message": error.to_string() }),
    }
    value
}

fn change_json(workspace: &Workspace, root: usize, file: &ChangedFile) -> Value {
    let path = workspace.access().place_name(root, &file.path);
    let letters: String = file.change.letters().iter().collect();
    match file.change {
        GitChange::Made { staged, unstaged } => {
            let [staged, unstaged] = [staged, unstaged].map(|kind| kind.map(ChangeKind::word));
            json!({ "path": path, "letters": letters, "staged": staged, "unstaged": unstaged })
        }
        GitChange::Conflict([base, ours, theirs]) => {
            let sides = [("base", base), ("ours", ours), ("theirs", theirs)];
            let sides: Vec<&str> = sides.iter().filter(|(_, has)| *has).map(|(side, _)| *side).collect();
            json!({ "path": path, "letters": letters, "conflict": sides })
        }
    }
}

fn saying_json<T: serde::Serialize>(saying: Option<&AuthoredNote<T>>, key: &str) -> Value {
    let Some(saying) = saying else { return json!({ "known": false }) };
    json!({ "known": true, key: saying.what, "told_by": saying.author, "told_unix_ms": saying.time.0 })
}
