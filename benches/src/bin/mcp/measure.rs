//! Everybody in turn: started, listed, and asked for the same five things.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use reread_benches::{LineClient, shown};
use reread_text::exact_tokens;
use serde_json::{Value, json};

use crate::contestants::{Contestant, ReadCall};
use crate::floor;
use crate::texts::{Text, range_of, text};

/// How often everybody is started, and how often everybody is asked after that. Ours has a budget of reads, and is
/// measured with it.
const SITTINGS: usize = 20;
const ROUNDS_OF_A_SITTING: usize = 3;

/// What is asked for in every round.
pub(crate) const OPERATIONS: [&str; 6] = [
    "first read",
    "read again",
    "read after 3 edits",
    "80 lines",
    "the same 80 lines",
    "80 lines, just written",
];

/// Longer than any server takes a file for one that is still being written.
const SETTLED: Duration = Duration::from_millis(400);

/// What one server took.
#[derive(Debug)]
pub(crate) struct CallRow {
    pub(crate) name: &'static str,
    /// Times from the start to the first answer, ascending.
    pub(crate) starts: Vec<Duration>,
    /// Memory after the list was told, in bytes.
    pub(crate) idle: u64,
    pub(crate) tools: usize,
    pub(crate) list_tokens: u64,
    pub(crate) instructions_tokens: u64,
    pub(crate) list_has_schema_or_null: bool,
    /// In the order of [`OPERATIONS`].
    pub(crate) operations: Vec<MeasuredCall>,
    /// Its nearest to a range, if it has no ranges.
    pub(crate) nearest_range: Option<&'static str>,
    /// Whether texts come a second time, as structured content.
    pub(crate) sends_twice: bool,
}

impl CallRow {
    fn new(contestant: &Contestant) -> Self {
        Self {
            name: contestant.server.name,
            starts: Vec::new(),
            idle: 0,
            tools: 0,
            list_tokens: 0,
            instructions_tokens: 0,
            list_has_schema_or_null: false,
            operations: vec![MeasuredCall::default(); OPERATIONS.len()],
            nearest_range: contestant.reading.nearest_range,
            sends_twice: false,
        }
    }

    fn take_list(&mut self, tools: &Value, instructions: &str) -> Result<(), Box<dyn Error>> {
        let list = tools.to_string();
        self.tools = tools.as_array().ok_or("the list is no list")?.len();
        self.list_tokens = exact_tokens(&list);
        self.instructions_tokens = exact_tokens(instructions);
        self.list_has_schema_or_null = list.contains("\"$schema\"") || list.contains("null");
        Ok(())
    }

    fn sorted(mut self) -> Self {
        self.starts.sort_unstable();
        self.operations.iter_mut().for_each(|operation| operation.times.sort_unstable());
        self
    }
}

/// What one operation took.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeasuredCall {
    /// Of the first reply.
    pub(crate) tokens: u64,
    /// Of what the reply adds to the text that was asked for, in the first reply; `None` if it does not hold that text.
    pub(crate) added_tokens: Option<u64>,
    /// Times of all rounds, ascending.
    pub(crate) times: Vec<Duration>,
}

impl MeasuredCall {
    /// The tokens are those of the very first reply.
    fn take(&mut self, shown: &str, asked: &str, took: Option<Duration>) {
        if self.tokens == 0 {
            self.tokens = exact_tokens(shown);
            self.added_tokens =
                shown.contains(asked).then(|| self.tokens.saturating_sub(exact_tokens(asked)));
        }
        self.times.extend(took);
    }

    pub(crate) fn at(&self, percent: usize) -> Duration {
        at(&self.times, percent)
    }
}

/// The time below which so many of a hundred lie; they are ascending.
pub(crate) fn at(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// Measures everybody, and what an echo takes, ascending. The first sitting fills the caches of the disk and is not
/// counted.
pub(crate) fn everyone(
    contestants: &[Contestant],
    tell: impl Fn(&str),
) -> Result<(Vec<CallRow>, Vec<Duration>), Box<dyn Error>> {
    let world = tempfile::tempdir()?;
    let mut echo = LineClient::start(&floor::server()?, world.path())?;
    let mut floor = Vec::new();
    let mut sides = Vec::new();
    for contestant in contestants {
        let folder = world.path().join(contestant.server.name);
        fs::create_dir_all(folder.join(".git"))?;
        fs::create_dir_all(folder.with_extension("home"))?;
        fs::write(folder.join("Cargo.toml"), "[package]\nname = \"measured\"\n")?;
        fs::write(folder.join(WARMING), text(0).before)?;
        sides.push(ContestantRun { contestant, folder, row: CallRow::new(contestant) });
    }
    for sitting in 0..=SITTINGS {
        tell(&format!("sitting {sitting} of {SITTINGS}"));
        let mut clients = Vec::new();
        for turn in 0..sides.len() {
            let next = (sitting + turn) % sides.len();
            clients.push((next, named(&mut sides[next], |side| side.start(sitting > 0))?));
        }
        let first_round = sitting * ROUNDS_OF_A_SITTING;
        let round = |number| Round { number, text: text(number + 1), first: BTreeMap::new() };
        let mut rounds: Vec<Round> = (first_round..first_round + ROUNDS_OF_A_SITTING).map(round).collect();
        for part in PARTS {
            for round in &rounds {
                sides.iter().try_for_each(|side| side.prepare(part, round))?;
            }
            thread::sleep(SETTLED);
            for round in &mut rounds {
                clients.rotate_left(1);
                floor.push(floor::ask(&mut echo)?);
                for (side, client) in &mut clients {
                    named(&mut sides[*side], |side| side.take_part(client, part, round, sitting > 0))?;
                }
            }
        }
    }
    floor.sort_unstable();
    Ok((sides.into_iter().map(|side| side.row.sorted()).collect(), floor))
}

/// Does something with a side; an error says with which.
fn named<'a, T>(
    side: &mut ContestantRun<'a>,
    what: impl FnOnce(&mut ContestantRun<'a>) -> Result<T, Box<dyn Error>>,
) -> Result<T, Box<dyn Error>> {
    what(side).map_err(|error| format!("{}: {error}", side.contestant.server.name).into())
}

/// A file that is read to warm a server up.
const WARMING: &str = "warming.rs";

/// One server, and what it has taken so far.
struct ContestantRun<'a> {
    contestant: &'a Contestant,
    folder: PathBuf,
    row: CallRow,
}

