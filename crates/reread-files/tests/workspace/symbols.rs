//! Symbols and outlines by the public door: what an outline lists can be read, and is of one version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use reread_files::{
    Extent, OutlineError, OutlineReply, ReadReply, ReadRequest, Surroundings, Workspace, WorkspaceOptions,
};
use reread_text::{Bounds, LineRange};

use crate::workspace::own_parse::parses;
use crate::workspace::world::{FilesWorld, lines, request};

fn outline(workspace: &Workspace, name: &str, bounds: Bounds) -> Result<OutlineReply, OutlineError> {
    let request = ReadRequest { bounds, ..request(name, Extent::From(1)) };
    workspace.reader().outline(&request, workspace.reader().open_for(&request)?, None, None)
}

fn read_symbol(workspace: &Workspace, name: &str, id: &str) -> ReadReply {
    let mut request = request(name, Extent::From(1));
    let located = workspace.reader().open_for(&request).unwrap();
    let found = workspace
        .reader()
        .symbol_in(&request, located, id)
        .unwrap_or_else(|error| panic!("{name} {id}: {error}"));
    request.extent = Extent::Lines(found.lines());
    workspace.reader().read_symbol(&request, found, Surroundings::Hidden).unwrap()
}

/// A symbol that was read by its id is the one with those lines, and what is shown are these lines.
fn check_read_back(workspace: &Workspace, name: &str, content: &[u8], id: &str, of: LineRange) {
    let reply = read_symbol(workspace, name, id);
    assert_eq!(reply.symbol.as_ref().unwrap().lines, of, "{name} {id}");
    let [passage] = &reply.passages[..] else { panic!("{} passages", reply.passages.len()) };
    assert_eq!(&*passage.text, reread_text::slice_lines(content, of).unwrap(), "{name} {id}");
}

/// Lines of which texts are made that are sometimes whole and mostly broken, and the file they are in.
const PIECES: [(&str, &[&str]); 4] = [
    (
        "a.rs",
        &[
            "/// Words.",
            "#[inline]",
            "pub fn total(&self) -> u64 {",
            "struct Cart {",
            "impl Cart {",
            "a: u8,",
            "}",
            "",
        ],
    ),
    (
        "a.py",
        &[
            "class Cart:",
            "    def total(self):",
            "        return 0",
            "@cache",
            "def total():",
            "    pass",
            "",
        ],
    ),
    (
        "a.ts",
        &[
            "export class Cart {",
            "  total(): number {",
            "    return 0;",
            "  }",
            "}",
            "/** Words. */",
            "const a = 1;",
        ],
    ),
    ("a.txt", &["total:", "  one", "    two", "", "end", "}"]),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_symbol_of_an_outline_is_read_back_by_its_id(
        (name, pieces) in prop::sample::select(&PIECES[..]),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..24),
    ) {
        let content: String = places.iter().map(|place| format!("{}\n", place.get(pieces))).collect();
        let world = FilesWorld::new();
        world.write(name, &content);
        let workspace = world.workspace();
        for row in outline(&workspace, name, Bounds::default()).unwrap().rows {
            check_read_back(&workspace, name, content.as_bytes(), &row.id, row.lines);
        }
    }
}

/// The folder whose sources are looked at: by default our own.
fn sources() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    std::env::var_os("SYMBOL_SOURCES").map_or_else(own, PathBuf::from)
}

/// Of one file, at least so many symbols are read through the workspace, which parses it each time.
const READ_OF_ONE_FILE: usize = 10;

/// And so many more as are parsed from this many bytes: all of them in nearly every file.
const PARSED_OF_ONE_FILE: usize = 1024 * 1024;

/// What a reply about a file may cost by default.
const USUAL_TOKENS: u64 = 1_100;

#[derive(Debug, Default)]
struct Seen {
    files: usize,
    broken: usize,
    symbols: usize,
    read: usize,
    parsed: usize,
    unparsed: Vec<String>,
}

/// Over real code: every symbol is found by its id, those that are read are what the outline says, ranges nest and never
/// overlap, what is cut out parses by itself, and no outline costs more than it may.
#[test]
fn symbols_of_real_sources_are_what_their_outlines_say() {
    let root = sources();
    let options = WorkspaceOptions { roots: vec![root.clone()], ..FilesWorld::new().options() };
    let workspace = Workspace::open(options).unwrap();
    let files = files_beneath(&root);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut by_language = BTreeMap::<&str, Seen>::new();
    std::thread::scope(|scope| {
        let looks: Vec<_> = (0..threads)
            .map(|first| {
                let (workspace, root, files) = (&workspace, &root, &files);
                scope.spawn(move || look_at_all(workspace, root, files.iter().skip(first).step_by(threads)))
            })
            .collect();
        for (language, seen) in looks.into_iter().flat_map(|look| look.join().unwrap()) {
            by_language.entry(language).or_default().add(seen);
        }
    });
    assert!(!by_language.is_empty(), "nothing in {}", root.display());
    println!(
        "{:<12} {:>6} {:>7} {:>8} {:>7} {:>12}",
        "language", "files", "errors", "symbols", "read", "parse alone"
    );
    for (language, seen) in &by_language {
        let Seen { files, broken, symbols, read, parsed, unparsed } = seen;
        let alone = format!("{parsed}/{}", parsed + unparsed.len());
        println!("{language:<12} {files:>6} {broken:>7} {symbols:>8} {read:>7} {alone:>12}");
        unparsed.iter().take(3).for_each(|one| println!("    {one}"));
    }
    for (language, seen) in &by_language {
        assert!(seen.unparsed.len() * 100 <= seen.parsed, "{language}: {:?}", seen.unparsed);
    }
}

