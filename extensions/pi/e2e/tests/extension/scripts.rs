//! Reads that a script of the model makes: the script is owed the text, and the model has not seen it.

use reread_pi_e2e::{PiVersion, PiWorld, Script, ScriptedCall};

use crate::extension::poems::{SONG, poem, poem_with};
use crate::extension::reread::Reread;
use crate::extension::words::{assert_diff, unchanged};

/// A script that tells how long a file is, but nothing of its text.
fn measure(path: &str) -> ScriptedCall {
    ScriptedCall::codemode(&format!(
        "const found = await tools.read({{ path: {path:?} }}); text(`length ${{found.length}}`);"
    ))
}

#[test]
fn pi_1_5_0_scripts_get_the_text_and_leave_no_trace() {
    let world = PiWorld::new();
    let mut pi = Reread::with(&world, PiVersion::V1_5_0, reread_pi_e2e::PiLaunch::codemode);
    world.write("song.txt", SONG);
    world.write("poem.txt", poem(40));
    let length =
        |told: String| told.split("length ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    assert_eq!(length(pi.call(measure("song.txt"))), SONG.len().to_string());
    assert_eq!(pi.read("song.txt"), SONG, "the model has seen nothing of it");
    assert_eq!(length(pi.call(measure("song.txt"))), SONG.len().to_string(), "a script gets no marker");
    assert_eq!(pi.read("song.txt"), unchanged(5));

    assert_eq!(pi.read("poem.txt"), poem(40));
    world.write("poem.txt", poem_with(40, 7));
    assert_eq!(length(pi.call(measure("poem.txt"))), poem_with(40, 7).len().to_string(), "nor a diff");
    assert_diff(&pi.read("poem.txt"), 1, 41);

    let told = pi.call(ScriptedCall::codemode("text(await tools.read({ path: \"none.txt\" }));"));
    assert!(told.contains("ENOENT"), "{told}");
    let twice = r#"const a = await tools.read({ path: "song.txt" }); const b = await tools.read({ path: "song.txt" }); text(`same ${a === b}`);"#;
    let run =
        pi.play(&Script::new().together([ScriptedCall::codemode(twice), ScriptedCall::read("song.txt")]));
    assert!(run.results[0].text.contains("same true"), "{run:?}");
    assert_eq!(run.results[1].text, unchanged(5));
    let nested = run.results[0].nested["calls"].as_array().unwrap();
    assert!(nested.iter().all(|call| !call.to_string().contains("readcache")), "{nested:?}");
    pi.close();
}
