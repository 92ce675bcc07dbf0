//! `cargo xtask prove NAME`: the proofs that take too long for every test run.
//!
//! Each is a row of the table below. A proof that looked at nothing has failed.

use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::test_counts::run_tests;
use crate::{fuzz, mutants, real_lines, sources};

struct Proof {
    name: &'static str,
    usage: &'static str,
    promise: &'static str,
    run: fn(&Checkout, &[String]) -> Result<(), ChoreError>,
}

const PROOFS: &[Proof] = &[
    Proof {
        name: "concurrent",
        usage: "[EDITS | --long]",
        promise: "of what 32 clients edit in the same files at once nothing is lost (250 edits each, 1000 with --long)",
        run: |checkout, arguments| match arguments {
            [long] if long == "--long" => CONCURRENT.run(checkout, &["1000".to_owned()]),
            _ => CONCURRENT.run(checkout, arguments),
        },
    },
    Proof {
        name: "crash",
        usage: "[POINTS]",
        promise: "no kill and no error at a system call tears or loses a file (every call of every command that writes)",
        run: |checkout, arguments| CRASH.run(checkout, arguments),
    },
    Proof {
        name: "diff",
        usage: "[PAIRS]",
        promise: "every diff leads from one text to the other, and git prints the same (100000 pairs)",
        run: |checkout, arguments| DIFF.run(checkout, arguments),
    },
    Proof {
        name: "fuzz",
        usage: "[TARGET] [SECONDS]",
        promise: "no input makes a parser panic (every target, 60 seconds each)",
        run: fuzz::run,
    },
    Proof {
        name: "hostile",
        usage: "[CALLS]",
        promise: "hostile calls leave a server below 120 MB, and 99 of 100 plain reads take at most 100 ms (20000 calls)",
        run: |checkout, arguments| HOSTILE.run(checkout, arguments),
    },
    Proof {
        name: "merge",
        usage: "[CASES]",
        promise: "merges are those of git merge-file, and no drifted patch lands in a wrong place (20000 cases each)",
        run: |checkout, arguments| MERGE.run(checkout, arguments),
    },
    Proof {
        name: "parsers",
        usage: "[TEXTS]",
        promise: "no text of a megabyte costs a parser over a second or 100 MB (26000 texts of every language)",
        run: |checkout, arguments| PARSERS.run(checkout, arguments),
    },
    Proof {
        name: "race",
        usage: "[TRIES]",
        promise: "no swap of names leads out of the workspace (200000 tries)",
        run: |checkout, arguments| RACE.run(checkout, arguments),
    },
    Proof {
        name: "redaction",
        usage: "[FOLDER...]",
        promise: "real lines hold no credential but the judged ones, and no hostile line is slow (packages of the lock file)",
        run: real_lines::prove,
    },
    Proof {
        name: "symbols",
        usage: "",
        promise: "over the sources of 14 packages, every symbol of an outline is what the outline says",
        run: sources::prove,
    },
    Proof {
        name: "trust",
        usage: "[STEPS]",
        promise: "pi's model is told nothing that it cannot see (1000000 steps)",
        run: |checkout, arguments| TRUST.run(checkout, arguments),
    },
    Proof {
        name: "citation",
        usage: "[STEPS]",
        promise: "a caller that cites what it sees is not misled (1000000 steps)",
        run: |checkout, arguments| CITATION.run(checkout, arguments),
    },
    Proof {
        name: "http-clients",
        usage: "[CALLS]",
        promise: "32 clients over HTTP get their own answers, and memory stays flat (10000 calls)",
        run: |checkout, arguments| HTTP_CLIENTS.run(checkout, arguments),
    },
    Proof {
        name: "mutants",
        usage: "[NAME]",
        promise: "the proofs of trust and citation notice every guard that is broken on purpose",
        run: mutants::run,
    },
];

/// Runs one proof.
pub(crate) fn run(checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
    let Some((name, arguments)) = arguments.split_first() else {
        return Err(ChoreError::Usage(format!("no proof was named; there are:\n{}", listing())));
    };
    match PROOFS.iter().find(|proof| proof.name == name) {
        Some(proof) => (proof.run)(checkout, arguments),
        None => Err(ChoreError::Usage(format!("`{name}` is not a proof; there are:\n{}", listing()))),
    }
}

