//! Collects symbols in one pass over a syntax tree.
//!
//! The walk has its own stack, so deeply nested text needs memory instead of call stack.

use std::ops::Range;

use reread_text::LineRange;
use tree_sitter::{Node, Tree};

use crate::doc_line::doc_line;
use crate::drafts::{SymbolDraft, SymbolDrafts};
use crate::grammar::{DeclaredSymbol, FurtherName, Grammar, Rule, Site, child};
use crate::line_index::LineIndex;
use crate::signature::DeclarationHead;
use crate::{Symbol, SymbolKind};

/// The result of a walk.
pub(crate) struct SymbolWalk {
    /// The symbols, in the order of the text.
    pub(crate) drafts: SymbolDrafts,
    /// Import statements, in the order of the text.
    pub(crate) imports: Vec<Range<usize>>,
}

/// Walks a tree.
pub(crate) fn walk(text: &[u8], tree: &Tree, grammar: &'static Grammar) -> SymbolWalk {
    let drafts = SymbolDrafts::new(grammar.table.separator);
    let mut walk = Walk { text, grammar, lines: LineIndex::of(text), drafts, imports: Vec::new() };
    walk.run(tree);
    SymbolWalk { drafts: walk.drafts, imports: walk.imports }
}

struct Walk<'text> {
    text: &'text [u8],
    grammar: &'static Grammar,
    lines: LineIndex,
    drafts: SymbolDrafts,
    imports: Vec<Range<usize>>,
}

/// The children of one node during the walk.
struct Frame<'tree> {
    node: Node<'tree>,
    /// The symbol around them.
    parent: Option<usize>,
    /// Whether they are statements of executable code.
    local: bool,
    /// Comments and attributes that may belong to the next child.
    lead: Option<Lead>,
    /// The last line of the previous child.
    last_line: Option<usize>,
    /// The wrapper around the only declaration among them.
    wrap: Option<Wrap>,
}

/// Comments and attributes on the lines just above.
struct Lead {
    start: usize,
    last_line: usize,
    comments: Option<Range<usize>>,
}

/// Nodes around a declaration that belong to it.
struct Wrap {
    start: usize,
    end: usize,
    lead: Option<Lead>,
    /// Attributes among them, which are not part of the signature.
    cuts: Vec<Range<usize>>,
    /// The number of symbols at their start. If several were added, the wrapper belongs to none of them.
    symbols_before: usize,
}

