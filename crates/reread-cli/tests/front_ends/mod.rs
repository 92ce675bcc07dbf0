//! Sections C, E, F and G of the catalogue of adversarial cases, each case through the command line and through the
//! server, with the same assertions.
//!
//! The numbers in the names are those of the catalogue. After every case the secret came out nowhere, the outside is as it
//! was, and an ordinary read is answered. What takes hundreds of runs is proven elsewhere (`tests/crash`, the tests of
//! `reread-store`); here it is seen that both front ends lead there.

mod answer;
mod call;
mod front_end;
mod traced;

mod approvals;
mod bounds;
mod bytes;
mod contradictions;
mod crash;
mod credentials;
mod denied;
mod full;
mod git;
mod headers;
mod journal;
mod kinds;
mod long_names;
mod not_text;
mod oracle;
mod oracle_times;
mod places;
mod rollback;
mod rules;
mod stale;
mod state;
mod two_servers;
