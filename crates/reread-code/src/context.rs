//! The surroundings of a symbol or a line.

use crate::Outline;

/// The surroundings of a symbol, as indices into the outline. A reader who has only the symbol's text lacks these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// The symbols around it, outermost first.
    pub enclosing: Vec<usize>,
    /// The other symbols directly in the innermost of them, in order.
    pub siblings: Vec<usize>,
}

impl Outline {
    /// The surroundings of the symbol at an index; empty if there is none.
    pub fn context_of(&self, place: usize) -> Context {
        let Some(symbol) = self.symbols().get(place) else { return Context::default() };
        let around = |place: &usize| self.symbols()[*place].parent;
        let mut enclosing: Vec<usize> = std::iter::successors(symbol.parent, around).collect();
        enclosing.reverse();
        let siblings = self.symbols().iter().enumerate();
        let siblings = siblings.filter(|(other, sibling)| *other != place && sibling.parent == symbol.parent);
        Context { enclosing, siblings: siblings.map(|(other, _)| other).collect() }
    }

    /// The index of the innermost symbol that contains a line. A small part, such as a field, counts as its parent.
    pub fn around_line(&self, line: u64) -> Option<usize> {
        let innermost = self.symbols().iter().rposition(|symbol| symbol.lines.contains(line))?;
        let mut around = std::iter::successors(Some(innermost), |place| self.symbols()[*place].parent);
        around.find(|place| !self.symbols()[*place].kind.is_small()).or(Some(innermost))
    }
}

#[cfg(all(test, feature = "systems"))]
mod tests;
