//! Liquidity of Curve's pools. The share token is the pool itself or a contract of its own, by the age of the pool.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    net::NetAmount,
    normalized::{NormalizedTransaction, ObservedTransfer, is_zero_address},
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "curve",
    classify,
};

/// An event of a pool, with how many words of data it has at least.
type PoolEvent = (&'static str, usize);

/// `AddLiquidity(provider*, amounts, …)` of pools with two, three, four and any number of assets.
const ADDED: [PoolEvent; 8] = [
    (topics::CURVE_ADD_2, 6),
    (topics::CURVE_ADD_3, 8),
    (topics::CURVE_ADD_4, 10),
    (topics::CURVE_ADD_ANY, 6),
    (topics::CURVE_CRYPTO_ADD_2, 4),
    (topics::CURVE_CRYPTO_ADD_3, 5),
    (topics::CURVE_SCALED_ADD_2, 5),
    (topics::CURVE_SCALED_ADD_3, 6),
];

/// `RemoveLiquidity(provider*, amounts, …)` in the shares of the pool, `RemoveLiquidityImbalance(provider*, amounts, …)` in chosen
/// amounts, and `RemoveLiquidityOne(provider*, …)` in one asset.
const REMOVED: [PoolEvent; 14] = [
    (topics::CURVE_REMOVE_2, 5),
    (topics::CURVE_REMOVE_3, 7),
    (topics::CURVE_REMOVE_4, 9),
    (topics::CURVE_REMOVE_ANY, 5),
    (topics::CURVE_CRYPTO_REMOVE_2, 3),
    (topics::CURVE_CRYPTO_REMOVE_3, 4),
    (topics::CURVE_REMOVE_UNEQUAL_2, 6),
    (topics::CURVE_REMOVE_UNEQUAL_3, 8),
    (topics::CURVE_REMOVE_UNEQUAL_4, 10),
    (topics::CURVE_REMOVE_UNEQUAL_ANY, 6),
    (topics::CURVE_REMOVE_ONE, 2),
    (topics::CURVE_REMOVE_ONE_SUPPLY, 3),
    (topics::CURVE_REMOVE_ONE_ANY, 4),
    (topics::CURVE_SCALED_REMOVE_ONE, 5),
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
    let added = ADDED.iter().map(|event| (event, EntryKind::AddLiquidity, gains));
    let removed = REMOVED.iter().map(|event| (event, EntryKind::RemoveLiquidity, loses));
    for ((topic, words), kind, fits) in added.chain(removed) {
        for event in transaction.events_of(topic) {
            if fits && transaction.acts_for_account(&event.topic_address(1)?) {
                event.word(words.saturating_sub(1))?;
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
