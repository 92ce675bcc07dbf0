//! Answers whose time says nothing.
//!
//! A call about a file that needs approval looks at the file, because the user approves one version of it. That takes longer
//! than to find that there is none. So the refusal is sent on a beat: both leave at the same time.

use std::time::Duration;

use reread_codes::Code;

/// Longer than the look at a file takes that can be written, on a machine that is not busy.
const BEAT: Duration = Duration::from_millis(100);

/// How long an error waits before it is sent, after so much time was spent on the call; `None` if it is sent at once.
/// It is not a wait of no length: a timer rounds that up to a millisecond.
pub fn wait_to_hide(code: Code, spent: Duration) -> Option<Duration> {
    if code != Code::ApprovalRequired {
        return None;
    }
    let into = spent.as_nanos() % BEAT.as_nanos();
    Some(BEAT - Duration::from_nanos(u64::try_from(into).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_approval_waits_for_the_next_beat() {
        let wait =
            |code, spent| wait_to_hide(code, Duration::from_millis(spent)).map(|wait| wait.as_millis());
        assert_eq!(wait(Code::Denied, 1), None);
        assert_eq!(wait(Code::ApprovalRequired, 0), Some(100));
        assert_eq!(wait(Code::ApprovalRequired, 99), Some(1));
        assert_eq!(wait(Code::ApprovalRequired, 101), Some(99));
    }
}
