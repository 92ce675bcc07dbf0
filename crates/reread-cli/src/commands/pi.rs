//! `reread pi`: the companion of the extension for pi, on standard input and output.

use std::io::{self, BufReader, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use reread_context::Fallback;
use reread_files::PiSettings;
use reread_hosts::pi::{
    Companion, CompanionPolicy, CompanionStore, ContentCheck, LONGEST_FILE, PROTOCOL, ReceivedMessage,
};
use reread_store::{Lookup, SnapshotCache};
use reread_text::Digest;
use serde_json::{Value, json};

use crate::arguments::Global;
use crate::clock::wall_clock;
use crate::exit::{Exit, Failure};
use crate::output::json_results;
use crate::setup::{expanded, settings};

/// Answer the reads of pi. The extension pi-reread starts this by itself
///
/// Speaks lines of JSON on standard input and output until its input ends. Opens nothing but its store of
/// snapshots: the bytes of files come from pi.
#[derive(Debug, Args)]
pub(crate) struct PiCommand {
    /// Where snapshots are kept; `[pi] store` in the configuration, or else .pi/readcache
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

pub(crate) fn run(global: &Global, args: &PiCommand) -> Result<Exit, Failure> {
    if io::stdin().is_terminal() {
        let message = "`reread pi` speaks with the extension for pi, not with people";
        return Err(Failure::new(Exit::Usage, message, "pi install ./extensions/pi, and read a file in pi"));
    }
    let mut out = json_results();
    let configured = settings(global).and_then(|settings| {
        let store = store_path(args, &settings.pi)?;
        Ok((settings, store))
    });
    let (settings, store) = match configured {
        Ok(configured) => configured,
        Err(failure) => {
            // Rules that cannot be read are not "no rules": pi reads by itself, and the user hears why.
            say(&mut out, &hello(&json!({ "error": failure.message })))?;
            return Err(failure);
        }
    };
    if !settings.pi.is_on {
        say(&mut out, &hello(&json!({ "off": true })))?;
        return Ok(Exit::Done);
    }
    say(&mut out, &hello(&json!({ "max_bytes": LONGEST_FILE })))?;
    let unused_for = Duration::from_secs(settings.unused_for_hours.saturating_mul(60 * 60));
    match converse(&Snapshots::open(&store, unused_for), settings.pi, &mut out) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            let message = format!("what came in is not a message: {error}");
            Err(Failure::new(Exit::Usage, message, "speak as docs/pi.md says"))
        }
        ended => Ok(ended.map(|()| Exit::Done)?),
    }
}

fn store_path(args: &PiCommand, settings: &PiSettings) -> Result<PathBuf, Failure> {
    match (&args.store, settings.store.as_deref()) {
        (Some(path), _) => Ok(path.clone()),
        (None, Some(text)) => expanded("pi.store", text),
        (None, None) => Ok(Path::new(".pi").join("readcache")),
    }
}

/// Answers until the input ends.
fn converse(snapshots: &Snapshots, settings: PiSettings, out: &mut impl Write) -> io::Result<()> {
    let load = |digest: &Digest| snapshots.load(digest).ok();
    let policy = CompanionPolicy { files: settings.excluded, limits: settings.diff };
    let mut companion = Companion::new(snapshots, ContentCheck::Stated(&load), policy);
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut printed = Ok(());
    while let Some(received) = ReceivedMessage::from(&mut input)? {
        let mut reply = |value: Value| {
            if printed.is_ok() {
                printed = say(out, &value);
            }
        };
        match received.message() {
            Ok(message) => companion.serve(&message, reply),
            Err(error) => {
                if let Some(id) = error.id {
                    reply(json!({ "id": id, "error": error.to_string() }));
                }
            }
        }
        std::mem::replace(&mut printed, Ok(()))?;
    }
    Ok(())
}

/// The first line, by which the extension knows whom it talks to.
fn hello(more: &Value) -> Value {
    let mut hello = json!({ "protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION") });
    for (key, value) in more.as_object().into_iter().flatten() {
        hello[key] = value.clone();
    }
    hello
}

fn say(out: &mut impl Write, value: &Value) -> io::Result<()> {
    let mut line = value.to_string();
    line.push('\n');
    out.write_all(line.as_bytes())?;
    out.flush()
}

/// Snapshots on disk; none if the folder cannot be had, which costs tokens and nothing else.
struct Snapshots(Option<SnapshotCache>);

impl Snapshots {
    fn open(path: &Path, unused_for: Duration) -> Self {
        let cache = SnapshotCache::at(path).ok();
        if let Some(cache) = &cache {
            // Nothing is recorded of what pi reads.
            cache.prune(unused_for, wall_clock(), |_| false);
        }
        Self(cache)
    }
}

impl CompanionStore for Snapshots {
    fn load(&self, digest: &Digest) -> Result<Vec<u8>, Fallback> {
        match self.0.as_ref().map(|cache| cache.get(digest)) {
            Some(Lookup::Found(bytes)) => Ok(bytes),
            Some(Lookup::Damaged) => Err(Fallback::BaseDamaged),
            Some(Lookup::Absent) | None => Err(Fallback::BaseLost),
        }
    }

    fn keep(&self, digest: &Digest, bytes: &[u8]) {
        if let Some(cache) = &self.0 {
            // A store that is full or read-only fails no read.
            let _ = cache.put(digest, bytes);
        }
    }

    fn stats(&self) -> (u64, u64) {
        self.0.as_ref().map(SnapshotCache::stats).map_or((0, 0), |stats| (stats.objects, stats.bytes))
    }
}
