//! The throw-away project of the tour.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

/// The file that the tour reads.
pub(super) const SOURCE: &str = "src/cart.py";

/// The file that is too large for a context.
pub(super) const HUGE_LOG: &str = "server.log";

/// How many lines the huge file has; about 200 MB.
const HUGE_LINES: u32 = 3_000_000;

const TEXT: &str = include_str!("cart.py");

/// An edit of the first version, of lines that have no external change.
pub(super) const COUNT_EDIT: &str = include_str!("count.txt");

/// An edit of the first version, of a line that has an external change.
pub(super) const ADD_EDIT: &str = include_str!("add.txt");

/// The resolution of the conflict.
#[expect(clippy::disallowed_methods, reason = "the tour reads its own throw-away file")]
pub(super) fn decided(project: &Path) -> io::Result<String> {
    let now = std::fs::read_to_string(project.join(SOURCE))?;
    let both =
        now.replace("def add(self, item: Item) -> \"Cart\":", "def add(self, *items: Item) -> \"Cart\":");
    Ok(both.replace("self.items.append(item)", "self.items.extend(items)"))
}

/// Writes the project.
#[expect(clippy::disallowed_methods, reason = "the tour makes its own throw-away files")]
pub(super) fn write(project: &Path) -> io::Result<()> {
    std::fs::create_dir(project.join("src"))?;
    std::fs::write(project.join(SOURCE), TEXT)
}

/// An external change of two lines.
#[expect(clippy::disallowed_methods, reason = "the tour makes its own throw-away files")]
pub(super) fn edit(project: &Path) -> io::Result<()> {
    let edited = TEXT
        .replace("    def add(self, item: Item) -> None:\n", "    def add(self, item: Item) -> \"Cart\":\n")
        .replace(
            "        self.items.append(item)\n",
            "        self.items.append(item)\n        return self\n",
        );
    std::fs::write(project.join(SOURCE), edited)
}

/// Writes a log of about 200 MB; its size in bytes.
#[expect(clippy::disallowed_methods, reason = "the tour makes its own throw-away files")]
pub(super) fn write_huge_log(project: &Path) -> io::Result<u64> {
    let mut log = BufWriter::with_capacity(1 << 20, File::create(project.join(HUGE_LOG))?);
    for line in 0..HUGE_LINES {
        writeln!(log, "2026-01-01T00:00:00Z INFO request {line:>8} GET /cart answered 200")?;
    }
    log.into_inner()?.metadata().map(|metadata| metadata.len())
}
