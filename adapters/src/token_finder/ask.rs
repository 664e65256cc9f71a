//! Asking an explorer, and remembering the chains about which it does not answer.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ports::{ChainId, RemoteError};
use serde_json::Value;
use tokio::time::Instant;

use super::{Finder, Place};
use crate::http_client::{Request, RequestContext};

/// How long a chain is not asked about again after the explorer refused to answer about it.
const CLOSED_FOR: Duration = Duration::from_hours(24);

/// The chains that an explorer does not answer about, each with its refusal.
#[derive(Default)]
pub(super) struct ClosedChains(Mutex<HashMap<ChainId, (Instant, RemoteError)>>);

impl ClosedChains {
    /// The refusal of a chain, if it is not a day old.
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
    /// Asks one question about a place, unless the explorer refused to answer about its chain within a day.
    pub(super) async fn json(
        &self,
        request: &Request,
        (place, context): (&Place, &RequestContext),
    ) -> Result<Value, RemoteError> {
        if let Some(refusal) = self.closed.refusal(&place.chain) {
            return Err(refusal);
        }
        match self.client.json(request, context).await {
            Err(RemoteError::Refused { why, .. }) if status(&why).is_some() => {
                let refusal = self.wants_key(status(&why), context);
                self.closed.close(&place.chain, &refusal);
                Err(refusal)
            }
            answer => answer,
        }
    }

    /// Notes that the explorer does not answer about a chain at all; returns that as the failure.
    pub(super) fn close(&self, (place, context): (&Place, &RequestContext), what: &str) -> RemoteError {
        let refusal = RemoteError::Unsupported {
            who: context.who.clone(),
            what: what.to_owned(),
        };
        self.closed.close(&place.chain, &refusal);
        refusal
    }

    /// What a status that asks for a key means: without one the explorer wants one, with one it is the wrong one or its plan
    /// does not include this chain.
    fn wants_key(&self, status: Option<u16>, context: &RequestContext) -> RemoteError {
        match (&self.key, status) {
            (None, _) => RemoteError::KeyRequired {
                who: context.who.clone(),
            },
            (Some(_), Some(401)) => context.refused("it does not accept the key"),
            (Some(_), _) => context.refused("the plan of the key does not include this chain"),
        }
    }
}

/// The status of a refusal that asks for a key, also one that a challenge page came with.
fn status(why: &str) -> Option<u16> {
    [401, 402, 403]
        .into_iter()
        .find(|status| why.contains(&format!("status {status}")))
}
