use super::*;

#[test]
fn markers_are_those_that_models_know() {
    let voice = MarkerPrefix("readcache");
    let lines = LineRange::new(3, 9).unwrap();
    assert_eq!(voice.unchanged(ReadScope::Whole, 12), "[readcache: unchanged, 12 lines]");
    assert_eq!(voice.unchanged(ReadScope::Lines(lines), 12), "[readcache: unchanged in lines 3-9 of 12]");
    let elsewhere = "[readcache: unchanged in lines 3-9; changes exist outside this range]";
    assert_eq!(voice.unchanged_here(lines), elsewhere);
    assert_eq!(voice.held(&lines.into()), "[readcache: lines 3-9 unchanged, held]");
    let diff = Diff { added: 2, removed: 3, ..Diff::default() };
    assert_eq!(voice.changed(&diff, 12), "[readcache: 3 lines changed of 12]");
}
