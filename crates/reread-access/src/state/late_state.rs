//! The state of a workspace, opened at once or when a call first needs it.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use reread_codes::Code;
use reread_store::{KeyPlace, StateError};

use super::State;

/// A state that may not be there yet. A server that only lists its tools leaves the workspace as it is.
#[derive(Debug, Default)]
pub struct LateState {
    /// What opening it came to; empty as long as it was not tried.
    opened: OnceLock<Option<State>>,
    /// How it is opened later; `None` if there is none to be opened.
    opening: Option<StateOpening>,
    /// Held by the thread that opens it.
    trying: Mutex<()>,
}

/// How a state directory is opened that does not exist yet.
pub struct StateOpening {
    /// Where it will lie.
    pub path: PathBuf,
    /// Where its key lies.
    pub key_place: KeyPlace,
    /// Hears why it cannot be opened, once; reading goes on without it.
    pub on_failure: Box<dyn Fn(&StateError) + Send + Sync>,
    pub(crate) journal_bytes: u64,
    pub(crate) writes_later: bool,
}

impl StateOpening {
    /// The opening of a directory, whose parent must exist by then.
    pub fn new(
        path: PathBuf,
        key_place: KeyPlace,
        on_failure: impl Fn(&StateError) + Send + Sync + 'static,
    ) -> Self {
        let on_failure = Box::new(on_failure);
        Self { path, key_place, on_failure, journal_bytes: u64::MAX, writes_later: false }
    }

    fn open(&self) -> Result<State, StateError> {
        let mut state = State::open(&self.path, &self.key_place)?;
        state.rotate_journal_at(self.journal_bytes);
        Ok(if self.writes_later { state.writing_later() } else { state })
    }
}

impl fmt::Debug for StateOpening {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("StateOpening").field("path", &self.path).finish_non_exhaustive()
    }
}

impl LateState {
    /// One that is open from the beginning.
    pub(crate) fn open(state: State) -> Self {
        Self { opened: OnceLock::from(Some(state)), ..Self::default() }
    }

    /// A state that is opened when it is first asked for.
    pub(crate) fn later(opening: StateOpening) -> Self {
        Self { opening: Some(opening), ..Self::default() }
    }

    /// The same for a process that serves many calls.
    pub(crate) fn writing_later(self) -> Self {
        let Self { opened, mut opening, trying } = self;
        if let Some(opening) = &mut opening {
            opening.writes_later = true;
        }
        let opened = match opened.into_inner() {
            Some(state) => OnceLock::from(state.map(State::writing_later)),
            None => OnceLock::new(),
        };
        Self { opened, opening, trying }
    }

    /// The state; it is opened now if it was not. A lack of descriptors passes, so the next call tries again.
    pub(crate) fn get(&self) -> Option<&State> {
        if let Some(opened) = self.opened.get() {
            return opened.as_ref();
        }
        let _one_at_a_time = self.trying.lock().unwrap_or_else(PoisonError::into_inner);
        if self.opened.get().is_none() {
            let opened = match self.opening.as_ref().map(StateOpening::open) {
                Some(Err(error)) if error.code() == Code::TooManyOpenFiles => return None,
                Some(Err(error)) => {
                    self.opening.iter().for_each(|opening| (opening.on_failure)(&error));
                    None
                }
                Some(Ok(state)) => Some(state),
                None => None,
            };
            // No other thread sets it meanwhile.
            let _ = self.opened.set(opened);
        }
        self.if_open()
    }

    /// The state, if a call has needed it.
    pub fn if_open(&self) -> Option<&State> {
        self.opened.get().and_then(Option::as_ref)
    }

    /// Whether it is not known yet whether there is a state.
    pub fn is_pending(&self) -> bool {
        self.opening.is_some() && self.opened.get().is_none()
    }
}
