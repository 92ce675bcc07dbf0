//! The time that programs write behind a file name. `diff -N` writes the epoch for a file that does not exist.

/// Where the time begins in what follows `--- ` or `+++ `: the last `2024-03-01 12:30:00` behind a blank.
pub(super) fn time_start(rest: &[u8]) -> Option<usize> {
    let is_start = |at: &usize| {
        let behind_blank = matches!(rest[..*at].last(), Some(b' ' | b'\t'));
        behind_blank && Time::parse(&rest[*at..]).is_some()
    };
    (1..rest.len()).rfind(is_start)
}

/// Whether the line names a time, and it is the epoch, in any time zone.
pub(super) fn is_epoch(rest: &[u8]) -> bool {
    let time = time_start(rest).and_then(|start| Time::parse(&rest[start..]));
    time.is_some_and(|time| time.seconds_of_epoch() == Some(0))
}

struct Time<'a> {
    date: &'a [u8],
    hour: i64,
    minute: i64,
    second: i64,
    /// A fraction of a second and a time zone.
    rest: &'a [u8],
}

impl<'a> Time<'a> {
    fn parse(text: &'a [u8]) -> Option<Self> {
        let (time, rest) = text.split_at_checked(PATTERN.len())?;
        let fits = |(byte, pattern): (&u8, &u8)| match pattern {
            b'0' => byte.is_ascii_digit(),
            other => byte == other,
        };
        if !time.iter().zip(PATTERN).all(fits) {
            return None;
        }
        let number = |at: usize| i64::from(time[at] - b'0') * 10 + i64::from(time[at + 1] - b'0');
        Some(Self { date: &time[..10], hour: number(11), minute: number(14), second: number(17), rest })
    }

    /// Seconds since the epoch; `None` for a day on which it is nowhere.
    fn seconds_of_epoch(&self) -> Option<i64> {
        let day = match self.date {
            b"1969-12-31" => -1,
            b"1970-01-01" => 0,
            _ => return None,
        };
        let fraction = self.rest.iter().take_while(|byte| matches!(byte, b'.' | b'0')).count();
        let zone = match self.rest[fraction..].trim_ascii() {
            [] => 0,
            [sign, digits @ ..] => {
                let digits: Vec<i64> =
                    digits.iter().filter(|byte| **byte != b':').map(|byte| i64::from(*byte) - 48).collect();
                let [h1, h2, m1, m2] = digits.try_into().ok()?;
                let minutes = (h1 * 10 + h2) * 60 + m1 * 10 + m2;
                if *sign == b'-' { -minutes } else { minutes }
            }
        };
        Some(day * 86_400 + self.hour * 3_600 + self.minute * 60 + self.second - zone * 60)
    }
}

/// Zeros stand for any digit.
const PATTERN: &[u8] = b"0000-00-00 00:00:00";
