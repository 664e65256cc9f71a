//! Endpoints that answer for another chain: they are rejected once, and asked again after an hour.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ports::{RemoteError, Timestamp};

/// How long an endpoint of another chain is not asked.
const CHECK_EVERY: Duration = Duration::from_hours(1);

/// Why an endpoint was rejected, and since when.
#[derive(Default)]
pub(super) struct Rejection(Mutex<Option<(Timestamp, RemoteError)>>);

impl Rejection {
    /// Fails as the endpoint was rejected, until it is due for another check.
    pub(super) fn check(&self, now: Timestamp) -> Result<(), RemoteError> {
        let rejected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match rejected.as_ref() {
            Some((at, why)) if now.within(CHECK_EVERY, *at) => Err(why.clone()),
            _ => Ok(()),
        }
    }

    /// Notes that the endpoint is of another chain. Returns the error.
    pub(super) fn reject(&self, now: Timestamp, why: RemoteError) -> RemoteError {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, why.clone()));
        why
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_rejected_is_checked_again_after_an_hour() {
        let rejection = Rejection::default();
        let at = Timestamp::from_seconds;
        assert_eq!(rejection.check(at(1_000)), Ok(()));
        let why = RemoteError::Refused {
            who: "node.example".to_owned(),
            why: "it answers for chain 5".to_owned(),
        };
        assert_eq!(rejection.reject(at(1_000), why.clone()), why);
        assert_eq!(rejection.check(at(4_599)), Err(why));
        assert_eq!(rejection.check(at(4_602)), Ok(()), "it may have been mended");
        assert_eq!(rejection.check(at(0)), Ok(()), "the clock was wrong");
    }
}
