//! The log of a server: one line per event on standard error.
//!
//! Only our own events are logged. Those of libraries quote messages, and messages hold the text of files. Text that is not
//! ours, such as names of files, is escaped, so that no line of a log can be forged, and credentials are taken out of it.

use std::fmt::{self, Write as _};
use std::io::Write as _;

use reread_text::{redact_formats, visible_line};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::output::messages;

/// What our events come from.
const OURS: &str = "reread_";

/// Starts to log events up to a level.
pub(crate) fn listen(most: Level) {
    // There is one log per process, and this is the one place that asks for it.
    let _ = tracing::subscriber::set_global_default(Log { most });
}

struct Log {
    most: Level,
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.most && metadata.target().starts_with(OURS)
    }

    fn max_level_hint(&self) -> Option<tracing::level_filters::LevelFilter> {
        Some(self.most.into())
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        let level = event.metadata().level().as_str().to_ascii_lowercase();
        // Standard error is closed: the log has no other place.
        let _ = writeln!(messages(), "reread mcp: {level}: {}{}", visible_line(&line.message), line.fields);
    }

    /// We have no spans, and those of libraries are not logged.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// An event as a line: its message, then ` name=value` for each of its fields.
#[derive(Default)]
struct Line {
    message: String,
    fields: String,
}

impl Line {
    fn push(&mut self, field: &Field, value: &str) {
        let value = &redact_formats(value).text;
        if field.name() == "message" {
            self.message.push_str(value);
            return;
        }
        let value = visible_line(value);
        let is_plain = !value.is_empty() && !value.contains([' ', '"', '=']);
        let written = if is_plain {
            write!(self.fields, " {}={value}", field.name())
        } else {
            write!(self.fields, " {}=\"{}\"", field.name(), value.replace('"', "\\\""))
        };
        written.expect("a string takes any text");
    }
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.push(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.push(field, &format!("{value:?}"));
    }
}
