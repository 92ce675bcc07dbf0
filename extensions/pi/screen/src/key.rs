//! Keys that are not letters, as a plain terminal sends them.

/// A key that pi reacts to instead of inserting it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Key {
    /// Sends what was typed.
    Enter,
    /// Takes the selected completion.
    Tab,
    /// A letter of ASCII with the control key held.
    Control(u8),
}

impl Key {
    /// What the program reads when the key is pressed.
    pub(crate) fn bytes(self) -> Vec<u8> {
        match self {
            Self::Enter => b"\r".to_vec(),
            Self::Tab => b"\t".to_vec(),
            Self::Control(letter) => vec![letter & 0x1f],
        }
    }
}

#[cfg(test)]
mod tests;
