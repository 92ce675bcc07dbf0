//! What is still to be done once an answer is on its way.

use std::fmt;

/// Done when it is dropped, whatever becomes of the answer.
pub(crate) struct Afterwards(Option<Box<dyn FnOnce() + Send>>);

impl Afterwards {
    pub(crate) fn new(task: impl FnOnce() + Send + 'static) -> Self {
        Self(Some(Box::new(task)))
    }
}

impl Drop for Afterwards {
    fn drop(&mut self) {
        if let Some(task) = self.0.take() {
            task();
        }
    }
}

impl fmt::Debug for Afterwards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Afterwards")
    }
}
