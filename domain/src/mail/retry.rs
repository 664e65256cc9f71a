//! When a mail that was not sent is tried again.

use std::time::Duration;

use ports::{Timestamp, mail::QueuedMail};

/// The pauses of a mail with a code: somebody waits for it, and greylisting accepts a mail after seconds or minutes. The
/// last pause repeats.
const CODE_PAUSES: [Duration; 3] = [Duration::from_secs(5), Duration::from_secs(30), Duration::from_mins(2)];
/// The pauses of any other mail. The last one repeats.
const PAUSES: [Duration; 7] = [
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(15),
    Duration::from_hours(1),
    Duration::from_hours(4),
    Duration::from_hours(12),
    Duration::from_hours(24),
];

/// Returns when to try again after an attempt that failed at `now`; `None` where the mail will have expired by then.
pub(crate) fn next_attempt(queued: &QueuedMail, now: Timestamp) -> Option<Timestamp> {
    let pauses: &[Duration] = if queued.mail.purpose.has_code() {
        &CODE_PAUSES
    } else {
        &PAUSES
    };
    let failed_before = usize::try_from(queued.attempts).unwrap_or(usize::MAX);
    let pause = pauses.get(failed_before).or(pauses.last())?;
    let next = now.plus(*pause);
    (next < queued.mail.expires_at).then_some(next)
}

#[cfg(test)]
mod tests {
    use ports::{Mail, MailId, mail::MailPurpose};

    use super::*;

    fn attempts(purpose: MailPurpose, expires_after: Duration) -> Vec<u64> {
        let start = Timestamp::from_seconds(0);
        let mut queued = QueuedMail {
            mail: Mail {
                id: MailId::nil(),
                purpose,
                cause: String::new(),
                to: "ann@example.com".parse().unwrap(),
                subject: String::new(),
                text: String::new(),
                html: String::new(),
                created_at: start,
                expires_at: start.plus(expires_after),
            },
            attempts: 0,
            next_attempt_at: start,
        };
        let mut times = vec![];
        let mut now = start;
        while let Some(next) = next_attempt(&queued, now) {
            times.push(next.since(now).as_secs());
            now = next;
            queued.attempts += 1;
        }
        times
    }

    #[test]
    fn a_code_is_tried_within_seconds_until_it_expires() {
        let pauses = attempts(MailPurpose::SignInCode, Duration::from_mins(10));
        assert_eq!(pauses, [5, 30, 120, 120, 120, 120]);
    }

    #[test]
    fn a_notice_is_tried_ever_more_rarely_until_it_expires() {
        let pauses = attempts(MailPurpose::Deletion, Duration::from_hours(48));
        assert_eq!(pauses, [60, 300, 900, 3600, 14_400, 43_200, 86_400]);
    }
}
