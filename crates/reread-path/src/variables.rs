//! Expands `$VAR` and `${VAR}` in configured paths.
//!
//! Names that an agent writes are never expanded: `$HOME/x` there is a file with that name.

/// A variable that cannot be expanded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadVariable {
    /// The variable has no value; its name is without `$` and braces.
    #[error("the variable ${0} is not set")]
    Unset(String),
    /// A `${` without `}`, or without a valid name between them.
    #[error("`${{` is not followed by a name and `}}`")]
    Malformed,
}

/// Replaces variables by their values. A `$` without a name after it stays. Values are not expanded again.
pub fn expand_variables(
    text: &str,
    value_of: impl Fn(&str) -> Option<String>,
) -> Result<String, BadVariable> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        expanded.push_str(before);
        let braced = after.strip_prefix('{');
        let name = name_at(braced.unwrap_or(after));
        rest = match braced {
            Some(inner) => inner[name.len()..]
                .strip_prefix('}')
                .filter(|_| !name.is_empty())
                .ok_or(BadVariable::Malformed)?,
            None => &after[name.len()..],
        };
        if name.is_empty() {
            expanded.push('$');
            continue;
        }
        expanded.push_str(&value_of(name).ok_or_else(|| BadVariable::Unset(name.to_owned()))?);
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// The longest name at the beginning: letters, digits and `_`, not beginning with a digit.
fn name_at(text: &str) -> &str {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return "";
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests;
