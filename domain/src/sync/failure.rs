//! From a remote error to what a person reads and when it is tried again.

use std::time::Duration;

use ports::{Ports, RemoteError, SourceId, StorageError, Timestamp, account::Failure};

/// First pause after a failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
/// Longest pause, also when a source asks for more: what it says is not always sane.
const LONGEST_PAUSE: Duration = Duration::from_mins(15);

/// The failure to show and keep. `attempts` counts this one.
pub fn of(ports: &Ports, error: &RemoteError, attempts: u32, now: Timestamp) -> Failure {
    let retry_at = error.may_pass().then(|| now.plus(pause(ports, error, attempts)));
    Failure {
        code: error.code().to_owned(),
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
        .map_or(doubled, |asked| asked.max(doubled))
        .min(LONGEST_PAUSE);
    let jitter = u32::from(ports.entropy.bytes()[0]);
    wanted + wanted * jitter / 1024
}

/// Keeps how a source answered a question that was no job.
pub async fn note(ports: &Ports, source: &SourceId, error: Option<&RemoteError>) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    match error {
        None => work.sources().answered(source, now).await?,
        Some(error) => {
            let failure = of(ports, error, 1, now);
            work.sources().failed(source, &failure).await?;
        }
    }
    work.commit().await
}
