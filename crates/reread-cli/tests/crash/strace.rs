//! Running the command under `strace`, which counts its system calls, and kills it or fails it at one of them.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use crate::deed::Deed;
use crate::world::World;

/// One system call of a run, and what happens in its place.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) call: String,
    /// The how-manieth of its name, counted from 1.
    pub(crate) when: usize,
    pub(crate) fault: Fault,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    Kill,
    Error(&'static str),
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `None` for a run that was killed.
    pub(crate) code: Option<i32>,
    /// Whether the run came as far as the point.
    pub(crate) was_hit: bool,
    pub(crate) said: String,
}

const ERRORS: [&str; 12] = [
    "EIO", "ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "EMFILE", "ENFILE", "EINTR", "EAGAIN", "ENOMEM",
    "ESTALE",
];

/// Calls that no file system answers, so that its errors are none of theirs; and `close`, which closes a file whatever it
/// answers, and would not if it were left out.
const NOT_OF_FILES: [&str; 24] = [
    "arch_prctl",
    "brk",
    "close",
    "exit_group",
    "futex",
    "getcwd",
    "getegid",
    "geteuid",
    "getgid",
    "getpid",
    "gettid",
    "getuid",
    "mmap",
    "mprotect",
    "munmap",
    "poll",
    "prlimit64",
    "rseq",
    "rt_sigaction",
    "rt_sigprocmask",
    "sched_getaffinity",
    "set_robust_list",
    "set_tid_address",
    "sigaltstack",
];

/// Calls that leave the disk as it is: a kill before one of them leaves what a kill before the next other call leaves.
const LOOKING: [&str; 16] = [
    "access",
    "faccessat2",
    "fcntl",
    "fgetxattr",
    "flistxattr",
    "fstat",
    "fstatfs",
    "getdents64",
    "getrandom",
    "ioctl",
    "lseek",
    "newfstatat",
    "pread64",
    "read",
    "readlink",
    "statx",
];

/// Of a kind of call that is made no more often than this, every one is told every error; of others each is told one.
const RARE: usize = 16;

impl Point {
    /// A kill, where it may leave something else than the one before.
    pub(crate) fn kill(call: &str, when: usize) -> Option<Self> {
        let leaves_more = call == "close" || !LOOKING.contains(&call) && !NOT_OF_FILES.contains(&call);
        leaves_more.then(|| Self { call: call.to_owned(), when, fault: Fault::Kill })
    }

    /// Whether a name is given or taken, or bytes are written that will have one.
    pub(crate) fn is_decisive(&self) -> bool {
        let is_of_names = ["renameat2", "unlinkat"].contains(&self.call.as_str());
        match self.fault {
            Fault::Kill => is_of_names || self.call == "write",
            Fault::Error(error) => is_of_names && error == "EIO",
        }
    }

    /// The errors that a call is told, given all calls of a clean run.
    pub(crate) fn errors(call: &str, when: usize, clean: &[(String, usize)]) -> Vec<Self> {
        let often = clean.iter().filter(|(other, _)| other == call).count();
        let errors = match often {
            _ if NOT_OF_FILES.contains(&call) => &[],
            0..=RARE => &ERRORS[..],
            _ => &ERRORS[when % ERRORS.len()..][..1],
        };
        errors.iter().map(|error| Self { call: call.to_owned(), when, fault: Fault::Error(error) }).collect()
    }
}

pub(crate) fn has_strace() -> bool {
    Command::new("strace").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs the command cleanly, and says which calls it made, in their order.
pub(crate) fn calls(world: &World, deed: &Deed) -> Vec<(String, usize)> {
    let output = traced(world, deed, &[]);
    assert!(output.status.success(), "{}: {output:?}", deed.name);
    let log = std::fs::read_to_string(world.beside("log")).unwrap();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // The first is strace's own: it starts the command.
    let names = log.lines().filter_map(called).filter(|name| *name != "execve");
    names
        .map(|name| {
            let count = counts.entry(name.to_owned()).or_default();
            *count += 1;
            (name.to_owned(), *count)
        })
        .collect()
}

/// The name of the call in a line such as `4711 close(3) = 0`; none for the second half of a call.
fn called(line: &str) -> Option<&str> {
    let (_, call) = line.split_once(' ')?;
    let (name, _) = call.trim_start().split_once('(')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then_some(name)
}

/// Runs the command up to a point, and on if it is only an error.
pub(crate) fn run(world: &World, deed: &Deed, point: &Point) -> Ended {
    let Point { call, when, fault } = point;
    let fault = match fault {
        Fault::Kill => "signal=SIGKILL".to_owned(),
        Fault::Error(error) => format!("error={error}"),
    };
    let trace = format!("trace={call}");
    let inject = format!("inject={call}:{fault}:when={when}");
    let output = traced(world, deed, &["-e", &trace, "-e", &inject]);
    let log = std::fs::read_to_string(world.beside("log")).unwrap();
    let was_hit = output.status.code().is_none() || log.contains("(INJECTED)");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ended { code: output.status.code(), was_hit, said }
}

fn traced(world: &World, deed: &Deed, options: &[&str]) -> Output {
    let mut command = world.command("strace");
    command.args(["-f", "-qq", "-o"]).arg(world.beside("log")).args(options);
    command.arg(env!("CARGO_BIN_EXE_reread")).args(deed.arguments);
    command.output().unwrap()
}
