//! Across: both sides name the chain of origin and the number of the deposit there.

use ports::RawAmount;

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::to_address,
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "across",
    classify,
};

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    Ok(deposited(transaction)?.or(filled(transaction)?))
}

/// `FundsDeposited(…, destinationChainId*, depositId*, …, depositor*, …)` and its older form `V3FundsDeposited`.
fn deposited(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut ids = Vec::new();
    for topic in [topics::ACROSS_DEPOSITED, topics::ACROSS_V3_DEPOSITED] {
        for event in transaction.events_of(topic) {
            let depositor = to_address(event.topic(3)?);
            if transaction.is_sender() || depositor.as_ref() == Some(transaction.account()) {
                ids.push((transaction.context.chain.evm_number(), event.topic_number(2)?));
            }
        }
    }
    if ids.is_empty() {
        return Ok(None);
    }
    let ids = ids
        .into_iter()
        .filter_map(|(chain, number)| Some(id(u128::from(chain?).into(), number)));
    Ok(side::departure(transaction, DECODER.name, side::only(ids.collect())))
}

/// `FilledRelay(…, originChainId*, depositId*, …, relayer*, depositor, recipient, …)` and its older form `FilledV3Relay`. The
/// recipient is word 9 of both.
fn filled(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut ids = Vec::new();
    for topic in [topics::ACROSS_FILLED, topics::ACROSS_V3_FILLED] {
        for event in transaction.events_of(topic) {
            if to_address(event.word(9)?).as_ref() == Some(transaction.account()) {
                ids.push(id(event.topic_number(1)?, event.topic_number(2)?));
            }
        }
    }
    if ids.is_empty() {
        return Ok(None);
    }
    Ok(side::arrival(transaction, DECODER.name, side::only(ids)))
}

fn id(origin: RawAmount, deposit: RawAmount) -> String {
    format!("across:{origin}:{deposit}")
}
