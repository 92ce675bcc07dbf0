//! Names that the command line cannot even pass on, and rules in any order.

use reread_codes::Code;
use reread_files::{
    Confinement, Extent, ReadError, Settings, Workspace, WorkspaceOptions, parse_user_configuration,
};
use reread_path::{RootedPath, Verdict};

use crate::workspace::world::{FilesWorld, request, search};

/// Case 26: a NUL is refused before any system call; the beginning of the name is not taken for it.
#[test]
fn case_26_a_nul_in_a_name_is_refused() {
    let world = FilesWorld::new();
    world.write("a", "must not be read\n");
    let workspace = world.workspace();
    for name in ["a\0", "a\0b", "\0", "a\0/../a", "\0a"] {
        let error = workspace.reader().read(&request(name, Extent::Whole)).unwrap_err();
        assert_eq!(error.code(), Code::InvalidName, "{name:?}");
        assert!(!error.to_string().contains('\0'), "{error:?}");
        assert_eq!(workspace.reader().stat_file(name).unwrap_err().code(), Code::InvalidName);
        assert!(matches!(
            workspace.reader().copy(name, Extent::Whole, &mut Vec::new()),
            Err(ReadError::Open(_))
        ));
    }
    assert_eq!(search(&workspace, "a", "read", 0, 0).matches.len(), 1);
}

/// Case 42: the order in which rules are written decides nothing, shuffled a thousand times.
#[test]
fn case_42_the_order_of_rules_decides_nothing() {
    let mut allow = vec!["**", "secrets/pub/**", "*.txt", "secrets/pub/open.txt"];
    let mut deny = vec!["secrets/**", "*.pem", "secrets/pub/closed.txt", "tmp"];
    let judged = |allow: &[&str], deny: &[&str]| -> Vec<Verdict> {
        let text = format!("version = 1\n[read]\nallow = {allow:?}\ndeny = {deny:?}\n");
        let settings = parse_user_configuration("test", &text).unwrap();
        ["a.txt", "secrets/x", "secrets/pub/x", "secrets/pub/open.txt", "a/b.pem", "tmp/x", "src/main.rs"]
            .iter()
            .map(|name| settings.read.judge(&[&RootedPath::from_bytes(name.as_bytes()).unwrap()]))
            .collect()
    };
    let first = judged(&allow, &deny);
    let denied: Vec<bool> = first.iter().map(|verdict| matches!(verdict, Verdict::Deny(_))).collect();
    assert_eq!(denied, [false, true, true, true, true, true, false]);
    for shuffle in 1..=1000_usize {
        let (from, to) = (shuffle % 4, shuffle / 4 % 4);
        allow.swap(from, to);
        deny.rotate_left(shuffle % 3);
        deny.swap(to, (from + 1) % 4);
        assert_eq!(judged(&allow, &deny), first, "{allow:?} {deny:?}");
    }
}

/// Case 19, for either way of resolving names: behind a mount, what is there and what is not are refused alike.
#[test]
fn case_19_a_mount_tells_nothing_of_what_lies_behind_it() {
    for confinement in [Confinement::Kernel, Confinement::Portable] {
        let workspace = Workspace::open(WorkspaceOptions {
            roots: vec!["/".into()],
            here: None,
            home: None,
            settings: Settings::default(),
            confinement: Some(confinement),
        })
        .unwrap();
        for name in [
            "proc",
            "proc/version",
            "proc/absent",
            "proc/absent/absent",
            "proc/version/absent",
            "proc/self/root",
        ] {
            let error = workspace.reader().read(&request(name, Extent::Whole)).unwrap_err();
            assert_eq!(error.code(), Code::OtherFilesystem, "{name} with {confinement:?}");
            assert_eq!(
                workspace.reader().stat_file(name).unwrap_err().code(),
                Code::OtherFilesystem,
                "{name} with {confinement:?}"
            );
        }
        let error = workspace.reader().read(&request("absent/absent", Extent::Whole)).unwrap_err();
        assert_eq!(error.code(), Code::Missing, "{confinement:?}");
    }
}
