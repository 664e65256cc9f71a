//! Etherscan's second API: one endpoint and one key for all chains, with the chain in the query.
//!
//! It is used only with the operator's key. Which chains the key covers depends on its plan and is learned from each
//! response. The shape follows Etherscan's documentation; no live run has confirmed it here. The key is in the query,
//! so URLs never appear in errors or logs.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{AccountId, ChainId, NamedToken, Profile, RemoteError, TokenFinder};

use super::{ExplorerClient, ExplorerSpec, account_api};

pub(super) static SPEC: ExplorerSpec = ExplorerSpec {
    slug: "etherscan",
    name: "Etherscan",
    website: "https://etherscan.io",
    base: "https://api.etherscan.io/v2/api",
    appends_chain: false,
    needs_key: true,
    per_minute: 150,
    keyless_per_minute: 150,
    build: |client| Arc::new(Etherscan(client)),
};

/// The token finder for Etherscan.
pub struct Etherscan(ExplorerClient);

#[async_trait]
impl TokenFinder for Etherscan {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        let (instance, context) = self.0.instance(account)?;
        let chain = instance.chain.evm_number().unwrap_or_default().to_string();
        let url = instance.base.clone();
        let key = self.0.key.as_ref().map_or("", |key| key.reveal());
        let query = [("chainid", chain.as_str()), ("apikey", key)];
        account_api::tokens(&self.0, &url, (instance, &context), account, &query).await
    }
}
