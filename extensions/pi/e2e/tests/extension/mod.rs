//! The extension `pi-reread` in the real pi.
//!
//! A suite is a module, so that each runs alone: `cargo test -p reread-pi-e2e compaction_boundary`.
//! Every run of every suite goes through [`reread::Reread`], which judges each answer by the request that the model was
//! really sent and audits every session at the end.
//!
//! The program under test is the `reread` beside the tests, or the one that `REREAD_BIN_UNDER_TEST` names. Stand-ins for
//! it are shell scripts, so the scenes are for Unix.

/// Runs scenes on every pi that we support, each in a test of its own.
macro_rules! both {
    ($($scene:ident)*) => {$(
        mod $scene {
            use reread_pi_e2e::PiVersion;

            #[test]
            fn pi_1_5_0() {
                super::$scene(PiVersion::V1_5_0);
            }

            #[test]
            fn pi_0_87_1() {
                super::$scene(PiVersion::V0_87_1);
            }
        }
    )*};
}

mod poems;
mod program;
mod reread;
mod view;
mod witness;
mod words;

mod altered;
mod binary;
mod branches;
mod commands;
mod compaction_boundary;
mod context_edits;
mod core;
mod hostile;
mod installing;
mod modes;
mod names;
mod parallel;
mod people;
mod processes;
mod real_session;
mod refresh_invalidation;
mod replay;
mod restart_resume;
mod schema;
mod scripts;
mod selective_range;
mod tree_navigation;
mod truncation;
