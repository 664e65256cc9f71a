//! The bridge of Polygon: deposits are named by the number of the state that Ethereum sends. Exits have no common name, so that
//! their sides are matched by amount.

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "polygon-bridge",
    classify,
};

/// `StateSynced(id*, receiver*, data)` on Ethereum, and `StateCommitted(id*, success)` on Polygon.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut sent = Vec::new();
    for event in transaction.events_of(topics::POLYGON_SYNCED) {
        sent.push(id(&event.topic_number(1)?.to_string()));
    }
    if !sent.is_empty() {
        let is_own = transaction.is_sender() || transaction.has_event(topics::POLYGON_LOCKED);
        let departure = || side::departure(transaction, DECODER.name, side::only(sent));
        return Ok(if is_own { departure() } else { None });
    }
    let mut arrived = Vec::new();
    for event in transaction.events_of(topics::POLYGON_COMMITTED) {
        if !event.number(0)?.is_zero() {
            arrived.push(id(&event.topic_number(1)?.to_string()));
        }
    }
    if arrived.is_empty() {
        return Ok(None);
    }
    Ok(side::arrival(transaction, DECODER.name, side::only(arrived)))
}

fn id(number: &str) -> String {
    format!("polygon-state:{number}")
}
