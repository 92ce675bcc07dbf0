//! Summaries and overviews by the public door: they keep their budget, come out alike, and show more with more room.

use proptest::prelude::*;
use reread_files::{Extent, OverviewReply, ReadRequest, SummaryReply, Watch, Workspace};
use reread_text::{Bounds, REDACTION_MARK, estimate_tokens};

use crate::workspace::world::{FilesWorld, request};

fn within(tokens: u64) -> Bounds {
    Bounds { max_tokens: Some(tokens), ..Bounds::default() }
}

fn summary(workspace: &Workspace, name: &str, tokens: u64) -> SummaryReply {
    let request = ReadRequest { bounds: within(tokens), ..request(name, Extent::From(1)) };
    workspace.reader().summarize(&request, workspace.reader().open_for(&request).unwrap(), None).unwrap()
}

fn overview(workspace: &Workspace, tokens: u64) -> OverviewReply {
    workspace.overviewer().overview(".", None, &within(tokens), &Watch::unattended()).unwrap()
}

fn count(left_out: &[(&str, u64)]) -> u64 {
    left_out.iter().map(|(_, count)| count).sum()
}

/// Lines of code and of prose, with credentials among them.
fn content() -> impl Strategy<Value = String> {
    let token = format!("const KEY: &str = \"ghp_{}\";", "Ab3dE6gh9JkLm1nOp".repeat(3));
    let line = prop_oneof![
        3 => prop::sample::select(vec![
            "//! Words about it.", "use std::fmt;", "pub fn total() -> u64 {", "}", "// TODO: more", "pub struct Cart {", "",
        ]).prop_map(str::to_owned),
        1 => Just(token),
        1 => "[ -~é]{0,60}",
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_summary_keeps_its_budget_and_shows_no_credential(
        content in content(),
        tokens in 1..300_u64,
        more in 0..300_u64,
    ) {
        let world = FilesWorld::new();
        world.write("a.rs", &content);
        let workspace = world.workspace();
        let (small, large) = (summary(&workspace, "a.rs", tokens), summary(&workspace, "a.rs", tokens + more));
        prop_assert!(estimate_tokens(small.text.as_bytes()) <= tokens);
        prop_assert!(count(&large.left_out) <= count(&small.left_out));
        prop_assert_eq!(&summary(&workspace, "a.rs", tokens).text, &small.text);
        prop_assert!(!large.text.contains("ghp_Ab3"), "{}", large.text);
        prop_assert!(large.redacted > 0 || !large.text.contains(REDACTION_MARK));
    }

    #[test]
    fn an_overview_keeps_its_budget(
        names in prop::collection::vec("[a-c]{1,2}(/[a-c]{1,2}){0,4}\\.(rs|md|py|txt)", 0..12),
        readme in content(),
        tokens in 1..200_u64,
        more in 0..200_u64,
    ) {
        let world = FilesWorld::new();
        world.write("README.md", &readme);
        for name in &names {
            std::fs::create_dir_all(world.path(name).parent().unwrap()).unwrap();
            world.write(name, name);
        }
        let workspace = world.workspace();
        let (small, large) = (overview(&workspace, tokens), overview(&workspace, tokens + more));
        prop_assert!(estimate_tokens(small.text.as_bytes()) <= tokens);
        prop_assert!(count(&large.left_out) <= count(&small.left_out));
        prop_assert_eq!(&overview(&workspace, tokens).text, &small.text);
        prop_assert!(!large.text.contains("ghp_Ab3"), "{}", large.text);
        let unique: std::collections::BTreeSet<&String> = names.iter().collect();
        prop_assert_eq!(small.files, unique.len() as u64 + 1);
    }
}
