//! The harness fails where it should, and says why.

use std::panic::{AssertUnwindSafe, catch_unwind};

use reread_pi_e2e::{PiVersion, PiWorld};

/// The message of the panic that the action ends with.
fn failure(action: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(action)).expect_err("this has to fail");
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

fn check(message: &str, expected: &[&str]) {
    for part in expected {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn a_pi_that_does_not_start_shows_its_complaint() {
    let world = PiWorld::new();
    let message = failure(|| drop(world.launch(PiVersion::V1_5_0).flag("--no-such-flag").rpc()));
    check(&message, &["pi ended before a reply to", "get_state", "stderr:", "--no-such-flag"]);
}

#[test]
fn commands_that_are_unknown_refused_or_broken_are_failures() {
    let world = PiWorld::new();
    world.write("broken.ts", BROKEN);
    let mut pi = world.launch(PiVersion::V0_87_1).extension(world.project().join("broken.ts")).rpc();
    check(&failure(|| drop(pi.command("/unknown command"))), &["pi has no command /unknown", "last events:"]);
    check(&failure(|| drop(pi.command("/broken"))), &["pi could not run /broken: out of order"]);
    check(&failure(|| pi.navigate("00000000")), &["pi could not run /nav 00000000", "not found"]);
    check(&failure(|| pi.fork("00000000")), &["pi refused", r#""entryId":"00000000""#]);
    assert_eq!(pi.extension_errors().len(), 2);
    pi.close();
}

const BROKEN: &str = r#"
export default function (pi) {
  pi.registerCommand("broken", { description: "", handler: async () => { throw new Error("out of order"); } });
}
"#;

#[test]
fn a_pi_that_ends_by_itself_is_noticed() {
    let world = PiWorld::new();
    world.write("leaving.ts", LEAVING);
    let mut pi = world.launch(PiVersion::V1_5_0).extension(world.project().join("leaving.ts")).rpc();
    check(&failure(|| drop(pi.command("/leave"))), &["pi ended before a reply to", "/leave", "good bye"]);
    check(&failure(|| drop(pi.close())), &["pi ended with", "3"]);
}

const LEAVING: &str = r#"
export default function (pi) {
  pi.registerCommand("leave", { description: "", handler: async () => { console.error("good bye"); process.exit(3); } });
}
"#;
