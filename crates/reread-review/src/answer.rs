//! What a model answered: one text for every conflict, or nothing that counts.
//!
//! Models put words and fences around what they were asked for, so the first object of JSON that has resolutions is taken,
//! wherever it stands. In all else there is no leniency: a conflict without a text, or with two, is no answer.

use serde_json::Value;

/// An answer that is none.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// There is no object of JSON with resolutions.
    #[error("the model did not answer in the form that it was asked for")]
    NotInForm,
    /// A conflict was left out, or decided twice.
    #[error("the model decided conflict {conflict} {times} times")]
    NotOnce {
        /// Which one, counted from 1.
        conflict: usize,
        /// How often.
        times: usize,
    },
    /// There is no such conflict.
    #[error("the model decided about conflict {conflict}, and there are {count}")]
    Unknown {
        /// Which one.
        conflict: u64,
        /// How many there are.
        count: usize,
    },
}

/// The texts for `count` conflicts, in order.
pub(crate) fn decided(content: &str, count: usize) -> Result<Vec<String>, AnswerError> {
    let resolutions = resolutions(content).ok_or(AnswerError::NotInForm)?;
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); count];
    for resolution in resolutions {
        let (Some(conflict), Some(text)) = (resolution["conflict"].as_u64(), resolution["text"].as_str())
        else {
            return Err(AnswerError::NotInForm);
        };
        let place = usize::try_from(conflict).ok().and_then(|number| number.checked_sub(1));
        match place.and_then(|place| texts.get_mut(place)) {
            Some(texts) => texts.push(text.to_owned()),
            None => return Err(AnswerError::Unknown { conflict, count }),
        }
    }
    let once = |(place, mut texts): (usize, Vec<String>)| match texts.len() {
        1 => Ok(texts.swap_remove(0)),
        times => Err(AnswerError::NotOnce { conflict: place + 1, times }),
    };
    texts.into_iter().enumerate().map(once).collect()
}

/// So many braces are tried as the beginning of the answer.
const MOST_BEGINNINGS: usize = 64;

fn resolutions(content: &str) -> Option<Vec<Value>> {
    content.match_indices('{').take(MOST_BEGINNINGS).find_map(|(start, _)| {
        let mut values = serde_json::Deserializer::from_str(&content[start..]).into_iter::<Value>();
        match values.next()?.ok()?.get_mut("resolutions")?.take() {
            Value::Array(resolutions) => Some(resolutions),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests;