impl<'text> Walk<'text> {
    fn run(&mut self, tree: &Tree) {
        let mut cursor = tree.walk();
        let mut frames = vec![Frame::within(tree.root_node(), None, false)];
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let frame = frames.last_mut().expect("there is a frame for each node around the cursor");
            let below = self.visit(cursor.node(), frame);
            if let Some(below) = below
                && cursor.goto_first_child()
            {
                frames.push(below);
                continue;
            }
            while !cursor.goto_next_sibling() {
                frames.pop();
                if frames.is_empty() || !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    /// Handles a node. Returns how to walk its children, or `None` to skip them.
    fn visit<'tree>(&mut self, node: Node<'tree>, frame: &mut Frame<'tree>) -> Option<Frame<'tree>> {
        let rule = self.grammar.rule(node);
        let first_line = node.start_position().row;
        let starts_line = frame.last_line != Some(first_line);
        let last_line = last_line(node);
        frame.last_line = Some(last_line);
        if !node.is_named() {
            return (node.child_count() > 0).then(|| Frame::within(node, frame.parent, frame.local));
        }
        let below = match rule {
            Some(Rule::Comment) => {
                if starts_line && !self.is_of_the_file(node) {
                    frame.lead = Some(Lead::joined(frame.lead.take(), node, last_line, true));
                }
                return None;
            }
            Some(Rule::Attribute) => {
                frame.lead = Some(Lead::joined(frame.lead.take(), node, last_line, false));
                if let Some(wrap) = &mut frame.wrap {
                    wrap.cuts.push(node.byte_range());
                }
                return None;
            }
            Some(Rule::Skip) => None,
            Some(Rule::Import) => {
                self.imports.push(trimmed(self.text, node.byte_range()));
                None
            }
            Some(Rule::Local) => Some(Frame::within(node, frame.parent, true)),
            Some(Rule::Wrap) => Some(self.wrap(node, frame)),
            Some(Rule::Define(kind, field)) => {
                let site = frame.site(node, self.text);
                let declared = site.field(field).and_then(|name| site.declare(kind, name));
                Some(self.declare(node, frame, declared, frame.local))
            }
            Some(Rule::Ask(read)) => {
                let declared = read(frame.site(node, self.text));
                Some(self.declare(node, frame, declared, frame.local))
            }
            Some(Rule::AskOrLocal(read)) => {
                let declared = read(frame.site(node, self.text));
                Some(self.declare(node, frame, declared, true))
            }
            None => {
                // Comments above it may document the declaration that it begins with.
                let lead = frame.lead_above(node);
                Some(Frame { lead, ..Frame::within(node, frame.parent, frame.local) })
            }
        };
        frame.lead = None;
        below
    }

    /// Whether a comment is about the file: `//!`, `/*!` and `#!`.
    fn is_of_the_file(&self, comment: Node<'_>) -> bool {
        let text = &self.text[comment.byte_range()];
        [b"//!".as_slice(), b"/*!", b"#!"].iter().any(|mark| text.starts_with(mark))
    }

    fn wrap<'tree>(&self, node: Node<'tree>, frame: &mut Frame<'tree>) -> Frame<'tree> {
        let mut below = Frame::within(node, frame.parent, frame.local);
        if !self.is_wrapper_of_one(node) {
            below.lead = frame.lead_above(node);
            return below;
        }
        below.wrap = Some(match frame.wrap.take() {
            Some(outer) => outer,
            None => Wrap {
                start: node.start_byte(),
                end: node.end_byte(),
                lead: frame.lead_above(node),
                cuts: Vec::new(),
                symbols_before: self.drafts.len(),
            },
        });
        below
    }

    /// Whether a node contains exactly one declaration, with nothing after it and no error beside it, because an error may
    /// hide further declarations.
    fn is_wrapper_of_one(&self, node: Node<'_>) -> bool {
        let mut declarations = 0;
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let rule = self.grammar.rule(child);
            if matches!(rule, Some(Rule::Define(..) | Rule::Ask(_) | Rule::AskOrLocal(_) | Rule::Wrap)) {
                declarations += 1;
            } else if child.has_error() || (declarations > 0 && child.is_named() && !child.is_extra()) {
                return false;
            }
        }
        declarations == 1
    }

    /// Adds the symbol that a node declares, if any. Returns how to walk its children: as statements if it declares
    /// nothing and `or_local` is set.
    fn declare<'tree>(
        &mut self,
        node: Node<'tree>,
        frame: &mut Frame<'tree>,
        declared: Option<DeclaredSymbol>,
        or_local: bool,
    ) -> Frame<'tree> {
        let depth = frame.parent.map_or(0, |parent| self.drafts.symbol(parent).depth + 1);
        let has_room = depth < self.grammar.table.max_depth && !self.drafts.is_full();
        let is_listed =
            |declared: &DeclaredSymbol| !(frame.local && (declared.kind.is_value() || declared.is_import));
        let Some(declared) = declared.filter(is_listed).filter(|_| has_room) else {
            // Comments above it may document a declaration inside it: a field whose type is declared inline.
            let around = frame.wrap.take().and_then(|wrap| wrap.lead);
            let lead = frame.lead_above(node).or(around);
            return Frame { lead, ..Frame::within(node, frame.parent, or_local) };
        };
        let wrap = frame.wrap.take().filter(|wrap| wrap.symbols_before == self.drafts.len());
        if declared.is_import {
            let around = wrap.map_or(node.byte_range(), |wrap| wrap.start..wrap.end);
            self.imports.push(trimmed(self.text, around));
            return Frame::within(node, frame.parent, frame.local);
        }
        let lead = match &wrap {
            Some(Wrap { lead: Some(_), .. }) => None,
            _ => frame.lead_above(node),
        };
        let inner_start = node.start_byte();
        let (start, end, outer_lead, cuts) = match wrap {
            Some(wrap) => (wrap.start.min(inner_start), wrap.end.max(node.end_byte()), wrap.lead, wrap.cuts),
            None => (inner_start, node.end_byte(), None, Vec::new()),
        };
        let lead = outer_lead.or(lead);
        let body = body(node, self.grammar.table.bodies);
        let head_end = declared.head_end.or(body.map(|body| body.start_byte())).unwrap_or(node.end_byte());
        let head =
            DeclarationHead { node, start, end: head_end.max(start), cuts, hidden: declared.hidden.clone() };
        let signature = head.signature(self.text, self.grammar);
        let doc = match self.grammar.table.docstrings.then(|| body.and_then(docstring)).flatten() {
            Some(docstring) => doc_line(&self.text[docstring.byte_range()]),
            None => {
                lead.as_ref().and_then(|lead| lead.comments.clone()).and_then(|at| doc_line(&self.text[at]))
            }
        };
        let start = lead.map_or(start, |lead| lead.start.min(start));
        let bytes = trimmed(self.text, start..end);
        if bytes.is_empty() {
            return Frame::within(node, frame.parent, frame.local);
        }
        let kind = self.kind_within(declared.kind, frame.parent);
        let symbol = Symbol {
            kind,
            name: declared.name.clone(),
            qualified: String::new(),
            id: String::new(),
            signature,
            has_body: body.is_some() || declared.head_end.is_some(),
            doc,
            lines: self.lines_of(&bytes),
            name_line: self.name_line(declared.at, &bytes),
            bytes,
            parent: frame.parent,
            depth,
        };
        let index = self.push_all(&symbol, declared);
        let local = kind.is_run() || (frame.local && !kind.has_methods());
        Frame::within(node, Some(index), local)
    }

    /// Adds a symbol, and one of equal extent for each further name. Returns the index of the last one, which gets the
    /// members.
    fn push_all(&mut self, symbol: &Symbol, declared: DeclaredSymbol) -> usize {
        let DeclaredSymbol { owner, scope, rival_scope, more, .. } = declared;
        let mut last = self.drafts.push(SymbolDraft { symbol: symbol.clone(), owner, scope, rival_scope });
        for FurtherName { name, at, owner } in more {
            if self.drafts.is_full() {
                break;
            }
            let name_line = self.name_line(at, &symbol.bytes);
            let symbol = Symbol { name, name_line, ..symbol.clone() };
            last = self.drafts.push(SymbolDraft { symbol, owner, scope: None, rival_scope: None });
        }
        last
    }

    fn kind_within(&self, kind: SymbolKind, parent: Option<usize>) -> SymbolKind {
        let of_type = parent.is_some_and(|parent| self.drafts.symbol(parent).kind.has_methods());
        match kind {
            SymbolKind::Function if of_type => SymbolKind::Method,
            SymbolKind::Variable if of_type => SymbolKind::Field,
            _ => kind,
        }
    }

    fn name_line(&self, at: usize, bytes: &Range<usize>) -> u64 {
        self.lines.line_of(at.clamp(bytes.start, bytes.end - 1))
    }

    fn lines_of(&self, bytes: &Range<usize>) -> LineRange {
        let (first, last) = (self.lines.line_of(bytes.start), self.lines.line_of(bytes.end - 1));
        LineRange::new(first, last).expect("a range that is not empty begins no later than it ends")
    }
}

