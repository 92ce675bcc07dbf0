//! What one call needs in a process of its own.

use std::error::Error;
use std::path::Path;

use reread_benches::{Corpus, MemoryRow, SIZES, own_peak, peak_of_child};
use reread_files::{Extent, Limits, ReadOperation};
use reread_text::LineRange;

use crate::measure::{LINES, bounded, workspace};

/// How the bench asks itself for one call.
pub(crate) const FLAG: &str = "--child";

/// Some lines of a large file fit in so much memory, program included.
const MEMORY_AT_MOST: u64 = 32_000_000;

/// A chunk or two, and what the process reads about itself: not the rest of the file.
const BEGINNING: u64 = 1_000_000;

/// Makes one call and prints the peak memory of this process, and the bytes that the call read.
#[expect(clippy::print_stdout, reason = "the bench that started this reads it")]
pub(crate) fn run(operation: &str, file: &Path) -> Result<(), Box<dyn Error>> {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name().and_then(|name| name.to_str())) else {
        return Err("the file needs a folder and a plain name".into());
    };
    let workspace = workspace(folder, None, Limits::default())?;
    let before = own_peak()?;
    let reply = match operation {
        "head" => bounded(&workspace, ReadOperation::ReadFileHead, name, Extent::First(LINES))?,
        "tail" => bounded(&workspace, ReadOperation::ReadFileTail, name, Extent::Last(LINES))?,
        "range" => {
            let lines = Extent::Lines(LineRange::new(1, LINES)?);
            bounded(&workspace, ReadOperation::ReadFileRange, name, lines)?
        }
        _ => return Err(format!("{operation} is no operation").into()),
    };
    let after = own_peak()?;
    if reply.line_count() != LINES {
        return Err(format!("{operation} sent {} lines", reply.line_count()).into());
    }
    println!("{} {}", after.memory, after.read - before.read);
    Ok(())
}

/// The first and the last lines of the largest file.
pub(crate) fn rows(corpus: &Corpus) -> Result<Vec<MemoryRow>, Box<dyn Error>> {
    let size = SIZES[SIZES.len() - 1];
    let operations = [("head", "first 80 lines"), ("range", "lines 1-80"), ("tail", "last 80 lines")];
    let mut rows = Vec::new();
    for (operation, what) in operations {
        rows.push(MemoryRow {
            what,
            size: size.bytes as u64,
            peak: peak_of_child(&[FLAG, operation], &corpus.path(size))?,
            memory_at_most: MEMORY_AT_MOST,
            read_at_most: BEGINNING,
        });
    }
    Ok(rows)
}
