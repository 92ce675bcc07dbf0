//! Texts and files that were renamed on purpose.

use toml::Value;

/// What `xtask/frozen/*.toml` say, in the order of the files.
#[derive(Default)]
pub(super) struct Replacements {
    texts: Vec<ReplacedText>,
    files: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq)]
struct ReplacedText {
    old: String,
    new: String,
    /// The scenario, by its old path; nothing for all of them.
    file: Option<String>,
}

impl Replacements {
    /// Adds the tables of one document.
    pub(super) fn add(&mut self, document: &str) -> Result<(), String> {
        let document: toml::Table = document.parse().map_err(|error: toml::de::Error| error.to_string())?;
        for (kind, tables) in &document {
            let tables = tables.as_array().ok_or_else(|| format!("`{kind}` is not a list of tables"))?;
            for table in tables {
                let text = |key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
                let (Some(old), Some(new)) = (text("old"), text("new")) else {
                    return Err(format!("a `{kind}` lacks `old` or `new`"));
                };
                match kind.as_str() {
                    _ if old.is_empty() => return Err(format!("a `{kind}` has an empty `old`")),
                    "text" => self.texts.push(ReplacedText { old, new, file: text("file") }),
                    "file" => self.files.push((old, new)),
                    _ => return Err(format!("`{kind}` is neither `text` nor `file`")),
                }
            }
        }
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// Texts that no scenario has: a row that replaces nothing is a mistake or left over.
    pub(super) fn unused(&self, documents: &[(&str, String)]) -> Vec<String> {
        let is_used = |text: &ReplacedText| {
            let rows = self.texts.iter().take_while(|earlier| *earlier != text);
            let earlier = Self { texts: rows.cloned().collect(), files: Vec::new() };
            documents.iter().any(|(path, document)| {
                text.file.as_ref().is_none_or(|file| file == path)
                    && earlier.apply(path, document).contains(&text.old)
            })
        };
        self.texts.iter().filter(|text| !is_used(text)).map(|text| text.old.clone()).collect()
    }

    /// Where the scenario is today.
    pub(super) fn path_of<'a>(&'a self, path: &'a str) -> &'a str {
        self.files.iter().find(|(old, _)| old == path).map_or(path, |(_, new)| new)
    }

    /// The old document with every text replaced.
    pub(super) fn apply(&self, path: &str, document: &str) -> String {
        let mut document = document.to_owned();
        for text in &self.texts {
            if text.file.as_ref().is_none_or(|file| file == path) {
                document = document.replace(&text.old, &text.new);
            }
        }
        document
    }
}
