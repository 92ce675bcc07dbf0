//! Our entry in a host's configuration: where it is, and what it holds.

use serde_json::{Map, Value};

/// An entry and the section that holds it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConfigEntry {
    /// The names from the top of the file down to the section.
    pub(crate) section: Vec<&'static str>,
    pub(crate) content: EntryContent,
}

/// What an entry holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EntryContent {
    /// A member of an object, under its name.
    Named { name: String, value: Map<String, Value> },
    /// An element of a list.
    Listed(String),
}

impl ConfigEntry {
    /// Whether a member of the section is this entry, up to date or not. Elements of a list have no name.
    pub(crate) fn is_at(&self, name: Option<&str>, value: &Value) -> bool {
        match &self.content {
            EntryContent::Named { name: ours, .. } => name == Some(ours),
            // An element is either the name or an object with options.
            EntryContent::Listed(ours) => {
                value == ours || value.get("source").is_some_and(|source| source == ours)
            }
        }
    }

    /// The present value of the entry.
    pub(crate) fn found_in<'a>(&self, configuration: &'a Value) -> Option<&'a Value> {
        let section = self.section.iter().try_fold(configuration, |value, name| value.get(name))?;
        match section {
            Value::Object(members) => {
                members.iter().find(|(name, value)| self.is_at(Some(name), value)).map(|(_, value)| value)
            }
            Value::Array(elements) => elements.iter().find(|element| self.is_at(None, element)),
            _ => None,
        }
    }

    /// Whether the configuration has all our keys with our values. Keys that a user added are ignored.
    pub(crate) fn is_up_to_date(&self, configuration: &Value) -> bool {
        match (self.found_in(configuration), &self.content) {
            (Some(found), EntryContent::Named { value, .. }) => {
                value.iter().all(|(key, value)| found.get(key) == Some(value))
            }
            (Some(_), EntryContent::Listed(_)) => true,
            (None, _) => false,
        }
    }

    /// The configuration without the entry, and without the sections that are empty then.
    pub(crate) fn left_out_of(&self, mut configuration: Value) -> Value {
        for depth in (0..=self.section.len()).rev() {
            let Some(section) =
                self.section[..depth].iter().try_fold(&mut configuration, |value, name| value.get_mut(*name))
            else {
                continue;
            };
            let emptied = |value: &Value| match value {
                Value::Object(members) => members.is_empty(),
                Value::Array(elements) => elements.is_empty(),
                // A section of a YAML file without a value.
                value => value.is_null(),
            };
            match (section, self.section.get(depth)) {
                (Value::Object(members), Some(name)) if members.get(*name).is_some_and(emptied) => {
                    members.remove(*name);
                }
                (Value::Object(members), None) => {
                    members.retain(|name, value| !self.is_at(Some(name), value));
                }
                (Value::Array(elements), None) => elements.retain(|element| !self.is_at(None, element)),
                _ => {}
            }
        }
        configuration
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{ConfigEntry, EntryContent};

    fn entry() -> ConfigEntry {
        let value = json!({ "command": "x" }).as_object().unwrap().clone();
        ConfigEntry { section: vec!["a", "b"], content: EntryContent::Named { name: "us".to_owned(), value } }
    }

    fn check(configuration: Value, left: &Value) {
        assert_eq!(&entry().left_out_of(configuration), left);
    }

    #[test]
    fn empty_sections_go_too() {
        check(json!({ "k": 1, "a": { "b": { "us": 1 } } }), &json!({ "k": 1 }));
        check(json!({ "a": { "b": { "us": 1 }, "c": 1 } }), &json!({ "a": { "c": 1 } }));
        check(json!({ "a": { "b": { "us": 1, "them": 2 } } }), &json!({ "a": { "b": { "them": 2 } } }));
        check(json!({ "a": 1 }), &json!({ "a": 1 }));
        check(json!({ "a": { "b": null } }), &json!({}));
    }

    #[test]
    fn keys_that_a_user_added_are_ignored() {
        let holding = |value: Value| json!({ "a": { "b": { "us": value } } });
        assert!(entry().is_up_to_date(&holding(json!({ "timeout": 1, "command": "x" }))));
        assert!(!entry().is_up_to_date(&holding(json!({ "command": "y" }))));
        assert!(!entry().is_up_to_date(&holding(json!("x"))));
        assert!(!entry().is_up_to_date(&json!({})));
    }
}
