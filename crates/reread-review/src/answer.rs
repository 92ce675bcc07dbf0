//! Parses the answer of a model: exactly one text for every conflict.
//!
//! Models put words and code fences around their answers, so the first JSON object with resolutions is taken, wherever it
//! is. Everything else is strict: a conflict without a text, or with two, is an error.

use serde_json::Value;

/// Why an answer is rejected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it; conflicts are counted from 1")]
pub enum AnswerError {
    /// The answer contains no JSON object with resolutions.
    #[error("the model did not answer in the form that it was asked for")]
    NotInForm,
    /// A conflict was left out, or resolved more than once.
    #[error("the model decided conflict {conflict} {times} times")]
    NotOnce { conflict: usize, times: usize },
    #[error("the model decided about conflict {conflict}, and there are {count}")]
    Unknown { conflict: u64, count: usize },
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

/// Number of braces that are tried as the start of the JSON object.
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
