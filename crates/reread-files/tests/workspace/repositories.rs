//! Where a repository may lie, what it may be made of, and what a hostile one is answered.

use std::os::unix::fs::symlink;

use reread_files::{Confinement, PreviewBase, Settings, Workspace, WorkspaceOptions};
use reread_path::{RuleLists, Rules};

use crate::workspace::forged::{Forged, forged_index, stored};
use crate::workspace::repository::{git_in, preview, shown};
use crate::workspace::world::FilesWorld;

fn starts(workspace: &Workspace, name: &str, against: PreviewBase, answer: &str) {
    let found = shown(workspace, name, against);
    assert!(found.starts_with(answer), "{name} against {against:?} is {found:?}, not {answer:?}");
}

/// A repository with a file `a` that was changed since it was committed.
fn changed() -> FilesWorld {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    world.commit();
    world.write("a", "two\n");
    world
}

const CHANGED: &str = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n";

#[test]
fn the_nearest_repository_counts() {
    let world = FilesWorld::with_repository();
    world.folder("inner/deep");
    world.write("inner/deep/a", "outer\n");
    world.commit();
    git_in(&world.path("inner"), &["init", "--quiet"]);
    let workspace = world.workspace();
    assert!(preview(&workspace, "inner/deep/a", PreviewBase::Head).unwrap().commit.is_none());
    std::fs::remove_dir_all(world.path("inner/.git/refs")).unwrap();
    assert!(preview(&workspace, "inner/deep/a", PreviewBase::Head).unwrap().diff.text.is_empty());
}

#[test]
fn a_repository_above_the_root_is_not_looked_for() {
    let world = FilesWorld::new();
    git_in(&world.beside(""), &["init", "--quiet"]);
    world.write("a", "one\n");
    starts(
        &world.workspace(),
        "a",
        PreviewBase::Head,
        "no_repository: a cannot be compared with HEAD: no git repo",
    );
}

#[test]
fn worktrees_have_their_own_head_and_index() {
    let world = FilesWorld::new();
    world.folder("main");
    let main = world.path("main");
    git_in(&main, &["init", "--quiet"]);
    world.write("main/a", "one\n");
    git_in(&main, &["add", "a"]);
    git_in(&main, &["commit", "--quiet", "-m", "x"]);
    git_in(&main, &["worktree", "add", "--quiet", "-b", "other", "../wt"]);
    let worktree = world.path("wt");
    world.write("wt/a", "branch\n");
    git_in(&worktree, &["commit", "--quiet", "-a", "-m", "y"]);
    world.write("wt/a", "disk\n");
    let workspace = world.workspace();
    assert!(shown(&workspace, "wt/a", PreviewBase::Head).contains("-branch\n+disk\n"));
    assert!(shown(&workspace, "wt/a", PreviewBase::Index).contains("-branch\n+disk\n"));
    world.write("main/a", "disk\n");
    assert!(shown(&workspace, "main/a", PreviewBase::Head).contains("-one\n+disk\n"));
    // By relative names, as git writes them when it is told to.
    world.write("wt/.git", "gitdir: ../main/.git/worktrees/wt\n");
    assert!(shown(&workspace, "wt/a", PreviewBase::Head).contains("-branch\n+disk\n"));
}

#[test]
fn submodules_are_repositories_and_their_files_are_no_files_of_ours() {
    let world = FilesWorld::with_repository();
    git_in(&world.beside("outside"), &["init", "--quiet"]);
    std::fs::write(world.beside("outside/x"), "one\n").unwrap();
    git_in(&world.beside("outside"), &["add", "x"]);
    git_in(&world.beside("outside"), &["commit", "--quiet", "-m", "x"]);
    world.git(&["submodule", "--quiet", "add", "../outside", "sub"]);
    world.commit();
    world.write("sub/x", "two\n");
    let workspace = world.workspace();
    assert!(shown(&workspace, "sub/x", PreviewBase::Head).contains("-one\n+two\n"));
    world.git(&["submodule", "--quiet", "deinit", "--force", "sub"]);
    starts(&workspace, "sub/x", PreviewBase::Head, "not_a_file: sub/x is a part of a submodule in HEAD");
}

