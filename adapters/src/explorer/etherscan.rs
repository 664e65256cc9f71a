//! Etherscan's second API: one endpoint and one key for all chains, with the chain in the query.
//!
//! It is used only with the operator's key. Which chains the key covers depends on its plan and is learned from each
//! response. The shape follows Etherscan's documentation; no live run has confirmed it here. The key is in the query,
//! so URLs never appear in errors or logs.

use std::sync::Arc;

use url::Url;

use super::{
    account_api::AccountApi,
    client::{ExplorerClient, ExplorerInstance},
    instances,
    service::{ExplorerUses, LIMIT, Service, SourceSpec},
};

pub(super) static SERVICE: Service = Service {
    slug: "etherscan",
    name: "Etherscan",
    website: "https://etherscan.io",
    base: "https://api.etherscan.io/v2/api",
    appends_chain: false,
    needs_key: true,
    sends_bearer: false,
};

pub(super) static SPEC: SourceSpec = SourceSpec {
    slug: SERVICE.slug,
    takes_key: true,
    base: SERVICE.base,
    fallbacks: &[],
    per_minute: 150,
    keyed_per_minute: None,
    limit: LIMIT,
    chain_bases: Some(|settings, rows| instances::bases(&SERVICE, settings, rows)),
    build: |ports, endpoint| {
        let client = ExplorerClient::new(&SERVICE, ports, endpoint);
        // A key covers the deepest history, so it comes first.
        vec![ExplorerUses::of(Arc::new(Etherscan(AccountApi { client, url })), 0)]
    },
};

/// The client of Etherscan.
pub struct Etherscan(pub AccountApi);

fn url(client: &ExplorerClient, instance: &ExplorerInstance) -> Url {
    let chain = instance.chain.evm_number().unwrap_or_default().to_string();
    let mut url = instance.base.clone();
    url.query_pairs_mut()
        .append_pair("chainid", &chain)
        .append_pair("apikey", client.key().unwrap_or_default());
    url
}
