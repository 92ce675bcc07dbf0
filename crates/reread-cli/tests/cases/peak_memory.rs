//! How much memory the binary has used at the most by the time it answers.

use std::io::Read as _;
use std::process::Stdio;

use reread_testkit::World;

/// As small as a pipe can be made.
const PIPE: usize = 4096;

/// Runs the binary and says how many KiB it had in memory at its peak, and what it printed.
///
/// The reply must be longer than the pipe: after its first byte has arrived the binary still waits to write the rest,
/// so it has done all its work and can be asked.
pub(crate) fn peak_memory(world: &World, arguments: &[&str]) -> (u64, Vec<u8>) {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let capacity = rustix::pipe::fcntl_setpipe_size(&writer, PIPE).unwrap();
    // The command holds the writing end; it goes with it, so that the reply has an end.
    let mut command = world.command();
    command.args(arguments).stdout(writer).stderr(Stdio::inherit());
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut reply = vec![0];
    reader.read_exact(&mut reply).unwrap_or_else(|error| panic!("{arguments:?} printed nothing: {error}"));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    reader.read_to_end(&mut reply).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    assert!(reply.len() > capacity + 1, "{arguments:?}: a short reply says nothing about memory");
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a process that waits has memory");
    (peak.trim().trim_end_matches(" kB").parse().unwrap(), reply)
}
