//! Results that were removed from the context or replaced in it are no longer there to be referred to.

use reread_pi_e2e::{BranchEdit, PiVersion, PiWorld, Script, ScriptedCall};

use crate::extension::poems::{SONG, poem, poem_with, slice};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged, unchanged_lines};

both! { edited_results_are_not_known }

fn edited_results_are_not_known(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let mut pi = Reread::launch(&world, version);
    pi.witness.is_meddled_with = true;
    for edit in
        [BranchEdit::Remove, BranchEdit::Replace("[pruned]".to_owned()), BranchEdit::Replace(SONG.to_owned())]
    {
        assert_eq!(pi.read("poem.txt"), poem(40));
        let run = pi.play(&Script::new().call(ScriptedCall::read("song.txt")));
        assert_eq!(run.results[0].text, SONG);
        let before = pi.leaf();
        pi.edit_context(&run.results[0].entry, &edit);
        assert_eq!(pi.read("song.txt"), SONG, "{edit:?}");
        assert_eq!(pi.read("song.txt"), unchanged(5), "it was shown since");
        assert_eq!(pi.read("poem.txt"), unchanged(41), "another file is not concerned");
        pi.navigate(&before);
        assert_eq!(pi.read("song.txt"), unchanged(5), "an edit belongs to its branch");
        pi.new_session();
    }

    // A diff cannot stand without its base, nor lines without the text.
    let run = pi.play(&Script::new().call(ScriptedCall::read("poem.txt")));
    world.write("poem.txt", poem_with(40, 7));
    assert_diff(&pi.read("poem.txt"), 1, 41);
    pi.edit_context(&run.results[0].entry, &BranchEdit::Remove);
    assert_eq!(pi.lines("poem.txt", 20, 2), slice(&poem_with(40, 7), 20, 21));
    assert_eq!(pi.read("poem.txt"), poem_with(40, 7));
    assert_eq!(pi.lines("poem.txt", 20, 2), unchanged_lines(20, 21, 41));

    // In the middle of a run, before the model is asked again.
    pi.new_session();
    pi.edit_next_result(0, &BranchEdit::Remove);
    let run = pi.play(
        &Script::new()
            .call(ScriptedCall::read("song.txt"))
            .call(ScriptedCall::read("song.txt"))
            .call(ScriptedCall::read("song.txt")),
    );
    let told: Vec<&str> = run.results.iter().map(|result| result.text.as_str()).collect();
    assert_eq!(told, [SONG, SONG, &unchanged(5)]);
    pi.close();
}
