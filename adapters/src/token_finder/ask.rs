//! Requests to an explorer, and the chains that it does not serve.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ports::{ChainId, RemoteError};
use serde_json::Value;
use tokio::time::Instant;

use super::{Finder, Place};
use crate::http_client::{Errand, Request};

/// How long a chain is not requested after the explorer refused to serve it.
const CLOSED_FOR: Duration = Duration::from_hours(24);

/// The chains that an explorer does not serve, each with its error.
#[derive(Default)]
pub(super) struct ClosedChains(Mutex<HashMap<ChainId, (Instant, RemoteError)>>);

impl ClosedChains {
    /// Returns the error of a chain, if it is less than a day old.
    fn refusal(&self, chain: &ChainId) -> Option<RemoteError> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, refusal) = known.get(chain)?;
        (since.elapsed() < CLOSED_FOR).then(|| refusal.clone())
    }

    fn close(&self, chain: &ChainId, refusal: &RemoteError) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(chain.clone(), (Instant::now(), refusal.clone()));
    }
}

impl Finder {
    /// Sends a request about an instance, unless the explorer refused to serve its chain within a day.
    pub(super) async fn json(
        &self,
        request: &Request,
        (place, errand): (&Place, &Errand),
    ) -> Result<Value, RemoteError> {
        if let Some(refusal) = self.closed.refusal(&place.chain) {
            return Err(refusal);
        }
        match self.client.json(request, errand).await {
            Err(RemoteError::Refused { why, .. }) if status(&why).is_some() => {
                let refusal = self.wants_key(status(&why), errand);
                self.closed.close(&place.chain, &refusal);
                Err(refusal)
            }
            answer => answer,
        }
    }

    /// Records that the explorer does not serve a chain. Returns the error.
    pub(super) fn close(&self, (place, errand): (&Place, &Errand), what: &str) -> RemoteError {
        let refusal = RemoteError::Unsupported {
            who: errand.who.clone(),
            what: what.to_owned(),
        };
        self.closed.close(&place.chain, &refusal);
        refusal
    }

    /// Maps a status that asks for a key: without a key the explorer requires one, with a key it is wrong or its plan
    /// does not include this chain.
    fn wants_key(&self, status: Option<u16>, errand: &Errand) -> RemoteError {
        match (&self.key, status) {
            (None, _) => RemoteError::KeyRequired {
                who: errand.who.clone(),
            },
            (Some(_), Some(401)) => errand.refused("it does not accept the key"),
            (Some(_), _) => errand.refused("the plan of the key does not include this chain"),
        }
    }
}

/// Returns the status of an error that asks for a key, also where it came with a challenge page.
fn status(why: &str) -> Option<u16> {
    [401, 402, 403]
        .into_iter()
        .find(|status| why.contains(&format!("status {status}")))
}
