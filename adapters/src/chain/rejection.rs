//! Remembers endpoints that serve another chain. They are rejected, and checked again after an hour.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ports::{RemoteError, Timestamp};

/// How long a rejected endpoint is not used.
const CHECK_EVERY: Duration = Duration::from_hours(1);

/// Why and when an endpoint was rejected.
#[derive(Default)]
pub(super) struct Rejection(Mutex<Option<(Timestamp, RemoteError)>>);

impl Rejection {
    /// Returns the error of the rejection until the next check is due.
    pub(super) fn check(&self, now: Timestamp) -> Result<(), RemoteError> {
        let rejected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match rejected.as_ref() {
            Some((at, why)) if now.within(CHECK_EVERY, *at) => Err(why.clone()),
            _ => Ok(()),
        }
    }

    /// Records that the endpoint serves another chain. Returns the error.
    pub(super) fn reject(&self, now: Timestamp, why: RemoteError) -> RemoteError {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, why.clone()));
        why
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejected_endpoint_is_checked_again_after_an_hour() {
        let rejection = Rejection::default();
        let at = Timestamp::from_seconds;
        assert_eq!(rejection.check(at(1_000)), Ok(()));
        let why = RemoteError::Refused {
            who: "node.example".to_owned(),
            why: "it answers for chain 5".to_owned(),
        };
        assert_eq!(rejection.reject(at(1_000), why.clone()), why);
        assert_eq!(rejection.check(at(4_599)), Err(why));
        assert_eq!(rejection.check(at(4_602)), Ok(()), "the endpoint may have been fixed");
        assert_eq!(rejection.check(at(0)), Ok(()), "the clock was wrong");
    }
}
