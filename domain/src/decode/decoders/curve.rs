//! Liquidity of Curve's pools. The share token is the pool itself or a contract of its own, by the age of the pool.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event_type::EventType,
    net::NetAmount,
    normalized::{NormalizedTransaction, ObservedTransfer, is_zero_address},
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "curve",
    classify,
};

/// `AddLiquidity(provider*, amounts, …)` of pools with two, three, four and any number of assets.
const ADDED: [EventType; 8] = [
    topics::CURVE_ADD_2,
    topics::CURVE_ADD_3,
    topics::CURVE_ADD_4,
    topics::CURVE_ADD_ANY,
    topics::CURVE_CRYPTO_ADD_2,
    topics::CURVE_CRYPTO_ADD_3,
    topics::CURVE_SCALED_ADD_2,
    topics::CURVE_SCALED_ADD_3,
];

/// `RemoveLiquidity(provider*, amounts, …)` in the shares of the pool, `RemoveLiquidityImbalance(provider*, amounts, …)` in chosen
/// amounts, and `RemoveLiquidityOne(provider*, …)` in one asset.
const REMOVED: [EventType; 14] = [
    topics::CURVE_REMOVE_2,
    topics::CURVE_REMOVE_3,
    topics::CURVE_REMOVE_4,
    topics::CURVE_REMOVE_ANY,
    topics::CURVE_CRYPTO_REMOVE_2,
    topics::CURVE_CRYPTO_REMOVE_3,
    topics::CURVE_REMOVE_UNEQUAL_2,
    topics::CURVE_REMOVE_UNEQUAL_3,
    topics::CURVE_REMOVE_UNEQUAL_4,
    topics::CURVE_REMOVE_UNEQUAL_ANY,
    topics::CURVE_REMOVE_ONE,
    topics::CURVE_REMOVE_ONE_SUPPLY,
    topics::CURVE_REMOVE_ONE_ANY,
    topics::CURVE_SCALED_REMOVE_ONE,
];

/// A swap through a pool of shares adds and removes liquidity on its way, so the account itself must gain or lose shares.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    let has_both = !net.out.is_empty() && !net.r#in.is_empty();
    let (gains, loses) = (
        has_both && has_share(transaction, &net.r#in, |one| is_zero_address(&one.from)),
        has_both && has_share(transaction, &net.out, |one| is_zero_address(&one.to)),
    );
    let mut kinds = BTreeSet::new();
    let mut pool: Option<&Address> = None;
    let added = ADDED.map(|event| (event, EntryKind::AddLiquidity, gains));
    let removed = REMOVED.map(|event| (event, EntryKind::RemoveLiquidity, loses));
    for (known, kind, fits) in added.into_iter().chain(removed) {
        for event in transaction.events_of(known) {
            if fits && transaction.acts_for_account(&event.topic_address(1)?) {
                kinds.insert(kind);
                pool = pool.or(Some(event.contract()));
            }
        }
    }
    let found = Classification::of_kinds(&kinds);
    let named = |found: Classification| found.with_protocol(DECODER.name).with_counterparty(pool.cloned());
    Ok(found.map(named))
}

/// Returns whether one of the amounts is of a token that was created or destroyed.
fn has_share(
    transaction: &NormalizedTransaction<'_>,
    amounts: &[NetAmount],
    fits: impl Fn(&ObservedTransfer) -> bool,
) -> bool {
    let mut shares = transaction.transfers.iter().filter(|one| fits(one));
    shares.any(|one| {
        let token = transaction.token(&one.contract);
        amounts.iter().any(|amount| amount.asset == token)
    })
}