fn listing() -> String {
    let row =
        |Proof { name, usage, promise, .. }: &Proof| format!("  {:<28} {promise}", format!("{name} {usage}"));
    PROOFS.iter().map(row).collect::<Vec<_>>().join("\n")
}

const CONCURRENT: Repetition = Repetition {
    package: "reread-cli",
    binary: "suite",
    filter: "concurrent_edits",
    variable: "CONCURRENT_EDITS",
    times: 250,
};

/// As many points of each command as it has calls.
const CRASH: Repetition = Repetition {
    package: "reread-cli",
    binary: "suite",
    filter: "crash_",
    variable: "CRASH_POINTS",
    times: 1_000_000,
};
const DIFF: Repetition = Repetition {
    package: "reread-text",
    binary: "laws",
    filter: "pairs",
    variable: "DIFF_PAIRS",
    times: 100_000,
};
/// On a quiet machine: what a client waits for is bounded.
const HOSTILE: Repetition = Repetition {
    package: "reread-cli",
    binary: "suite",
    filter: "hostile_calls_leave",
    variable: "HOSTILE_CALLS",
    times: 20_000,
};
const MERGE: Repetition = Repetition {
    package: "reread-edit",
    binary: "suite",
    filter: "cases_",
    variable: "MERGE_CASES",
    times: 20_000,
};
/// As many texts as there are.
const PARSERS: Repetition = Repetition {
    package: "reread-code",
    binary: "code",
    filter: "hostile_texts",
    variable: "HOSTILE_TEXTS",
    times: 1_000_000,
};
const RACE: Repetition = Repetition {
    package: "reread-files",
    binary: "suite",
    filter: "race",
    variable: "RACE_TRIES",
    times: 200_000,
};

pub(crate) const TRUST: Repetition = Repetition {
    package: "reread-hosts",
    binary: "suite",
    filter: "trust_never_misleads",
    variable: "TRUST_STEPS",
    times: 1_000_000,
};

pub(crate) const CITATION: Repetition = Repetition {
    package: "reread-context",
    binary: "citation",
    filter: "citation_never_misleads",
    variable: "CITATION_STEPS",
    times: 1_000_000,
};

const HTTP_CLIENTS: Repetition = Repetition {
    package: "reread-cli",
    binary: "suite",
    filter: "http_clients_get",
    variable: "HTTP_CALLS",
    times: 10_000,
};

/// Tests that are part of every run with a small count, and of a proof with a large one.
#[derive(Debug, PartialEq)]
pub(crate) struct Repetition {
    pub(crate) package: &'static str,
    /// The integration tests that they are among.
    pub(crate) binary: &'static str,
    /// What the names of the tests contain.
    pub(crate) filter: &'static str,
    /// The variable from which the tests take their count.
    pub(crate) variable: &'static str,
    /// The count, unless the caller names another.
    times: u64,
}

impl Repetition {
    fn run(&self, checkout: &Checkout, arguments: &[String]) -> Result<(), ChoreError> {
        let times = match arguments {
            [] => self.times,
            [times] => count(times)?,
            _ => return Err(ChoreError::Usage("the only argument is how often to try".to_owned())),
        };
        let Self { package, binary, filter, variable, .. } = self;
        let mut command = checkout.cargo(&["test", "--release", "--package", package, "--test", binary]);
        command.args(["--", filter, "--nocapture"]);
        let counts = run_tests(command.env(variable, times.to_string()))?;
        println!("\n{counts}");
        match counts.failed {
            0 if counts.is_empty() => {
                Err(ChoreError::Failed(format!("{package} has no test with `{filter}` in its name")))
            }
            0 => Ok(()),
            _ => Err(ChoreError::Failed("the proof failed".to_owned())),
        }
    }
}

/// A count above zero, as a person writes it on the command line.
pub(crate) fn count(word: &str) -> Result<u64, ChoreError> {
    match word.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err(ChoreError::Usage(format!("`{word}` is not a number above zero"))),
    }
}
