//! Parses globs. Alternatives are expanded, and a glob that can never match is an error.

use super::{Class, Glob, Segment, Token};

/// Why a text is not a valid glob. Each message continues "rule `…`" and says what to write instead.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BadGlob {
    #[error("is empty or has an alternative that is; remove it, or write `**` for everything")]
    Empty,
    #[error("contains a NUL, which no name does; remove it")]
    Nul,
    #[error("starts with `/`, but rules are relative to the root; leave the leading slash out")]
    Absolute,
    #[error("contains `//`, and no name has an empty component; write one slash")]
    EmptyComponent,
    #[error("has a `.` or `..` component, and names have none; write the path as it is from the root")]
    DotComponent,
    #[error(r"ends with a backslash that escapes nothing; write `\\` for the character itself")]
    DanglingBackslash,
    #[error(r"starts with `!`, but rules are not negated; use another list, or write `\!` for such a name")]
    Negated,
    #[error(r"opens `[` and does not close it; write `\[` for the character itself")]
    UnclosedClass,
    #[error("has the range `{0}-{1}`, which holds nothing; write `{1}-{0}`", first.escape_default(), last.escape_default())]
    BackwardsRange {
        /// The start of the range.
        first: char,
        /// The end of the range, which is less than the start.
        last: char,
    },
    #[error("has a slash in `[…]`, and no component contains one; write the alternatives as `{{a/b,c}}`")]
    SlashInClass,
    /// A character in brackets that is not ASCII. Its look-alike form may have several characters.
    #[error("has a character beyond ASCII in `[…]`; write the alternatives as `{{é,è}}`")]
    NotAsciiInClass,
    #[error(r"opens `{{` and does not close it; write `\{{` for the character itself")]
    UnclosedBraces,
    #[error(r"closes `}}` without opening it; write `\}}` for the character itself")]
    UnopenedBraces,
    #[error("has braces within braces; write all alternatives on one level")]
    NestedBraces,
    #[error("has `**` next to other characters, where it would not cross folders; write `*`, or `/**/`")]
    PartialDoubleStar,
    #[error("stands for more than {0} patterns; write fewer alternatives, or several rules")]
    TooManyAlternatives(usize),
    #[error("has a component that looks like nothing or like `.`; write what can be seen")]
    Invisible,
}

/// Braces multiply; this keeps one rule from expanding to a million patterns.
const MAX_ALTERNATIVES: usize = 256;

/// A part of a pattern before it is split into components.
#[derive(Clone, Debug)]
enum Part {
    Slash,
    DoubleStar,
    Token(Token),
}

impl Glob {
    /// The globs of a text: one for each combination of its `{alternatives}`.
    pub(crate) fn parse(text: &str) -> Result<Vec<Glob>, BadGlob> {
        if text.is_empty() {
            return Err(BadGlob::Empty);
        }
        if text.contains('\0') {
            return Err(BadGlob::Nul);
        }
        if text.starts_with('!') {
            return Err(BadGlob::Negated);
        }
        written_out(text)?.into_iter().map(assembled).collect()
    }
}

fn written_out(text: &str) -> Result<Vec<Vec<Part>>, BadGlob> {
    let mut patterns = vec![Vec::new()];
    let mut braces: Option<Vec<Vec<Part>>> = None;
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let part = match (character, &mut braces) {
            ('{', Some(_)) => return Err(BadGlob::NestedBraces),
            ('{', None) => {
                braces = Some(vec![Vec::new()]);
                continue;
            }
            (',', Some(alternatives)) => {
                alternatives.push(Vec::new());
                continue;
            }
            ('}', _) => {
                let alternatives = braces.take().ok_or(BadGlob::UnopenedBraces)?;
                patterns = combined(&patterns, &alternatives)?;
                continue;
            }
            ('/', _) => Part::Slash,
            ('?', _) => Part::Token(Token::AnyCharacter),
            ('[', _) => Part::Token(Token::Class(Box::new(class(&mut rest)?))),
            ('*', _) if rest.as_str().starts_with('*') => {
                rest.next();
                Part::DoubleStar
            }
            ('*', _) => Part::Token(Token::AnyRun),
            ('\\', _) => match rest.next().ok_or(BadGlob::DanglingBackslash)? {
                '/' => Part::Slash,
                escaped => Part::Token(Token::Character(escaped)),
            },
            (other, _) => Part::Token(Token::Character(other)),
        };
        let growing = match &mut braces {
            Some(alternatives) => alternatives.last_mut().map(std::slice::from_mut).unwrap_or_default(),
            None => patterns.as_mut_slice(),
        };
        for pattern in growing {
            pattern.push(part.clone());
        }
    }
    if braces.is_some() { Err(BadGlob::UnclosedBraces) } else { Ok(patterns) }
}

