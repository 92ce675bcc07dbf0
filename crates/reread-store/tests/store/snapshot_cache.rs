//! What is found is what was stored; what is lost costs nothing else.

use std::thread;
use std::time::{Duration, SystemTime};

use reread_codes::Code;
use reread_store::{CacheStats, Lookup, Pruned, SnapshotCache, StoreResult};
use reread_text::Digest;

use crate::world::{World, names};

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Sets the age of a file by its distance to a time that tests pass as now.
fn set_age(world: &World, name: &str, age: Duration) {
    let file = std::fs::OpenOptions::new().write(true).open(world.path(name)).unwrap();
    file.set_modified(now() - age).unwrap();
}

fn modified(world: &World, name: &str) -> SystemTime {
    std::fs::metadata(world.path(name)).unwrap().modified().unwrap()
}

/// Long past, so that whatever is stamped by the system is younger.
fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

#[test]
fn what_was_put_is_found() {
    let world = World::new();
    let cache = world.cache();
    for bytes in [&b""[..], b"text", b"\0\xff\r\n", &vec![b'x'; 1 << 20]] {
        let digest = Digest::of(bytes);
        assert_eq!(cache.get(&digest), Lookup::Absent);
        assert_eq!(cache.put(&digest, bytes).unwrap(), StoreResult::New);
        assert_eq!(cache.put(&digest, bytes).unwrap(), StoreResult::AlreadyThere);
        assert_eq!(cache.get(&digest), Lookup::Found(bytes.to_vec()));
        assert_eq!(world.read(&World::object(&digest)), bytes);
    }
    assert_eq!(cache.stats(), CacheStats { objects: 4, bytes: 4 + 4 + (1 << 20) });
    assert_eq!(world.names("cache/tmp"), [""; 0]);
}

#[test]
fn a_cache_of_its_own_has_the_same_layout() {
    let world = World::new();
    let path = world.outside("repo/.pi/readcache");
    let digest = Digest::of(b"text");
    SnapshotCache::at(&path).unwrap().put(&digest, b"text").unwrap();
    assert_eq!(SnapshotCache::at(&path).unwrap().get(&digest), Lookup::Found(b"text".to_vec()));
    let mut found = names(&path);
    found.sort();
    assert_eq!(found, [".gitignore", "objects", "tmp"]);
    assert_eq!(names(&path.join("objects")), [format!("sha256-{digest}.txt")]);
}

#[test]
fn a_damaged_object_is_never_handed_out_and_the_next_put_heals() {
    let world = World::new();
    let cache = world.cache();
    let bytes = b"a small object\n";
    let digest = Digest::of(bytes);
    let check = |damaged: &[u8]| {
        cache.put(&digest, bytes).unwrap();
        world.write(&World::object(&digest), damaged);
        assert_eq!(cache.get(&digest), Lookup::Damaged, "{damaged:?}");
        assert_eq!(cache.get(&digest), Lookup::Absent);
        assert_eq!(world.read(&format!("cache/quarantine/sha256-{digest}.txt")), damaged);
        assert_eq!(cache.put(&digest, bytes).unwrap(), StoreResult::New);
        assert_eq!(cache.get(&digest), Lookup::Found(bytes.to_vec()));
    };
    for length in 0..bytes.len() {
        check(&bytes[..length]);
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        check(&flipped);
    }
    check(&[&bytes[..], b"\n"].concat());
}

#[test]
fn random_damage_to_a_large_object_is_noticed() {
    let world = World::new();
    let cache = world.cache();
    let bytes: Vec<u8> = (0..200_000_u32).map(|n| (n ^ (n >> 7)) as u8).collect();
    let digest = Digest::of(&bytes);
    let mut seed = 7_u64;
    for _ in 0..100 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bit = (seed >> 33) as usize % (bytes.len() * 8);
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        world.write(&World::object(&digest), &flipped);
        assert_eq!(cache.get(&digest), Lookup::Damaged, "bit {bit}");
    }
}

#[test]
fn an_object_under_a_wrong_name_is_damaged() {
    let world = World::new();
    let cache = world.cache();
    let wrong = Digest::of(b"something else");
    cache.put(&wrong, b"text").unwrap();
    assert_eq!(cache.get(&wrong), Lookup::Damaged);
}

#[test]
fn a_put_replaces_what_cannot_be_the_object() {
    let world = World::new();
    let cache = world.cache();
    let digest = Digest::of(b"text");
    world.write(&World::object(&digest), b"longer than text");
    assert_eq!(cache.put(&digest, b"text").unwrap(), StoreResult::New);
    assert_eq!(cache.get(&digest), Lookup::Found(b"text".to_vec()));
}

#[test]
fn a_snapshot_that_is_too_long_is_not_kept_and_not_read() {
    let world = World::new();
    let cache = world.cache();
    let too_long = vec![0; (64 << 20) + 1];
    let digest = Digest::of(&too_long);
    assert_eq!(cache.put(&digest, &too_long).unwrap_err().code(), Code::TooLong);
    let file = std::fs::File::create(world.path(&World::object(&digest))).unwrap();
    file.set_len(too_long.len() as u64).unwrap();
    assert_eq!(cache.get(&digest), Lookup::Damaged);
}

