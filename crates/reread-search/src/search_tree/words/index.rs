//! Ranking by the index of a server, as long as nothing says that a file has changed since it was made.

use reread_path::RootedPath;
use reread_store::{WordHits, WordIndex};

use super::bm25::Weights;
use super::counting::text_of;
use super::keeping::words_maker;
use super::{PlainWords, RankedBy, RankedFile, Ranking, best};
use crate::matchers::Pattern;
use crate::search_tree::reopen::reopen;
use crate::searcher::Searcher;

/// In so many files, and bytes, a phrase is looked for before a walk does it.
const MOST_LOOKED_AT: usize = 512;
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// So many files of one score may be ordered by their names.
const MOST_EQUAL: usize = 4_096;

impl Searcher<'_> {
    /// The best `most` files by the index; `None` if there is none, if it may not be what a walk would find, or if a line may
    /// have the words as a phrase.
    pub(in crate::search_tree) fn rank_by_index(
        &self,
        phrase: &Pattern,
        words: &PlainWords,
        most: usize,
    ) -> Option<Ranking> {
        let fresh = self.memory.fresh_words().filter(|fresh| fresh.folder_watch.is_quiet())?;
        let (index, maker) = (self.access.state()?.directory().words().ok()?, words_maker(self.access));
        let asked: Vec<&str> = words.words.iter().map(String::as_str).collect();
        let hits = index.look_up(&maker, &asked, words.beginning.as_deref()).ok()??;
        if self.may_have(phrase, &with_all(words, &hits)?, (&hits, &index))? {
            return None;
        }
        let documents = hits.lengths.iter().filter(|length| **length > 0).count() as u64;
        let total_length = hits.lengths.iter().map(|length| u64::from(*length)).sum();
        let with: Vec<u64> = hits.words.iter().map(|found| found.len() as u64).collect();
        let weights = Weights::of(documents, total_length, &with);
        let scored = scores(&hits, &weights);
        let matching = scored.len() as u64;
        let scored = at_least_as_good(scored, most);
        if scored.len() > MOST_EQUAL {
            return None;
        }
        let ids: Vec<_> = scored.iter().map(|(number, _)| hits.id(*number)).collect();
        let rows = index.documents(&maker, &ids).ok()?;
        let file = |((_, score), row): ((u32, f64), Option<reread_store::DocumentRow>)| {
            let row = row?;
            let path = RootedPath::from_bytes(&row.path).ok()?;
            Some(RankedFile { root: row.root as usize, path, score, digest: Some(row.digest?) })
        };
        let files: Option<Vec<RankedFile>> = scored.into_iter().zip(rows).map(file).collect();
        let files = best(files?, most);
        Some(Ranking { files, weights, matching, documents, not_met: fresh.not_met, by: RankedBy::Index })
    }

    /// Whether the phrase stands in one of these files, or of those whose words were not counted; `None` if it would take too
    /// long to tell.
    fn may_have(
        &self,
        phrase: &Pattern,
        numbers: &[u32],
        (hits, index): (&WordHits, &WordIndex),
    ) -> Option<bool> {
        let numbers = [numbers, &hits.uncounted].concat();
        if numbers.len() > MOST_LOOKED_AT {
            return None;
        }
        let matcher = self.memory.matchers.get(phrase).ok()?;
        let ids: Vec<_> = numbers.iter().map(|number| hits.id(*number)).collect();
        let mut room = MOST_BYTES;
        let mut memory = Vec::new();
        for row in index.documents(&words_maker(self.access), &ids).ok()? {
            let row = row?;
            let path = RootedPath::from_bytes(&row.path).ok()?;
            self.access.judge("", &[&path], row.root as usize).ok()?;
            let (file, facts) = reopen(self.access, row.root as usize, &path)?;
            room = room.checked_sub(facts.size)?;
            let name = path.file_name().unwrap_or_default();
            let is_text = text_of(&file, facts.size, &mut memory).is_some();
            if is_text && [&memory[..], name].iter().any(|text| matcher.is_match(text)) {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// The files that have every word of a phrase; `None` if nothing tells.
fn with_all(words: &PlainWords, hits: &WordHits) -> Option<Vec<u32>> {
    let of_word = |place: &usize| hits.words[*place].iter().map(|(number, _)| *number).collect::<Vec<u32>>();
    let mut lists: Vec<Vec<u32>> = words.certain.iter().map(of_word).collect();
    if words.beginning.is_some() {
        lists.extend(hits.with_prefix.clone());
    }
    let shortest = lists.iter().min_by_key(|list| list.len())?.clone();
    let is_in_all = |number: &u32| lists.iter().all(|list| list.binary_search(number).is_ok());
    Some(shortest.into_iter().filter(is_in_all).collect())
}

/// What every file is worth that has any of the words.
fn scores(hits: &WordHits, weights: &Weights) -> Vec<(u32, f64)> {
    let mut counts = vec![0_u32; hits.words.len()];
    let mut rests: Vec<&[(u32, u32)]> = hits.words.iter().map(Vec::as_slice).collect();
    let mut scores = Vec::new();
    while let Some(number) = rests.iter().filter_map(|rest| Some(rest.first()?.0)).min() {
        for (rest, count) in rests.iter_mut().zip(&mut counts) {
            *count = match rest.split_first() {
                Some((first, others)) if first.0 == number => {
                    *rest = others;
                    first.1
                }
                _ => 0,
            };
        }
        scores.push((number, weights.score(&counts, hits.lengths[number as usize])));
    }
    scores
}

/// The best `most` and all that are as good as the last of them: which of those is better, their names decide.
fn at_least_as_good(mut scores: Vec<(u32, f64)>, most: usize) -> Vec<(u32, f64)> {
    let Some(last) = most.checked_sub(1).filter(|last| *last < scores.len()) else { return scores };
    let (_, (_, least), _) = scores.select_nth_unstable_by(last, |one, other| other.1.total_cmp(&one.1));
    let least = *least;
    scores.retain(|(_, score)| *score >= least);
    scores
}
