//! What stands around a symbol.

use crate::Outline;

/// The surroundings of a symbol, as places in the outline: their signatures and lines are what a reader lacks who has
/// only the symbol's own text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// The symbols around it, outermost first.
    pub enclosing: Vec<usize>,
    /// The other symbols directly in the innermost of them, in order.
    pub siblings: Vec<usize>,
}

impl Outline {
    /// The surroundings of the symbol at a place; empty if there is none.
    pub fn context_of(&self, place: usize) -> Context {
        let Some(symbol) = self.symbols().get(place) else { return Context::default() };
        let around = |place: &usize| self.symbols()[*place].parent;
        let mut enclosing: Vec<usize> = std::iter::successors(symbol.parent, around).collect();
        enclosing.reverse();
        let siblings = self.symbols().iter().enumerate();
        let siblings = siblings.filter(|(other, sibling)| *other != place && sibling.parent == symbol.parent);
        Context { enclosing, siblings: siblings.map(|(other, _)| other).collect() }
    }
}
