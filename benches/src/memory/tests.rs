use super::{MemoryRow, Peak, counted};

fn check(name: &str, expected: Option<u64>) {
    let text = "VmPeak:\t  900 kB\nVmHWM:\t  2784 kB\nrchar: 41\nrchars: 7\nempty:\n";
    assert_eq!(counted(text, name).ok(), expected, "{name}");
}

#[test]
fn a_count_is_found_by_its_whole_name() {
    check("VmHWM", Some(2784));
    check("rchar", Some(41));
    check("Vm", None);
    check("empty", None);
    check("absent", None);
}

fn check_verdict(memory: u64, read: u64, expected: &str) {
    let peak = Peak { memory, read };
    let row = MemoryRow { what: "head", size: 1000, peak, memory_at_most: 100, read_at_most: 10 };
    assert_eq!(row.verdict().word(), expected, "{peak:?}");
}

#[test]
fn both_memory_and_input_are_judged() {
    check_verdict(100, 10, "ok");
    check_verdict(101, 10, "over");
    check_verdict(100, 11, "over");
}
