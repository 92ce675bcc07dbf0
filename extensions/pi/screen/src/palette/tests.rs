use super::*;

#[track_caller]
fn check(style: CellStyle, expected: &str) {
    let (text, ground) = Rgb::pair(style);
    assert_eq!(format!("{text} on {ground}"), expected);
}

fn colored(foreground: CellColor) -> CellStyle {
    CellStyle { foreground, ..CellStyle::default() }
}

#[test]
fn colours_are_looked_up() {
    check(CellStyle::default(), "#d6d8de on #1b1d23");
    check(colored(CellColor::Rgb(1, 2, 255)), "#0102ff on #1b1d23");
    check(colored(CellColor::Indexed(1)), "#e06c75 on #1b1d23");
    check(colored(CellColor::Indexed(16)), "#000000 on #1b1d23");
    check(colored(CellColor::Indexed(110)), "#87afd7 on #1b1d23");
    check(colored(CellColor::Indexed(231)), "#ffffff on #1b1d23");
    check(colored(CellColor::Indexed(232)), "#080808 on #1b1d23");
    check(colored(CellColor::Indexed(255)), "#eeeeee on #1b1d23");
}

#[test]
fn inverse_changes_places_and_dim_goes_halfway() {
    let style = CellStyle { background: CellColor::Rgb(0, 0, 0), ..colored(CellColor::Rgb(100, 50, 0)) };
    check(CellStyle { inverse: true, ..style }, "#000000 on #643200");
    check(CellStyle { dim: true, ..style }, "#321900 on #000000");
    check(CellStyle { dim: true, inverse: true, ..style }, "#321900 on #643200");
}
