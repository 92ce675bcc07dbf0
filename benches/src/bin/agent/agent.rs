//! The agent: it takes planned steps over MCP and cites tags in its own way.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use reread_benches::{LineClient, PeerServer, shown};
use serde_json::{Value, json};

use crate::plan::{PlannedEdit, PlannedRead, Step};
use crate::reply_text::{body_of, error_code, next_line, says_tags_were_not_used, tag_of};
use crate::tally::{AgentTally, numbered, tokens};

/// How often an edit is tried: as it is, after the file was read again, and without a base.
const EDIT_ATTEMPTS: usize = 3;
/// What a reply says when reads are going to be refused.
const ANNOUNCEMENT: &str = "HARD_LIMIT";

/// Which tags of a file the agent cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Citing {
    /// Every tag that it was given for the file.
    All,
    /// Every tag, until a reply says that it was not used.
    DropsUnused,
    Never,
}

impl Citing {
    pub(crate) const ALL: [Self; 3] = [Self::All, Self::DropsUnused, Self::Never];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::All => "cites all",
            Self::DropsUnused => "drops unused",
            Self::Never => "never cites",
        }
    }
}

/// An agent with a server of its own.
pub(crate) struct ScriptedAgent {
    client: LineClient,
    folder: PathBuf,
    citing: Citing,
    /// The tags of each file, in the order in which they were given.
    tags: BTreeMap<String, Vec<String>>,
    was_announced: bool,
    is_traced: bool,
    tally: AgentTally,
}

/// What a model is shown of a reply.
struct AgentReply {
    text: String,
    is_error: bool,
    /// The word for the kind of answer; it is counted, and the agent does not look at it.
    answer: String,
}

/// What one reply gives of a file.
struct Page {
    text: String,
    /// The line to go on at.
    next: Option<usize>,
}

impl Page {
    fn of(reply: &AgentReply) -> Self {
        Self { text: body_of(&reply.text).to_owned(), next: next_line(&reply.text) }
    }
}

impl ScriptedAgent {
    pub(crate) fn start(
        server: &PeerServer,
        folder: &Path,
        citing: Citing,
        is_traced: bool,
    ) -> Result<Self, Box<dyn Error>> {
        let mut client = LineClient::start(server, folder)?;
        let (list, _) = client.ask("tools/list", &json!({}))?;
        let tally = AgentTally {
            schemas: tokens(&list["tools"].to_string()),
            instructions: tokens(&client.instructions),
            ..AgentTally::default()
        };
        let tags = BTreeMap::new();
        Ok(Self { client, folder: folder.to_owned(), citing, tags, was_announced: false, is_traced, tally })
    }

    pub(crate) fn into_tally(self) -> AgentTally {
        self.tally
    }

    pub(crate) fn take(&mut self, step: &Step) -> Result<(), Box<dyn Error>> {
        match step {
            Step::Search { query } => {
                let reply = self.call("search", &json!({ "query": query }))?;
                self.tally.searches += tokens(&reply.text);
                Ok(())
            }
            Step::Read(read) => {
                self.tally.reads += 1;
                self.tally.bare += tokens(&read.text);
                self.tally.new += tokens(&read.new_text);
                self.tally.numbered += tokens(&numbered(&read.text, read.first));
                self.read(read, self.citing != Citing::Never)
            }
            Step::Edit(edit) => self.edit(edit),
        }
    }

    /// Reads all of the lines, page by page. Without tags the pages must be the lines that were asked for.
    fn read(&mut self, read: &PlannedRead, cites: bool) -> Result<(), Box<dyn Error>> {
        let mut first = read.first;
        let mut text = String::new();
        loop {
            let page = self.page(read, first, cites)?;
            text.push_str(&page.text);
            match page.next.filter(|next| *next > first && *next <= read.last) {
                Some(next) => first = next,
                None if cites || text == read.text => return Ok(()),
                None => return Err(format!("{}: other lines than were asked for", read.file).into()),
            }
        }
    }

    /// After a refusal the agent does as refusals advise and searches; after another one it turns to the host's own read.
    fn page(&mut self, read: &PlannedRead, first: usize, cites: bool) -> Result<Page, Box<dyn Error>> {
        let reply = self.ask_for_lines(read, first, cites)?;
        if !reply.is_error {
            return Ok(Page::of(&reply));
        }
        let rest: String = read.text.split_inclusive('\n').skip(first - read.first).collect();
        let line = rest.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or_default();
        let search = self.call("search", &json!({ "query": line, "paths": [read.file] }))?;
        self.tally.tokens += tokens(&search.text);
        let reply = self.ask_for_lines(read, first, cites)?;
        if !reply.is_error {
            return Ok(Page::of(&reply));
        }
        self.tally.host_reads += 1;
        self.tally.tokens += tokens(&numbered(&rest, first));
        Ok(Page { text: rest, next: None })
    }