#[test]
fn links_in_a_tree_are_not_followed() {
    let world = FilesWorld::with_repository();
    world.write("a", "one\n");
    symlink("a", world.path("l")).unwrap();
    world.commit();
    let workspace = world.workspace();
    // On disk the name is that of the file it leads to.
    assert_eq!(preview(&workspace, "l", PreviewBase::Head).unwrap().name.path.to_string(), "a");
    std::fs::remove_file(world.path("l")).unwrap();
    starts(&workspace, "l", PreviewBase::Head, "not_a_file: l is a symbolic link in HEAD");
    world.write("l", "two\n");
    starts(&workspace, "l", PreviewBase::Head, "not_a_file: l is a symbolic link in HEAD");
    starts(&workspace, "l", PreviewBase::Index, "not_a_file: l is a symbolic link in INDEX");
    world.folder("d");
    world.write("d/x", "one\n");
    world.commit();
    std::fs::remove_dir_all(world.path("d")).unwrap();
    world.write("d", "two\n");
    starts(&workspace, "d", PreviewBase::Head, "not_a_file: d is a folder in HEAD");
    starts(&workspace, "a/x", PreviewBase::Head, "missing: ");
}

#[test]
fn a_sparse_index_holds_folders() {
    let world = FilesWorld::with_repository();
    world.folder("in");
    world.folder("out/deep");
    world.write("in/a", "one\n");
    world.write("out/deep/b", "two\n");
    world.commit();
    world.git(&["sparse-checkout", "init", "--cone", "--sparse-index"]);
    world.git(&["sparse-checkout", "set", "in"]);
    assert!(world.git(&["ls-files", "--sparse"]).contains("out/\n"));
    let workspace = world.workspace();
    assert!(shown(&workspace, "out/deep/b", PreviewBase::Index).ends_with("@@ -1 +0,0 @@\n-two\n"));
    starts(&workspace, "out/deep/c", PreviewBase::Index, "missing: ");
    assert!(preview(&workspace, "in/a", PreviewBase::Index).unwrap().diff.text.is_empty());
}

#[test]
fn what_is_not_read_is_named() {
    let world = changed();
    let workspace = world.workspace();
    world.git(&["update-index", "--split-index"]);
    starts(
        &workspace,
        "a",
        PreviewBase::Index,
        "unsupported_repository: a cannot be compared with INDEX: the git repository uses a split index",
    );
    assert_eq!(shown(&workspace, "a", PreviewBase::Head), CHANGED);
    std::fs::remove_dir_all(world.path(".git")).unwrap();
    world.git(&["init", "--quiet", "--ref-format=reftable"]);
    world.commit();
    starts(
        &workspace,
        "a",
        PreviewBase::Head,
        "unsupported_repository: a cannot be compared with HEAD: the git repository uses reftable",
    );
}

#[test]
fn what_a_configuration_of_git_asks_for_is_not_done() {
    let world = changed();
    let mark = world.path("mark").display().to_string();
    let touch = format!("touch {mark}; cat");
    for key in [
        "core.fsmonitor",
        "diff.external",
        "diff.x.textconv",
        "filter.x.clean",
        "filter.x.smudge",
        "core.pager",
    ] {
        world.git(&["config", key, &touch]);
    }
    world.git(&["config", "core.autocrlf", "true"]);
    world.write(".gitattributes", "* text diff=x filter=x\n");
    assert_eq!(shown(&world.workspace(), "a", PreviewBase::Head), CHANGED);
    assert_eq!(shown(&world.workspace(), "a", PreviewBase::Index), CHANGED);
    assert!(!world.path("mark").exists());
}

#[test]
fn objects_are_not_replaced_or_borrowed() {
    let world = changed();
    let workspace = world.workspace();
    let blob = world.git(&["rev-parse", "HEAD:a"]);
    world.write("b", "three\n");
    let other = world.git(&["hash-object", "-w", "b"]);
    world.git(&["replace", blob.trim(), other.trim()]);
    assert_eq!(shown(&workspace, "a", PreviewBase::Head), CHANGED);

    let borrowed = FilesWorld::new();
    git_in(&borrowed.path(""), &["clone", "--quiet", "--shared", &world.path("").display().to_string(), "."]);
    borrowed.write("a", "two\n");
    let found = shown(&borrowed.workspace(), "a", PreviewBase::Head);
    assert!(found.starts_with("missing_object: ") && found.ends_with("(alternates) are not read"), "{found}");
}

