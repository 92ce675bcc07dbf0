//! How new JSON is laid out: on lines of its own, or within one.

use serde_json::Value;

/// Where a value is written.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// On a line that is indented so far.
    Lines { newline: &'static str, indent: String, unit: String },
    /// Among others on their line.
    OneLine,
}

impl Layout {
    pub(super) fn lines(newline: &'static str, indent: &str, unit: &str) -> Self {
        Layout::Lines { newline, indent: indent.to_owned(), unit: unit.to_owned() }
    }

    /// The layout of what stands inside.
    pub(super) fn deeper(&self) -> Self {
        match self {
            Layout::Lines { newline, indent, unit } => {
                Layout::Lines { newline, indent: format!("{indent}{unit}"), unit: unit.clone() }
            }
            Layout::OneLine => Layout::OneLine,
        }
    }

    /// What stands between two members.
    pub(super) fn gap(&self) -> String {
        match self {
            Layout::Lines { newline, indent, .. } => format!("{newline}{indent}"),
            Layout::OneLine => " ".to_owned(),
        }
    }

    /// What stands inside the braces of a section that was made, before and behind its member.
    pub(super) fn around(&self) -> (String, String) {
        (self.deeper().gap(), self.gap())
    }

    /// A value; lists stay on one line.
    pub(super) fn render(&self, value: &Value) -> String {
        match value {
            Value::Object(members) if members.is_empty() => "{}".to_owned(),
            Value::Object(members) => {
                let inside = self.deeper();
                let member =
                    |(name, value): (&String, &Value)| format!("{}: {}", quoted(name), inside.render(value));
                let members: Vec<String> = members.iter().map(member).collect();
                match self {
                    Layout::Lines { .. } => {
                        let (before, behind) = self.around();
                        format!("{{{before}{}{behind}}}", members.join(&format!(",{before}")))
                    }
                    Layout::OneLine => format!("{{{}}}", members.join(", ")),
                }
            }
            Value::Array(elements) => {
                let elements: Vec<String> =
                    elements.iter().map(|element| Layout::OneLine.render(element)).collect();
                format!("[{}]", elements.join(", "))
            }
            plain => plain.to_string(),
        }
    }
}

/// A string as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
