//! Names of files. As text each stands on a line, spelled so that no name can pass for two, between two lines with keyed
//! digits that no name can know.

use std::fmt::Write as _;

use reread_files::{FileKind, Language, ListReply, Listed};
use serde_json::{Value, json};

use super::passed_over::{add_passed_over, clauses, counted_noun};
use super::{Contract, success};

pub(crate) fn text(reply: &ListReply) -> String {
    let count = reply.entries.len() as u64;
    let mut words = vec![counted_noun(count, "file", "files")];
    // Without a name there is nothing to frame.
    let is_framed = count > 0;
    if is_framed {
        let _ = write!(words[0], " ~{}", reply.frame);
    }
    words.extend(clauses(&reply.passed_over));
    words.extend(reply.next.as_ref().map(|next| format!("more follow after {next}")));
    let mut text = words.join(", ") + "\n";
    for entry in &reply.entries {
        let _ = writeln!(text, "{}", line(entry));
    }
    if is_framed {
        let _ = writeln!(text, "[end {}]", reply.frame);
    }
    text
}

/// `src/main.rs 1200`: the name and the size in bytes; what is no file says so, and a sensitive file nothing else. From the
/// registry, language, tags, digest and version follow: `rust code 3fa9c1d27b04e586 v3`.
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
        None if entry.is_sensitive => text.push_str(" sensitive"),
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
            file.short_digest().as_deref().unwrap_or("-"),
        );
        if let Some(version) = file.version {
            let _ = write!(text, " {version}");
        }
        if file.is_sensitive {
            text.push_str(" sensitive");
        }
    }
    text
}

pub(crate) fn contract(reply: &ListReply) -> Contract {
    let truncated = reply.next.is_some();
    let mut meta = json!({ "truncated": truncated, "partial": reply.passed_over.is_partial() });
    add_passed_over(&mut meta, &reply.passed_over);
    success("list_files")
        .fact("count", reply.entries.len())
        .fact("total", reply.total)
        .fact("truncated", truncated)
        .fact("next", json!(reply.next))
        .fact("files", reply.entries.iter().map(listed).collect::<Value>())
        .fact("meta", meta)
}

fn listed(entry: &Listed) -> Value {
    let mut value = json!({
        "path": entry.name,
        "kind": entry.kind.word(),
        "size_bytes": entry.facts.map(|facts| facts.size),
        "modified_unix_ms": entry.facts.map(|facts| facts.modified_unix_ms),
    });
    if entry.is_escaped {
        value["escaped"] = json!(true);
    }
    if entry.is_sensitive {
        value["sensitive"] = json!(true);
    }
    if let Some((name, kind)) = &entry.leads_to {
        value["leads_to"] = json!({ "path": name, "kind": kind.word() });
    }
    if let Some(file) = &entry.registered {
        value["language"] = json!(file.language.map(Language::word));
        value["tags"] = json!(file.tags.iter().map(|tag| tag.word()).collect::<Vec<_>>());
        value["sensitive"] = json!(file.is_sensitive);
        value["digest"] = json!(file.digest.map(|digest| digest.to_string()));
        value["version_id"] = json!(file.version.map(|version| version.to_string()));
    }
    value
}
