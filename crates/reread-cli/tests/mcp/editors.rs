//! Many clients that edit the same files at once, half of them each with a server of its own on the same workspace, half
//! of them at one server over HTTP: a share of `cargo xtask prove concurrent`.
//!
//! Nothing that was acknowledged may be lost, edits of different places merge, and a client that loses the race for one place is
//! told so and tries again. What a client does is drawn from a seed; who comes first is not.

use reread_testkit::{Era, HttpServerProcess, McpClient, World};

mod editor;
mod shared_text;
mod verdict;
mod voice;

use std::time::Instant;

use editor::{Acknowledged, Editor};
use shared_text::{FILES, SharedText, TALLY, file_name};
use verdict::check_kept;
use voice::Voice;

/// So many clients with so many edits each in every run.
const FEW: (usize, usize) = (4, 20);

/// As many clients as are promised to get along; `CONCURRENT_EDITS` says how many edits each of them makes.
const MANY: usize = 32;

const SEED: u64 = 7;

#[test]
fn concurrent_edits_are_merged_or_retried_and_never_lost() {
    let asked = std::env::var("CONCURRENT_EDITS").ok().map(|edits| (MANY, edits.parse().unwrap()));
    let (clients, edits) = asked.unwrap_or(FEW);
    let world = World::project();
    for file in 0..FILES {
        world.write(&file_name(file), SharedText::new(clients).to_string());
    }
    world.write(TALLY, "0\n");
    let server = HttpServerProcess::start(&world, &["--guard", "off"]);
    let voice = |client: usize| match client % 2 {
        0 => {
            let era = if client.is_multiple_of(4) { Era::Handshake } else { Era::Stateless };
            Voice::Lines(Box::new(McpClient::of(era, &world, &["--guard", "off"])), era)
        }
        _ => Voice::Http(&server),
    };
    let editors: Vec<Editor<'_>> =
        (0..clients).map(|client| Editor::new(client, clients, SEED, voice(client))).collect();
    let began = Instant::now();
    let acknowledged: Vec<Acknowledged> = std::thread::scope(|scope| {
        let working: Vec<_> =
            editors.into_iter().map(|editor| scope.spawn(move || editor.make(edits))).collect();
        working.into_iter().map(|working| working.join().unwrap()).collect()
    });
    let took = began.elapsed().as_secs_f64();
    assert_eq!(server.end().code, Some(0));
    let sum = |count: fn(&Acknowledged) -> usize| acknowledged.iter().map(count).sum::<usize>();
    let made = sum(|client| client.edits.len());
    println!(
        "{clients} clients, seed {SEED}: {made} edits acknowledged, {} of them merged, {} conflicts retried; {took:.1} s, \
         {:.0} edits per second",
        sum(|client| client.merged),
        sum(|client| client.retried),
        made as f64 / took,
    );
    assert_eq!(made, clients * edits);
    check_kept(&world, &acknowledged);
}
