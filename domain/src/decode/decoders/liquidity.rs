//! Liquidity: pools and positions of Uniswap v2, v3 and v4 and their forks, and of Balancer v2.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    net::NetAmount,
    normalized::{NormalizedTransaction, is_zero_address},
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "liquidity",
    classify,
};

/// What an event says, and whose events they are.
type PoolChange = (EntryKind, &'static str);

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut kinds = BTreeSet::new();
    let mut named: Option<(&Address, &'static str)> = None;
    for event in &transaction.events {
        let finding = match pair(transaction, *event)? {
            None => position(transaction, *event)?.or(balancer(transaction, *event)?),
            found => found,
        };
        if let Some((kind, family)) = finding {
            kinds.insert(kind);
            named = named.or(Some((event.contract(), family)));
        }
    }
    // Fees are collected when liquidity is removed.
    if kinds.contains(&EntryKind::RemoveLiquidity) || kinds.contains(&EntryKind::AddLiquidity) {
        kinds.remove(&EntryKind::Reward);
    }
    let Some((contract, family)) = named else {
        return Ok(by_amounts(transaction));
    };
    let label = || transaction.target().and_then(|target| transaction.protocol_of(target));
    let protocol = transaction
        .protocol_of(contract)
        .or_else(label)
        .unwrap_or_else(|| family.to_owned());
    Ok(Classification::of_kinds(&kinds).map(|found| found.with_protocol(&protocol)))
}

/// Pools that are their own share token: `Mint(sender*, amount0, amount1)` and `Burn(sender*, amount0, amount1, to*)`.
fn pair(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<PoolChange>, DecodeError> {
    let (is_mint, is_burn) = (event.is(topics::UNISWAP_V2_MINT), event.is(topics::UNISWAP_V2_BURN));
    if !is_mint && !is_burn {
        return Ok(None);
    }
    event.number(1)?;
    let share = transaction.token(event.contract());
    let family = "uniswap-v2-pools";
    Ok(match () {
        () if is_mint && transaction.gains(&share) => Some((EntryKind::AddLiquidity, family)),
        () if is_burn && transaction.loses(&share) => Some((EntryKind::RemoveLiquidity, family)),
        () => None,
    })
}

/// Positions that are unique tokens: `IncreaseLiquidity(id*, liquidity, amount0, amount1)`, `DecreaseLiquidity`,
/// `Collect(id*, recipient, amount0, amount1)`, and `ModifyLiquidity(pool*, sender*, lower, upper, change, salt)` of v4. They name
/// no owner, so they are the sender's.
fn position(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<PoolChange>, DecodeError> {
    if !transaction.is_sender() {
        return Ok(None);
    }
    let (v3, v4) = ("uniswap-v3-positions", "uniswap-v4");
    let finding = if event.is(topics::INCREASE_LIQUIDITY) {
        event.number(2)?;
        Some((EntryKind::AddLiquidity, v3))
    } else if event.is(topics::DECREASE_LIQUIDITY) {
        event.number(2)?;
        Some((EntryKind::RemoveLiquidity, v3))
    } else if event.is(topics::COLLECT) {
        event.number(2)?;
        let is_paid = !transaction.net.r#in.is_empty();
        is_paid.then_some((EntryKind::Reward, v3))
    } else if event.is(topics::MODIFY_LIQUIDITY) {
        Some((change_kind(event.word(2)?), v4))
    } else {
        None
    };
    Ok(finding)
}

/// `PoolBalanceChanged(pool*, provider*, tokens, changes, fees)`.
fn balancer(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<PoolChange>, DecodeError> {
    let is_it = event.is(topics::POOL_BALANCE_CHANGED);
    if !is_it || !transaction.acts_for_account(&event.topic_address(2)?) {
        return Ok(None);
    }
    let changes = event.numbers(1)?;
    let is_out = changes
        .iter()
        .any(|change| *change > ports::RawAmount::from_word(&LARGEST_SIGNED));
    let kind = if is_out {
        EntryKind::RemoveLiquidity
    } else {
        EntryKind::AddLiquidity
    };
    Ok(Some((kind, "balancer-v2")))
}

/// The largest signed number of 256 bits: what is larger is negative.
const LARGEST_SIGNED: [u8; 32] = {
    let mut word = [u8::MAX; 32];
    word[0] = 0x7f;
    word
};

/// Returns the kind of a signed change of liquidity. A change of zero collects fees.
fn change_kind(change: [u8; 32]) -> EntryKind {
    match change {
        change if change == [0; 32] => EntryKind::Reward,
        change if change > LARGEST_SIGNED => EntryKind::RemoveLiquidity,
        _ => EntryKind::AddLiquidity,
    }
}

/// Several assets out and one new token in, or one token destroyed and several assets in.
fn by_amounts(transaction: &NormalizedTransaction<'_>) -> Option<Classification> {
    let net = &transaction.net;
    if net.out.iter().chain(&net.r#in).any(NetAmount::is_nft) {
        return None;
    }
    let is_new = |asset: &ports::AssetId| {
        let mut moved = transaction.movements.iter().filter(|one| one.asset == *asset);
        moved.any(|one| one.counterparty.as_ref().is_some_and(is_zero_address))
    };
    match (net.out.as_slice(), net.r#in.as_slice()) {
        ([_, _, ..], [share]) if is_new(&share.asset) => Some(Classification::by_amounts(EntryKind::AddLiquidity)),
        ([share], [_, _, ..]) if is_new(&share.asset) => Some(Classification::by_amounts(EntryKind::RemoveLiquidity)),
        _ => None,
    }
}
