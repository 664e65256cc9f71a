//! From a remote error to what a person reads and when it is tried again.

use std::time::Duration;

use ports::{Ports, RemoteError, SourceId, StorageError, Timestamp, failure::Failure};

/// First pause after a failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// Longest pause, also when a source asks for more: what it says is not always sane.
const LONGEST_PAUSE: Duration = Duration::from_mins(15);
/// Within this time after a rest they come who waited for it.
const SPREAD: Duration = Duration::from_mins(1);

/// The failure to show and keep. `attempts` counts this one.
pub fn of(ports: &Ports, error: &RemoteError, attempts: u32, now: Timestamp) -> Failure {
    let retry_at = error.is_retryable().then(|| now.plus(pause(ports, error, attempts)));
    Failure {
        code: error.into(),
        text: sentence(error),
        at: now,
        retry_at,
    }
}

fn sentence(error: &RemoteError) -> String {
    let mut text = error.to_string();
    if let Some(first) = text.get(..1) {
        text.replace_range(..1, &first.to_uppercase());
    }
    text.push('.');
    text
}

/// Doubling pauses with a quarter of jitter, so that many accounts do not come back at once.
fn pause(ports: &Ports, error: &RemoteError, attempts: u32) -> Duration {
    let doubled = FIRST_PAUSE.saturating_mul(1 << attempts.saturating_sub(1).min(8));
    let wanted = error
        .retry_after()
        .map_or(doubled, |requested| requested.max(doubled))
        .min(LONGEST_PAUSE);
    let jitter = u32::from(ports.entropy.bytes()[0]);
    wanted + wanted * jitter / 1024
}

/// A moment soon after a rest: not all that wait for it come at once.
pub fn spread(ports: &Ports, until: Timestamp) -> Timestamp {
    until.plus(SPREAD * u32::from(ports.entropy.bytes()[0]) / 256)
}

/// Whether a source is not well, so that nothing else is asked of it for a while. One that refuses a question, or answers it
/// oddly, may answer the next one: about another chain, another address or the present.
pub fn calls_for_backoff(error: &RemoteError) -> bool {
    matches!(
        error,
        RemoteError::Unavailable { .. } | RemoteError::RateLimited { .. } | RemoteError::Throttled { .. }
    )
}

/// Keeps how a source answered a question that was no job of its own.
pub async fn note(ports: &Ports, source: &SourceId, error: Option<&RemoteError>) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let failure = match error {
        None => None,
        Some(error) => {
            let mut failure = of(ports, error, 1, now);
            if !calls_for_backoff(error) {
                failure.retry_at = None;
            }
            Some(after(failure, before(ports, source).await?.as_ref()))
        }
    };
    let mut work = ports.storage.begin().await?;
    match &failure {
        None => work.sources().answered(source, now).await?,
        Some(failure) => work.sources().failed(source, failure).await?,
    }
    work.commit().await
}

/// How a reading failed, for the account and its job, and then for `source`, which it was read from. While the source fails
/// for everyone, its jobs wait as long as it does, so that a source that is down costs a few requests and not a retry series
/// for each account.
pub async fn with_source(
    ports: &Ports,
    source: &SourceId,
    error: &RemoteError,
    attempts: u32,
) -> Result<(Failure, Failure), StorageError> {
    let own = of(ports, error, attempts, ports.clock.now());
    if !calls_for_backoff(error) {
        let answered_badly = Failure {
            retry_at: None,
            ..own.clone()
        };
        return Ok((own, answered_badly));
    }
    let of_source = after(own.clone(), before(ports, source).await?.as_ref());
    let waits = Failure {
        retry_at: of_source.retry_at,
        ..own
    };
    Ok((waits, of_source))
}

/// What went wrong with a source when it was last asked.
pub async fn before(ports: &Ports, source: &SourceId) -> Result<Option<Failure>, StorageError> {
    let mut states = ports.stores.sources.all().await?.into_iter();
    Ok(states.find(|state| state.id == *source).and_then(|state| state.failure))
}

/// A failure that follows another one rests twice as long. One that comes while the source rests was under way already: it
/// ends and shortens no rest, and doubles none. It counts from the beginning of the rest: counted from its own moment, the rest
/// of a source with many accounts would seem short at its end, and never grow.
fn after(failure: Failure, before: Option<&Failure>) -> Failure {
    let now = failure.at;
    let rest = before
        .filter(|before| before.at <= now)
        .and_then(|before| Some((before.at, before.retry_at?)));
    let Some((from, until)) = rest else {
        return failure;
    };
    if until > now {
        return Failure {
            at: from,
            retry_at: failure.retry_at.max(Some(until)),
            ..failure
        };
    }
    let least = now.plus((until.since(from) * 2).min(LONGEST_PAUSE));
    Failure {
        retry_at: failure.retry_at.map(|retry_at| retry_at.max(least)),
        ..failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure at this second, with a rest until that one.
    fn failure(at: i64, retry_at: Option<i64>) -> Failure {
        let second = |seconds: i64| Timestamp::from_millis(seconds * 1000);
        Failure {
            code: ports::failure::FailureCode::Unavailable,
            text: String::new(),
            at: second(at),
            retry_at: retry_at.map(second),
        }
    }

    #[test]
    fn each_failure_in_a_row_rests_twice_as_long_and_what_was_under_way_changes_no_rest() {
        let longest = i64::try_from(LONGEST_PAUSE.as_secs()).unwrap();
        for (before, at, own, from, until) in [
            (None, 100, Some(105), 100, Some(105)),
            (Some((80, Some(90))), 100, Some(105), 100, Some(120)),
            (Some((80, Some(90))), 100, Some(300), 100, Some(300)),
            (Some((80, Some(140))), 100, Some(105), 80, Some(140)),
            (Some((80, None)), 100, Some(105), 100, Some(105)),
            (Some((80, Some(90))), 100, None, 100, None),
            (Some((80, Some(140))), 100, None, 80, Some(140)),
            (Some((200, Some(900))), 100, Some(105), 100, Some(105)),
            (Some((0, Some(800))), 1000, Some(1005), 1000, Some(1000 + longest)),
        ] {
            let before = before.map(|(at, retry_at)| failure(at, retry_at));
            let kept = after(failure(at, own), before.as_ref());
            assert_eq!(kept, failure(from, until), "{before:?}");
        }
    }

    /// Accounts come back one after the other when a rest is over, and each is refused.
    #[test]
    fn the_rest_of_a_source_grows_however_many_accounts_it_has() {
        const ACCOUNTS: i64 = 200;
        let mut due: Vec<(i64, u32)> = (0..ACCOUNTS).map(|nth| (nth % 60, 0)).collect();
        let (mut kept, mut tries) = (None::<Failure>, 0);
        for second in 0..7200 {
            for (nth, (at, attempts)) in due.iter_mut().enumerate().filter(|(_, (at, _))| *at <= second) {
                let own = (5 << (*attempts).min(8)).min(900);
                let failed = after(failure(second, Some(second + own)), kept.as_ref());
                let spread = i64::try_from(nth).unwrap() % 60;
                *at = failed.retry_at.unwrap().millis() / 1000 + spread;
                *attempts += 1;
                tries += 1;
                kept = Some(failed);
            }
        }
        assert!(tries < ACCOUNTS * 20, "{tries} tries in two hours");
    }
}
