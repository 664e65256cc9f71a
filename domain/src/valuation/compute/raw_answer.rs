//! The answers of sources, as the JSON that explanations contain.

use ports::{Amount, AssetId, Currency, Fixing, Quote, Snapshot, quote::QuoteAnswer};
use serde_json::{Value, json};

use crate::valuation::{
    compute::held::HeldAmount,
    inputs::{decimals::Assumption, moved::MovedEntry},
};

/// Returns the JSON member that names the account of a balance.
#[must_use]
pub fn account_member(account: &str) -> String {
    format!("\"account\":{}", Value::from(account))
}

/// Returns a balance or a position in the smallest unit.
pub fn quantity(snapshot: &Snapshot, held: HeldAmount<'_>, assumed: Option<&Assumption>) -> String {
    let mut answer = json!({
        "account": snapshot.account.to_string(),
        "asset": held.asset.to_string(),
        "balance": held.raw.to_string(),
        "block": { "hash": snapshot.block.hash, "number": snapshot.block.number },
        "decimals": held.decimals,
        "host": snapshot.host,
    });
    if let Some(position) = held.position {
        answer["position"] = json!({ "kind": position.kind.name(), "place": position.place.as_str() });
    }
    if let Some((of, leg)) = held.protocol {
        answer["position"]["item"] = json!(of.item);
        answer["position"]["role"] = json!(leg.role.as_str());
        answer["call"] = json!({ "contract": leg.contract.as_str(), "function": leg.function });
    }
    if let Some(Assumption { decimals, by, before }) = assumed {
        answer["assumed_decimals"] = json!({ "decimals": decimals, "list": by });
        if let Some(before) = before {
            answer["assumed_decimals"]["before"] = json!(before);
        }
    }
    answer.to_string()
}

/// Returns what a transaction moved, in the smallest unit.
pub fn movement(snapshot: &Snapshot, asset: &AssetId, entry: &MovedEntry) -> String {
    json!({
        "account": snapshot.account.to_string(),
        "arrived": entry.arrived.to_string(),
        "asset": asset.to_string(),
        "block": entry.block,
        "left": entry.left.to_string(),
        "time": entry.time.to_string(),
        "transaction": entry.transaction.to_string(),
    })
    .to_string()
}

/// Returns a quote in its own unit.
pub fn quote(quote: &Quote, unit: &str) -> String {
    let mut answer = json!({
        "asset": quote.asset.to_string(),
        "received_at": quote.received_at.to_string(),
        "source_time": quote.source_time.to_string(),
    });
    match &quote.answer {
        QuoteAnswer::Price { price, confidence } => {
            answer["price"] = price.amount().to_string().into();
            answer["unit"] = unit.into();
            if let Some(confidence) = confidence {
                answer["confidence"] = confidence.amount().to_string().into();
            }
        }
        QuoteAnswer::WorthZero => {
            answer["price"] = "0".into();
            answer["unit"] = unit.into();
        }
        QuoteAnswer::NotListed => answer["price"] = Value::Null,
        QuoteAnswer::Unusable { what } => answer["unusable"] = what.as_str().into(),
    }
    if let Some(market) = &quote.market {
        answer["market"] = json!({
            "ask": market.ask.to_string(),
            "bid": market.bid.to_string(),
            "name": market.name,
            "volume_in_a_day": market.volume.to_string(),
        });
    }
    answer.to_string()
}

/// Returns the units of a currency for one euro.
pub fn per_euro(fixing: &Fixing, currency: &Currency, value: Option<Amount>) -> String {
    json!({
        "currency": currency.as_str(),
        "day": fixing.day.to_string(),
        "for_one": "EUR",
        "rate": value.map(|value| value.to_string()),
        "received_at": fixing.received_at.to_string(),
    })
    .to_string()
}
