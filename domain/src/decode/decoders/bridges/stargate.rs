//! The pools of Stargate v1. Their events have no common id, so that the sides are matched by amount.

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "stargate-v1",
    classify,
};

/// `Swap(chainId, dstPoolId, from, …)` and `SwapRemote(to, amount, …)`.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    for event in transaction.events_of(topics::STARGATE_SWAP) {
        if transaction.acts_for_account(&event.word_address(2)?) {
            return Ok(side::departure(transaction, DECODER.name, None));
        }
    }
    for event in transaction.events_of(topics::STARGATE_SWAP_REMOTE) {
        if event.word_address(0)? == *transaction.account() {
            return Ok(side::arrival(transaction, DECODER.name, None));
        }
    }
    Ok(None)
}
