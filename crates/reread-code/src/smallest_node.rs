//! Finds the smallest nodes around many places in one walk.
//!
//! tree-sitter looks at all children of a node for each place, and a text without structure is one node with a hundred
//! thousand children.

use std::ops::Range;

use tree_sitter::{Node, Tree, TreeCursor};

/// The smallest node around each of the places; `None` where even the root ends before.
pub(crate) fn smallest_nodes<'tree>(tree: &'tree Tree, places: &[Range<usize>]) -> Vec<Option<Node<'tree>>> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|place| places[*place].start);
    let mut found = vec![None; places.len()];
    let mut walk = ForwardWalk { cursor: tree.walk(), around: Vec::new() };
    for place in order {
        found[place] = walk.smallest(&places[place]);
    }
    found
}

/// A walk that only goes forward.
struct ForwardWalk<'tree> {
    cursor: TreeCursor<'tree>,
    /// The nodes around that of the cursor, the outermost first.
    around: Vec<Node<'tree>>,
}

impl<'tree> ForwardWalk<'tree> {
    fn smallest(&mut self, place: &Range<usize>) -> Option<Node<'tree>> {
        loop {
            let node = self.cursor.node();
            if spans(node, place) {
                if !self.cursor.goto_first_child() {
                    return Some(node);
                }
                self.around.push(node);
            } else if node.end_byte() > place.start || !self.cursor.goto_next_sibling() {
                // No sibling reaches so far. Those around it may.
                if node.end_byte() > place.start || !self.leave(place) {
                    return self.around.iter().rev().find(|node| spans(**node, place)).copied();
                }
            }
        }
    }

    /// Goes to the next node that does not end before a place, outside of the node that was walked to its end. False if the
    /// place is in what is left of that node.
    fn leave(&mut self, place: &Range<usize>) -> bool {
        while let Some(parent) = self.around.last() {
            if parent.end_byte() > place.start {
                return false;
            }
            self.around.pop();
            if !self.cursor.goto_parent() {
                return false;
            }
            if self.cursor.goto_next_sibling() {
                return true;
            }
        }
        false
    }
}

fn spans(node: Node<'_>, place: &Range<usize>) -> bool {
    node.start_byte() <= place.start && place.end <= node.end_byte() && node.end_byte() > place.start
}
