//! CoW Swap: orders that solvers settle in a later transaction, and orders that sell the native asset through its EthFlow contract.

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    movement::Direction,
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "cow-swap",
    classify,
};

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let found = match traded(transaction)? {
        None => placed(transaction)?.or(returned(transaction)),
        found => found,
    };
    Ok(found.map(|found| found.with_protocol(DECODER.name)))
}

/// `Trade(owner*, sellToken, buyToken, sellAmount, buyAmount, feeAmount, orderUid)`. The owner's order is a swap. What another
/// owner's order pays to the account has arrived from that owner: EthFlow owns the orders of all who sell the native asset.
fn traded(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    let mut payer = None;
    for event in transaction.events_of(topics::COW_TRADE) {
        let owner = event.topic_address(1)?;
        let is_both = !net.out.is_empty() && !net.r#in.is_empty();
        if owner == *transaction.account() && is_both {
            return Ok(Some(Classification::certain(EntryKind::Swap)));
        }
        if net.out.is_empty() && pays(transaction, event)? {
            payer = Some(owner);
        }
    }
    let arrived = |payer| Classification::certain(EntryKind::Receive).with_counterparty(Some(payer));
    Ok(payer.map(arrived))
}

/// Returns whether the contract that settled a trade moved exactly the amount bought to the account.
fn pays(transaction: &NormalizedTransaction<'_>, trade: EventLog<'_>) -> Result<bool, DecodeError> {
    let (token, amount) = (trade.word_address(1)?, trade.number(3)?);
    // The contract writes the native asset as this address.
    let asset = if token.evm_bytes() == Some([0xee; 20]) {
        transaction.context.native.clone()
    } else {
        transaction.token(&token)
    };
    Ok(transaction.movements.iter().any(|one| {
        let is_it = one.direction == Direction::In && one.asset == asset && one.amount == amount;
        is_it && one.counterparty.as_ref() == Some(trade.contract())
    }))
}

/// `OrderPlacement(sender*, …)`: the native asset was handed over for an order that a later transaction settles.
fn placed(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let is_paid = transaction.net.r#in.is_empty() && transaction.loses(&transaction.context.native);
    for event in transaction.events_of(topics::COW_PLACEMENT) {
        if is_paid && event.topic_address(1)? == *transaction.account() && moved(transaction, Direction::Out, event) {
            let placed = Classification::certain(EntryKind::Send);
            return Ok(Some(placed.with_counterparty(Some(event.contract().clone()))));
        }
    }
    Ok(None)
}

/// `OrderInvalidation(orderUid)` and `OrderRefund(orderUid, refunder*)`: what was not sold comes back from EthFlow. The events do
/// not name the owner, so the payment decides.
fn returned(transaction: &NormalizedTransaction<'_>) -> Option<Classification> {
    let events = transaction
        .events_of(topics::COW_INVALIDATION)
        .chain(transaction.events_of(topics::COW_REFUND));
    let mut paying = events.filter(|event| moved(transaction, Direction::In, *event));
    let contract: Address = paying.next()?.contract().clone();
    let is_returned = transaction.net.out.is_empty() && transaction.gains(&transaction.context.native);
    is_returned.then(|| Classification::certain(EntryKind::Receive).with_counterparty(Some(contract)))
}

/// Returns whether the native asset moved between the account and the contract that emitted an event.
fn moved(transaction: &NormalizedTransaction<'_>, direction: Direction, event: EventLog<'_>) -> bool {
    let native = &transaction.context.native;
    let mut moves = transaction.movements.iter();
    moves.any(|one| {
        let is_native = one.direction == direction && one.asset == *native;
        is_native && one.counterparty.as_ref() == Some(event.contract())
    })
}
