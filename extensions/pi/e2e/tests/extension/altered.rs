//! Other extensions: one that rewrites results, one that prunes what the model is sent.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};
use reread_testkit::program_under_test;

use crate::extension::poems::{SONG, poem};
use crate::extension::program::extension;
use crate::extension::reread::Reread;
use crate::extension::words::unchanged;

both! { rewritten_results_are_not_known  pruned_results_are_not_known }

fn rewritten_results_are_not_known(version: PiVersion) {
    let world = PiWorld::new();
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let mut pi = Reread::launch(&world, version);
    pi.witness.is_meddled_with = true;
    assert_eq!(pi.read("poem.txt"), poem(40));
    pi.alter_results("read", "words of another extension");
    assert_eq!(pi.read("song.txt"), "words of another extension");
    assert_eq!(pi.read("song.txt"), "words of another extension");
    pi.leave_results();
    assert_eq!(pi.read("song.txt"), SONG, "the text was made and never arrived");
    assert_eq!(pi.read("song.txt"), unchanged(5));

    pi.alter_results("read", "[readcache: unchanged, 41 lines]\nand more");
    pi.together([ScriptedCall::read("poem.txt"), ScriptedCall::read("poem.txt")]);
    pi.leave_results();
    assert_eq!(pi.read("poem.txt"), poem(40), "a marker that did not arrive takes its file along");
    pi.close();
}

/// Shortens old results in what the model is sent, while it is switched on. The session knows nothing of it.
const PRUNER: &str = r#"
export default function (pi) {
  let kept;
  pi.registerCommand("prune", { description: "", handler: async (args) => { kept = args === "off" ? undefined : Number(args); } });
  pi.on(process.env.PRUNER_EVENT, ({ messages }) => {
    if (kept === undefined) return undefined;
    const results = messages.filter((message) => message.role === "toolResult");
    const old = new Set(results.slice(0, Math.max(0, results.length - kept)));
    const pruned = { content: [{ type: "text", text: "[pruned]" }] };
    return { messages: messages.map((message) => (old.has(message) ? { ...message, ...pruned } : message)) };
  });
}
"#;

fn pruned_results_are_not_known(version: PiVersion) {
    // Who comes after us among the handlers of `context_with_system` cannot be seen; of `context`, everyone can.
    for (event, comes_first) in [("context", true), ("context", false), ("context_with_system", true)] {
        let world = PiWorld::new();
        world.write("song.txt", SONG);
        world.write("poem.txt", poem(40));
        world.write("pruner.ts", PRUNER);
        let pruner = world.project().join("pruner.ts");
        let order = if comes_first { [pruner, extension()] } else { [extension(), pruner] };
        let launch = world.launch(version).env("REREAD_BIN", program_under_test()).env("PRUNER_EVENT", event);
        let launch = order.iter().fold(launch, reread_pi_e2e::PiLaunch::extension);
        let mut pi = Reread::watch(&world, launch.rpc());
        pi.witness.is_meddled_with = true;
        assert_eq!(pi.read("song.txt"), SONG);
        assert_eq!(pi.read("poem.txt"), poem(40));
        assert_eq!(pi.read("song.txt"), unchanged(5));
        pi.command("/prune 1");
        assert_eq!(pi.read("song.txt"), SONG, "{event}: the text is no longer sent");
        for _ in 0..3 {
            let told = pi.read("song.txt");
            assert!(
                told == SONG || told == unchanged(5),
                "{event}: the latest result is sent, and no other: {told}"
            );
        }
        assert_eq!(pi.read("poem.txt"), poem(40), "{event}");
        pi.command("/prune 0");
        for _ in 0..3 {
            let run = pi.play(
                &Script::new().call(ScriptedCall::read("poem.txt")).call(ScriptedCall::read("poem.txt")),
            );
            assert!(
                run.results.iter().all(|result| result.text == poem(40)),
                "{event}: nothing is sent: {run:?}"
            );
        }
        pi.command("/prune off");
        pi.read("song.txt");
        assert_eq!(pi.read("song.txt"), unchanged(5), "{event}: after that, all is as usual");
        pi.close();
    }
}
