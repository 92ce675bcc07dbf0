//! Names as text: one on each line, spelled so that no name can pass for two or for a line of ours.

use std::fmt::Write as _;

use reread_files::{FileKind, Language, ListReply, Listed};

use super::passed_over::{clauses, counted_noun};

pub(crate) fn list(reply: &ListReply) -> String {
    let count = reply.entries.len() as u64;
    let mut words = vec![counted_noun(count, "file", "files")];
    words.extend(clauses(&reply.passed_over));
    words.extend(reply.next.as_ref().map(|next| format!("more follow after {next}")));
    let mut text = words.join(", ") + "\n";
    for entry in &reply.entries {
        let _ = writeln!(text, "{}", line(entry));
    }
    text
}

/// `src/main.rs 1200`: the name and the size in bytes; what is no file says so. From the registry, language, tags and
/// version follow: `rust code 3fa9c1d27b04`.
fn line(entry: &Listed) -> String {
    let mut text = entry.name.clone();
    if entry.kind != FileKind::File {
        let _ = write!(text, " {}", entry.kind.word());
    }
    if let Some((name, kind)) = &entry.leads_to {
        let _ = write!(text, " -> {name}");
        if *kind != FileKind::File {
            let _ = write!(text, " {}", kind.word());
        }
    }
    match entry.facts {
        Some(facts) => {
            let _ = write!(text, " {}", facts.size);
        }
        None if entry.kind == FileKind::File => text.push_str(" ?"),
        None => {}
    }
    if let Some(file) = &entry.registered {
        let tags: Vec<&str> = file.tags.iter().map(|tag| tag.word()).collect();
        let _ = write!(
            text,
            " {} {} {}",
            file.language.map_or("-", Language::word),
            if tags.is_empty() { "-".to_owned() } else { tags.join(",") },
            file.version().as_deref().unwrap_or("-"),
        );
        if file.is_sensitive {
            text.push_str(" sensitive");
        }
    }
    text
}