impl<'tree> Frame<'tree> {
    fn within(node: Node<'tree>, parent: Option<usize>, local: bool) -> Self {
        Self { node, parent, local, lead: None, last_line: None, wrap: None }
    }

    fn site<'text>(&self, node: Node<'tree>, text: &'text [u8]) -> Site<'tree, 'text> {
        Site { node, parent: self.node, local: self.local, text }
    }

    /// The comments and attributes, if they end on the line of the node or the one above.
    fn lead_above(&mut self, node: Node<'_>) -> Option<Lead> {
        self.lead.take().filter(|lead| node.start_position().row <= lead.last_line + 1)
    }
}

impl Lead {
    /// The node together with the comments and attributes directly above it.
    fn joined(before: Option<Self>, node: Node<'_>, last_line: usize, is_comment: bool) -> Self {
        let comment = is_comment.then(|| node.byte_range());
        match before.filter(|before| node.start_position().row <= before.last_line + 1) {
            Some(Self { start, comments, .. }) => {
                let comments = match (comments, comment) {
                    (Some(first), Some(last)) => Some(first.start..last.end),
                    (first, last) => first.or(last),
                };
                Self { start, last_line, comments }
            }
            None => Self { start: node.start_byte(), last_line, comments: comment },
        }
    }
}

/// The row of the last byte. A line end at the end of a node does not count as another line.
fn last_line(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

fn body<'tree>(node: Node<'tree>, kinds: &[&str]) -> Option<Node<'tree>> {
    let by_kind = if kinds.is_empty() { None } else { child(node, kinds) };
    by_kind.or_else(|| node.child_by_field_name("body"))
}

/// The string that a body begins with.
fn docstring(body: Node<'_>) -> Option<Node<'_>> {
    let first = body.named_child(0)?;
    let first = if first.kind() == "expression_statement" { first.named_child(0)? } else { first };
    (first.kind() == "string").then_some(first)
}

/// The range without white space at its ends.
pub(crate) fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let slice = &text[range.clone()];
    let start = range.start + (slice.len() - slice.trim_ascii_start().len());
    start..(start + slice.trim_ascii().len())
}
