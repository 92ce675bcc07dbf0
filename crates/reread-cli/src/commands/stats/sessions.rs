//! `reread stats session`: the counters of each conversation.

use reread_files::StatsError;
use reread_store::SessionMetrics;
use serde_json::{Value, json};

use super::failure;
use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::setup::open_workspace;
use crate::terminal::Terminal;

pub(super) fn run(global: &Global, limit: usize) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let keeps = workspace.settings().guard.keeps_metrics;
    let state = workspace.state().ok_or(StatsError::NoState).map_err(|error| failure(&error))?;
    let mut sessions = Vec::new();
    if state.directory().has_database() {
        let kept =
            state.database().map_err(StatsError::from).and_then(|database| Ok(database.session_metrics()?));
        sessions = kept.map_err(|error| failure(&error))?;
    }
    sessions.reverse();
    sessions.truncate(limit);
    let value = || json!({ "ok": true, "success": true, "kept": keeps, "sessions": sessions.iter().map(value).collect::<Vec<_>>() });
    print(global, value, |terminal| text(&sessions, keeps, terminal))?;
    Ok(if sessions.is_empty() { Exit::Nothing } else { Exit::Done })
}

fn text(sessions: &[SessionMetrics], keeps: bool, terminal: &Terminal) -> String {
    if sessions.is_empty() {
        return if keeps {
            "no conversation with a server was counted yet\n".to_owned()
        } else {
            "no counters are kept; `session_metrics = true` under [guard] in the configuration keeps them\n"
                .to_owned()
        };
    }
    sessions.iter().map(|session| of_session(session, terminal)).collect()
}

fn of_session(session: &SessionMetrics, terminal: &Terminal) -> String {
    let mut text = terminal.bold(&terminal.line(&session.conversation)) + "\n";
    for (name, number) in named(session) {
        text.push_str(&format!("  {name:<24} {number}\n"));
    }
    text
}

fn value(session: &SessionMetrics) -> Value {
    let mut value = json!({
        "principal": session.principal,
        "conversation": session.conversation,
        "updated_unix_ms": session.updated.0,
    });
    for (name, number) in named(session) {
        value[name] = number;
    }
    value
}

/// The counters by the names that `metrics_snapshot` has, too.
fn named(session: &SessionMetrics) -> [(&'static str, Value); 8] {
    let ratio = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    [
        ("reads_count", json!(session.reads_count)),
        ("reads_lines_total", json!(session.reads_lines_total)),
        ("reads_chars_total", json!(session.reads_chars_total)),
        ("search_count", json!(session.search_count)),
        ("read_after_search_ratio", json!(ratio(session.reads_after_search, session.reads_count))),
        ("avg_read_span", json!(ratio(session.reads_lines_total, session.reads_count))),
        ("max_read_span", json!(session.max_read_span)),
        ("preview_degraded_count", json!(session.preview_degraded_count)),
    ]
}
