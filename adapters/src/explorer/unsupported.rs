//! The chains that an explorer does not serve.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ports::{ChainId, RemoteError, Timestamp};

/// How long a chain is not requested after the explorer refused to serve it.
const UNSUPPORTED_FOR: Duration = Duration::from_hours(24);

/// The chains that an explorer does not serve, each with its error.
#[derive(Default)]
pub(super) struct UnsupportedChains(Mutex<HashMap<ChainId, (Timestamp, RemoteError)>>);

impl UnsupportedChains {
    /// Returns the error of a chain, if it is less than a day old.
    pub(super) fn error(&self, chain: &ChainId, now: Timestamp) -> Option<RemoteError> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, error) = known.get(chain)?;
        now.within(UNSUPPORTED_FOR, *since).then(|| error.clone())
    }

    pub(super) fn insert(&self, chain: &ChainId, error: &RemoteError, now: Timestamp) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(chain.clone(), (now, error.clone()));
    }
}