#[test]
fn case_46_a_git_file_leads_nowhere_outside() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let world = FilesWorld::new();
        git_in(&world.beside("outside"), &["init", "--quiet"]);
        world.write("a", "one\n");
        world.folder("sub");
        world.write("sub/a", "one\n");
        let workspace = world.workspace_with(Settings::default(), Some(confinement));
        let absolute = world.beside("outside/.git").display().to_string();
        let unrelated = "no_repository: a cannot be compared with HEAD: the .git file names a git directory that does not \
                         name this folder in return";
        let outside =
            "no_repository: a cannot be compared with HEAD: the git directory is outside the workspace";
        for target in [
            "../outside/.git",
            "../../outside",
            "sub/../../outside/.git",
            &absolute,
            "/etc",
            "../no-such-thing",
        ] {
            world.write(".git", format!("gitdir: {target}\n"));
            assert_eq!(shown(&workspace, "a", PreviewBase::Head), unrelated, "{target}");
        }
        std::fs::remove_file(world.path(".git")).unwrap();
        symlink("../outside/.git", world.path(".git")).unwrap();
        assert_eq!(shown(&workspace, "a", PreviewBase::Head), outside);
        // Behind a link that leads out.
        std::fs::remove_file(world.path(".git")).unwrap();
        symlink("../outside", world.path("out")).unwrap();
        world.write(".git", "gitdir: out/.git\n");
        assert_eq!(shown(&workspace, "a", PreviewBase::Head), outside);
        world.write(".git", "gitdir: nothing\n");
        starts(&workspace, "a", PreviewBase::Head, "damaged_repository: ");
        world.write(".git", "gitdir: sub\n");
        starts(&workspace, "a", PreviewBase::Head, "damaged_repository: ");
        world.write(".git", "secret words\n");
        let answer = shown(&workspace, "a", PreviewBase::Head);
        assert!(answer.starts_with("damaged_repository: ") && !answer.contains("secret"), "{answer}");
    }
}

/// With `/` as root, `/proc` is a mount anywhere.
#[test]
fn a_git_directory_on_another_filesystem_is_not_entered() {
    let world = FilesWorld::new();
    world.write("a", "one\n");
    world.write(".git", "gitdir: /proc/self\n");
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let options = WorkspaceOptions {
            roots: vec!["/".into()],
            here: None,
            home: None,
            settings: Settings::default(),
            confinement: Some(confinement),
        };
        let workspace = Workspace::open(options).unwrap();
        let name = world.path("a").display().to_string();
        let found = shown(&workspace, &name, PreviewBase::Head);
        assert!(found.starts_with("no_repository: ") && found.contains("another filesystem"), "{found}");
    }
}

#[test]
fn case_46_what_worktrees_share_must_be_inside_too() {
    let world = FilesWorld::new();
    git_in(&world.beside("outside"), &["init", "--quiet"]);
    std::fs::write(world.beside("outside/a"), "secret\n").unwrap();
    git_in(&world.beside("outside"), &["add", "a"]);
    git_in(&world.beside("outside"), &["commit", "--quiet", "-m", "x"]);
    world.folder(".git");
    world.write(".git/HEAD", "ref: refs/heads/main\n");
    world.write("a", "one\n");
    for target in ["../../outside/.git", &world.beside("outside/.git").display().to_string()] {
        world.write(".git/commondir", target);
        starts(&world.workspace(), "a", PreviewBase::Head, "no_repository: ");
    }
}

#[test]
fn links_in_a_git_directory_do_not_lead_out_of_it() {
    let blob = "5626abf0f72e58d7a153368ba57db4c673c0e171";
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        for (name, against) in [
            ("HEAD", PreviewBase::Head),
            ("refs/heads/main", PreviewBase::Head),
            ("index", PreviewBase::Index),
            ("config", PreviewBase::Head),
            ("objects", PreviewBase::Head),
            ("refs", PreviewBase::Head),
            (&*format!("objects/{}/{}", &blob[..2], &blob[2..]), PreviewBase::Head),
        ] {
            for target in ["{root}/secret", "{root}/../outside/secret"] {
                let world = changed();
                let workspace = world.workspace_with(Settings::default(), Some(confinement));
                let place = world.path(".git").join(name);
                let target = target.replace("{root}", &"../".repeat(name.matches('/').count() + 1));
                let there = place.parent().unwrap().join(&target);
                std::fs::rename(&place, there).unwrap();
                symlink(&target, &place).unwrap();
                let found = shown(&workspace, "a", against);
                assert!(
                    found.contains("is a link that leads out of it")
                        || found.contains("outside the workspace"),
                    "{name} to {target}: {found}"
                );
            }
        }
    }
}

