//! The promises of a workspace, by its public door: races, changing files, bounds, and the laws of reading.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "tests set up and disturb a workspace by path")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

#[path = "workspace/agreed.rs"]
mod agreed;
#[path = "workspace/bounded.rs"]
mod bounded;
#[path = "workspace/bounded_reads.rs"]
mod bounded_reads;
#[path = "workspace/changing.rs"]
mod changing;
#[path = "workspace/citing.rs"]
mod citing;
#[path = "workspace/diffs.rs"]
mod diffs;
#[path = "workspace/forged.rs"]
mod forged;
#[path = "workspace/listing.rs"]
mod listing;
#[path = "workspace/model_searches.rs"]
mod model_searches;
#[path = "workspace/names.rs"]
mod names;
#[path = "workspace/own_parse.rs"]
mod own_parse;
#[path = "workspace/pages.rs"]
mod pages;
#[path = "workspace/previews.rs"]
mod previews;
#[path = "workspace/race.rs"]
mod race;
#[path = "workspace/registry.rs"]
mod registry;
#[path = "workspace/repositories.rs"]
mod repositories;
#[path = "workspace/repository.rs"]
mod repository;
#[path = "workspace/searches.rs"]
mod searches;
#[path = "workspace/stack.rs"]
mod stack;
#[path = "workspace/summaries.rs"]
mod summaries;
#[path = "workspace/symbols.rs"]
mod symbols;
#[path = "workspace/texts.rs"]
mod texts;
#[path = "workspace/tree_races.rs"]
mod tree_races;
#[path = "workspace/tree_searches.rs"]
mod tree_searches;
#[path = "workspace/trees.rs"]
mod trees;
#[path = "workspace/two_ways.rs"]
mod two_ways;
#[path = "workspace/uncommitted.rs"]
mod uncommitted;
#[path = "workspace/word_searches.rs"]
mod word_searches;
#[path = "workspace/world.rs"]
mod world;
