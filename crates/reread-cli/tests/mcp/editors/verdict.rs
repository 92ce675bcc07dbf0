//! Whether everything that was acknowledged is there, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use reread_testkit::World;
use serde_json::Value;

use super::editor::{Acknowledged, Deed, Edit};
use super::shared_text::{FILES, SharedText, TALLY, file_name};

/// Looks at the files, at their history and at what was recorded.
pub(crate) fn check_kept(world: &World, acknowledged: &[Acknowledged]) {
    let mut edits: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for edit in acknowledged.iter().flat_map(|client| &client.edits) {
        edits.entry(&edit.file).or_default().push(edit);
    }
    let read = |name: &str| std::fs::read_to_string(world.root().join(name)).unwrap();
    let counted = |name: &str| {
        let edits = edits.get(name).map(Vec::as_slice).unwrap_or_default();
        edits.iter().filter(|edit| edit.deed == Deed::Counted).count()
    };
    for name in (0..FILES).map(file_name) {
        let text = read(&name);
        let found = SharedText::parse(&text, acknowledged.len()).unwrap_or_else(|| panic!("torn: {text}"));
        assert_eq!(found.counter, counted(&name), "{name}");
        let mut own = vec![0; acknowledged.len()];
        let mut logged = BTreeSet::new();
        for edit in edits.get(name.as_str()).into_iter().flatten() {
            match &edit.deed {
                Deed::Wrote(client, number) => own[*client] = *number,
                Deed::Logged(line) => assert!(logged.insert(line.clone()), "{line}"),
                Deed::Counted => {}
            }
        }
        assert_eq!(found.own, own, "{name}");
        assert_eq!(found.log.len(), logged.len(), "{name} has a line twice, or one of no client");
        assert_eq!(BTreeSet::from_iter(found.log), logged, "{name}");
    }
    assert_eq!(read(TALLY), format!("{}\n", counted(TALLY)));
    for (name, edits) in &edits {
        check_history(world, name, edits);
    }
    for look in [&["check", "--data"], &["audit", "verify"]] {
        let output = world.command().args(look).output().unwrap();
        assert!(output.status.success(), "{look:?}: {output:?}");
    }
    let names = std::fs::read_dir(world.root()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with(".reread-")).collect();
    assert_eq!(left, [""; 0], "names that writes leave behind");
}

/// Every version that we made was acknowledged to one client, and every one that was acknowledged is there.
fn check_history(world: &World, name: &str, edits: &[&Edit]) {
    let printed = world.printed(&["--json", "history", name, "--limit", "1000000"]);
    let history: Value = serde_json::from_str(&printed).unwrap();
    let versions = history["versions"].as_array().unwrap_or_else(|| panic!("{history}"));
    let ours = versions.iter().filter(|version| version["operation_id"].is_string());
    let ours: Vec<&str> = ours.map(|version| version["version_id"].as_str().unwrap()).collect();
    let told: Vec<&str> = edits.iter().map(|edit| edit.version.as_str()).collect();
    assert_eq!(told.len(), ours.len(), "{name}");
    assert_eq!(BTreeSet::from_iter(told), BTreeSet::from_iter(ours), "{name}");
    assert!(versions.iter().all(|version| version["content"]["kept"] == true), "{history}");
    assert_eq!(versions[0]["hash"], history["current"], "{name}");
}
