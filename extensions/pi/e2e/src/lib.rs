//! The real pi under test, without a model and without a network.
//!
//! A [`PiWorld`] is a scratch project with a scripted [`ScriptedModel`] beside it, a server on the loopback interface that
//! plays the [`Script`] it finds in the user's prompt and records every [`ModelRequest`] it gets. A [`PiProcess`] is one process
//! of the real program in that world, driven over its RPC mode; print and JSON mode run to their end as a [`OneShot`].
//!
//! ```no_run
//! use reread_pi_e2e::{ScriptedCall, PiVersion, Script, PiWorld};
//!
//! let world = PiWorld::new();
//! world.write("song.txt", "one\ntwo\n");
//! let mut pi = world.launch(PiVersion::V1_5_0).rpc();
//! let run = pi.play(&Script::new().call(ScriptedCall::read("song.txt")));
//! assert_eq!(run.results[0].text, "one\ntwo\n", "what the session keeps");
//! assert_eq!(run.requests[1].results()[0].text, "one\ntwo\n", "what the model was sent");
//! pi.close();
//! ```
//!
//! The requests are the truth about what a model sees; entries of the session only say what pi remembers. The crate
//! knows pi and nothing of the extension under test, which comes in as a path. Whatever goes wrong is a panic that
//! shows the last events and what pi wrote to standard error: this is code for tests. Waits are bounded, generously,
//! and nothing else depends on time.
//!
//! Node and pi come from `cargo xtask pi-tools`.

#![expect(
    clippy::disallowed_methods,
    reason = "worlds are scratch folders of the tests, and a wait for a foreign program has to end"
)]

mod script;
pub use script::{Script, ScriptedCall};

mod request;
pub use request::{MadeCall, ModelRequest, SeenResult};

mod model;
pub use model::{SUMMARY, ScriptedModel};

mod tools;
pub use tools::{PiVersion, Tools};

mod world;
pub use world::PiWorld;

mod launch;
pub use launch::PiLaunch;

mod session;
pub use session::{PiEntry, PiSession, PiToolResult};

mod pi;
pub use pi::{BranchEdit, DialogAnswer, Notification, PiProcess, PiRun, StartedRun};

mod one_shot;
pub use one_shot::OneShot;
