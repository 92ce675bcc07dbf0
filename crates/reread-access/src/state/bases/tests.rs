use tempfile::TempDir;

use super::*;

struct World {
    dir: TempDir,
}

impl World {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn cache(&self) -> SnapshotCache {
        SnapshotCache::at(&self.dir.path().join("cache")).unwrap()
    }

    fn bases(&self) -> DiffBases {
        let mut bases = DiffBases::new(self.cache());
        bases.store_later();
        bases
    }
}

fn text(text: &str) -> (Digest, SharedBytes) {
    (Digest::of(text.as_bytes()), text.as_bytes().to_vec().into())
}

#[test]
fn a_text_is_found_from_the_moment_it_is_kept() {
    let world = World::new();
    let bases = world.bases();
    for number in 0..200 {
        let (digest, bytes) = text(&format!("text {number}"));
        bases.keep(&digest, &bytes);
        assert_eq!(bases.get(&digest), Lookup::Found(bytes.to_vec()), "text {number}");
    }
}

#[test]
fn everything_is_on_the_disk_once_it_has_settled_or_ended() {
    let world = World::new();
    let ((one, one_bytes), (two, two_bytes)) = (text("one"), text("two"));
    let bases = world.bases();
    bases.keep(&one, &one_bytes);
    bases.settle();
    assert_eq!(world.cache().get(&one), Lookup::Found(one_bytes.to_vec()));
    bases.keep(&two, &two_bytes);
    drop(bases);
    assert_eq!(world.cache().get(&two), Lookup::Found(two_bytes.to_vec()));
}

#[test]
fn a_text_that_was_removed_is_stored_again() {
    let world = World::new();
    let (digest, bytes) = text("one");
    let bases = world.bases();
    bases.keep(&digest, &bytes);
    bases.settle();
    world.cache().clear();
    assert_eq!(bases.get(&digest), Lookup::Absent);
    bases.keep(&digest, &bytes);
    bases.settle();
    assert_eq!(world.cache().get(&digest), Lookup::Found(bytes.to_vec()));
}
