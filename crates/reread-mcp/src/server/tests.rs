use std::time::Duration;

use reread_files::{Settings, Watch, Workspace, WorkspaceOptions};
use reread_store::UnixMillis;
use reread_wire::{Reply, Request, SearchInFileArgs};
use rmcp::model::JsonObject;

use super::{Clocks, Options, Server};
use crate::caller::{Conversation, Sender};
use crate::{Principal, Profile};

/// A server that has run for a day still has its whole budget for a search.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test sets up its workspace by path")]
fn the_budget_of_a_search_begins_with_its_call() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "one\ntwo\n".repeat(100_000)).unwrap();
    let workspace = Workspace::open(WorkspaceOptions {
        roots: vec![folder.path().to_owned()],
        here: Some(folder.path().to_owned()),
        home: None,
        settings: Settings::default(),
        confinement: None,
    });
    let options = Options {
        profile: Profile::Core,
        structured: false,
        read_only: false,
        overview: false,
        guard: None,
        backend: None,
        asks: true,
        secret: [7; 32],
        principal: Principal::new("test"),
        user: None,
        review: None,
    };
    let clocks = Clocks { now: || UnixMillis(0), elapsed: || Duration::from_secs(24 * 60 * 60) };
    let server = Server::new(workspace.unwrap(), options, clocks);
    let request = Request::SearchInFile(SearchInFileArgs {
        path: "a.txt".to_owned(),
        query: "three".to_owned(),
        is_regex: false,
        case_sensitive: true,
        offset: None,
        max_matches: 1,
        before_lines: 0,
        after_lines: 0,
    });
    let sender = Sender::new(&Principal::new("test"), &JsonObject::new(), Conversation::Only);
    let caller = sender.caller(None);
    let served = server.shared.service.serve(&caller, &request, Watch::unattended(), &[]);
    let Ok(Reply::Search(reply)) = served.outcome else { panic!("{served:?}") };
    assert_eq!(reply.stopped, None);
}
