//! Commands of the program, run for the user.

use reread_pi_e2e::{DialogAnswer, Notification, PiVersion, PiWorld};

use crate::extension::poems::{SONG, poem};
use crate::extension::reread::Reread;

both! { files_open_patch_stats }

const YES: DialogAnswer = DialogAnswer::Confirmed(true);
const NO: DialogAnswer = DialogAnswer::Confirmed(false);

fn files_open_patch_stats(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("deep/poem.txt", poem(40));
    world.write("hostile.txt", "a\u{1b}[2J\u{202e}\tb\r\n");
    let mut pi = Reread::launch(&world, version);
    pi.may_warn = true;
    files_and_texts(&mut pi);
    patches(&world, &mut pi);
    counted(&mut pi);
    pi.close();
}

fn info(notes: &[Notification]) -> &str {
    let [note] = notes else { panic!("one answer to one command: {notes:?}") };
    assert_eq!(note.kind, "info", "{}", note.message);
    &note.message
}

fn error(notes: &[Notification]) -> &str {
    let [note] = notes else { panic!("one answer to one command: {notes:?}") };
    assert_eq!(note.kind, "error", "{}", note.message);
    &note.message
}

fn files_and_texts(pi: &mut Reread<'_>) {
    let entries = pi.session().entries.len();
    let all = pi.command("/files");
    assert!(info(&all).contains("deep/poem.txt 1") && info(&all).contains("song.txt "), "{all:?}");
    let some = pi.command("/files deep/*");
    let (count, rest) = info(&some).split_once('\n').unwrap();
    assert!(count.starts_with("1 file ~") && rest.starts_with("deep/poem.txt "), "{some:?}");
    assert_eq!(info(&pi.command("/files *.none")), "0 files");
    let text = pi.command("/open deep/poem.txt:30");
    let header = info(&text).lines().next().unwrap_or_default();
    assert!(header.starts_with("deep/poem.txt #") && header.ends_with("@10-40/40"), "{text:?}");
    let hostile = pi.command("/open hostile.txt");
    assert!(info(&hostile).contains("\na\\u{1b}[2J\\u{202e}\tb\n"), "{hostile:?}");
    assert_eq!(error(&pi.command("/open")), "usage: /open <path>[:line]");
    let missing = pi.command("/open --help");
    assert!(error(&missing).starts_with("error: --help does not exist"), "{missing:?}");
    assert_eq!(pi.session().entries.len(), entries, "the model hears nothing of it");
}

fn block(old: &str, new: &str) -> String {
    format!("song.txt\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE")
}

fn patches(world: &PiWorld, pi: &mut Reread<'_>) {
    let first = SONG.lines().next().expect("a song has lines");
    let changed = SONG.replacen(first, "sung", 1);
    let patch = block(first, "sung");

    let shown = pi.command_answering("/patch", &[DialogAnswer::Text(patch.clone()), NO]);
    assert!(
        info(&shown).starts_with("would be applied song.txt, ") && info(&shown).contains("\n+sung\n"),
        "{shown:?}"
    );
    assert_eq!(world.read("song.txt"), SONG, "there was no approval");

    let shown = pi.command_answering(&format!("/patch {patch}"), &[YES]);
    let [_, applied] = &shown[..] else { panic!("shown and done: {shown:?}") };
    assert!(applied.message.starts_with("applied song.txt v2, "), "{shown:?}");
    assert_eq!(world.read("song.txt"), changed);

    world.write("back.diff", block("sung", first));
    let shown = pi.command_answering("/patch back.diff", &[YES]);
    assert!(shown[1].message.starts_with("applied song.txt v3, "), "{shown:?}");
    assert_eq!(world.read("song.txt"), SONG);

    let wrong = pi.command("/patch back.diff");
    assert!(
        error(&wrong).starts_with("error: song.txt: "),
        "what fits nowhere is not asked about: {wrong:?}"
    );
    let none = pi.command("/patch no-such-file.diff");
    assert!(error(&none).starts_with("error: "), "{none:?}");
    assert_eq!(
        error(&pi.command_answering("/patch", &[DialogAnswer::Text(String::new())])),
        "usage: /patch <file or text>"
    );
}

fn counted(pi: &mut Reread<'_>) {
    pi.read("song.txt");
    pi.read("song.txt");
    let stats = pi.command("/stats");
    let said = info(&stats);
    assert!(said.contains("reads: 1 full, 1 unchanged, "), "{said}");
    assert!(said.contains("\n\n reads     saved writes conflicts  file\n"), "{said}");
    assert!(said.contains(" 2 writes, 0 conflicts"), "{said}");
}
