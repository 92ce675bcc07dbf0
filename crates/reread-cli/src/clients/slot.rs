//! Where in a client's configuration our entry stands, and what it says.

use serde_json::{Map, Value};

/// The place of the entry, and the entry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    /// The names that lead from the top to the section that holds the entries.
    pub(crate) section: Vec<&'static str>,
    pub(crate) entry: Entry,
}

/// An entry of a section.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry {
    /// One of several, each under its name.
    Named { name: String, value: Map<String, Value> },
    /// An element of a list.
    Listed(String),
}

impl Slot {
    /// Whether the value of a member, under its name if it has one, is this entry, up to date or not.
    pub(crate) fn is_at(&self, name: Option<&str>, value: &Value) -> bool {
        match &self.entry {
            Entry::Named { name: ours, .. } => name == Some(ours),
            // A list may hold the name alone, or an object that says more about it.
            Entry::Listed(ours) => value == ours || value.get("source").is_some_and(|source| source == ours),
        }
    }

    /// What a configuration holds at this place.
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

    /// Whether all that the entry says stands there; what a user added to it is no difference.
    pub(crate) fn is_up_to_date(&self, configuration: &Value) -> bool {
        match (self.found_in(configuration), &self.entry) {
            (Some(found), Entry::Named { value, .. }) => {
                value.iter().all(|(key, value)| found.get(key) == Some(value))
            }
            (Some(_), Entry::Listed(_)) => true,
            (None, _) => false,
        }
    }

    /// The configuration without the entry, and without the sections that held nothing else.
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
                // A section of a YAML file that says nothing.
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

    use super::{Entry, Slot};

    fn slot() -> Slot {
        let value = json!({ "command": "x" }).as_object().unwrap().clone();
        Slot { section: vec!["a", "b"], entry: Entry::Named { name: "us".to_owned(), value } }
    }

    fn check(configuration: Value, left: &Value) {
        assert_eq!(&slot().left_out_of(configuration), left);
    }

    #[test]
    fn sections_that_held_nothing_else_go_too() {
        check(json!({ "k": 1, "a": { "b": { "us": 1 } } }), &json!({ "k": 1 }));
        check(json!({ "a": { "b": { "us": 1 }, "c": 1 } }), &json!({ "a": { "c": 1 } }));
        check(json!({ "a": { "b": { "us": 1, "them": 2 } } }), &json!({ "a": { "b": { "them": 2 } } }));
        check(json!({ "a": 1 }), &json!({ "a": 1 }));
        check(json!({ "a": { "b": null } }), &json!({}));
    }

    #[test]
    fn what_a_user_adds_to_an_entry_is_no_difference() {
        let holding = |value: Value| json!({ "a": { "b": { "us": value } } });
        assert!(slot().is_up_to_date(&holding(json!({ "timeout": 1, "command": "x" }))));
        assert!(!slot().is_up_to_date(&holding(json!({ "command": "y" }))));
        assert!(!slot().is_up_to_date(&holding(json!("x"))));
        assert!(!slot().is_up_to_date(&json!({})));
    }
}