#[cfg(unix)]
#[test]
fn an_object_that_is_no_plain_file_is_damaged_and_does_not_block() {
    let world = World::new();
    let cache = world.cache();
    let digest = Digest::of(b"text");
    let path = world.path(&World::object(&digest));
    std::fs::write(world.outside("secret"), b"text").unwrap();
    let plants: [&dyn Fn(); 3] = [
        &|| std::os::unix::fs::symlink(world.outside("secret"), &path).unwrap(),
        &|| std::fs::create_dir(&path).unwrap(),
        &|| assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success()),
    ];
    for plant in plants {
        plant();
        assert_eq!(cache.get(&digest), Lookup::Damaged);
        plant();
        assert_eq!(cache.put(&digest, b"text").unwrap(), StoreResult::New);
        assert_eq!(cache.get(&digest), Lookup::Found(b"text".to_vec()));
        cache.clear();
    }
    assert_eq!(std::fs::read(world.outside("secret")).unwrap(), b"text");
}

#[test]
fn many_writers_of_the_same_objects_do_each_other_no_harm() {
    let world = World::new();
    world.cache();
    let texts: Vec<Vec<u8>> = (0..25).map(|n| vec![n; 5000]).collect();
    let new: usize = thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let cache = world.cache();
                    let put = |text: &&Vec<u8>| {
                        let digest = Digest::of(text);
                        let stored = cache.put(&digest, text).unwrap();
                        assert_eq!(cache.get(&digest), Lookup::Found((*text).clone()));
                        stored == StoreResult::New
                    };
                    texts.iter().filter(put).count()
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    assert_eq!(new, 25);
    assert_eq!(world.cache().stats(), CacheStats { objects: 25, bytes: 25 * 5000 });
    assert_eq!(world.names("cache/tmp"), [""; 0]);
}

#[test]
fn what_was_not_used_is_pruned_and_a_use_refreshes() {
    let world = World::new();
    let cache = world.cache();
    let texts = [&b"old"[..], b"young", b"got", b"put again"];
    let digests = texts.map(Digest::of);
    for (text, digest) in texts.iter().zip(&digests) {
        cache.put(digest, text).unwrap();
        set_age(&world, &World::object(digest), DAY);
    }
    set_age(&world, &World::object(&digests[1]), DAY - Duration::from_secs(1));
    cache.get(&digests[2]);
    cache.put(&digests[3], texts[3]).unwrap();
    assert!(modified(&world, &World::object(&digests[2])) > now());
    assert_eq!(cache.prune(DAY, now(), |_| false), Pruned { objects: 1, bytes: 3, temps: 0, pinned: 0 });
    assert_eq!(cache.get(&digests[0]), Lookup::Absent);
    assert_eq!(cache.stats().objects, 3);
    assert_eq!(cache.prune(DAY, now(), |_| false), Pruned::default());
}

#[test]
fn leftovers_go_when_their_writers_must_be_gone() {
    let world = World::new();
    let cache = world.cache();
    world.write("cache/tmp/tmp-0123", b"stray");
    world.write("cache/tmp/tmp-4567", b"in use");
    set_age(&world, "cache/tmp/tmp-0123", HOUR);
    set_age(&world, "cache/tmp/tmp-4567", HOUR - Duration::from_secs(1));
    let damaged = Digest::of(b"damaged");
    cache.put(&damaged, b"x").unwrap();
    cache.get(&damaged);
    set_age(&world, &format!("cache/quarantine/sha256-{damaged}.txt"), HOUR);
    assert_eq!(
        cache.prune(Duration::ZERO, now(), |_| false),
        Pruned { objects: 0, bytes: 0, temps: 2, pinned: 0 }
    );
    assert_eq!(world.names("cache/tmp"), ["tmp-4567"]);
    assert_eq!(world.names("cache/quarantine"), [""; 0]);
}

#[test]
fn names_that_are_not_ours_are_never_touched() {
    let world = World::new();
    let cache = world.cache();
    let foreign = ["cache/objects/notes.txt", "cache/objects/sha256-1.txt", "cache/tmp/draft"];
    for name in foreign {
        world.write(name, b"mine");
        set_age(&world, name, 300 * DAY);
    }
    assert_eq!(cache.prune(Duration::ZERO, now(), |_| false), Pruned::default());
    assert_eq!(cache.clear(), Pruned::default());
    assert_eq!(cache.stats(), CacheStats::default());
    foreign.iter().for_each(|name| assert_eq!(world.read(name), b"mine"));
}

#[test]
fn clearing_removes_everything() {
    let world = World::new();
    let cache = world.cache();
    cache.put(&Digest::of(b"text"), b"text").unwrap();
    cache.put(&Digest::of(b"damaged"), b"x").unwrap();
    cache.get(&Digest::of(b"damaged"));
    world.write("cache/tmp/tmp-0123", b"stray");
    assert_eq!(cache.clear(), Pruned { objects: 1, bytes: 4, temps: 2, pinned: 0 });
    assert_eq!(cache.get(&Digest::of(b"text")), Lookup::Absent);
}

#[cfg(unix)]
#[test]
fn a_cache_that_is_gone_costs_only_the_cache() {
    let world = World::new();
    let cache = world.cache();
    let digest = Digest::of(b"text");
    cache.put(&digest, b"text").unwrap();
    std::fs::remove_dir_all(world.state_path()).unwrap();
    assert_eq!(cache.get(&digest), Lookup::Absent);
    assert_eq!(cache.put(&digest, b"text").unwrap_err().code(), Code::Io);
    assert_eq!(
        (cache.prune(DAY, now(), |_| false), cache.stats()),
        (Pruned::default(), CacheStats::default())
    );
    world.cache().put(&digest, b"text").unwrap();
}