/// `private` may not be read. A repository that may be read must not lead to its history.
#[test]
fn what_is_denied_has_no_history() {
    let world = FilesWorld::with_repository();
    world.folder("private");
    world.folder("public");
    git_in(&world.path("private"), &["init", "--quiet"]);
    world.write("private/keys", "secret\n");
    git_in(&world.path("private"), &["add", "keys"]);
    git_in(&world.path("private"), &["commit", "--quiet", "-m", "x"]);
    let deny = ["private/**".to_owned(), "hidden".to_owned()];
    let rules = Rules::compile(&RuleLists { deny: &deny, ask: &[], allow: &[] }).unwrap();
    let workspace = world.workspace_with(Settings { read: rules, ..Settings::default() }, None);
    starts(&workspace, "private/keys", PreviewBase::Head, "denied: ");
    world.write("public/.git", "gitdir: ../private/.git\n");
    starts(&workspace, "public/keys", PreviewBase::Head, "no_repository: ");
    std::fs::remove_file(world.path("public/.git")).unwrap();
    symlink("../private/.git", world.path("public/.git")).unwrap();
    starts(&workspace, "public/keys", PreviewBase::Head, "denied: ");
    // Deleted, and denied still.
    world.write("hidden", "secret\n");
    world.git(&["add", "hidden"]);
    world.git(&["commit", "--quiet", "-m", "x"]);
    std::fs::remove_file(world.path("hidden")).unwrap();
    starts(&workspace, "hidden", PreviewBase::Head, "denied: ");
    starts(&workspace, "hidden", PreviewBase::Index, "denied: ");
}

#[test]
fn what_is_stored_under_a_name_must_have_that_hash() {
    let world = changed();
    let workspace = world.workspace();
    world.write("b", "three\n");
    let path = |digits: &str| world.path(format!(".git/objects/{}/{}", &digits[..2], digits[2..].trim()));
    let other = world.git(&["hash-object", "-w", "b"]);
    let blob = world.git(&["rev-parse", "HEAD:a"]);
    std::fs::remove_file(path(&blob)).unwrap();
    starts(&workspace, "a", PreviewBase::Head, "missing_object: ");
    std::fs::copy(path(&other), path(&blob)).unwrap();
    starts(&workspace, "a", PreviewBase::Head, "damaged_repository: ");
    let commit = world.git(&["rev-parse", "HEAD"]);
    std::fs::remove_file(path(&blob)).unwrap();
    std::fs::copy(path(&commit), path(&blob)).unwrap();
    starts(&workspace, "a", PreviewBase::Head, "damaged_repository: ");
    std::fs::remove_file(path(&blob)).unwrap();
    std::fs::write(path(&blob), b"").unwrap();
    starts(&workspace, "a", PreviewBase::Head, "damaged_repository: ");
}

