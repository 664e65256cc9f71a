//! Converts errors of remote sources to stored failures with a message and a retry time.

use std::time::Duration;

use ports::{KeyProblem, Ports, RemoteError, SourceId, StorageError, Timestamp, failure::Failure};

/// The first pause after a failure. It doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// The longest pause, even if a source requests a longer one, because some of these requests are not reasonable.
const LONGEST_PAUSE: Duration = Duration::from_mins(15);
/// The pause after an exchange refused a key. Further tries would lock the key, and only its owner can change it.
const KEY_PAUSE: Duration = Duration::from_hours(6);
/// Jobs that wait for the end of a source's back-off are spread over this time.
const SPREAD: Duration = Duration::from_mins(1);

/// Returns the failure to show and store. `attempts` includes this one.
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

/// Returns a doubling pause with up to a quarter of jitter, so that the retries of many accounts do not coincide.
fn pause(ports: &Ports, error: &RemoteError, attempts: u32) -> Duration {
    // Only a wrong clock can be right again without the owner of the key.
    if let RemoteError::Key { problem, .. } = error
        && *problem != KeyProblem::ClockSkew
    {
        return KEY_PAUSE;
    }
    let doubled = FIRST_PAUSE.saturating_mul(1 << attempts.saturating_sub(1).min(8));
    let wanted = error
        .retry_after()
        .map_or(doubled, |requested| requested.max(doubled))
        .min(LONGEST_PAUSE);
    let jitter = u32::from(ports.entropy.bytes()[0]);
    wanted + wanted * jitter / 1024
}

/// Returns a random moment shortly after the end of a back-off, so that not all waiting jobs start at once.
pub fn spread(ports: &Ports, until: Timestamp) -> Timestamp {
    until.plus(SPREAD * u32::from(ports.entropy.bytes()[0]) / 256)
}

/// Returns whether the error concerns the source as a whole, so that it is not queried for a while. A source that
/// rejects one request or answers it incorrectly may still answer others: for another chain, address or time.
pub fn calls_for_backoff(error: &RemoteError) -> bool {
    matches!(
        error,
        RemoteError::Unavailable { .. } | RemoteError::RateLimited { .. } | RemoteError::Throttled { .. }
    )
}

/// Stores the result of a query that was not a job of its own. A refused key concerns its account alone: the source answers, and its
/// state is shown to everybody.
pub async fn note(ports: &Ports, source: &SourceId, error: Option<&RemoteError>) -> Result<(), StorageError> {
    if matches!(error, Some(RemoteError::Key { .. })) {
        return Ok(());
    }
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

/// Removes the stored failure of a source that answered, if there is one.
pub async fn clear(ports: &Ports, source: &SourceId) -> Result<(), StorageError> {
    match before(ports, source).await? {
        Some(_) => note(ports, source, None).await,
        None => Ok(()),
    }
}

/// Returns two failures of a reading: that of the account and its job, and that of `source`.
///
/// While the source fails for every account, its jobs wait as long as the source does, so that a source that is down
/// costs a few requests and not a series of retries for each account.
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

/// Returns the failure stored for a source.
pub async fn before(ports: &Ports, source: &SourceId) -> Result<Option<Failure>, StorageError> {
    let mut states = ports.stores.sources.all().await?.into_iter();
    Ok(states.find(|state| state.id == *source).and_then(|state| state.failure))
}

/// Doubles the back-off if the failure follows an earlier back-off.
///
/// A failure during the back-off belongs to a request that was already running: it neither shortens nor doubles the
/// back-off, and keeps its start time. With its own time as the start, the back-off of a source with many accounts
/// would appear short at its end and would never grow.
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

    /// A failure at this second, with a back-off until the second given.
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
    fn consecutive_failures_double_the_back_off_and_running_requests_do_not() {
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

    /// When a back-off ends, the accounts retry one after the other, and each fails.
    #[test]
    fn the_back_off_of_a_source_grows_with_any_number_of_accounts() {
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
