//! Blockscout's second API: `GET {instance}/api/v2/addresses/{address}/{list}`, fifty rows a page.
//!
//! With a key the same paths are below `https://api.blockscout.com/{chain}`. The shape follows Blockscout's
//! description of its second API and the release notes of version 12; no live run has confirmed it here. For an
//! address that it never saw it returns 404, which is an error here too: only accounts that a node found active are
//! requested.

use std::sync::Arc;

use ports::{AccountId, RemoteError};
use serde_json::{Map, Value};
use url::Url;

use super::{ExplorerClient, ExplorerUses, LIMIT, Service, SourceSpec, client::Target, instances, listing::Listing};
use crate::http_client::{OutgoingRequest, RequestContext};

pub(super) static SERVICE: Service = Service {
    slug: "blockscout",
    name: "Blockscout",
    website: "https://www.blockscout.com",
    base: "https://api.blockscout.com/",
    appends_chain: true,
    needs_key: true,
};

pub(super) static SPEC: SourceSpec = SourceSpec {
    slug: SERVICE.slug,
    takes_key: true,
    base: SERVICE.base,
    fallbacks: &[],
    per_minute: 30,
    keyed_per_minute: Some(150),
    limit: LIMIT,
    chain_bases: Some(|settings, rows| instances::bases(&SERVICE, settings, rows)),
    build: |ports, endpoint| {
        let client = ExplorerClient::new(&SERVICE, ports, endpoint);
        let finder = Arc::new(Blockscout { client });
        vec![Arc::new(ExplorerUses { finder })]
    },
};

/// The client of Blockscout.
pub struct Blockscout {
    /// The instances, the key and the requests.
    pub client: ExplorerClient,
}

/// A list of an address: the end of its path, and its parameters.
pub struct AddressList<'a> {
    /// The last part of the path.
    pub name: &'a str,
    /// The parameters.
    pub query: &'a [(&'a str, &'a str)],
}

type PageCursor = Map<String, Value>;

impl Blockscout {
    /// Returns the rows of a list of an account.
    pub async fn list<T>(
        &self,
        account: &AccountId,
        list: &AddressList<'_>,
        listing: &Listing<T>,
    ) -> Result<Vec<T>, RemoteError> {
        let target = self.client.target(account, listing.purpose)?;
        let (mut all, mut cursor) = (Vec::new(), Map::new());
        for _ in 0..listing.max_pages {
            let url = page_url(target.instance.base.clone(), account, list, &cursor);
            let answer = self.request(url, &target).await?;
            let items = answer["items"].as_array();
            let missing = || target.context.malformed(listing.without_rows);
            all.extend(listing.page(items.ok_or_else(missing)?, &target.context)?);
            match next(&answer, &target.context)? {
                Some(next) if next != cursor => cursor = next,
                Some(_) | None => break,
            }
        }
        Ok(all)
    }

    async fn request(&self, url: Url, target: &Target<'_>) -> Result<Value, RemoteError> {
        let mut request = OutgoingRequest::get(url).with_attempts(2);
        if let Some(key) = self.client.key() {
            request = request.with_key("authorization", format!("Bearer {key}"));
        }
        self.client.json(&request, target).await
    }
}

/// Builds the URL of a page. Every key of the cursor is returned unchanged.
fn page_url(mut url: Url, account: &AccountId, list: &AddressList<'_>, cursor: &PageCursor) -> Url {
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty()
            .extend(["api", "v2", "addresses", account.address.as_str(), list.name]);
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    url.query_pairs_mut()
        .extend_pairs(list.query)
        .extend_pairs(cursor.iter().map(|(key, value)| (key, text(value))));
    url
}

fn next(answer: &Value, context: &RequestContext) -> Result<Option<PageCursor>, RemoteError> {
    match &answer["next_page_params"] {
        Value::Null => Ok(None),
        Value::Object(cursor) => Ok(Some(cursor.clone())),
        _ => Err(context.malformed("next_page_params that are no cursor")),
    }
}
