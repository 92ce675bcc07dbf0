//! No stretch of code stands in two places.
//!
//! A run is a stretch of equal lines, indentation and blank lines aside, outside tests. Short runs are left alone: two
//! places that happen to need the same few steps are no copy.

use std::collections::BTreeMap;

use crate::check_result::CheckResult;
use crate::rust_sources::RustSources;

/// The longest run that may stand in two places.
const LIMIT: usize = 12;

/// Lists the runs that are too long, each by its first two places.
pub(crate) fn repeated_code(sources: &RustSources) -> CheckResult {
    let files: Vec<(&str, Vec<(usize, &str)>)> = sources
        .modules()
        .filter(|module| !module.text.is_empty())
        .map(|module| {
            let lines = module.text.lines().map(str::trim).zip(1..);
            (
                module.file.as_str(),
                lines.filter(|(line, _)| !line.is_empty()).map(|(line, n)| (n, line)).collect(),
            )
        })
        .collect();
    let mut first_places: BTreeMap<Vec<&str>, (usize, usize)> = BTreeMap::new();
    let mut problems = Vec::new();
    // Where the run that was reported last would go on, so that a long run is reported once.
    let mut reported = None;
    for (file, (name, lines)) in files.iter().enumerate() {
        for (start, window) in lines.windows(LIMIT + 1).enumerate() {
            let run: Vec<&str> = window.iter().map(|(_, line)| *line).collect();
            let Some(&(first_file, first_start)) = first_places.get(&run) else {
                first_places.insert(run, (file, start));
                continue;
            };
            let here = (file, start, first_file, first_start);
            if reported != Some(here) {
                let (first_name, first_lines) = &files[first_file];
                let (line, first_line) = (window[0].0, first_lines[first_start].0);
                problems.push(format!(
                    "{name}:{line} repeats more than {LIMIT} lines of {first_name}:{first_line}"
                ));
            }
            reported = Some((file, start + 1, first_file, first_start + 1));
        }
    }
    CheckResult::of_problems(problems)
}

#[cfg(test)]
mod tests;
