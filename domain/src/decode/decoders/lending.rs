//! Aave v2 and v3, and protocols with the same events.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    event_type::EventType,
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder { name: "aave", classify };

/// Recognizes what the account supplied, withdrew, borrowed and repaid. Several of these at once are mixed, and so is a
/// liquidation, which takes collateral and cancels debt.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut kinds = BTreeSet::new();
    let mut pool: Option<&Address> = None;
    for event in &transaction.events {
        if let Some(kind) = kind(transaction, *event)? {
            kinds.insert(kind);
            pool = pool.or(Some(event.contract()));
        }
    }
    let protocol = pool.map(|pool| {
        let label = transaction.protocol_of(pool);
        label.unwrap_or_else(|| version(transaction, pool).to_owned())
    });
    let found = Classification::of_kinds(&kinds);
    Ok(found.map(|found| found.of_protocol(protocol).with_counterparty(pool.cloned())))
}

/// Returns the version by the events of a pool. Withdrawals and liquidations have the same event in both; they are taken for the
/// newer one, which has the label of a known pool to correct it.
fn version(transaction: &NormalizedTransaction<'_>, pool: &Address) -> &'static str {
    let older = [topics::AAVE_V2_DEPOSIT, topics::AAVE_V2_BORROW, topics::AAVE_V2_REPAY];
    let mut events = older.into_iter().flat_map(|topic| transaction.events_of(topic));
    if events.any(|event| event.contract() == pool) {
        "aave-v2"
    } else {
        "aave-v3"
    }
}

/// The layouts: `Supply(reserve*, user, onBehalfOf*, amount, referral*)`, which version 2 calls `Deposit`, `Withdraw(reserve*, user*, to*, amount)`,
/// `Borrow(reserve*, user, onBehalfOf*, amount, …)`, `Repay(reserve*, user*, repayer*, amount, useATokens)` and
/// `LiquidationCall(collateral*, debt*, user*, …)`. A gateway that unwraps the native asset withdraws for its caller.
fn kind(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<EntryKind>, DecodeError> {
    let is_own = |address: Address| address == *transaction.account();
    let is_any = |events: [EventType; 2]| events.into_iter().any(|known| event.is(known));
    let kind = if is_any([topics::AAVE_SUPPLY, topics::AAVE_V2_DEPOSIT]) {
        let is_part = is_own(event.topic_address(2)?) || is_own(event.word_address(0)?);
        is_part.then_some(EntryKind::Deposit)
    } else if event.is(topics::AAVE_WITHDRAW) {
        let is_part = transaction.acts_for_account(&event.topic_address(2)?) || is_own(event.topic_address(3)?);
        is_part.then_some(EntryKind::Withdraw)
    } else if is_any([topics::AAVE_BORROW, topics::AAVE_V2_BORROW]) {
        is_own(event.topic_address(2)?).then_some(EntryKind::Borrow)
    } else if is_any([topics::AAVE_REPAY, topics::AAVE_V2_REPAY]) {
        let is_part = is_own(event.topic_address(2)?) || is_own(event.topic_address(3)?);
        is_part.then_some(EntryKind::Repay)
    } else if event.is(topics::AAVE_LIQUIDATION) {
        is_own(event.topic_address(3)?).then_some(EntryKind::Mixed)
    } else {
        None
    };
    Ok(kind)
}
