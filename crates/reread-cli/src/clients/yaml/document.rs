//! A YAML text of the ordinary kind, with the lines of everything in it.

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};
use serde_json::{Map, Value};

use crate::clients::format::EditError;

/// The one document of a text.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) root: Node,
    /// Whether its last value is a text of whole lines, which one more newline at the end would change.
    pub(super) ends_in_lines: bool,
}

/// A value and its place. Lines are counted from 1, columns from 0.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) start_line: usize,
    pub(super) start_column: usize,
    /// The last line that something of it stands on.
    last_line: usize,
    members: Vec<Member>,
}

/// A key of a mapping.
#[derive(Debug)]
pub(super) struct Member {
    key: String,
    pub(super) key_line: usize,
    key_column: usize,
    pub(super) value: Node,
}

impl Member {
    /// The last line of key and value, without the blank lines and the comments that follow it.
    pub(super) fn last_line(&self, text: &str) -> usize {
        let lines: Vec<&str> = text.split('\n').collect();
        let last = self.key_line.max(self.value.last_line);
        let is_ours = |line: &usize| {
            let line = lines.get(line - 1).map(|line| line.trim_end()).unwrap_or_default();
            let comment = line.trim_start_matches(' ');
            let indent = line.len() - comment.len();
            !(comment.is_empty() || comment.starts_with('#') && indent <= self.key_column)
        };
        (self.key_line..=last).rev().find(is_ours).unwrap_or(self.key_line)
    }
}

impl Node {
    pub(super) fn member(&self, key: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.key == key)
    }

    /// Whether it is a mapping without braces, each key of which begins a line of its own.
    pub(super) fn is_block_mapping(&self, text: &str) -> bool {
        let line = |number: usize| text.split('\n').nth(number - 1).unwrap_or_default();
        let indent = |line: &str| line.chars().take_while(|char| *char == ' ').count();
        let own_line = |member: &Member| indent(line(member.key_line)) == self.start_column;
        let has_braces = line(self.start_line).chars().nth(self.start_column) == Some('{');
        self.value.is_object() && !self.members.is_empty() && !has_braces && self.members.iter().all(own_line)
    }
}

/// The one document of a text; none if there are but blanks and comments.
pub(super) fn parse(text: &str) -> Result<Option<Document>, EditError> {
    // To YAML a CR alone ends a line, to us and to most editors it does not.
    if text.replace("\r\n", "").contains('\r') {
        return Err(EditError::shape("it has line ends of several kinds"));
    }
    let mut reader = Reader { parser: Parser::new_from_str(text), last_style: ScalarStyle::Plain };
    let mut root = None;
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => {
                let ends_in_lines = matches!(reader.last_style, ScalarStyle::Literal | ScalarStyle::Folded);
                return Ok(root.map(|root| Document { root, ends_in_lines }));
            }
            (Event::DocumentStart(_), _) if root.is_some() => {
                return Err(EditError::shape("it holds several documents"));
            }
            (Event::DocumentStart(_), _) => {
                let first = reader.next()?;
                root = Some(reader.node(first)?);
            }
            _ => {}
        }
    }
}

struct Reader<'t> {
    parser: Parser<'t, StrInput<'t>>,
    last_style: ScalarStyle,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, Span), EditError> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(EditError::Syntax {
                line: error.marker().line(),
                column: error.marker().col() + 1,
                message: error.info().to_owned(),
            }),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, (event, span): (Event<'t>, Span)) -> Result<Node, EditError> {
        let mut node = Node {
            value: Value::Null,
            start_line: span.start.line(),
            start_column: span.start.col(),
            last_line: span.start.line(),
            members: Vec::new(),
        };
        match event {
            Event::Scalar(text, style, 0, None) => {
                node.last_line = last_line(&span);
                node.value = plain(&text, style);
                self.last_style = style;
            }
            Event::SequenceStart(0, None) => {
                let mut elements = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, span) => break node.closed_at(&span),
                        event => {
                            let element = self.node(event)?;
                            node.last_line = node.last_line.max(element.last_line);
                            elements.push(element.value);
                        }
                    }
                }
                node.value = Value::Array(elements);
            }
            Event::MappingStart(0, None) => {
                let mut members = Map::new();
                loop {
                    let (key, key_at) = match self.next()? {
                        (Event::MappingEnd, span) => break node.closed_at(&span),
                        (Event::Scalar(key, _, 0, None), span) => (key.into_owned(), span.start),
                        _ => return Err(EditError::shape("it has keys that are not plain words")),
                    };
                    let first = self.next()?;
                    let value = self.node(first)?;
                    node.last_line = node.last_line.max(key_at.line()).max(value.last_line);
                    if members.insert(key.clone(), value.value.clone()).is_some() {
                        return Err(EditError::shape(format!("`{key}` is there twice")));
                    }
                    let (key_line, key_column) = (key_at.line(), key_at.col());
                    node.members.push(Member { key, key_line, key_column, value });
                }
                node.value = Value::Object(members);
            }
            _ => return Err(EditError::shape("it uses anchors, aliases or tags")),
        }
        Ok(node)
    }
}

impl Node {
    /// A closing bracket is something that stands on a line; the end of a block is nothing.
    fn closed_at(&mut self, span: &Span) {
        if span.end.index() > span.start.index() {
            self.last_line = self.last_line.max(last_line(span));
        }
    }
}

/// The last line that a span has a character of.
fn last_line(span: &Span) -> usize {
    let is_behind_a_newline = span.end.col() == 0 && span.end.line() > span.start.line();
    span.end.line() - usize::from(is_behind_a_newline)
}

/// What a scalar says, as far as clients tell things apart.
fn plain(text: &str, style: ScalarStyle) -> Value {
    if style != ScalarStyle::Plain {
        return Value::from(text);
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::from(true),
        "false" | "False" | "FALSE" => Value::from(false),
        text => text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from),
    }
}
