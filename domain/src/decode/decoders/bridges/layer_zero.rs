//! Tokens that move by LayerZero (OFT), and the pools of Stargate v2: both sides name the message by its id.

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "layer-zero",
    classify,
};

/// `OFTSent(guid*, dstEid, from*, sent, received)` and `OFTReceived(guid*, srcEid, to*, received)`. Transfers that Stargate
/// collects have the id zero, so that their sides are matched by amount.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let (mut sent, mut received) = (None, None);
    for event in transaction.events_of(topics::OFT_SENT) {
        if transaction.acts_for_account(&event.topic_address(2)?) {
            sent.get_or_insert_with(Vec::new).extend(id(&event.topic_hex(1)?));
        }
    }
    for event in transaction.events_of(topics::OFT_RECEIVED) {
        if event.topic_address(2)? == *transaction.account() {
            received.get_or_insert_with(Vec::new).extend(id(&event.topic_hex(1)?));
        }
    }
    let departure = sent.and_then(|ids| side::departure(transaction, DECODER.name, side::only(ids)));
    let arrival = || received.and_then(|ids| side::arrival(transaction, DECODER.name, side::only(ids)));
    Ok(departure
        .or_else(arrival)
        .map(|found| found.of_protocol(None))
        .map(labelled(transaction)))
}

/// Names the protocol by the label of what emitted the event, or else the technique.
fn labelled(transaction: &NormalizedTransaction<'_>) -> impl Fn(Classification) -> Classification {
    let events = transaction
        .events_of(topics::OFT_SENT)
        .chain(transaction.events_of(topics::OFT_RECEIVED));
    let mut labels = events.filter_map(|event| transaction.protocol_of(event.contract()));
    let protocol = labels.next().unwrap_or_else(|| DECODER.name.to_owned());
    move |found| found.with_protocol(&protocol)
}

fn id(guid: &str) -> Option<String> {
    guid.bytes()
        .any(|digit| digit != b'0')
        .then(|| format!("layerzero:{guid}"))
}