fn combined(patterns: &[Vec<Part>], alternatives: &[Vec<Part>]) -> Result<Vec<Vec<Part>>, BadGlob> {
    if patterns.len() * alternatives.len() > MAX_ALTERNATIVES {
        return Err(BadGlob::TooManyAlternatives(MAX_ALTERNATIVES));
    }
    let with = |pattern: &Vec<Part>, alternative: &Vec<Part>| [pattern.as_slice(), alternative].concat();
    Ok(patterns
        .iter()
        .flat_map(|pattern| alternatives.iter().map(move |other| with(pattern, other)))
        .collect())
}

/// Parses a class after its `[`. As in a shell, `]` is literal in the first position, and `-` in the first and the last.
fn class(rest: &mut std::str::Chars<'_>) -> Result<Class, BadGlob> {
    let is_negated = rest.as_str().starts_with(['!', '^']);
    if is_negated {
        rest.next();
    }
    let mut members = 0;
    let mut is_first = true;
    loop {
        let first = match rest.next().ok_or(BadGlob::UnclosedClass)? {
            ']' if !is_first => break,
            character => member(character)?,
        };
        let mut last = first;
        let mut ahead = rest.as_str().chars();
        if ahead.next() == Some('-') && !matches!(ahead.next(), None | Some(']')) {
            rest.next();
            last = member(rest.next().ok_or(BadGlob::UnclosedClass)?)?;
        }
        if last < first {
            return Err(BadGlob::BackwardsRange { first: char::from(first), last: char::from(last) });
        }
        for character in first..=last {
            members |= 1 << character;
        }
        is_first = false;
    }
    Ok(Class { is_negated, members })
}

fn member(character: char) -> Result<u8, BadGlob> {
    match u8::try_from(character) {
        Ok(b'/') => Err(BadGlob::SlashInClass),
        Ok(byte) if byte.is_ascii() => Ok(byte),
        _ => Err(BadGlob::NotAsciiInClass),
    }
}

fn assembled(mut parts: Vec<Part>) -> Result<Glob, BadGlob> {
    if parts.len() > 1 && matches!(parts.last(), Some(Part::Slash)) {
        parts.pop();
    }
    let mut segments = Vec::new();
    for (index, component) in parts.split(|part| matches!(part, Part::Slash)).enumerate() {
        match component {
            [] if parts.is_empty() => return Err(BadGlob::Empty),
            [] if index == 0 => return Err(BadGlob::Absolute),
            [] => return Err(BadGlob::EmptyComponent),
            [Part::DoubleStar] => segments.push(Segment::Folders),
            _ => segments.push(Segment::Name(name(component)?)),
        }
    }
    segments.dedup_by(|next, last| *next == Segment::Folders && *last == Segment::Folders);
    match segments.as_slice() {
        [Segment::Folders] => segments.clear(),
        [Segment::Name(_)] => segments.insert(0, Segment::Folders),
        [.., Segment::Folders] => {
            // A glob for entries of a folder also covers everything beneath them, so one component is enough.
            segments.pop();
            segments.push(Segment::Name(vec![Token::AnyRun]));
        }
        _ => {}
    }
    Ok(Glob { segments, takes_marks: false })
}

fn name(component: &[Part]) -> Result<Vec<Token>, BadGlob> {
    let mut tokens = Vec::with_capacity(component.len());
    for part in component {
        match part {
            Part::Token(Token::AnyRun) if tokens.last() == Some(&Token::AnyRun) => {}
            Part::Token(token) => tokens.push(token.clone()),
            Part::DoubleStar => return Err(BadGlob::PartialDoubleStar),
            Part::Slash => unreachable!("components are what slashes separate"),
        }
    }
    let dot = Token::Character('.');
    if tokens == [dot.clone()] || tokens == [dot.clone(), dot] {
        return Err(BadGlob::DotComponent);
    }
    Ok(tokens)
}
