//! Whether a file exists that is denied or needs approval cannot be told from the work that a call does.
//!
//! Equal work takes equal time. So the system calls about files are compared, one by one, of a name that exists and of one
//! that does not. Times are compared in `oracle_times`.

use super::call::{Call, block};
use super::front_end::{FrontEnd, FrontEndKind, at_both_front_ends};

/// A call about a name.
pub(super) type Asking = fn(&str) -> Call;

fn patch(name: &str) -> Call {
    Call::patch(&format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-old\n+new\n"))
}

fn replace(name: &str) -> Call {
    Call::patch(&block(name, "old\n", "new\n"))
}

fn add(name: &str) -> Call {
    Call::patch(&format!("*** Begin Patch\n*** Add File: {name}\n+new\n*** End Patch\n"))
}

fn delete(name: &str) -> Call {
    Call::patch(&format!("*** Begin Patch\n*** Delete File: {name}\n*** End Patch\n"))
}

fn write(name: &str) -> Call {
    Call::write(name, "new\n")
}

fn create(name: &str) -> Call {
    Call::create(name, "new\n")
}

fn append(name: &str) -> Call {
    Call::append(name, "new\n")
}

pub(super) const CALLS: [(&str, Asking); 16] = [
    ("read", Call::read),
    ("stat", Call::stat),
    ("head", Call::head),
    ("tail", Call::tail),
    ("excerpt", Call::excerpt),
    ("summary", Call::summary),
    ("outline", Call::outline),
    ("preview", Call::preview),
    ("history", Call::history),
    ("write", write),
    ("create", create),
    ("append", append),
    ("patch", patch),
    ("replace", replace),
    ("add", add),
    ("delete", delete),
];

fn changes(tool: &str) -> bool {
    ["write_file", "apply_patch"].contains(&tool)
}

/// Names that exist and names that do not, of equal length: denied, to be asked about, sensitive by themselves, in a folder
/// of that kind, and behind a link to one.
pub(super) const PAIRS: [(&str, &str); 6] = [
    ("denied/yes.txt", "denied/not.txt"),
    ("asked/yes.txt", "asked/not.txt"),
    (".env.yes", ".env.not"),
    ("asked/deep/yes.txt", "asked/deeq/yes.txt"),
    ("to-denied/yes.txt", "to-denied/not.txt"),
    ("to-asked/yes.txt", "to-asked/not.txt"),
];

fn prepare(front_end: &FrontEnd) {
    let world = &front_end.world;
    world.configure("[read]\ndeny = [\"denied/**\"]\nask = [\"asked/**\"]\n");
    // Large enough for a reading of it to show in a time.
    let text = "old\n".repeat(500_000);
    for (there, _) in &PAIRS[..4] {
        world.write(there, &text);
    }
    world.link("denied", "to-denied");
    world.link("asked", "to-asked");
}

/// What a call asked of the system about files, without numbers of processes and handles, and without results.
fn work(front_end: &FrontEnd, call: Call, name: &str) -> (String, Vec<String>) {
    let log = front_end.world.beside("log");
    let before = std::fs::read_to_string(&log).unwrap_or_default().len();
    let answer = front_end.ask(call);
    if front_end.kind == FrontEndKind::Mcp {
        // The next answer comes after the record of the call was written.
        front_end.records();
    }
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    // The command line starts the log anew for each call.
    let text = if front_end.kind == FrontEndKind::Mcp { &text[before..] } else { &text };
    let calls: Vec<String> = text.lines().filter_map(|line| about_files(line, front_end, name)).collect();
    (answer.code().to_owned(), calls)
}

/// The system call in a line of the log with the files it is about, if these are of the workspace and not of the state.
fn about_files(line: &str, front_end: &FrontEnd, name: &str) -> Option<String> {
    let root = front_end.world.root().display().to_string();
    let call = line.split_once(' ')?.1.trim_start().replace(&format!("AT_FDCWD<{root}>"), "");
    // The second half of a call that another thread came between.
    if call.starts_with("<...") {
        return None;
    }
    let (what, arguments) = call.split_once('(')?;
    let arguments = arguments.split(" = ").next()?;
    let handle =
        arguments.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map_or("", |(path, _)| path);
    // What is read from a handle stands in quotes, too.
    let takes_name = ["open", "stat", "access", "readlink", "rename", "unlink", "mkdir"].iter();
    let takes_name = takes_name.into_iter().any(|word| what.contains(word));
    let named = arguments.split('"').nth(1).filter(|_| takes_name).unwrap_or_default();
    let is_ours = handle.starts_with(&root) || named.starts_with(&root);
    if !is_ours || handle.contains("/.reread") || named.contains(".reread") {
        return None;
    }
    let leaf = name.rsplit('/').next().unwrap();
    let folder = name.rsplit_once('/').map_or("no folder", |(folder, _)| folder);
    Some(
        format!("{what} {handle} {named}")
            .replace(name, "NAME")
            .replace(leaf, "LEAF")
            .replace(folder, "FOLDER"),
    )
}

/// How often a comparison of system calls is tried until both are equal.
const TRIES: usize = 5;

#[test]
fn calls_about_what_may_not_be_read_do_the_same_work_whether_it_exists() {
    if std::process::Command::new("strace").arg("-V").output().is_err() {
        eprintln!("not tried: there is no strace");
        return;
    }
    at_both_front_ends("oracle_work", |front_end| {
        prepare(front_end);
        front_end.list_calls("%file,%desc");
        let mut wrong = Vec::new();
        for (there, missing) in PAIRS {
            for (called, ask) in CALLS {
                // For a question to the user a change is planned, and a server takes the digest of the file. That is work
                // that takes time, and the time is compared below.
                let is_looked_at = changes(ask(there).tool) || front_end.kind == FrontEndKind::Mcp;
                if is_looked_at && !there.contains("denied") {
                    continue;
                }
                // The first call of a server opens what all later ones use, and work in the background comes between. What
                // a name itself causes is there every time.
                let mut compared = || {
                    let (of_there, of_missing) =
                        (work(front_end, ask(there), there), work(front_end, ask(missing), missing));
                    (of_there != of_missing)
                        .then(|| format!("{called} {there}: {of_there:#?}\n{of_missing:#?}"))
                };
                let differences: Vec<String> =
                    std::iter::repeat_with(&mut compared).take(TRIES).map_while(|one| one).collect();
                if differences.len() == TRIES {
                    wrong.extend(differences.into_iter().last());
                }
            }
        }
        front_end.launch_by_itself();
        assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    });
}
