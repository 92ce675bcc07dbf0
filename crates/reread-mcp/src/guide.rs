//! The document for models, and for those who instruct them.

/// What `docs/LLM_FILE_ACCESS.md` says. Its lists of tools and codes are made from the code.
pub(crate) const GUIDE: &str = include_str!("../../../docs/LLM_FILE_ACCESS.md");

#[cfg(test)]
mod tests;
