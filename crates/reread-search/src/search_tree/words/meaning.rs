//! Ranking once more, by what files mean, if the user named a model.
//!
//! Only the best files by their words are looked at, so the work is bounded whatever the tree holds, and a file with none of
//! the words is not found by its meaning. The two orders are fused by reciprocal ranks.

use reread_access::Access;
use reread_embed::{Embedding, StaticModel};
use reread_path::RootedPath;
use reread_text::{Digest, lines};

use super::counting::{BestLines, Counter, MOST_COUNTED, text_of};
use super::show::LINES_OF_ONE_FILE;
use super::{PlainWords, RankedBy, RankedFile, Ranking};
use crate::search_tree::reopen::reopen;
use crate::search_tree::{TreeSearchError, TreeSearchRequest, most_files};
use crate::searcher::Searcher;

/// So many lines around each of the best ones belong to what a file means.
const LINES_AROUND: u64 = 8;

/// So many bytes of one of these lines.
const MOST_OF_A_LINE: usize = 256;

/// So many bytes of files are read for it; those behind are ranked by their words alone.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// What files are compared with.
struct Comparing<'a> {
    access: &'a Access,
    model: &'a StaticModel,
    asked: Embedding,
    best_lines: BestLines<'a>,
}

/// A file that is not what the ranking rests on.
struct NotAsRanked;

impl Searcher<'_> {
    /// Puts ranked files in the order that their meaning helps to find; `None` if one of them is not what the ranking
    /// rests on. Without a model, or if it knows no word of the query, they stay as they are.
    pub(super) fn rank_by_meaning(
        &self,
        request: &TreeSearchRequest,
        words: &PlainWords,
        mut ranking: Ranking,
    ) -> Result<Option<Ranking>, TreeSearchError> {
        let Some(model) = self.memory.model.as_ref() else { return Ok(Some(ranking)) };
        let model = model.get()?;
        if let Some(asked) = model.embed(request.pattern.query.as_bytes()) {
            let best_lines = BestLines { counter: Counter::new(&words.words), weights: &ranking.weights };
            let comparing = Comparing { access: self.access, model, asked, best_lines };
            let Ok(order) = comparing.order(&ranking.files) else { return Ok(None) };
            let mut files: Vec<Option<RankedFile>> = ranking.files.into_iter().map(Some).collect();
            ranking.files = order.into_iter().filter_map(|place| files[place].take()).collect();
            ranking.by = RankedBy::WordsAndModel;
        }
        ranking.files.truncate(most_files(request));
        Ok(Some(ranking))
    }
}

impl Comparing<'_> {
    fn order(&self, files: &[RankedFile]) -> Result<Vec<usize>, NotAsRanked> {
        let mut room = MOST_BYTES;
        let mut memory = Vec::new();
        let mut likeness = Vec::with_capacity(files.len());
        for file in files {
            likeness.push(self.likeness(file, &mut room, &mut memory)?);
        }
        let scores: Vec<f64> = files.iter().map(|file| file.score).collect();
        Ok(fused(&scores, &likeness))
    }

    /// How much a file is like what is asked for; `None` if it cannot be told.
    fn likeness(
        &self,
        ranked: &RankedFile,
        room: &mut u64,
        memory: &mut Vec<u8>,
    ) -> Result<Option<f64>, NotAsRanked> {
        let RankedFile { root, path, digest, .. } = ranked;
        let gone = || digest.map_or(Ok(None), |_| Err(NotAsRanked));
        let opened = self.access.judge("", &[path], *root).ok();
        let Some((file, facts)) = opened.and_then(|_| reopen(self.access, *root, path)) else {
            return gone();
        };
        let size = facts.size.min(MOST_COUNTED);
        let Some(left) = room.checked_sub(size) else { return Ok(None) };
        *room = left;
        if text_of(&file, size, memory).is_none() || digest.is_some_and(|digest| digest != Digest::of(memory))
        {
            return gone();
        }
        let (picked, _) = self.best_lines.of(memory, LINES_OF_ONE_FILE);
        let meant = self.model.embed(&passage(path, memory, &picked));
        Ok(meant.map(|meant| meant.similarity(&self.asked)))
    }
}

/// What stands for a file: its name, and its best lines with those around them.
fn passage(path: &RootedPath, text: &[u8], picked: &[u64]) -> Vec<u8> {
    let mut passage = path.as_bytes().to_vec();
    for (number, line) in (1..).zip(lines(text)) {
        if picked.iter().any(|picked| picked.abs_diff(number) <= LINES_AROUND) {
            passage.push(b'\n');
            passage.extend_from_slice(&line[..line.len().min(MOST_OF_A_LINE)]);
        }
    }
    passage
}

/// Evens out the places: the larger it is, the less the first ones count above those behind them.
const EVENNESS: f64 = 60.0;

/// One order out of two, by reciprocal ranks: the places, the best first, by what each is worth in one way, and in the
/// other where that is known. Of equal ones the first stays first.
fn fused(one: &[f64], other: &[Option<f64>]) -> Vec<usize> {
    let share = |better: usize| 1.0 / (EVENNESS + 1.0 + better as f64);
    let score = |(one_worth, other_worth): (&f64, &Option<f64>)| {
        let better = one.iter().filter(|worth| *worth > one_worth).count();
        let by_other = other_worth.map_or(0.0, |other_worth| {
            share(other.iter().flatten().filter(|worth| **worth > other_worth).count())
        });
        share(better) + by_other
    };
    let scores: Vec<f64> = one.iter().zip(other).map(score).collect();
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    places
}

#[cfg(test)]
mod tests;
