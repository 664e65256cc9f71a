//! Routescan: Etherscan's account API at `{base}/{chain}/etherscan/api`, without a key: any value is accepted as one.
//!
//! It allows two requests a second and ten thousand a day. The shape follows its documentation; no live run has
//! confirmed it here.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{AccountId, ChainId, NamedToken, Profile, RemoteError, TokenFinder};

use super::{ExplorerClient, ExplorerSpec, account_api};

pub(super) static SPEC: ExplorerSpec = ExplorerSpec {
    slug: "routescan",
    name: "Routescan",
    website: "https://routescan.io",
    base: "https://api.routescan.io/v2/network/mainnet/evm/",
    appends_chain: true,
    needs_key: false,
    per_minute: 100,
    keyless_per_minute: 100,
    build: |client| Arc::new(Routescan(client)),
};

/// The token finder for Routescan.
pub struct Routescan(ExplorerClient);

#[async_trait]
impl TokenFinder for Routescan {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        let (instance, context) = self.0.instance(account)?;
        let mut url = instance.base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["etherscan", "api"]);
        }
        let key = self.0.key.as_ref().map_or("keyless", |key| key.reveal());
        let query = [("apikey", key)];
        account_api::tokens(&self.0, &url, (instance, &context), account, &query).await
    }
}
