//! What the reads and searches of a session came to, kept for people to look at afterwards.
//!
//! Nothing is decided by it, so it has no seal, and a power cut may take the latest of it.

use rusqlite::{Row, Transaction};

use super::approvals::LONGEST_NAME;
use super::error::DatabaseError;
use super::{Database, Durable, Fault, execute, natural, put_row, query_row, read_rows, saturated};
use crate::cut::clean;
use crate::journal::UnixMillis;

/// The numbers of one session. Each is kept up to 2^63 - 1.
///
/// As it is read back, the two names have their secrets replaced and are cut to 1 KiB; they are told apart as they
/// were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionMetrics {
    /// Whose session it is.
    pub principal: String,
    /// Which of that principal's.
    pub conversation: String,
    /// When the numbers were taken.
    pub updated: UnixMillis,
    /// How many reads were answered.
    pub reads_count: u64,
    /// How many lines they sent.
    pub reads_lines_total: u64,
    /// How many characters they sent.
    pub reads_chars_total: u64,
    /// How many searches were answered.
    pub search_count: u64,
    /// How many reads followed a search.
    pub reads_after_search: u64,
    /// The most lines that one read spanned.
    pub max_read_span: u64,
    /// How many previews were cut down.
    pub preview_degraded_count: u64,
}

/// The metrics of at most this many sessions are kept; the oldest go.
const MOST_SESSIONS: i64 = 10_000;

impl Database {
    /// Keeps the numbers of a session in place of its earlier ones; beyond 10,000 sessions the oldest are forgotten.
    pub fn keep_session_metrics(&self, metrics: &SessionMetrics) -> Result<(), DatabaseError> {
        let fields = [metrics.principal.as_bytes(), metrics.conversation.as_bytes()];
        let session_key = self.key.hash("session", &fields);
        self.change(Durable::Later, |transaction| {
            let known = "SELECT EXISTS (SELECT 1 FROM session_metrics WHERE session_key = ?1)";
            let is_known: bool = query_row(transaction, known, [session_key], |row| row.get(0))?;
            put(transaction, session_key, metrics)?;
            if !is_known {
                forget_oldest(transaction)?;
            }
            Ok(())
        })
    }

    /// The numbers of all sessions, the oldest first.
    pub fn session_metrics(&self) -> Result<Vec<SessionMetrics>, DatabaseError> {
        self.look(|transaction| {
            let all = "SELECT * FROM session_metrics ORDER BY updated, session_key";
            read_rows(transaction, all, &[], read)
        })
    }
}

fn put(transaction: &Transaction<'_>, session_key: [u8; 32], metrics: &SessionMetrics) -> Result<(), Fault> {
    put_row(
        transaction,
        "session_metrics",
        &[
            ("session_key", &session_key),
            ("principal", &clean(&metrics.principal, LONGEST_NAME)),
            ("conversation", &clean(&metrics.conversation, LONGEST_NAME)),
            ("updated", &saturated(metrics.updated.0)),
            ("reads_count", &saturated(metrics.reads_count)),
            ("reads_lines_total", &saturated(metrics.reads_lines_total)),
            ("reads_chars_total", &saturated(metrics.reads_chars_total)),
            ("search_count", &saturated(metrics.search_count)),
            ("reads_after_search", &saturated(metrics.reads_after_search)),
            ("max_read_span", &saturated(metrics.max_read_span)),
            ("preview_degraded_count", &saturated(metrics.preview_degraded_count)),
        ],
    )
}

fn forget_oldest(transaction: &Transaction<'_>) -> Result<(), Fault> {
    execute(transaction,
        "DELETE FROM session_metrics WHERE session_key IN (
             SELECT session_key FROM session_metrics ORDER BY updated DESC, session_key DESC LIMIT -1 OFFSET ?1)",
        [MOST_SESSIONS],
    )?;
    Ok(())
}

fn read(row: &Row<'_>) -> Result<SessionMetrics, Fault> {
    let number = |name: &str| natural(row.get(name)?);
    Ok(SessionMetrics {
        principal: row.get("principal")?,
        conversation: row.get("conversation")?,
        updated: UnixMillis(number("updated")?),
        reads_count: number("reads_count")?,
        reads_lines_total: number("reads_lines_total")?,
        reads_chars_total: number("reads_chars_total")?,
        search_count: number("search_count")?,
        reads_after_search: number("reads_after_search")?,
        max_read_span: number("max_read_span")?,
        preview_degraded_count: number("preview_degraded_count")?,
    })
}
