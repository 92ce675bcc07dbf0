//! A model that the user names: among files with the words, those that mean what is asked for come first.

use std::path::PathBuf;
use std::time::Duration;

use proptest::prelude::*;
use reread_files::{Model, RankedBy, SearchClock, Settings, TreeSearchRequest, Watch, Workspace};

use crate::workspace::registry::while_kept;
use crate::workspace::trees::{ask, found, plant, question};
use crate::workspace::word_searches::{AT_ONCE, by_index, names};
use crate::workspace::world::FilesWorld;

const TOKENS: [(&str, [f32; 4]); 8] = [
    ("car", [1.0, 0.1, 0.0, 0.0]),
    ("automobile", [0.9, 0.2, 0.0, 0.0]),
    ("bicycle", [0.0, 1.0, 0.2, 0.0]),
    ("engine", [0.2, 0.0, 1.0, 0.0]),
    ("start", [0.0, 0.0, 0.1, 1.0]),
    ("stop", [0.0, 0.0, 0.3, 0.9]),
    ("[UNK]", [0.0; 4]),
    ("##s", [0.0; 4]),
];

fn tensors() -> Vec<u8> {
    let header = r#"{"embeddings":{"dtype":"F32","shape":[8,4],"data_offsets":[0,128]}}"#;
    let numbers = TOKENS.iter().flat_map(|(_, row)| row).flat_map(|number| number.to_le_bytes());
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes().chain(numbers));
    bytes
}

/// Writes the files of a model beside the root.
fn folder(world: &FilesWorld, table: &str, tensors: &[u8]) -> PathBuf {
    let folder = world.beside("model");
    let vocabulary: Vec<&str> = TOKENS.iter().map(|(token, _)| *token).collect();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(table), tensors).unwrap();
    std::fs::write(folder.join("vocab.txt"), vocabulary.join("\n")).unwrap();
    folder
}

fn model(world: &FilesWorld) -> Model {
    Model::open(&folder(world, "model.safetensors", &tensors())).unwrap()
}

fn plant_vehicles(world: &FilesWorld) {
    plant(
        world,
        &[
            ("a.rs", "fn start_engine() {}\n\nstruct Bicycle;\n"),
            ("b.rs", "fn start_engine() {}\n\nstruct Automobile;\n"),
            ("c.rs", "struct Automobile;\n\nstruct Wheel;\n"),
        ],
    );
}

#[test]
fn of_files_with_the_words_the_one_that_means_it_comes_first() {
    let world = FilesWorld::new();
    plant_vehicles(&world);
    let request = question("car engine");
    let without = ask(&world.workspace(), &request);
    assert_eq!((names(&without), without.ranked_by), (vec!["a.rs", "b.rs"], Some(RankedBy::Walk)));

    let workspace = world.workspace().with_model(model(&world));
    let with = ask(&workspace, &request);
    assert_eq!((names(&with), with.ranked_by), (vec!["b.rs", "a.rs"], Some(RankedBy::WordsAndModel)));
    assert_eq!(with.tally, without.tally, "files without any of the words are not looked at");
    assert_eq!(found(&with)[1], found(&without)[0], "the same lines are shown");

    // What is cut off is cut off by both orders.
    let one = ask(&workspace, &TreeSearchRequest { max_matches: 1, ..request });
    assert_eq!((names(&one), one.stopped), (vec!["b.rs"], Some(reread_files::Stopped::MaxMatches)));
}

#[test]
fn what_is_text_or_unknown_to_the_model_is_answered_as_without_it() {
    let world = FilesWorld::new();
    plant_vehicles(&world);
    let workspace = world.workspace().with_model(model(&world));
    for query in ["wheel unknownword", "engine", "struct Automobile"] {
        let (with, without) = (ask(&workspace, &question(query)), ask(&world.workspace(), &question(query)));
        assert_eq!((found(&with), with.tally), (found(&without), without.tally), "{query}");
    }
    let unknown = ask(&workspace, &question("wheel unknownword"));
    assert_eq!((names(&unknown), unknown.ranked_by), (vec!["c.rs"], Some(RankedBy::Walk)));
}

/// What the index says of a file is held against the file before its meaning counts.
#[test]
fn a_walk_and_an_index_give_the_same_answer_with_a_model() {
    let line = prop::sample::select(vec!["start", "engine", "automobile", "bicycles", "wheel", ""]);
    let text = prop::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"));
    let path = prop::sample::select(vec!["a.rs", "b/car.py", "c.md", "tests/stop.rs", "d.rs"]);
    let files = prop::collection::btree_map(path, text, 1..5);
    proptest!(ProptestConfig::with_cases(6), |(files in files)| {
        let world = FilesWorld::new();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        plant(&world, &files);
        plant(&world, &[("z.rs", "wheel\n")]);
        let workspace = world.workspace_with_state(Settings::default()).with_model(model(&world));
        let walking = world.workspace().with_model(model(&world));
        while_kept(&workspace, &AT_ONCE, |_| {
            // The model knows neither word, so that the reply tells who counted them.
            by_index(&workspace, &question("wheel unknownword"));
            for query in ["car engine", "stop bicycle wheel"] {
                let (with_index, by_walk) = (ask(&workspace, &question(query)), ask(&walking, &question(query)));
                assert_eq!((found(&with_index), with_index.tally), (found(&by_walk), by_walk.tally));
            }
        });
    });
}

#[test]
fn a_folder_without_a_model_is_reported_at_start() {
    let world = FilesWorld::new();
    let refused = || Model::open(&world.beside("model")).unwrap_err().to_string();
    assert!(refused().contains("model.safetensors"), "{}", refused());
    let folder = folder(&world, "embeddings.safetensors", &tensors());
    Model::open(&folder).unwrap();
    std::fs::File::create(folder.join("model.safetensors")).unwrap().set_len(256 * 1024 * 1024).unwrap();
    assert_eq!(refused(), "a model of 268435506 bytes is larger than 268435456");
    std::fs::remove_file(folder.join("vocab.txt")).unwrap();
    assert!(refused().contains("vocab.txt"), "{}", refused());
}

#[test]
fn files_that_hold_no_model_are_reported_by_the_search_that_needs_them() {
    let world = FilesWorld::new();
    plant_vehicles(&world);
    let bad = Model::open(&folder(&world, "model.safetensors", b"nothing")).unwrap();
    let workspace = world.workspace().with_model(bad);
    let ask = |workspace: &Workspace, query: &str| {
        let clock = SearchClock { elapsed: &|| Duration::ZERO };
        workspace
            .searcher()
            .search(&question(query), &clock, &Watch::unattended())
            .map_err(|error| error.to_string())
    };
    assert_eq!(names(&ask(&workspace, "engine").unwrap()), ["a.rs", "b.rs"]);
    for _ in 0..2 {
        let refused = ask(&workspace, "car engine").unwrap_err();
        assert_eq!(refused, "what search.model names is no model: the tensors end before their header does");
    }
}
