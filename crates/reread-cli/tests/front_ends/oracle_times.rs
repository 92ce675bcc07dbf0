//! Whether the time of a refusal tells if a file exists: `ORACLE_CALLS=300 cargo xtask test oracle_times`.
//!
//! Every entry that takes a name is asked about a name that exists and one that does not, in turn, at all front ends. The
//! median of each lies between the quartiles of the other. On a busy machine times prove nothing, so that they are compared
//! only if `ORACLE_CALLS` says how often to ask; an ordinary run looks at the refusals alone.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use reread_testkit::{HttpServerProcess, TOKEN, World};

use super::call::Call;
use super::front_end::{FrontEnd, FrontEndKind};
use super::oracle::{Asking, CALLS, PAIRS};

/// Entries that take a name besides those that also do equal work.
const MORE_CALLS: [(&str, Asking); 6] = [
    ("search_in_file", |name| Call::search_in("old", name)),
    ("search", |name| Call::search_like("old", name)),
    ("list", Call::list),
    ("symbol", |name| Call::symbol("old", name)),
    ("diff of versions", |name| Call::diff(name, "v1")),
    ("rollback", |name| Call::rollback(name, "v1")),
];

/// When a refusal for lack of approval leaves at the earliest.
const BEAT: Duration = Duration::from_millis(100);

/// Comparisons at a time: most of their time is the wait for the next beat.
const AT_A_TIME: usize = 12;

fn calls_each() -> Option<usize> {
    std::env::var("ORACLE_CALLS").ok().map(|calls| calls.parse().expect("ORACLE_CALLS is a number"))
}

/// One entry about one pair of names at one front end.
#[derive(Clone, Copy)]
struct Comparison {
    front_end: &'static str,
    called: &'static str,
    ask: Asking,
    pair: (&'static str, &'static str),
}

/// A list names sensitive files, which the user may approve: only what is denied is secret there.
fn is_secret(called: &str, name: &str) -> bool {
    !["list", "search"].contains(&called) || name.contains("denied")
}

/// A front end in a world of its own. The command line starts a process for each call.
enum Asked {
    FrontEnd(Box<FrontEnd>),
    Http(HttpServerProcess, World),
}

impl Asked {
    fn start(front_end: &str) -> Self {
        let world = World::with_secret("oracle_times");
        world.configure("[read]\ndeny = [\"denied/**\"]\nask = [\"asked/**\"]\n");
        for (there, _) in &PAIRS[..2] {
            world.write(there, "old\n".repeat(20_000));
        }
        world.link("denied", "to-denied");
        world.link("asked", "to-asked");
        match front_end {
            "http" => Self::Http(HttpServerProcess::start(&world, &["--guard", "off"]), world),
            "stdio" => Self::FrontEnd(Box::new(FrontEnd::new(FrontEndKind::Mcp, world))),
            _ => Self::FrontEnd(Box::new(FrontEnd::new(FrontEndKind::CommandLine, world))),
        }
    }

    /// How long a call takes, and whether it was refused for lack of approval.
    fn time(&self, call: Call) -> (Duration, bool) {
        let began = Instant::now();
        let said = match self {
            Self::FrontEnd(front_end) => front_end.ask(call).said,
            Self::Http(server, world) => {
                let said = server.call(TOKEN, call.tool, call.arguments).to_string();
                world.note(said.as_bytes());
                said
            }
        };
        let took = began.elapsed();
        let needs_approval = said.contains("approval_required") || said.contains("needs approval");
        (took, needs_approval)
    }
}

impl Comparison {
    fn all() -> Vec<Self> {
        let calls = || CALLS.into_iter().chain(MORE_CALLS);
        let of = |front_end: &'static str| {
            let pairs = move |(called, ask): (&'static str, Asking)| {
                let pairs = [PAIRS[0], PAIRS[1], PAIRS[4], PAIRS[5]].into_iter();
                pairs.filter(move |(there, _)| is_secret(called, there)).map(move |pair| Self {
                    front_end,
                    called,
                    ask,
                    pair,
                })
            };
            calls().flat_map(pairs)
        };
        ["command line", "stdio", "http"].into_iter().flat_map(of).collect()
    }

    /// What is wrong, if anything is.
    fn run(self, calls: usize, compares: bool) -> Option<String> {
        let Self { front_end, called, ask, pair: (there, missing) } = self;
        let asked = Asked::start(front_end);
        let mut took = [Vec::new(), Vec::new()];
        let mut early = None;
        for number in 0..2 * calls {
            // Which comes first changes, so that neither always follows the other.
            let which = (number + number / 2) % 2;
            let (time, needs_approval) = asked.time(ask([there, missing][which]));
            took[which].push(time);
            if needs_approval && time < BEAT {
                early = Some(format!("left before its beat: {time:?}"));
            }
        }
        took.iter_mut().for_each(|times| times.sort());
        let [of_there, of_missing] = took.each_ref().map(|times| Spread::of(times));
        let overlap = of_there.holds(of_missing.median) && of_missing.holds(of_there.median);
        let row = format!("{front_end}, {called} {there}: {of_there}; {missing}: {of_missing}");
        if compares {
            println!("{row}{}", if overlap { "" } else { " DIFFERENT" });
        }
        early.or((compares && !overlap).then_some(row))
    }
}

/// The quartiles of many times.
struct Spread {
    lower: Duration,
    median: Duration,
    upper: Duration,
}

impl Spread {
    fn of(sorted: &[Duration]) -> Self {
        let at = |quarter: usize| sorted[(sorted.len() * quarter / 4).min(sorted.len() - 1)];
        Self { lower: at(1), median: at(2), upper: at(3) }
    }

    fn holds(&self, time: Duration) -> bool {
        (self.lower..=self.upper).contains(&time)
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { lower, median, upper } = self;
        write!(f, "{median:.3?} ({lower:.3?} to {upper:.3?})")
    }
}

#[test]
fn oracle_times_do_not_tell_whether_a_file_exists() {
    let (calls, compares) = (calls_each().unwrap_or(1), calls_each().is_some());
    // Of the refusals alone a share is looked at.
    let share = if compares { 1 } else { 5 };
    let waiting = Mutex::new(Comparison::all().into_iter().step_by(share).collect::<Vec<_>>());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                loop {
                    let Some(comparison) = waiting.lock().unwrap().pop() else { break };
                    let found = comparison.run(calls, compares);
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
