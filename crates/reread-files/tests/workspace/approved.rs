//! What the user approved is read, and nothing else in its place.

use reread_codes::Code;
use reread_files::{ExactFile, Extent, ReadError, ReadReply, ReadRequest, Workspace};
use reread_text::Digest;

use crate::workspace::world::{FilesWorld, request};

fn read(workspace: &Workspace, name: &str, approved: &ExactFile) -> Result<ReadReply, ReadError> {
    workspace.reader().read(&ReadRequest { approved: Some(approved.clone()), ..request(name, Extent::Whole) })
}

/// The text that is served, or the code of the refusal.
fn outcome(workspace: &Workspace, name: &str, approved: &ExactFile) -> Result<String, Code> {
    let text = |reply: ReadReply| String::from_utf8(reply.passages[0].text.to_vec()).unwrap();
    read(workspace, name, approved).map(text).map_err(|error| error.code())
}

#[test]
fn case_44_an_approval_is_of_one_version_of_one_file() {
    let world = FilesWorld::new();
    world.write(".env", "one\n");
    world.write("id_rsa", "one\n");
    world.write("plain.txt", "plain\n");
    let workspace = world.workspace();
    let approved = workspace.access().file_to_approve(".env").unwrap().unwrap();
    assert_eq!(approved.digest, Some(Digest::of(b"one\n")));
    assert_eq!(outcome(&workspace, ".env", &approved), Ok("one\n".to_owned()));
    assert_eq!(outcome(&workspace, "./.env", &approved), Ok("one\n".to_owned()));
    assert_eq!(outcome(&workspace, "id_rsa", &approved), Err(Code::ApprovalRequired));
    assert_eq!(outcome(&workspace, ".env.local", &approved), Err(Code::ApprovalRequired));
    // What needs no approval is not kept from a caller that has one.
    assert_eq!(outcome(&workspace, "plain.txt", &approved), Ok("plain\n".to_owned()));
    world.write(".env", "two\n");
    assert_eq!(outcome(&workspace, ".env", &approved), Err(Code::ApprovalRequired));
    world.write(".env", "one\n");
    assert_eq!(outcome(&workspace, ".env", &approved), Ok("one\n".to_owned()));
}

#[test]
fn a_link_is_what_it_leads_to() {
    let world = FilesWorld::new();
    world.write(".env", "one\n");
    world.write("id_rsa", "one\n");
    std::os::unix::fs::symlink(".env", world.path("link")).unwrap();
    let workspace = world.workspace();
    let approved = workspace.access().file_to_approve("link").unwrap().unwrap();
    assert_eq!(approved, workspace.access().file_to_approve(".env").unwrap().unwrap());
    assert_eq!(outcome(&workspace, "link", &approved), Ok("one\n".to_owned()));
    // Equal bytes under another name are another file.
    std::fs::remove_file(world.path("link")).unwrap();
    std::os::unix::fs::symlink("id_rsa", world.path("link")).unwrap();
    assert_eq!(outcome(&workspace, "link", &approved), Err(Code::ApprovalRequired));
}

#[test]
fn with_approval_a_missing_file_is_reported_as_missing() {
    let world = FilesWorld::new();
    let workspace = world.workspace();
    let approved = workspace.access().file_to_approve(".env").unwrap().unwrap();
    assert_eq!(approved.digest, None);
    assert_eq!(outcome(&workspace, ".env", &approved), Err(Code::Missing));
    assert_eq!(outcome(&workspace, ".env.local", &approved), Err(Code::ApprovalRequired));
    world.write(".env", "one\n");
    assert_eq!(outcome(&workspace, ".env", &approved), Err(Code::ApprovalRequired));
}

#[test]
fn what_is_denied_cannot_be_approved() {
    let world = FilesWorld::new();
    std::fs::create_dir(world.path(".reread")).unwrap();
    world.write(".reread/key", "secret\n");
    let workspace = world.workspace();
    assert_eq!(workspace.access().file_to_approve(".reread/key").unwrap_err().code(), Code::OwnState);
    assert_eq!(workspace.access().file_to_approve("../outside/x").unwrap_err().code(), Code::Outside);
}

/// Case 34: a version that is too large to be named is not hashed.
#[test]
fn what_is_too_large_to_be_hashed_cannot_be_approved() {
    let world = FilesWorld::new();
    world.write(".env", "");
    std::fs::File::create(world.path(".env")).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(world.workspace().access().file_to_approve(".env").unwrap(), None);
}
