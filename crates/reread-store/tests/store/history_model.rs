//! Whatever is begun, settled, lost, noticed and pruned, history says what a plain list of versions would.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use reread_codes::Code;
use reread_store::{Database, OperationId, OperationResult, UnixMillis, VersionId};
use reread_text::Digest;

use crate::world::{ROOT, World, edit, holding, operation, source};

const PATHS: [&[u8]; 3] = [b"a", b"b", b"c"];

#[derive(Debug, Clone)]
enum Step {
    /// Begins to give these files these contents.
    Begin(Vec<(usize, usize)>),
    /// Settles one of the open operations, and whether it was done.
    Settle(usize, bool),
    /// The same, and then the power fails before it is on the disk.
    LoseSettling(usize),
    /// Others change a file.
    Change(usize, usize),
    /// It is noticed.
    Notice(usize),
    /// What is older than so many steps goes, or all that may.
    Prune(u64, bool),
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let content = 0..7_usize;
    let file = 0..PATHS.len();
    prop_oneof![
        5 => prop::collection::vec((file.clone(), content.clone()), 1..3).prop_map(Step::Begin),
        5 => (0..3_usize, any::<bool>()).prop_map(|(n, done)| Step::Settle(n, done)),
        1 => (0..3_usize).prop_map(Step::LoseSettling),
        2 => (file.clone(), content).prop_map(|(file, content)| Step::Change(file, content)),
        2 => file.prop_map(Step::Notice),
        1 => (0..9_u64, any::<bool>()).prop_map(|(age, all)| Step::Prune(age, all)),
        1 => Just(Step::Reopen),
    ]
}

/// What a file may hold; the first is no file.
fn contents() -> Vec<Option<Vec<u8>>> {
    let texts = (0..5).map(|version| Some(source(60, version)));
    [None, Some(Vec::new())].into_iter().chain(texts).collect()
}

/// A version as the model has it: number, parent, content, time, operation.
type Known = (u64, Option<u64>, usize, u64, Option<u64>);

#[derive(Default)]
struct Model {
    versions: BTreeMap<usize, Vec<Known>>,
    last: BTreeMap<usize, u64>,
    disk: BTreeMap<usize, usize>,
    /// The open operations, with what they make of their files.
    open: BTreeMap<u64, Vec<(usize, usize)>>,
    undone: HashSet<u64>,
    begun: u64,
}

impl Model {
    fn on_disk(&self, file: usize) -> usize {
        self.disk.get(&file).copied().unwrap_or(0)
    }

    /// What counts, oldest first.
    fn visible(&self, file: usize) -> Vec<Known> {
        let counts = |known: &&Known| known.4.is_none_or(|operation| !self.undone.contains(&operation));
        self.versions.get(&file).into_iter().flatten().filter(counts).copied().collect()
    }

    fn is_busy(&self, file: usize) -> bool {
        self.open.values().flatten().any(|(busy, _)| *busy == file)
    }

    fn add(&mut self, file: usize, content: usize, time: u64, operation: Option<u64>) -> u64 {
        let parent = self.visible(file).last().map(|known| known.0);
        let last = self.last.entry(file).or_default();
        *last += 1;
        self.versions.entry(file).or_default().push((*last, parent, content, time, operation));
        *last
    }

    fn see(&mut self, file: usize, time: u64) -> Option<u64> {
        let newest = self.visible(file).last().map_or(0, |known| known.2);
        let now = self.on_disk(file);
        (newest != now).then(|| self.add(file, now, time, None))
    }

    fn settle(&mut self, operation: u64, done: bool) {
        let files = self.open.remove(&operation).unwrap();
        if done {
            self.disk.extend(files);
        } else {
            self.undone.insert(operation);
        }
    }

    fn prune(&mut self, keep_since: u64) {
        for file in 0..PATHS.len() {
            let visible = self.visible(file);
            let is_open = |known: &Known| known.4.is_some_and(|operation| self.open.contains_key(&operation));
            let mut needed: HashSet<u64> = visible.last().map(|known| known.0).into_iter().collect();
            for known in visible.iter().filter(|known| is_open(known)) {
                needed.extend(known.1.into_iter().chain([known.0]));
            }
            if let Some(versions) = self.versions.get_mut(&file) {
                versions.retain(|known| known.3 >= keep_since || needed.contains(&known.0));
            }
        }
    }
}

