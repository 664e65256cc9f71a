//! The bridges of Arbitrum chains. Withdrawals have a position on both sides, and deposits of tokens are named by token, accounts
//! and amount. A deposit of ether has no common name in logs, so that its sides are matched by amount.

use ports::Address;

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    normalized::NormalizedTransaction,
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "arbitrum",
    classify,
};

/// The types of the transactions that deposits become on the Arbitrum chain: a deposit of ether and an executed ticket.
const DEPOSITS: [u8; 2] = [100, 104];

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    if let Some(ids) = deposited(transaction)?.or(withdrawing(transaction)?) {
        return Ok(side::departure(transaction, DECODER.name, side::only(ids)));
    }
    let arrived = arrived(transaction)?;
    Ok(arrived.and_then(|ids| side::arrival(transaction, DECODER.name, side::only(ids))))
}

/// On layer 1: `DepositInitiated(l1Token, from*, to*, sequence*, amount)` of a gateway, or `InboxMessageDelivered(number*, data)` of
/// the inbox alone.
fn deposited(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::ARBITRUM_DEPOSIT) {
        if event.topic_address(1)? == *transaction.account() {
            let (token, to) = (event.word_address(0)?, event.topic_address(2)?);
            ids.push(deposit_id(event, &token, &to, 1)?);
        }
    }
    let is_ether = transaction.is_sender()
        && transaction.loses(&transaction.context.native)
        && transaction.has_event(topics::ARBITRUM_INBOX);
    Ok((!ids.is_empty() || is_ether).then_some(ids))
}

/// On the Arbitrum chain: `L2ToL1Tx(caller, destination*, hash*, position*, …)`.
fn withdrawing(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::ARBITRUM_TO_L1) {
        ids.push(format!("arbitrum-exit:{}", event.topic_number(3)?));
    }
    Ok((transaction.is_sender() && !ids.is_empty()).then_some(ids))
}

/// On layer 1 `OutBoxTransactionExecuted(to*, l2Sender*, zero*, transactionIndex)`, and on the Arbitrum chain
/// `DepositFinalized(l1Token*, from*, to*, amount)` or a deposit of ether.
fn arrived(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::ARBITRUM_OUTBOX) {
        ids.push(format!("arbitrum-exit:{}", event.number(0)?));
    }
    for event in transaction.events_of(topics::ARBITRUM_DEPOSIT_FINALIZED) {
        let to = event.topic_address(3)?;
        if to == *transaction.account() {
            ids.push(deposit_id(event, &event.topic_address(1)?, &to, 0)?);
        }
    }
    let envelope = transaction.call.and_then(|call| call.envelope);
    let is_deposit = envelope.is_some_and(|envelope| DEPOSITS.contains(&envelope));
    Ok((!ids.is_empty() || is_deposit).then_some(ids))
}

fn deposit_id(event: EventLog<'_>, token: &Address, to: &Address, amount: usize) -> Result<String, DecodeError> {
    Ok(format!("arbitrum-deposit:{token}:{to}:{}", event.number(amount)?))
}