    fn ask_for_lines(
        &mut self,
        read: &PlannedRead,
        first: usize,
        cites: bool,
    ) -> Result<AgentReply, Box<dyn Error>> {
        let mut arguments = match read.is_whole {
            true if first == read.first => json!({ "mode": "file", "target": read.file }),
            true => json!({ "mode": "file", "target": read.file, "offset": first }),
            false => {
                json!({ "mode": "snippet", "target": read.file, "start_line": first, "end_line": read.last })
            }
        };
        let cited = self.tags.get(&read.file).filter(|tags| cites && !tags.is_empty()).cloned();
        if let Some(cited) = &cited {
            arguments["known"] = json!(cited);
            self.tally.cited += tokens(&json!({ "known": cited }).to_string());
        }
        let reply = self.call("read", &arguments)?;
        self.tally.tokens += tokens(&reply.text);
        if reply.is_error {
            self.count_refusal(&reply, self.was_announced);
            return Ok(reply);
        }
        *self.tally.answers.entry(reply.answer.clone()).or_default() += 1;
        if cited.is_some() && self.citing == Citing::DropsUnused && says_tags_were_not_used(&reply.text) {
            self.tags.remove(&read.file);
        }
        self.keep_tag(&read.file, &reply);
        Ok(reply)
    }

    /// Edits with the last tag of the file as base. After a refusal it does as refusals advise and reads again.
    fn edit(&mut self, edit: &PlannedEdit) -> Result<(), Box<dyn Error>> {
        let cites = self.citing != Citing::Never;
        for attempt in 1..=EDIT_ATTEMPTS {
            let mut arguments = json!({ "patch": edit.patch });
            if !edit.patch_names_file {
                arguments["path"] = json!(edit.file);
            }
            let base = self.tags.get(&edit.file).and_then(|tags| tags.last());
            if let Some(base) = base.filter(|_| cites && attempt < EDIT_ATTEMPTS) {
                arguments["base"] = json!(base);
            }
            let reply = self.call("apply_patch", &arguments)?;
            let is_made = fs::read_to_string(self.folder.join(&edit.file))? == edit.after;
            if is_made && !reply.is_error {
                self.tally.edits += tokens(&reply.text);
                self.keep_tag(&edit.file, &reply);
                return Ok(());
            }
            if is_made {
                return Err(format!("an edit was made and called an error: {}", reply.text).into());
            }
            self.tally.tokens += tokens(&reply.text);
            self.count_refusal(&reply, false);
            self.read(&edit.around, false)?;
        }
        Err(format!("an edit cannot be made: {}", edit.patch).into())
    }

    fn keep_tag(&mut self, file: &str, reply: &AgentReply) {
        if let Some(tag) = tag_of(&reply.text) {
            self.tags.entry(file.to_owned()).or_default().push(tag);
        }
    }

    fn count_refusal(&mut self, reply: &AgentReply, was_foreseeable: bool) {
        *self.tally.refused.entry(error_code(&reply.text).to_owned()).or_default() += 1;
        self.tally.unforeseen += usize::from(!was_foreseeable);
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Result<AgentReply, Box<dyn Error>> {
        self.tally.calls += 1;
        let (result, _) = self.client.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        let reply = AgentReply {
            text: shown(&result),
            is_error: result["isError"] == true,
            answer: result["_meta"]["reread/reply"]["meta"]["answer"].as_str().unwrap_or("other").to_owned(),
        };
        if self.is_traced {
            self.trace(tool, arguments, &reply);
        }
        self.was_announced |= reply.text.contains(ANNOUNCEMENT);
        Ok(reply)
    }

    /// The call, and of a long reply the beginning and the end.
    fn trace(&self, tool: &str, arguments: &Value, reply: &AgentReply) {
        let lines: Vec<&str> = reply.text.lines().collect();
        eprintln!("{} {}: {tool} {arguments}", self.citing.name(), self.tally.calls);
        eprintln!("  {} tokens, {}", tokens(&reply.text), reply.answer);
        let is_frame = |at: usize| at < 2 || at + 3 > lines.len();
        lines
            .iter()
            .enumerate()
            .filter(|(at, _)| is_frame(*at))
            .for_each(|(_, line)| eprintln!("  | {line}"));
    }
}
