//! Running the command under `strace`, which counts its system calls, and kills it or fails it at one of them.

use std::collections::BTreeMap;

use reread_testkit::{RunOutput, World, program_under_test};

use super::deed::Deed;
use super::sweeping::{command, run as run_binary, run_to_end};

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
    /// Nothing is written, and that is what the call says.
    Short,
    /// Nothing: what is looked at is what becomes of it afterwards.
    Nothing,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) ran: RunOutput,
    /// Whether the run came as far as the point.
    pub(crate) was_hit: bool,
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

/// Calls that may do less than they were asked to.
const WRITING: [&str; 2] = ["pwrite64", "write"];

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
            Fault::Short => self.call == "write",
            Fault::Nothing => true,
        }
    }

    /// The faults of a call that is the n-th of a run. Each begins with another error, so that every n-th of all faults is
    /// not the same one.
    pub(crate) fn faults(call: &str, when: usize, nth: usize) -> Vec<Self> {
        if NOT_OF_FILES.contains(&call) {
            return Vec::new();
        }
        let mut faults = ERRORS.map(Fault::Error).to_vec();
        faults.extend(WRITING.contains(&call).then_some(Fault::Short));
        let first = nth % faults.len();
        faults.rotate_left(first);
        faults.into_iter().map(|fault| Self { call: call.to_owned(), when, fault }).collect()
    }
}

/// Runs the command cleanly, and says which calls it made, in their order.
pub(crate) fn calls(world: &World, deed: &Deed) -> Vec<(String, usize)> {
    let ran = traced(world, deed.arguments, &[]);
    assert_eq!(ran.code, Some(0), "{}: {ran:?}", deed.name);
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

/// Runs a command up to a point, and on if it is only an error.
pub(crate) fn run(world: &World, arguments: &[&str], point: &Point) -> Ended {
    let Point { call, when, fault } = point;
    let fault = match fault {
        Fault::Kill => "signal=SIGKILL".to_owned(),
        Fault::Error(error) => format!("error={error}"),
        Fault::Short => "retval=0".to_owned(),
        Fault::Nothing => return Ended { ran: run_binary(world, arguments), was_hit: true },
    };
    let trace = format!("trace={call}");
    let inject = format!("inject={call}:{fault}:when={when}");
    let ran = traced(world, arguments, &["-e", &trace, "-e", &inject]);
    let log = std::fs::read_to_string(world.beside("log")).unwrap();
    let was_hit = ran.code.is_none() && !ran.timed_out || log.contains("(INJECTED)");
    Ended { ran, was_hit }
}

fn traced(world: &World, arguments: &[&str], options: &[&str]) -> RunOutput {
    let mut command = command(world, "strace");
    command.args(["-f", "-qq", "-o"]).arg(world.beside("log")).args(options);
    command.arg(program_under_test()).args(arguments);
    run_to_end(command)
}
