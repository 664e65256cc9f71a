//! Tests of the rate limit, the pauses and the circuit breakers.

use std::sync::LazyLock;

use super::*;

const RATE: HostRate = HostRate {
    per_minute: 600,
    burst: 3,
};
const SECOND: Duration = Duration::from_secs(1);

static BALANCES: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("evm"));
static HISTORY: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("evm-history"));

fn to(host: &str) -> HostSource<'_> {
    (host, &BALANCES)
}

fn failure() -> RemoteError {
    RemoteError::Unavailable {
        who: String::new(),
        why: String::new(),
        retry_after: None,
    }
}

#[tokio::test]
async fn a_burst_passes_and_the_rest_is_spread() {
    let (limiters, now) = (HostLimiters::new(5, SECOND), Instant::now());
    let waits: Vec<u128> = (0..6)
        .map(|_| limiters.admit(to("a"), RATE, SECOND, now).unwrap().as_millis())
        .collect();
    assert_eq!(waits, [0, 0, 0, 100, 200, 300]);
    assert_eq!(limiters.admit(to("b"), RATE, SECOND, now), Ok(Duration::ZERO));
    let impatient = limiters.admit(to("a"), RATE, Duration::from_millis(50), now);
    assert_eq!(impatient, Err(RejectedRequest::Throttled(Duration::from_millis(400))));
}

#[tokio::test]
async fn turns_are_booked_all_together_or_not_at_all() {
    let (limiters, now) = (HostLimiters::new(5, SECOND), Instant::now());
    let book = |requests, at| limiters.book(to("a"), requests, (RATE, Duration::ZERO), at);
    let step = Duration::from_millis(100);
    assert_eq!(book(2, now), Ok(Duration::ZERO));
    assert_eq!(
        book(2, now),
        Err(RejectedRequest::Throttled(step)),
        "one reservation is left and stays"
    );
    assert_eq!(book(1, now), Ok(Duration::ZERO));
    assert_eq!(book(3, now + step), Err(RejectedRequest::Throttled(step * 2)));
    assert_eq!(book(3, now + step * 3), Ok(Duration::ZERO));
    assert_eq!(limiters.admit_booked(to("a"), now + step * 3), Ok(Duration::ZERO));
    let pause = RemoteError::RateLimited {
        who: String::new(),
        retry_after: Some(SECOND),
    };
    limiters.record(to("a"), Some(&pause), now);
    assert_eq!(book(1, now), Err(RejectedRequest::Busy(SECOND)));
    assert_eq!(limiters.admit_booked(to("a"), now), Err(RejectedRequest::Busy(SECOND)));
}

#[tokio::test]
async fn the_breaker_opens_admits_one_request_and_closes() {
    let (limiters, now) = (HostLimiters::new(2, SECOND), Instant::now());
    let enter = |at| limiters.admit(to("a"), RATE, SECOND, at);
    limiters.record(to("a"), Some(&failure()), now);
    assert!(enter(now).is_ok());
    limiters.record(to("a"), Some(&failure()), now);
    assert_eq!(enter(now), Err(RejectedRequest::Resting(SECOND)));
    assert_eq!(limiters.health(now)[0].breaker, BreakerState::Open);
    let later = now + SECOND;
    assert_eq!(limiters.health(later)[0].breaker, BreakerState::HalfOpen);
    assert!(enter(later).is_ok());
    assert_eq!(
        enter(later),
        Err(RejectedRequest::Resting(SECOND)),
        "one request is admitted, the others wait"
    );
    limiters.record(to("a"), None, later);
    assert!(enter(later).is_ok());
    assert_eq!(
        limiters.health(later)[0],
        HostHealth {
            host: "a".to_owned(),
            breaker: BreakerState::Closed,
            failures: 0,
            resting: None
        }
    );
}

#[tokio::test]
async fn a_source_that_fails_does_not_stop_another_one_at_the_same_host() {
    let (limiters, now) = (HostLimiters::new(2, SECOND), Instant::now());
    let enter = |source: &SourceId| limiters.admit(("a", source), RATE, SECOND, now);
    for _ in 0..3 {
        limiters.record(("a", &HISTORY), Some(&failure()), now);
    }
    assert_eq!(enter(&HISTORY), Err(RejectedRequest::Resting(SECOND)));
    assert!(enter(&BALANCES).is_ok());
    limiters.record(to("a"), None, now);
    assert_eq!(
        enter(&HISTORY),
        Err(RejectedRequest::Resting(SECOND)),
        "its own requests failed"
    );
    let busy = RemoteError::RateLimited {
        who: String::new(),
        retry_after: Some(SECOND * 7),
    };
    limiters.record(("a", &HISTORY), Some(&busy), now);
    assert_eq!(
        enter(&BALANCES),
        Err(RejectedRequest::Busy(SECOND * 7)),
        "a pause is the host's"
    );
}

#[tokio::test]
async fn a_requested_pause_is_kept() {
    let (limiters, now) = (HostLimiters::new(2, SECOND), Instant::now());
    let pause = RemoteError::RateLimited {
        who: String::new(),
        retry_after: Some(SECOND * 7),
    };
    limiters.record(to("a"), Some(&pause), now);
    assert_eq!(
        limiters.admit(to("a"), RATE, SECOND, now),
        Err(RejectedRequest::Busy(SECOND * 7))
    );
    assert!(limiters.admit(to("a"), RATE, SECOND, now + SECOND * 7).is_ok());
}

#[tokio::test]
async fn a_pause_without_duration_doubles_until_a_success() {
    let (limiters, mut now) = (HostLimiters::new(2, SECOND), Instant::now());
    let pause = RemoteError::RateLimited {
        who: String::new(),
        retry_after: None,
    };
    for (seconds, answers) in [(1, false), (2, false), (4, true), (1, false), (2, false), (4, false)]
        .into_iter()
        .chain([(8, false), (16, false), (32, false), (64, false), (64, true), (1, true)])
    {
        // Two requests were running concurrently.
        limiters.record(to("a"), Some(&pause), now);
        limiters.record(to("a"), Some(&pause), now);
        let pause = SECOND * seconds;
        assert_eq!(
            limiters.admit(to("a"), RATE, SECOND, now),
            Err(RejectedRequest::Busy(pause)),
            "{seconds}"
        );
        now += pause;
        assert!(limiters.admit(to("a"), RATE, SECOND, now).is_ok(), "{seconds}");
        if answers {
            limiters.record(to("a"), None, now);
        }
    }
}
