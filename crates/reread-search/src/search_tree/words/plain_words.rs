//! Several plain words, and what every text has that has them as a phrase, be it from the middle of a word on.

use reread_text::each_word;

use crate::matchers::Pattern;

/// More words are no real question.
const MOST_WORDS: usize = 32;

/// A query of several plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search_tree) struct PlainWords {
    /// The words, each once.
    pub(super) words: Vec<String>,
    /// Those, by their places, that every text with the phrase has.
    pub(super) certain: Vec<usize>,
    /// What a word of every text with the phrase begins with.
    pub(super) beginning: Option<String>,
}

impl PlainWords {
    /// The words of a query, if it is nothing but several of letters, digits and `_`, with one space between two.
    pub(in crate::search_tree) fn of(pattern: &Pattern) -> Option<Self> {
        let parts: Vec<&str> = pattern.query.split(' ').collect();
        let is_plain =
            |part: &&str| !part.is_empty() && part.chars().all(|char| char.is_alphanumeric() || char == '_');
        let is_several = (2..=MOST_WORDS).contains(&parts.len()) && parts.iter().all(is_plain);
        if pattern.is_regex || !is_several {
            return None;
        }
        let mut words: Vec<String> = Vec::new();
        for word in words_of(&pattern.query) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let [first, middle @ .., last] = &parts[..] else { return None };
        let (ending, beginning) = last_word(last);
        let mut whole: Vec<String> = middle.iter().flat_map(|part| words_of(part)).collect();
        whole.extend(first_word(first).into_iter().chain(ending));
        // Where case does not count, words may end elsewhere: `parseLine` stands for `parseline`.
        let is_certain = |place: &usize| pattern.case_sensitive && whole.contains(&words[*place]);
        let certain = (0..words.len()).filter(is_certain).collect();
        let beginning = beginning.filter(|_| pattern.case_sensitive);
        (words.len() > 1).then_some(Self { words, certain, beginning })
    }

    /// A pattern that all lines match that have one of the words, and perhaps others.
    pub(super) fn any(&self) -> Pattern {
        // `entry` stands for `entries` as well.
        let roots: Vec<&str> = self.words.iter().map(|word| word.strip_suffix('y').unwrap_or(word)).collect();
        Pattern { query: roots.join("|"), is_regex: true, case_sensitive: false }
    }
}

fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text.as_bytes(), |word| words.push(word.to_owned()));
    words
}

/// The words that a text certainly has in which a word ends with this.
fn first_word(first: &str) -> Vec<String> {
    let alone = words_of(first);
    let coming_from = ["a", "A", "0"].map(|before| words_of(&format!("{before}{first}")));
    let is_whole = |from_end: &usize| {
        let word = |words: &[String]| words.iter().rev().nth(*from_end).cloned();
        coming_from.iter().all(|words| word(words) == word(&alone))
    };
    let whole = (0..alone.len()).take_while(is_whole).count();
    alone[alone.len() - whole..].to_vec()
}

/// The words that a text certainly has in which a word begins with this, and what another of its words begins with.
fn last_word(last: &str) -> (Vec<String>, Option<String>) {
    let alone = words_of(last);
    let going_on = ["a", "A", "0"].map(|more| words_of(&format!("{last}{more}")));
    let is_whole = |place: &usize| going_on.iter().all(|words| words.get(*place) == alone.get(*place));
    let whole = (0..alone.len()).take_while(is_whole).count();
    // The last of several capitals goes over to what follows, and the end of a plural may turn out to be none.
    let beginning = alone.get(whole).filter(|_| !last.ends_with(char::is_uppercase)).map(|word| {
        let word =
            word.strip_suffix('i').or(word.strip_suffix("ie")).or(word.strip_suffix('y')).unwrap_or(word);
        word.to_owned()
    });
    (alone[..whole].to_vec(), beginning.filter(|word| word.len() > 1))
}

#[cfg(test)]
mod tests;
