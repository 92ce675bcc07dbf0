//! Several plain words, and what every text has that has them as a phrase.

use reread_text::each_word;

use crate::matchers::Pattern;

/// More words are nobody's question.
const MOST_WORDS: usize = 32;

/// A query of several plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search_tree) struct PlainWords {
    /// The words as a phrase that begins where a word begins.
    pub(in crate::search_tree) phrase: Pattern,
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
        let (last, others) = parts.split_last().expect("there are several");
        let (whole, beginning) = last_word(last);
        let is_certain =
            |word: &String| others.iter().any(|part| words_of(part).contains(word)) || whole.contains(word);
        let certain = (0..words.len()).filter(|place| is_certain(&words[*place])).collect();
        let phrase = Pattern {
            query: format!(r"\b{}", pattern.query),
            is_regex: true,
            case_sensitive: pattern.case_sensitive,
        };
        (words.len() > 1).then_some(Self { phrase, words, certain, beginning })
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

/// The words that a text certainly has in which a word begins with this, and what another of its words begins with.
fn last_word(last: &str) -> (Vec<String>, Option<String>) {
    let alone = words_of(last);
    let going_on = ["a", "A", "0"].map(|more| words_of(&format!("{last}{more}")));
    let is_whole = |place: &usize| going_on.iter().all(|words| words.get(*place) == alone.get(*place));
    let whole = (0..alone.len()).take_while(is_whole).count();
    // The last of several capitals goes over to what follows, and the end of a plural may turn out to be none.
    let is_open = last.ends_with(char::is_uppercase) || last.to_lowercase().ends_with("ies");
    let beginning = alone.get(whole).filter(|_| !is_open).map(|word| {
        let word = word.strip_suffix('i').or(word.strip_suffix("ie")).unwrap_or(word);
        word.to_owned()
    });
    (alone[..whole].to_vec(), beginning.filter(|word| word.len() > 1))
}

#[cfg(test)]
mod tests;
