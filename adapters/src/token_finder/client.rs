//! Requests to an explorer, and the chains that it does not serve.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ports::{ChainId, RemoteError};
use serde_json::Value;
use tokio::time::Instant;

use super::{ExplorerClient, ExplorerInstance};
use crate::http_client::{OutgoingRequest, RequestContext};

/// How long a chain is not requested after the explorer refused to serve it.
const UNSUPPORTED_FOR: Duration = Duration::from_hours(24);

/// The chains that an explorer does not serve, each with its error.
#[derive(Default)]
pub(super) struct UnsupportedChains(Mutex<HashMap<ChainId, (Instant, RemoteError)>>);

impl UnsupportedChains {
    /// Returns the error of a chain, if it is less than a day old.
    fn error(&self, chain: &ChainId) -> Option<RemoteError> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, error) = known.get(chain)?;
        (since.elapsed() < UNSUPPORTED_FOR).then(|| error.clone())
    }

    fn insert(&self, chain: &ChainId, error: &RemoteError) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(chain.clone(), (Instant::now(), error.clone()));
    }
}

impl ExplorerClient {
    /// Sends a request about an instance, unless the explorer refused to serve its chain within a day.
    pub(super) async fn json(
        &self,
        request: &OutgoingRequest,
        (instance, context): (&ExplorerInstance, &RequestContext),
    ) -> Result<Value, RemoteError> {
        if let Some(error) = self.unsupported.error(&instance.chain) {
            return Err(error);
        }
        match self.http.json(request, context).await {
            Err(RemoteError::Refused { why, .. }) if status(&why).is_some() => {
                let error = self.key_error(status(&why), context);
                self.unsupported.insert(&instance.chain, &error);
                Err(error)
            }
            answer => answer,
        }
    }

    /// Records that the explorer does not serve a chain. Returns the error.
    pub(super) fn mark_unsupported(
        &self,
        (instance, context): (&ExplorerInstance, &RequestContext),
        what: &str,
    ) -> RemoteError {
        let error = RemoteError::Unsupported {
            who: context.who.clone(),
            what: what.to_owned(),
        };
        self.unsupported.insert(&instance.chain, &error);
        error
    }

    /// Maps a status that asks for a key: without a key the explorer requires one, with a key it is wrong or its plan
    /// does not include this chain.
    fn key_error(&self, status: Option<u16>, context: &RequestContext) -> RemoteError {
        match (&self.key, status) {
            (None, _) => RemoteError::KeyRequired {
                who: context.who.clone(),
            },
            (Some(_), Some(401)) => context.refused("it does not accept the key"),
            (Some(_), _) => context.refused("the plan of the key does not include this chain"),
        }
    }
}

/// Returns the status of an error that asks for a key, also where it came with a challenge page.
fn status(why: &str) -> Option<u16> {
    [401, 402, 403]
        .into_iter()
        .find(|status| why.contains(&format!("status {status}")))
}
