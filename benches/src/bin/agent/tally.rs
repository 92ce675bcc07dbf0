//! What one replay cost.

use std::collections::BTreeMap;

use reread_text::estimate_tokens;

/// Tokens and counts of one replay.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentTally {
    pub(crate) reads: usize,
    /// Every call, also pages, searches, edits and refused ones.
    pub(crate) calls: usize,
    /// Of the replies to reads, and of all that refused calls caused.
    pub(crate) tokens: u64,
    /// Of the lines that were asked for.
    pub(crate) bare: u64,
    /// Of those that the agent did not hold: no server can send less.
    pub(crate) new: u64,
    /// All of them with their numbers.
    pub(crate) numbered: u64,
    /// Of the tags that the agent wrote into its reads.
    pub(crate) cited: u64,
    /// Of the list of tools, and of the instructions.
    pub(crate) schemas: u64,
    pub(crate) instructions: u64,
    /// Of the replies to edits, and to planned searches.
    pub(crate) edits: u64,
    pub(crate) searches: u64,
    /// Replies to reads, by the word for the kind of answer.
    pub(crate) answers: BTreeMap<String, usize>,
    /// Refused calls, by their code.
    pub(crate) refused: BTreeMap<String, usize>,
    /// Refused calls that no earlier reply had announced.
    pub(crate) unforeseen: usize,
    /// Reads that stayed refused, so that the host's own read was used.
    pub(crate) host_reads: usize,
}

impl AgentTally {
    /// The replies compared with the bare text.
    pub(crate) fn ratio(&self) -> f64 {
        self.to_bare(self.tokens)
    }

    /// The same with what the server tells a model before the first call.
    pub(crate) fn ratio_with_schemas(&self) -> f64 {
        self.to_bare(self.tokens + self.schemas + self.instructions)
    }

    /// The same with the tags that the agent had to write.
    pub(crate) fn ratio_with_cited(&self) -> f64 {
        self.to_bare(self.tokens + self.cited)
    }

    pub(crate) fn ratio_of_new(&self) -> f64 {
        self.to_bare(self.new)
    }

    pub(crate) fn ratio_of_numbered(&self) -> f64 {
        self.to_bare(self.numbered)
    }

    pub(crate) fn refused_calls(&self) -> usize {
        self.refused.values().sum()
    }

    fn to_bare(&self, tokens: u64) -> f64 {
        tokens as f64 / self.bare.max(1) as f64
    }
}

pub(crate) fn tokens(text: &str) -> u64 {
    estimate_tokens(text.as_bytes())
}

/// Lines as a host's own read shows them.
pub(crate) fn numbered(text: &str, first: usize) -> String {
    text.split_inclusive('\n').zip(first..).map(|(line, number)| format!("{number}\t{line}")).collect()
}
