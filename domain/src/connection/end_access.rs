//! Ends accesses at exchanges whose tokens are about to be erased.

use std::sync::Arc;

use ports::{ExchangeCredential, ExchangeReader, Ports};

/// Ends each of these that is an access at its exchange. The tokens are erased in any case, because their owner wants that: the adapter logs an
/// exchange that does not confirm it, and the page names the place where people end it.
pub async fn end_access(ports: &Ports, credentials: &[ExchangeCredential]) {
    for one in credentials.iter().filter(|one| one.key.access_token().is_some()) {
        let is_at = |reader: &&Arc<dyn ExchangeReader>| {
            let chain = ports.chains.get(&reader.profile().id);
            chain.is_some_and(|chain| chain.account(&one.account).is_some())
        };
        let reader = ports.exchanges.iter().find(is_at);
        if let Some(oauth) = reader.and_then(|reader| reader.oauth()) {
            drop(oauth.revoke(&one.account, &one.key).await);
        }
    }
}
