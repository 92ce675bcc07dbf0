//! Versions of a file, and what two of them differ in, as text.

use reread_files::{HistoryReply, VersionDiffReply};
use reread_store::{Version, VersionOrigin};
use reread_text::visible_line;

use super::framed;
use super::passed_over::counted_noun;

/// `a.txt, 3 versions`, and a line for each: number, change, author, time, digest.
pub(crate) fn history(reply: &HistoryReply) -> String {
    let name = visible_line(&reply.name.requested);
    let mut text = match reply.versions.len() {
        0 => format!("{name}: no version was written through reread"),
        count => format!("{name}, {}", counted_noun(count as u64, "version", "versions")),
    };
    if reply.has_more {
        text.push_str(", and older ones");
    }
    let newest = reply.versions.first().map(|version| version.content.map(|content| content.digest));
    if newest.is_some_and(|newest| newest != reply.current) {
        text.push_str("; the file was changed externally since");
    }
    text.push('\n');
    reply.versions.iter().for_each(|version| text.push_str(&line(version)));
    text
}

fn line(version: &Version) -> String {
    let content = match version.content {
        Some(content) => {
            let kept = if content.is_kept { "" } else { ", bytes not kept" };
            format!("{} {} bytes{kept}", &content.digest.to_string()[..16], content.size)
        }
        None => "no file".to_owned(),
    };
    let other = match &version.change {
        VersionOrigin::Rename { other } => format!(" {}", reread_path::spell(other)),
        _ => String::new(),
    };
    let author = visible_line(&version.author);
    let open = if version.is_open { ", not ended yet" } else { "" };
    format!(
        "{} {}{other} by {author} at {}: {content}{open}\n",
        version.id,
        version.change.word(),
        version.time.utc()
    )
}

/// A header, the diff, and a closing line.
pub(crate) fn version_diff(reply: &VersionDiffReply) -> String {
    let name = visible_line(&reply.name.requested);
    let (old, new) = &reply.sides;
    if reply.diff.text.is_empty() {
        return format!("{name}: {old} and {new} are equal\n");
    }
    let header =
        format!("{name} {old}..{new}, +{} -{} ~{}", reply.diff.added, reply.diff.removed, reply.frame);
    framed(&header, &String::from_utf8_lossy(&reply.diff.text), &format!("[end {}]", reply.frame))
}