fn check(database: &Database, model: &Model, contents: &[Option<Vec<u8>>]) -> Result<(), TestCaseError> {
    for (file, path) in PATHS.iter().enumerate() {
        let found = database.versions(ROOT, path).list(None, 99).unwrap();
        let found: Vec<Known> = found
            .iter()
            .rev()
            .map(|version| {
                let digest = version.content.map(|content| content.digest);
                let content =
                    contents.iter().position(|content| content.as_deref().map(Digest::of) == digest);
                let (parent, operation) = (version.parent.map(VersionId::number), version.operation);
                (
                    version.id.number(),
                    parent,
                    content.unwrap(),
                    version.time.0,
                    operation.map(OperationId::number),
                )
            })
            .collect();
        prop_assert_eq!(found, model.visible(file));
    }
    let open: Vec<u64> = database.operations().open().unwrap().iter().map(|open| open.id.number()).collect();
    prop_assert_eq!(open, model.open.keys().copied().collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn history_is_a_list_of_versions(steps in prop::collection::vec(step(), 0..30)) {
        let world = World::new();
        let contents = contents();
        let mut database = world.database();
        let mut model = Model::default();
        for (time, step) in (1..).zip(steps) {
            let nth_open = |model: &Model, n: usize| model.open.keys().nth(n % model.open.len().max(1)).copied();
            match step {
                Step::Begin(mut files) => {
                    files.sort_unstable();
                    files.dedup_by_key(|(file, _)| *file);
                    let new: Vec<_> = files.iter().map(|&(file, content)| {
                        edit(PATHS[file], contents[model.on_disk(file)].as_deref(), contents[content].as_deref())
                    }).collect();
                    let begun = database.operations().begin(&operation(time, &new));
                    if files.iter().any(|(file, _)| model.is_busy(*file)) {
                        prop_assert_eq!(begun.unwrap_err().code(), Code::RecoveryNeeded);
                        continue;
                    }
                    model.begun += 1;
                    let numbers: Vec<u64> = files.iter().map(|&(file, content)| {
                        model.see(file, time);
                        model.add(file, content, time, Some(model.begun))
                    }).collect();
                    let begun = begun.unwrap();
                    prop_assert_eq!(begun.id.number(), model.begun);
                    prop_assert_eq!(begun.versions.iter().map(|id| id.number()).collect::<Vec<_>>(), numbers);
                    model.open.insert(model.begun, files);
                }
                Step::Settle(n, done) => if let Some(id) = nth_open(&model, n) {
                    let settled = if done { OperationResult::Done } else { OperationResult::Undone };
                    prop_assert!(database.operations().settle(OperationId::new(id).unwrap(), settled).unwrap());
                    model.settle(id, done);
                }
                Step::LoseSettling(n) => if let Some(id) = nth_open(&model, n) {
                    let names = ["reread.db", "reread.db-wal"];
                    let files = names.map(|name| (name, std::fs::read(world.path(name)).unwrap_or_default()));
                    database.operations().settle(OperationId::new(id).unwrap(), OperationResult::Done).unwrap();
                    world.put_database(&files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice())));
                }
                Step::Change(file, content) => if !model.is_busy(file) {
                    model.disk.insert(file, content);
                }
                Step::Notice(file) => {
                    let state = contents[model.on_disk(file)].as_deref().and_then(holding);
                    let noticed = database.versions(ROOT, PATHS[file]).note_seen(state, false, UnixMillis(time)).unwrap();
                    let expected = if model.is_busy(file) || !model.last.contains_key(&file) {
                        None
                    } else {
                        model.see(file, time)
                    };
                    prop_assert_eq!(noticed.map(VersionId::number), expected);
                }
                Step::Prune(age, all) => {
                    let keep_since = if all { u64::MAX } else { time.saturating_sub(age) };
                    let (since, bytes) = if all { (0, 0) } else { (keep_since, u64::MAX) };
                    database.prune_history(UnixMillis(since), bytes, |_| false, u64::MAX).unwrap();
                    if !all || any_bytes(&model, &contents) {
                        model.prune(keep_since);
                    }
                }
                Step::Reopen => database = world.database(),
            }
            check(&database, &model, &contents)?;
        }
        prop_assert_eq!(database.check(true).unwrap(), []);
        for content in contents.iter().flatten() {
            let digest = Digest::of(content);
            let is_cited = model.versions.values().flatten().any(|known| contents[known.2].as_ref() == Some(content));
            let kept = database.kept_bytes(&digest).unwrap();
            prop_assert_eq!(kept.as_ref(), is_cited.then_some(content));
        }
    }
}

/// Whether anything takes up room, so that there is a reason to prune for room.
fn any_bytes(model: &Model, contents: &[Option<Vec<u8>>]) -> bool {
    model.versions.values().flatten().any(|known| contents[known.2].is_some())
}
