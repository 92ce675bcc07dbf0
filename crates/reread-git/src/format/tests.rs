use super::{has_worktree_configuration, heeds_file_mode, object_hash, worktree};

fn check(configuration: &str, outcome: &str) {
    let found = match object_hash(configuration.as_bytes()) {
        Ok(hash) => format!("{hash:?}"),
        Err(error) => error.to_string(),
    };
    assert!(found.contains(outcome), "{configuration:?} gives {found:?}");
}

#[test]
fn the_format_decides_the_hash() {
    check("", "Sha1");
    check("[core]\n\trepositoryformatversion = 0\n\tbare = false\n", "Sha1");
    check("[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha256\n", "Sha256");
    check(
        "[Core] RepositoryFormatVersion = 1 ; yes\n[EXTENSIONS]\n objectFormat = \"sha256\" # new\n",
        "Sha256",
    );
    check(
        "[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig\npartialClone = origin\n",
        "Sha1",
    );
    check("[core]\r\nrepositoryformatversion = 1\r\n[extensions]\r\nrefstorage = files\r\n", "Sha1");
}

#[test]
fn extensions_do_not_count_before_format_1() {
    check("[core]\nrepositoryformatversion = 0\n[extensions]\nobjectformat = sha256\nx = y\n", "Sha1");
}

#[test]
fn what_is_not_known_is_not_read() {
    check("[core]\nrepositoryformatversion = 1\n[extensions]\nrefstorage = reftable\n", "reftable");
    check("[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = sha3\n", "an extension");
    check("[core]\nrepositoryformatversion = 1\n[extensions]\nsecret-token = x\n", "an extension");
    check("[core]\nrepositoryformatversion = 2\n", "format version 2");
    check("[core]\nrepositoryformatversion = many\n", "no number");
    check("[core]\nrepositoryformatversion = -1\n", "format version -1");
}

#[test]
fn other_sections_are_passed_over() {
    check("[include]\npath = /etc/passwd\n[extensions \"x\"]\nobjectformat = sha3\n[core\nx", "Sha1");
    check("[\n]\n=\n= =\n\0\n\u{feff}", "Sha1");
}

#[test]
fn modes_matter_unless_it_says_otherwise() {
    for (configuration, heeded) in [
        ("", true),
        ("[core]\n\tfilemode = true\n", true),
        ("[core]\n\tFileMode = False ; mounted\n", false),
        ("[core]\nfilemode = false\nfilemode = true\n", true),
        ("[core \"x\"]\nfilemode = false\n", true),
        ("[other]\nfilemode = false\n", true),
    ] {
        assert_eq!(heeds_file_mode(configuration.as_bytes()), heeded, "{configuration}");
    }
}

#[test]
fn the_working_tree_is_named_as_git_writes_it() {
    for (configuration, named) in [
        ("", None),
        ("[core]\n\tworktree = ../../../sub\n", Some("../../../sub")),
        ("[core]\n\tworktree = \"../../../s u#b\"\n", Some("../../../s u#b")),
        ("[core]\nworktree = ../a b ; a comment\n", Some("../a b")),
        ("[core]\nworktree = \"a\\\"b\\\\c\"\r\n", Some("a\"b\\c")),
        ("[CORE] WorkTree=/x/Y\n", Some("/x/Y")),
        ("[core]\nworktree = a\nworktree = b\n", Some("b")),
        ("[core]\nworktree =\n", None),
        ("[core \"x\"]\nworktree = a\n", None),
        ("[other]\nworktree = a\n[core\n", None),
    ] {
        assert_eq!(
            worktree(configuration.as_bytes()),
            named.map(|path| path.as_bytes().to_vec()),
            "{configuration}"
        );
    }
}

#[test]
fn a_worktree_may_have_a_configuration_of_its_own() {
    assert!(has_worktree_configuration(b"[extensions]\n\tworktreeConfig = true\n"));
    assert!(has_worktree_configuration(b"[extensions]\nworktreeConfig\n"));
    assert!(!has_worktree_configuration(b"[extensions]\nworktreeConfig = false\n"));
    assert!(!has_worktree_configuration(b"[core]\nworktreeConfig = true\n"));
}