impl ContestantRun<'_> {
    /// Starts it, takes its list and its memory, and warms it up.
    fn start(&mut self, counts: bool) -> Result<LineClient, Box<dyn Error>> {
        let mut client = LineClient::start(&self.contestant.server, &self.folder)?;
        if counts {
            self.row.starts.push(client.start);
        }
        let (list, _) = client.ask("tools/list", &json!({}))?;
        if self.row.tools == 0 {
            // A moment for whatever it does after the first answers.
            thread::sleep(Duration::from_millis(500));
            self.row.idle = client.memory()?;
            self.row.take_list(&list["tools"], &client.instructions)?;
        }
        let ReadCall { whole, warming_reads, .. } = self.contestant.reading;
        for _ in 0..warming_reads {
            client.call(&whole(&self.folder.join(WARMING), None))?;
        }
        Ok(client)
    }

    /// Makes the calls of one part of a round.
    fn take_part(
        &mut self,
        client: &mut LineClient,
        part: Part,
        round: &mut Round,
        counts: bool,
    ) -> Result<(), Box<dyn Error>> {
        let name = self.contestant.server.name;
        let ReadCall { whole, range, .. } = self.contestant.reading;
        let [file, other, fresh] = self.files(round.number);
        let lines = range_of(&round.text.before);
        let mut take =
            |operation: usize, call: &Value, asked: &str| self.take(client, operation, call, asked, counts);
        match part {
            Part::Settled => {
                let first = take(0, &whole(&file, None), &round.text.before)?;
                take(1, &whole(&file, Some(&first)), &round.text.before)?;
                let range_first = take(3, &range(&other, None), &lines)?;
                take(4, &range(&other, Some(&range_first)), &lines)?;
                round.first.insert(name, first);
            }
            Part::Edited => {
                let first = round.first.get(name);
                take(2, &whole(&file, first), &round.text.after)?;
            }
            Part::Fresh => {
                fs::write(&fresh, &round.text.before)?;
                take(5, &range(&fresh, None), &lines)?;
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        client: &mut LineClient,
        operation: usize,
        call: &Value,
        asked: &str,
        counts: bool,
    ) -> Result<Value, Box<dyn Error>> {
        let (result, took) = client.call(call)?;
        let shown = shown(&result);
        self.row.operations[operation].take(&shown, asked, counts.then_some(took));
        self.row.sends_twice |= result.get("structuredContent").is_some();
        if !(self.contestant.reading.check)(operation, &shown, asked) {
            let reply: String = shown.chars().take(300).collect();
            return Err(format!("{}: this is something else: {reply}", OPERATIONS[operation]).into());
        }
        Ok(result)
    }

    /// The files of a round: one that is read whole, one that is read in part, one that is written just before.
    fn files(&self, round: usize) -> [PathBuf; 3] {
        ["whole", "part", "fresh"].map(|name| self.folder.join(format!("{name}_{round}.rs")))
    }

    /// Writes what a part of a round reads.
    fn prepare(&self, part: Part, round: &Round) -> io::Result<()> {
        let [file, other, _] = self.files(round.number);
        match part {
            Part::Settled => {
                fs::write(file, &round.text.before)?;
                fs::write(other, &round.text.before)
            }
            Part::Edited => fs::write(file, &round.text.after),
            Part::Fresh => Ok(()),
        }
    }
}

/// One round: its text, and the first answer of everybody by name.
struct Round {
    number: usize,
    text: Text,
    first: BTreeMap<&'static str, Value>,
}

/// A part of a sitting. Each begins with files that were not touched for a while, since some servers look twice at a
/// file that may still be written.
#[derive(Clone, Copy)]
enum Part {
    /// Files that no server has seen, and the same again.
    Settled,
    /// The files after their edits.
    Edited,
    /// Files that are written immediately before.
    Fresh,
}

const PARTS: [Part; 3] = [Part::Settled, Part::Edited, Part::Fresh];

/// The path of a file as seen from the folder that holds it.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
