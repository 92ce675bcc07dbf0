//! The interactive program: what has no flag, such as compaction, rewinding and clearing, is typed.
//!
//! What it paints is not looked at closely. Whether something was done is seen in the requests and transcripts; whether it can
//! be typed to, by its silence.

use std::process::Command;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use reread_testkit::{TIME_LIMIT, Terminal, wait_until};

use crate::api_request::ApiRequest;
use crate::host_turn::HostTurn;
use crate::script::ClaudeScript;
use crate::world::ClaudeWorld;

/// An idle program prints nothing for so long. Its spinner prints more often.
const SILENCE: Duration = Duration::from_millis(300);

const ESCAPE: &[u8] = b"\x1b";
const UP: &[u8] = b"\x1b[A";
const ENTER: &[u8] = b"\r";
const ERASE_LINE: &[u8] = b"\x15";
const INTERRUPT: &[u8] = b"\x03";

/// A running program. It is ended when this is dropped.
#[derive(Debug)]
pub struct ClaudeTerminal<'w> {
    world: &'w ClaudeWorld,
    terminal: Terminal,
    _turn: HostTurn,
}

impl<'w> ClaudeTerminal<'w> {
    #[track_caller]
    pub(crate) fn start(world: &'w ClaudeWorld, command: Command, turn: HostTurn) -> Self {
        let mut this = Self { world, terminal: Terminal::start_sized(command, 120, 50), _turn: turn };
        assert!(this.terminal.wait_for("bypass", 1), "the host ended: {:?}", this.terminal);
        this.settle();
        this
    }

    /// Plays a script and waits for the end of the turn; the requests that it made.
    #[track_caller]
    pub fn play(&mut self, script: &ClaudeScript) -> Vec<ApiRequest> {
        let model = self.world.model();
        let (seen, ended) = (model.requests().len(), model.ended_turns());
        self.enter(&self.world.prompt(script));
        wait_until("the end of the turn", || model.ended_turns() > ended);
        self.settle();
        model.requests().split_off(seen)
    }

    /// Sums the conversation up.
    #[track_caller]
    pub fn compact(&mut self) {
        let world = self.world;
        let boundaries = || {
            let transcripts = world.transcripts();
            transcripts
                .iter()
                .map(|transcript| transcript.entries_of("system", "compact_boundary"))
                .sum::<usize>()
        };
        let before = boundaries();
        self.enter("/compact");
        wait_until("the compaction", || boundaries() > before);
        self.settle();
    }

    /// Begins another conversation.
    #[track_caller]
    pub fn clear(&mut self) {
        self.enter("/clear");
    }

    /// Goes back to before the last prompt, which the user takes out of the input.
    #[track_caller]
    pub fn rewind(&mut self) {
        self.press(ESCAPE);
        self.press(ESCAPE);
        assert!(self.terminal.wait_for("Rewind", 1), "the host ended: {:?}", self.terminal);
        self.press(UP);
        self.press(ENTER);
        // The first choice restores the conversation.
        self.press(ENTER);
        self.press(ERASE_LINE);
    }

    /// Ends the program.
    #[track_caller]
    pub fn end(mut self) {
        self.terminal.type_bytes(INTERRUPT);
        self.terminal.type_bytes(INTERRUPT);
        let deadline = Instant::now() + TIME_LIMIT;
        while self.terminal.wait_for_output(deadline).is_ok() {}
    }

    /// Types a line. The Enter comes by itself: within what is pasted it would be part of the text.
    #[track_caller]
    fn enter(&mut self, line: &str) {
        self.terminal.type_text(line);
        self.settle();
        self.press(ENTER);
    }

    #[track_caller]
    fn press(&mut self, key: &[u8]) {
        self.terminal.type_bytes(key);
        self.settle();
    }

    /// Waits until nothing is printed any more.
    #[track_caller]
    fn settle(&mut self) {
        let deadline = Instant::now() + TIME_LIMIT;
        loop {
            assert!(Instant::now() < deadline, "no end of output: {:?}", self.terminal);
            match self.terminal.wait_for_output(Instant::now() + SILENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the host ended: {:?}", self.terminal),
            }
        }
    }
}
