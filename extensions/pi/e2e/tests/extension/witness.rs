//! Judges answers by what the model had before it when it asked.
//!
//! A marker is right only if the lines it speaks of stand in the request that preceded the call, or in the result of an
//! earlier call of the same message; a diff only if it turns them into the file; a text only if it is the file's. The
//! file is the one on disk after the run, so no run may read a file, change it and say so in one breath.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use reread_pi_e2e::{MadeCall, ModelRequest, PiToolResult, PiWorld};

use crate::extension::view::{ReadAnswer, VisibleLines};

/// What pi sends in place of an empty text.
pub(crate) const NO_TEXT: &str = "(no tool output)";

/// Which file a name means, for names that are not simply a file of the project.
pub(crate) type ReadNames = HashMap<String, String>;

/// An observer of everything the model is sent.
pub(crate) struct Witness<'w> {
    world: &'w PiWorld,
    pub(crate) names: ReadNames,
    /// Whether another extension alters texts, so that those need not be the file's.
    pub(crate) is_meddled_with: bool,
    pub(crate) tally: AnswerCounts,
}

/// How many answers were found right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AnswerCounts {
    pub(crate) texts: usize,
    pub(crate) markers: usize,
    pub(crate) diffs: usize,
}

impl AnswerCounts {
    /// Texts, markers, diffs.
    pub(crate) fn counts(self) -> (usize, usize, usize) {
        (self.texts, self.markers, self.diffs)
    }
}

/// What a call asks for.
struct Asked {
    file: PathBuf,
    first: usize,
    limit: Option<usize>,
}

impl<'w> Witness<'w> {
    pub(crate) fn new(world: &'w PiWorld) -> Self {
        Self { world, names: ReadNames::new(), is_meddled_with: false, tally: AnswerCounts::default() }
    }

    /// Judges every read that the model made in these requests. Results that no request shows any more are those of the
    /// session.
    #[track_caller]
    pub(crate) fn judge(&mut self, requests: &[ModelRequest], results: &[PiToolResult]) {
        let failed: HashSet<&str> =
            results.iter().filter(|result| result.is_error).map(|result| &*result.call).collect();
        for (index, request) in requests.iter().enumerate() {
            let sent = |call: &str| requests[index..].iter().find_map(|request| result_of(request, call));
            let kept = |call: &str| {
                results.iter().find(|result| result.call == call).map(|result| result.text.clone())
            };
            let mut known = seen_reads(request);
            for call in request.answer().iter().filter(|call| call.tool == "read") {
                let Some(answer) = sent(&call.id).or_else(|| kept(&call.id)) else { continue };
                if !failed.contains(&*call.id) {
                    self.judge_answer(&known, call, &answer, request);
                }
                known.push((call.clone(), answer));
            }
        }
    }

    #[track_caller]
    fn judge_answer(
        &mut self,
        known: &[(MadeCall, String)],
        call: &MadeCall,
        answer: &str,
        request: &ModelRequest,
    ) {
        let asked = self.asked(call);
        let now = fs::read(&asked.file).unwrap_or_default();
        let now = String::from_utf8_lossy(&now);
        let total = now.split('\n').count();
        let said = ReadAnswer::of(answer);
        let judged = match said {
            _ if answer == now => Ok(()),
            ReadAnswer::Text(_) if self.is_meddled_with => Ok(()),
            ReadAnswer::Text(text) => is_of(text, asked.first, &now),
            ReadAnswer::Unchanged(lines) if lines != total => Err(format!("the file has {total} lines")),
            ReadAnswer::Unchanged(_) => self.view(known, &asked).knows_all(&now),
            ReadAnswer::UnchangedLines(first, last) => {
                let end = asked.limit.map_or(total, |limit| total.min(asked.first + limit - 1));
                let page_end = page_end(&now, asked.first, end);
                match first == asked.first && [end, page_end].contains(&last) {
                    true => self.view(known, &asked).knows_lines(first, last, &now),
                    false => Err(format!("lines {}-{end} were asked for", asked.first)),
                }
            }
            ReadAnswer::Diff(_) => {
                let mut view = self.view(known, &asked);
                view.take(1, answer).and_then(|()| view.knows_all(&now))
            }
        };
        if let Err(fault) = judged {
            panic!("{answer:?} is no answer to {call:?}: {fault}\nthe model was sent {request:#?}");
        }
        *(match said {
            ReadAnswer::Text(_) => &mut self.tally.texts,
            ReadAnswer::Unchanged(_) | ReadAnswer::UnchangedLines(..) => &mut self.tally.markers,
            ReadAnswer::Diff(_) => &mut self.tally.diffs,
        }) += 1;
    }

    /// What is known of a file after these answers.
    fn view(&self, known: &[(MadeCall, String)], asked: &Asked) -> VisibleLines {
        let mut view = VisibleLines::default();
        for (call, answer) in known {
            let earlier = self.asked(call);
            // After a diff of something that is not there, nothing is known.
            if earlier.file == asked.file && view.take(earlier.first, answer).is_err() {
                view = VisibleLines::default();
            }
        }
        view
    }

    fn asked(&self, call: &MadeCall) -> Asked {
        let name = call.arguments["path"].as_str().unwrap_or_default();
        let number = |key: &str| call.arguments[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let (offset, limit) = (number("offset"), number("limit"));
        let file = |name: &str| self.world.project().join(self.names.get(name).map_or(name, String::as_str));
        let suffixed = name.rsplit_once(':').and_then(|(name, lines)| Some((name, ends(lines)?)));
        match suffixed.filter(|_| offset.is_none() && limit.is_none() && !file(name).exists()) {
            Some((name, (first, last))) => Asked { file: file(name), first, limit: Some(last - first + 1) },
            None => Asked { file: file(name), first: offset.unwrap_or(1).max(1), limit },
        }
    }
}

/// The lines that `7` and `7-9` name.
fn ends(lines: &str) -> Option<(usize, usize)> {
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1..=last).contains(&first).then_some((first, last))
}

/// The reads that stand in a request, with their results, oldest first.
fn seen_reads(request: &ModelRequest) -> Vec<(MadeCall, String)> {
    let reads = request.calls().into_iter().filter(|call| call.tool == "read");
    reads.filter_map(|call| Some((call.clone(), result_of(request, &call.id)?))).collect()
}

/// The text of a result in a request.
fn result_of(request: &ModelRequest, call: &str) -> Option<String> {
    let text = request.result_of(call)?;
    Some(if text == NO_TEXT { String::new() } else { text })
}

/// Whether a text says what the file says from that line on.
fn is_of(text: &str, first: usize, now: &str) -> Result<(), String> {
    let mut view = VisibleLines::default();
    view.take(first, text)?;
    view.is_part_of(now)
}

/// The last line that pi shows of these lines: at most 2,000 of them, and at most 50 KiB.
fn page_end(text: &str, first: usize, end: usize) -> usize {
    let mut bytes = 0;
    let fits = |line: &&str| {
        bytes += line.len() + 1;
        bytes <= 50 * 1024 + 1
    };
    first - 1 + text.split('\n').take(end).skip(first - 1).take(2000).take_while(fits).count()
}
