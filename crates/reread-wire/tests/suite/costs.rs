//! What replies cost, counted exactly.
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

use std::time::Duration;

use reread_files::{Settings, State, Workspace, WorkspaceOptions};
use reread_store::UnixMillis;
use reread_testkit::World;
use reread_text::{count_lines, exact_tokens};
use reread_wire::{CallContext, Caller, ReadArgs, ReadMode, Request, SearchArgs, serve};

/// A parser as they are: types, documented methods with a body of their own each, and tests.
fn long_file() -> String {
    let mut text = "//! Requests, as they come in.\n\nuse std::collections::HashMap;\n\n".to_owned();
    for part in 0..32 {
        text += &format!(
            "/// The part {part} of a request.\n#[derive(Clone, Debug)]\npub struct Part{part}<'a> {{\n    first: &'a str,\n    rest: HashMap<String, u64>,\n}}\n\nimpl<'a> Part{part}<'a> {{\n"
        );
        for method in 0..5 {
            text += &format!(
                "    /// Reads what comes in way {method}.\n    #[must_use]\n    pub fn read_{part}_{method}(&mut self, input: &'a str, limit: usize) -> Option<&'a str> {{\n        let (head, rest) = input.split_at_checked(limit.min({method}))?;\n        self.first = rest;\n        Some(head)\n    }}\n\n"
            );
        }
        text += "}\n\n";
    }
    text + "#[cfg(test)]\nmod tests {\n"
        + &"    #[test]\n    fn works() {\n        assert!(true);\n    }\n".repeat(8)
        + "}\n"
}

fn reply(args: ReadArgs) -> String {
    reply_to(&Request::try_from(args).unwrap())
}

fn reply_to(request: &Request) -> String {
    reply_about("request.rs", request)
}

/// The reply about a workspace with one file.
fn reply_about(path: &str, request: &Request) -> String {
    let world = World::empty();
    world.write(path, long_file());
    let (roots, settings) = (vec![world.root()], Settings::default());
    let options = WorkspaceOptions { roots, here: None, home: None, settings, confinement: None };
    let state = State::open(&world.beside("state"), &reread_store::KeyPlace::Beside).unwrap();
    let workspace = Workspace::open(options).unwrap().with_state(state);
    let caller = Caller { name: "test".to_owned(), front_end: "library", ..Caller::default() };
    let context = CallContext::new(&workspace, caller, &|| UnixMillis(0), &|| Duration::ZERO);
    serve(&context, request).outcome.unwrap().text()
}

#[test]
fn the_outline_of_1600_lines_costs_at_most_1200_tokens() {
    assert!(count_lines(long_file().as_bytes()) >= 1_600);
    let outline = reply(ReadArgs::of(ReadMode::Outline, "request.rs"));
    let tokens = exact_tokens(&outline);
    println!("outline: {tokens} tokens, {} rows", count_lines(outline.as_bytes()) - 2);
    assert!(tokens <= 1_200, "{tokens}: {outline}");
    for part in 0..32 {
        assert!(outline.contains(&format!("pub struct Part{part}<'a>\n")), "{outline}");
    }
}

/// Three decimal digits are one token, whichever they are, so every frame of a kind costs the same. A line number from 1,000 on
/// is one token more. The name is in the call and not repeated: that leaves room for the line to go on at.
#[test]
fn header_and_closing_line_cost_at_most_20_tokens_beyond_the_path() {
    const PATH: &str = "src/request.rs";
    let of = |target: &str| ReadArgs::of(ReadMode::File, &format!("{PATH}{target}"));
    let pages = [
        (of(":1-300"), 17),
        (of(":40-60"), 17),
        // Two line numbers of four digits, and three.
        (of(":1200-1260"), 17),
        (of(":1600-1639"), 20),
        // The next line: that of the ordinary page, of one that four digits begin, and of pages behind line 1,000.
        (of(""), 20),
        (ReadArgs { offset: Some(301), ..of("") }, 20),
        (ReadArgs { max_preview_chars: Some(4_000), ..of("") }, 20),
        (ReadArgs { offset: Some(901), ..of("") }, 22),
        (ReadArgs { offset: Some(1_001), ..of("") }, 23),
    ];
    for (args, bound) in pages {
        let shown = reply_about(PATH, &Request::try_from(args).unwrap());
        let (header, rest) = shown.split_once('\n').unwrap();
        let (_, closing) = rest.rsplit_once("\n[end ").unwrap();
        let frame = exact_tokens(&format!("{header}\n")) + exact_tokens(&format!("[end {closing}"));
        let beyond = frame - exact_tokens(PATH);
        println!("{header} … [end {closing}{beyond} tokens beyond the path");
        assert!(beyond <= bound, "{header} [end {closing}: {beyond}");
    }
}

/// Digits are random, and some cost more than others: what counts is what they usually cost.
#[test]
fn a_symbol_costs_what_its_source_costs_and_30_tokens() {
    let file = long_file();
    let mut frames = Vec::new();
    for path in [None, Some("request.rs".to_owned())] {
        for symbol in
            ["Part7", "Part12::read_12_3", "read_31_4", "tests", "Part20", "read_3_3", "read_17_0", "Part31"]
        {
            let shown = reply(ReadArgs { path: path.clone(), ..ReadArgs::of(ReadMode::Symbol, symbol) });
            let (_, source) = shown.split_once('\n').unwrap();
            let (source, _) = source.split_once("[end ").unwrap();
            assert!(file.contains(source) && !source.is_empty(), "{shown}");
            frames.push(exact_tokens(&shown) - exact_tokens(source));
        }
    }
    frames.sort_unstable();
    println!("around a symbol: {frames:?} tokens");
    assert!(frames[frames.len() / 2] <= 30 && frames.iter().all(|tokens| *tokens <= 36), "{frames:?}");
}

/// A phrase that no line has: the reply says so and offers to rank files by its words, whatever those files hold.
#[test]
fn a_phrase_that_stands_nowhere_costs_at_most_60_tokens() {
    let phrases = [
        "the function that reads the parts of every request",
        "read(input), limit: usize",
        "no_such_thing and another_one",
        "elephants whales and dolphins",
    ];
    for phrase in phrases {
        let text = reply_to(&Request::Search(SearchArgs {
            query: phrase.to_owned(),
            is_regex: false,
            case_sensitive: true,
            words: false,
            globs: Vec::new(),
            paths: Vec::new(),
            max_matches: 50,
            before_lines: 0,
            after_lines: 0,
        }));
        let tokens = exact_tokens(&text);
        println!("{tokens} tokens: {text}");
        assert!(tokens <= 60, "{tokens}: {text}");
    }
}
