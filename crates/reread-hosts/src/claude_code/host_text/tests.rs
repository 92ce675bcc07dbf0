use serde_json::json;

use super::*;

#[test]
fn a_read_of_the_host_is_told_by_its_words() {
    let called = "<system-reminder>\nCalled the Read tool with the following input: {\"file_path\":\"/p/a\"}\n</system-reminder>\n";
    assert_eq!(HostText(called).says(), HostSays::Called(json!({ "file_path": "/p/a" })));
    let result = "<system-reminder>\nResult of calling the Read tool:\n1\tone\n2\t\n</system-reminder>";
    assert_eq!(HostText(result).says(), HostSays::Shows("1\tone\n2\t"));
    assert!(HostText(called).reads_a_file() && HostText(result).reads_a_file());
    let two = format!("{result}\n{result}");
    assert_eq!(HostText(&two).says(), HostSays::Other, "two in one text");
    assert_eq!(HostText("Result of calling the Read tool: 1\tone").says(), HostSays::Other);
}

#[test]
fn a_notice_about_a_cut_result_shows_nothing() {
    let cut = "[Truncated: PARTIAL view — /p/a: showing lines 1-3 of 9]";
    assert!(!HostText(cut).speaks_of("/p/a"));
    assert!(HostText(&format!("{cut}\n/p/a was modified")).speaks_of("/p/a"));
}
