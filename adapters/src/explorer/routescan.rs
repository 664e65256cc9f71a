//! Routescan: Etherscan's account API at `{base}/{chain}/etherscan/api`, without a key: any value is accepted as one.
//!
//! It allows two requests a second and ten thousand a day. The shape follows its documentation; no live run has
//! confirmed it here.

use std::sync::Arc;

use url::Url;

use super::{
    account_api::AccountApi,
    client::{ExplorerClient, ExplorerInstance},
    instances,
    service::{ExplorerUses, LIMIT, Service, SourceSpec},
};

pub(super) static SERVICE: Service = Service {
    slug: "routescan",
    name: "Routescan",
    website: "https://routescan.io",
    base: "https://api.routescan.io/v2/network/mainnet/evm/",
    appends_chain: true,
    needs_key: false,
    sends_bearer: false,
};

pub(super) static SPEC: SourceSpec = SourceSpec {
    slug: SERVICE.slug,
    takes_key: true,
    base: SERVICE.base,
    fallbacks: &[],
    per_minute: 100,
    keyed_per_minute: None,
    limit: LIMIT,
    chain_bases: Some(|settings, rows| instances::bases(&SERVICE, settings, rows)),
    build: |ports, endpoint| {
        let client = ExplorerClient::new(&SERVICE, ports, endpoint);
        vec![ExplorerUses::of(Arc::new(Routescan(AccountApi { client, url })), 2)]
    },
};

/// The client of Routescan.
pub struct Routescan(pub AccountApi);

fn url(client: &ExplorerClient, instance: &ExplorerInstance) -> Url {
    let mut url = instance.base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(["etherscan", "api"]);
    }
    url.query_pairs_mut()
        .append_pair("apikey", client.key().unwrap_or("keyless"));
    url
}
