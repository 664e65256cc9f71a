//! Blockscout: `GET {instance}/api/v2/addresses/{address}/tokens?type=ERC-20`, fifty rows a page.
//!
//! With a key the same paths are below `https://api.blockscout.com/{chain}`. The shape follows Blockscout's
//! description of its second API and the release notes of version 12; no live run has confirmed it here. For an
//! address that it never saw it returns 404, which is an error here too: only accounts that a node found active are
//! requested.
//!
//! The `token` of each row has the number of its holders: `holders_count`, before version 8 `holders`, as a text of
//! digits, or null where the instance has not counted. This follows Blockscout's source code (`api/v2/token_view.ex`);
//! no live run has confirmed it either. An instance counts from time to time, so the number may be outdated.

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use ports::{AccountId, ChainId, NamedToken, Profile, RemoteError, TokenFinder};
use serde_json::{Map, Value};
use url::Url;

use super::{ExplorerClient, ExplorerSpec};
use crate::http_client::{OutgoingRequest, RequestContext};

pub(super) static SPEC: ExplorerSpec = ExplorerSpec {
    slug: "blockscout",
    name: "Blockscout",
    website: "https://www.blockscout.com",
    base: "https://api.blockscout.com/",
    appends_chain: true,
    needs_key: true,
    per_minute: 150,
    keyless_per_minute: 30,
    build: |client| Arc::new(Blockscout(client)),
};
/// The maximum number of pages.
const PAGES: usize = 10;

/// The token finder for Blockscout instances.
pub struct Blockscout(ExplorerClient);

struct Page {
    tokens: Vec<NamedToken>,
    next: Option<Map<String, Value>>,
}

impl Blockscout {
    async fn page(&self, account: &AccountId, cursor: &Map<String, Value>) -> Result<Page, RemoteError> {
        let (instance, context) = self.0.instance(account)?;
        let mut request = OutgoingRequest::get(page_url(instance.base.clone(), account, cursor)).with_attempts(2);
        if let Some(key) = &self.0.key {
            request = request.with_key("authorization", format!("Bearer {}", key.reveal()));
        }
        let answer = self.0.json(&request, (instance, &context)).await?;
        let items = answer["items"].as_array();
        let items = items.ok_or_else(|| context.malformed("a page of tokens without items"))?;
        Ok(Page {
            tokens: instance.tokens(contracts(items, &context)?.into_iter()),
            next: next(&answer, &context)?,
        })
    }
}

/// Builds the URL of a page. Every key of the cursor is returned unchanged.
fn page_url(mut url: Url, account: &AccountId, cursor: &Map<String, Value>) -> Url {
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty()
            .extend(["api", "v2", "addresses", account.address.as_str(), "tokens"]);
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    url.query_pairs_mut()
        .append_pair("type", "ERC-20")
        .extend_pairs(cursor.iter().map(|(key, value)| (key, text(value))));
    url
}

/// Returns the contracts of a page that the explorer does not label as scam, with their numbers of holders. Older
/// instances use another field for the address. A row without an address is skipped; a page with nothing but such rows
/// has an unknown shape.
fn contracts<'a>(items: &'a [Value], context: &RequestContext) -> Result<Vec<(&'a str, Option<u32>)>, RemoteError> {
    let named = |item: &'a Value| {
        let token = &item["token"];
        let contract = token["address_hash"].as_str().or_else(|| token["address"].as_str())?;
        Some((contract, token))
    };
    let named: Vec<_> = items.iter().filter_map(named).collect();
    if named.is_empty() && !items.is_empty() {
        return Err(context.malformed("tokens without address_hash"));
    }
    let honest = named.into_iter().filter(|(_, token)| token["reputation"] != "scam");
    Ok(honest.map(|(contract, token)| (contract, holders(token))).collect())
}

/// Returns the number of holders, under either name, or `None` where it is not a number.
fn holders(token: &Value) -> Option<u32> {
    let mut counts = [&token["holders_count"], &token["holders"]].into_iter();
    counts.find_map(|count| count.as_str()?.parse().ok())
}

fn next(answer: &Value, context: &RequestContext) -> Result<Option<Map<String, Value>>, RemoteError> {
    match &answer["next_page_params"] {
        Value::Null => Ok(None),
        Value::Object(cursor) => Ok(Some(cursor.clone())),
        _ => Err(context.malformed("next_page_params that are no cursor")),
    }
}

#[async_trait]
impl TokenFinder for Blockscout {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        let (mut found, mut seen, mut cursor) = (Vec::new(), BTreeSet::new(), Map::new());
        for _ in 0..PAGES {
            let Page { tokens, next } = self.page(account, &cursor).await?;
            found.extend(tokens.into_iter().filter(|token| seen.insert(token.id.clone())));
            match next {
                Some(next) if next != cursor => cursor = next,
                Some(_) | None => break,
            }
        }
        Ok(found)
    }
}