fn look_at_all<'a>(
    workspace: &Workspace,
    root: &Path,
    files: impl Iterator<Item = &'a PathBuf>,
) -> BTreeMap<&'static str, Seen> {
    let mut by_language = BTreeMap::<&str, Seen>::new();
    for path in files {
        let content = std::fs::read(path).unwrap();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap();
        let Some(language) = reread_code::Language::of_file(name, &content) else { continue };
        if content.len() > reread_code::MAX_PARSED_BYTES || std::str::from_utf8(&content).is_err() {
            continue;
        }
        look_at(workspace, name, &content, language, by_language.entry(language.word()).or_default());
    }
    by_language
}

impl Seen {
    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.broken += other.broken;
        self.symbols += other.symbols;
        self.read += other.read;
        self.parsed += other.parsed;
        self.unparsed.extend(other.unparsed);
    }
}

fn look_at(
    workspace: &Workspace,
    name: &str,
    content: &[u8],
    language: reread_code::Language,
    seen: &mut Seen,
) {
    let outlined = reread_code::Outline::of(content, Some(language));
    let symbols = outlined.symbols();
    seen.files += 1;
    seen.symbols += symbols.len();
    seen.broken += usize::from(outlined.has_errors());
    let mut ends: Vec<usize> = vec![0];
    for (place, symbol) in symbols.iter().enumerate() {
        assert_eq!(outlined.find(&symbol.id), reread_code::SymbolMatch::One(place), "{name} {}", symbol.id);
        ends.truncate(symbol.depth + 1);
        assert!(ends[symbol.depth] <= symbol.bytes.start, "{name} {}: overlaps the one before", symbol.id);
        if let Some(parent) = symbol.parent.map(|parent| &symbols[parent]) {
            assert!(
                parent.bytes.start <= symbol.bytes.start && symbol.bytes.end <= parent.bytes.end,
                "{name} {}",
                symbol.id
            );
            assert_eq!(parent.lines.intersect(symbol.lines), Some(symbol.lines), "{name} {}", symbol.id);
        }
        ends[symbol.depth] = symbol.bytes.end;
        ends.push(symbol.bytes.start);
        if !outlined.has_errors() && outlined.basis() == reread_code::Basis::Syntax {
            match parses(content, symbol, language) {
                true => seen.parsed += 1,
                false => seen.unparsed.push(format!("{name}#{} {}", symbol.id, symbol.lines)),
            }
        }
    }
    let most = READ_OF_ONE_FILE.max(PARSED_OF_ONE_FILE / content.len().max(1));
    let step = symbols.len().div_ceil(most).max(1);
    for symbol in symbols.iter().step_by(step) {
        check_read_back(workspace, name, content, &symbol.id, symbol.lines);
        seen.read += 1;
    }
    let usual = Bounds { max_tokens: Some(USUAL_TOKENS), ..Bounds::default() };
    let text = outline(workspace, name, usual).unwrap().text;
    assert!(reread_text::estimate_tokens(text.as_bytes()) <= USUAL_TOKENS, "{name}: {text}");
}

/// Every regular file, in order.
fn files_beneath(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        match entry.file_type().unwrap() {
            kind if kind.is_dir() => files.extend(files_beneath(&entry.path())),
            kind if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
    files
}

/// Another program swaps two versions in which the symbol stands at different lines; what is shown is always the symbol.
#[test]
fn a_symbol_never_moves_while_it_is_read() {
    let world = FilesWorld::new();
    let (short, long) = (
        "def total():\n    return 1\n",
        "# words\n\n\ndef other():\n    pass\n\n\ndef total():\n    return 2\n",
    );
    world.write("a.py", short);
    let workspace = world.workspace();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for turn in 0..400 {
                world.write("next", if turn % 2 == 0 { long } else { short });
                std::fs::rename(world.path("next"), world.path("a.py")).unwrap();
            }
        });
        while !writer.is_finished() {
            let reply = read_symbol(&workspace, "a.py", "total");
            let text = &*reply.passages[0].text;
            assert!(text.starts_with(b"def total():\n    return "), "{}", String::from_utf8_lossy(text));
            assert_eq!(reply.asked.map_or(lines(1, 2), |asked| asked), reply.symbol.unwrap().lines);
        }
    });
}
