//! The bridges of OP chains. Withdrawals have a hash on both sides. Deposits are named by tokens, recipient and amount.

use ports::{Address, RawAmount, entry::EntryKind};

use super::side;
use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::{NormalizedTransaction, is_zero_address},
    topics,
};

pub const DECODER: Decoder = Decoder {
    name: "op-stack",
    classify,
};

/// The type of the transaction that a deposit becomes on the OP chain.
const DEPOSIT: u8 = 126;

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let departed = match deposited(transaction)? {
        None => withdrawing(transaction)?,
        found => found,
    };
    if let Some(ids) = departed {
        return Ok(side::departure(transaction, DECODER.name, side::only(ids)));
    }
    let arrived = match deposit_arrived(transaction)? {
        None => withdrawn(transaction)?,
        found => found,
    };
    if let Some(ids) = arrived {
        return Ok(side::arrival(transaction, DECODER.name, side::only(ids)));
    }
    let is_proof = transaction.is_sender() && transaction.has_event(topics::OP_PROVEN);
    let is_proof = is_proof && transaction.movements.is_empty();
    Ok(is_proof.then(|| Classification::certain(EntryKind::Call).with_protocol(DECODER.name)))
}

/// On layer 1: `ETHDepositInitiated(from*, to*, amount, …)`, `ERC20DepositInitiated(l1Token*, l2Token*, from*, to, amount, …)`, and
/// `TransactionDeposited(from*, to*, version*, …)` of the portal alone, whose amount is in packed data.
fn deposited(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut found: Option<Vec<String>> = None;
    for event in transaction.events_of(topics::OP_ETH_DEPOSIT) {
        if transaction.acts_for_account(&event.topic_address(1)?) {
            let id = deposit_id("eth", &event.topic_address(2)?, event.number(0)?);
            found.get_or_insert_with(Vec::new).push(id);
        }
    }
    for event in transaction.events_of(topics::OP_TOKEN_DEPOSIT) {
        if transaction.acts_for_account(&event.topic_address(3)?) {
            let tokens = format!("{}:{}", event.topic_address(1)?, event.topic_address(2)?);
            let id = deposit_id(&tokens, &event.word_address(0)?, event.number(1)?);
            found.get_or_insert_with(Vec::new).push(id);
        }
    }
    let native = &transaction.context.native;
    if found.is_none() && transaction.is_sender() && transaction.loses(native) {
        for event in transaction.events_of(topics::OP_PORTAL_DEPOSIT) {
            let amount = transaction
                .net
                .out
                .iter()
                .find(|net| net.asset == *native)
                .map(|net| net.amount);
            let id = deposit_id("eth", &event.topic_address(2)?, amount.unwrap_or(RawAmount::ZERO));
            found.get_or_insert_with(Vec::new).push(id);
        }
    }
    Ok(found)
}

/// On the OP chain: `DepositFinalized(l1Token*, l2Token*, from*, to, amount, …)`, or a deposit transaction that pays the account.
fn deposit_arrived(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut found: Option<Vec<String>> = None;
    for event in transaction.events_of(topics::OP_DEPOSIT_FINALIZED) {
        let recipient = event.word_address(0)?;
        if recipient == *transaction.account() {
            let (first, second) = (event.topic_address(1)?, event.topic_address(2)?);
            let tokens = if is_zero_address(&first) {
                "eth".to_owned()
            } else {
                format!("{first}:{second}")
            };
            let id = deposit_id(&tokens, &recipient, event.number(1)?);
            found.get_or_insert_with(Vec::new).push(id);
        }
    }
    let is_deposit = transaction.call.is_some_and(|call| call.envelope == Some(DEPOSIT));
    if found.is_none() && is_deposit {
        let arrived = transaction
            .net
            .r#in
            .iter()
            .filter(|net| net.asset == transaction.context.native);
        let ids = arrived.map(|net| deposit_id("eth", transaction.account(), net.amount));
        found = Some(ids.collect());
    }
    Ok(found)
}

/// On the OP chain: `MessagePassed(nonce*, sender*, target*, value, gasLimit, data, withdrawalHash)`.
fn withdrawing(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::OP_MESSAGE_PASSED) {
        ids.push(withdrawal_id(&event.word_hex(3)?));
    }
    Ok((transaction.is_sender() && !ids.is_empty()).then_some(ids))
}

/// On layer 1: `WithdrawalFinalized(withdrawalHash*, success)`.
fn withdrawn(transaction: &NormalizedTransaction<'_>) -> Result<Option<Vec<String>>, DecodeError> {
    let mut ids = Vec::new();
    for event in transaction.events_of(topics::OP_FINALIZED) {
        if !event.number(0)?.is_zero() {
            ids.push(withdrawal_id(&event.topic_hex(1)?));
        }
    }
    Ok((!ids.is_empty()).then_some(ids))
}

fn deposit_id(tokens: &str, recipient: &Address, amount: RawAmount) -> String {
    format!("op-deposit:{tokens}:{recipient}:{amount}")
}

fn withdrawal_id(hash: &str) -> String {
    format!("op-withdrawal:{hash}")
}
