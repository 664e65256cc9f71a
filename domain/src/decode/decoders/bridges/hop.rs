//! Hop: transfers from a layer 2 have an id. Those from layer 1 are named by recipient, amounts and deadline.

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder { name: "hop", classify };

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let sent = sent(transaction)?;
    if !sent.is_empty() {
        return Ok(side::departure(transaction, DECODER.name, side::only(sent)));
    }
    let arrived = arrived(transaction)?;
    if arrived.is_empty() {
        return Ok(None);
    }
    Ok(side::arrival(transaction, DECODER.name, side::only(arrived)))
}

/// `TransferSent(transferId*, chainId*, recipient*, …)`, and on layer 1
/// `TransferSentToL2(chainId*, recipient*, amount, amountOutMin, deadline, relayer*, relayerFee)`.
fn sent(transaction: &NormalizedTransaction<'_>) -> Result<Vec<String>, DecodeError> {
    if !transaction.is_sender() {
        return Ok(Vec::new());
    }
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::HOP_SENT) {
        ids.push(transfer_id(event)?);
    }
    for event in transaction.events_of(topics::HOP_SENT_TO_L2) {
        let recipient = event.topic_address(2)?;
        ids.push(from_l1(event, &event.topic_number(1)?.to_string(), recipient.as_str())?);
    }
    Ok(ids)
}

/// `WithdrawalBonded(transferId*, amount)`, `Withdrew(transferId*, recipient*, …)` and
/// `TransferFromL1Completed(recipient*, amount, amountOutMin, deadline, relayer*, relayerFee)`. The first one names no recipient, so
/// it counts only where the account itself did not send the transaction.
fn arrived(transaction: &NormalizedTransaction<'_>) -> Result<Vec<String>, DecodeError> {
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::HOP_BONDED) {
        if !transaction.is_sender() {
            ids.push(transfer_id(event)?);
        }
    }
    for event in transaction.events_of(topics::HOP_WITHDREW) {
        if event.topic_address(2)? == *transaction.account() {
            ids.push(transfer_id(event)?);
        }
    }
    for event in transaction.events_of(topics::HOP_FROM_L1) {
        let recipient = event.topic_address(1)?;
        let chain = transaction.context.chain.evm_number();
        if recipient == *transaction.account() {
            ids.push(from_l1(event, &chain.unwrap_or(0).to_string(), recipient.as_str())?);
        }
    }
    Ok(ids)
}

fn transfer_id(event: EventLog<'_>) -> Result<String, DecodeError> {
    Ok(format!("hop:{}", event.topic_hex(1)?))
}

/// The words are amount, least amount and deadline on both sides.
fn from_l1(event: EventLog<'_>, chain: &str, recipient: &str) -> Result<String, DecodeError> {
    let (amount, least, deadline) = (event.number(0)?, event.number(1)?, event.number(2)?);
    Ok(format!("hop:{chain}:{recipient}:{amount}:{least}:{deadline}"))
}
