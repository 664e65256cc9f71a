//! Kraken's public market data, <https://docs.kraken.com/api>: free, without a key.
//!
//! Written from its documentation; no live run has confirmed the shape yet.
//!
//! - `GET /0/public/Ticker?pair=XETHZUSD,SOLUSD` returns `{"error": [], "result": {"XETHZUSD": {"a": ["3180.3", …],
//!   "b": ["3180.1", …], "v": ["today", "24 hours"], …}}}`: ask, bid and volume in the base asset. Numbers are text,
//!   and there is no time: an answer counts as of the moment of its receipt, and keeps that age while bid, ask and
//!   volume do not change. Pairs are requested by the names that responses contain (`XXBTZUSD`, not `BTCUSD`).
//! - Errors are returned in `error` with status 200. `EQuery:Unknown asset pair` fails the whole request, which is
//!   then repeated in halves. Others are `EAPI:Rate limit exceeded`, `EGeneral:Too many requests` and
//!   `EService:Unavailable`.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use ports::{json::Json, quote::AssetQuote, source::RemoteError};

use crate::{
    exchange::{
        market::{Exchange, Venue},
        ticker::{Ticker, Volume},
    },
    http_client::{OutgoingRequest, RequestContext},
    source::{
        LimitRule, PriceSourceSpec,
        batch::{KeyedAssets, joined},
    },
};

/// The source, with 40 requests a minute: clients report a limit of about one a second.
pub(crate) const SPEC: PriceSourceSpec = PriceSourceSpec {
    slug: Pairs::SLUG,
    takes_key: false,
    base: "https://api.kraken.com/",
    fallbacks: &[],
    per_minute: 40,
    keyed_per_minute: None,
    limit: LimitRule::SHORT_BURSTS,
    chain_bases: None,
    build: |ports, endpoint| vec![Arc::new(Kraken::new(ports, endpoint))],
};

/// The price source for Kraken.
pub type Kraken = Exchange<Pairs>;

/// Kraken's pairs.
pub struct Pairs;

#[async_trait]
impl Venue for Pairs {
    const SLUG: &'static str = "kraken";
    const NAME: &'static str = "Kraken";
    const WEBSITE: &'static str = "https://www.kraken.com";
    const MARKETS: usize = 30;
    const ASSETS: usize = 200;

    async fn request(exchange: &Exchange<Self>, batch: &[KeyedAssets]) -> Result<Option<Vec<AssetQuote>>, RemoteError> {
        let url = exchange.url(&["0", "public", "Ticker"], &[("pair", &joined(batch))])?;
        let context = Exchange::<Self>::context();
        let reply = exchange.client.json(&OutgoingRequest::get(url), &context).await?;
        let errors = texts(&reply["error"]).ok_or_else(|| context.malformed("no list of errors"))?;
        match errors.iter().find(|error| error.starts_with('E')) {
            None => {
                let markets = reply.get("result").map_or(Some(&NONE), Json::as_object);
                let markets = markets.ok_or_else(|| context.malformed("no list of markets"))?;
                let found = |market: &str| markets.get(market).map(ticker);
                let quotes = |keyed: &KeyedAssets| exchange.quotes_for(keyed, found(&keyed.0).as_ref());
                Ok(Some(batch.iter().flat_map(quotes).collect()))
            }
            Some(error) if error.starts_with("EQuery:Unknown asset pair") => Ok(None),
            Some(error) => Err(remote_error(error, &context)),
        }
    }
}

/// The markets of a reply without any.
static NONE: BTreeMap<String, Json> = BTreeMap::new();

fn texts(list: &Json) -> Option<Vec<&str>> {
    list.as_array()?.iter().map(Json::as_str).collect()
}

/// Maps Kraken's error codes. Free text is never passed on.
fn remote_error(error: &str, context: &RequestContext) -> RemoteError {
    match error.split(':').collect::<Vec<_>>().as_slice() {
        ["EAPI", "Rate limit exceeded", ..] | ["EGeneral", "Too many requests", ..] => context.rate_limited(None),
        ["EService", ..] | ["EGeneral", "Internal error", ..] => {
            context.unavailable("it reports that it is unavailable", None)
        }
        _ => context.refused("it does not support this request"),
    }
}

fn ticker(row: &Json) -> Ticker<'_> {
    let value = |field: &str, index: usize| row.get(field).and_then(|list| list.at(index));
    Ticker {
        bid: value("b", 0),
        ask: value("a", 0),
        volume: Volume::OfAsset(value("v", 1)),
        millis: None,
    }
}
