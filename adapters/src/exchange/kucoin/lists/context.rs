//! What a row of a ledger at KuCoin refers to: a JSON object, mostly as text, such as `"{\"symbol\":\"KCS-USDT\",\"orderId\":\"…\"}"`.

use ports::json::Json;

use crate::{exchange::account::text_of, http_client::ANSWER};

/// The fields with the id of an order or a conversion, in the order in which they count.
const ORDERS: [&str; 3] = ["orderId", "smallCurrencyExchangeId", "tradeId"];

/// What a row refers to; empty where it states nothing.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) order: String,
    pub(super) symbol: String,
}

/// Reads what a row refers to. A text that is no JSON says nothing about an order.
pub(super) fn context(stated: &Json) -> Context {
    let parsed = match stated {
        Json::String(text) => ports::json::read(text.as_bytes(), ANSWER).ok(),
        other => Some(other.clone()),
    };
    let Some(parsed) = parsed.filter(|parsed| parsed.as_object().is_some()) else {
        return Context::default();
    };
    let order = ORDERS.iter().find_map(|field| text_of(&parsed[*field]));
    Context {
        order: order.unwrap_or_default(),
        symbol: text_of(&parsed["symbol"]).unwrap_or_default(),
    }
}