#[test]
fn damaged_packs_and_indexes_never_give_a_wrong_text() {
    let world = changed();
    world.git(&["repack", "-a", "-d", "-q"]);
    let workspace = world.workspace();
    let mut files: Vec<_> = std::fs::read_dir(world.path(".git/objects/pack"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.push(world.path(".git/index"));
    let (mut refused, mut right) = (0, 0);
    for path in files {
        let whole = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        for place in (0..whole.len()).step_by(if whole.len() > 600 { 6 } else { 1 }) {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << (place % 8);
            std::fs::write(&path, if place % 5 == 0 { &whole[..place] } else { &damaged }).unwrap();
            for against in [PreviewBase::Head, PreviewBase::Index] {
                match preview(&workspace, "a", against) {
                    Ok(reply) => {
                        right += 1;
                        assert_eq!(String::from_utf8_lossy(&reply.diff.text), CHANGED, "{path:?} at {place}");
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        std::fs::write(&path, whole).unwrap();
    }
    assert!(refused > 200 && right > 200, "{refused} refused, {right} right");
}

#[test]
fn references_in_a_circle_end() {
    let world = changed();
    world.write(".git/refs/heads/main", "ref: refs/heads/other\n");
    world.write(".git/refs/heads/other", "ref: refs/heads/main\n");
    starts(&world.workspace(), "a", PreviewBase::Head, "damaged_repository: ");
    world.write(".git/refs/heads/other", "ref: refs/../../a\n");
    starts(&world.workspace(), "a", PreviewBase::Head, "damaged_repository: ");
}

#[test]
fn an_index_that_claims_too_much_is_damaged() {
    let world = changed();
    let workspace = world.workspace();
    for count in [2, u32::MAX] {
        world.write(".git/index", forged_index(2, count, b"a"));
        starts(&workspace, "a", PreviewBase::Index, "damaged_repository: ");
    }
    world.write(".git/index", forged_index(9, 1, b"a"));
    starts(&workspace, "a", PreviewBase::Index, "unsupported_repository: ");
    world.write(".git/index", forged_index(2, 1, b"b"));
    assert!(preview(&workspace, "a", PreviewBase::Index).unwrap().base.is_none());
}

/// The commit that HEAD names is in a pack that was not made by git.
fn forged(pack: &Forged, answer: &str) {
    let world = changed();
    let mut settings = Settings::default();
    settings.limits.digest_bytes = 1 << 20;
    let workspace = world.workspace_with(settings, None);
    let (packed, index) = pack.files();
    world.write(".git/objects/pack/pack-x.pack", packed);
    world.write(".git/objects/pack/pack-x.idx", index);
    world.write(".git/HEAD", format!("{}\n", "01".repeat(20)));
    starts(&workspace, "a", PreviewBase::Head, answer);
}

#[test]
fn packs_that_go_on_for_ever_end() {
    let named = |from: u8| [&[0x70 | 5][..], &[from; 20], &stored(&[0, 1, 1, b'x', 0])].concat();
    // Each is made from the other, and one from itself.
    forged(
        &Forged::new(&[(1, named(2)), (2, named(1))]),
        "damaged_repository: a cannot be compared with HEAD: the git repository is damaged: a chain",
    );
    forged(&Forged::new(&[(1, named(1))]), "damaged_repository: ");
    // A base that lies before the pack.
    forged(
        &Forged::new(&[(1, [&[0x60 | 5, 0xff, 0x7f][..], &stored(b"abcde")].concat())]),
        "damaged_repository: ",
    );
}

#[test]
fn packs_that_grow_without_end_are_refused() {
    // A length of many bits.
    let length = [0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    forged(&Forged::new(&[(1, [&length[..], &stored(b"x")].concat())]), "too_large: ");
    // Says that it is short and is not.
    forged(&Forged::new(&[(1, [&[0x35][..], &stored(&[b'x'; 60_000])].concat())]), "damaged_repository: ");
    // A delta that makes 64 GiB of nothing.
    let short = (2, [&[0x35][..], &stored(b"12345")].concat());
    let bomb = [5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02];
    let delta = [&[0x70 | 7][..], &[2; 20], &stored(&bomb)].concat();
    forged(&Forged::new(&[short, (1, delta)]), "too_large: ");
    // A hundred deltas that copy a mebibyte each.
    let base = [&[0xb0, 0x80, 0x20][..], &stored(&[b'x'; 1 << 16])].concat();
    let mut entries = vec![(200, base)];
    let (small, large) = ([0x80, 0x80, 0x04], [0x80, 0x80, 0x40]);
    for number in (1..=100).rev() {
        let from = if number == 100 { 200 } else { number + 1 };
        let lengths = [if number == 100 { small } else { large }, large].concat();
        let copies = if number == 100 { vec![0x80; 16] } else { [0xf0, 0, 0, 0x10].to_vec() };
        let delta = [lengths, copies].concat();
        let head = [0xf0 | (delta.len() as u8 & 15), (delta.len() >> 4) as u8];
        entries.push((number, [&head[..], &[from; 20], &stored(&delta)].concat()));
    }
    forged(&Forged::new(&entries), "too_large: ");
}
