//! Staking: Lido, and reward contracts in which tokens are staked.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    movement::Direction,
    normalized::{NormalizedTransaction, is_zero_address},
    topics,
};

pub(super) const LIDO: Decoder = Decoder {
    name: "lido",
    classify: lido,
};

pub(super) const FARM: Decoder = Decoder {
    name: "farm",
    classify: farm,
};

/// `Submitted(sender*, amount, referral)`, `WithdrawalRequested(id*, requestor*, owner*, …)` and
/// `WithdrawalClaimed(id*, owner*, receiver*, amount)`.
fn lido(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    if transaction.net.out.is_empty() && transaction.net.r#in.is_empty() {
        return Ok(None);
    }
    let is_own = |address: Address| address == *transaction.account();
    let mut kinds = BTreeSet::new();
    for event in transaction.events_of(topics::LIDO_SUBMITTED) {
        if transaction.acts_for_account(&event.topic_address(1)?) {
            kinds.insert(EntryKind::Stake);
        }
    }
    for topic in [topics::LIDO_REQUESTED, topics::LIDO_CLAIMED] {
        for event in transaction.events_of(topic) {
            if is_own(event.topic_address(2)?) || is_own(event.topic_address(3)?) {
                kinds.insert(EntryKind::Unstake);
            }
        }
    }
    Ok(Classification::of_kinds(&kinds).map(|found| found.with_protocol(LIDO.name)))
}

/// Reward contracts: `Staked(user*, amount)`, `Withdrawn(user*, amount)` and `RewardPaid(user*, reward)` of Synthetix and its
/// forks, `Deposit(user*, pool*, amount)` and `Withdraw(user*, pool*, amount)` of MasterChef and its forks.
fn farm(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    if net.out.is_empty() && net.r#in.is_empty() {
        return Ok(None);
    }
    let mut kinds = BTreeSet::new();
    let mut contract: Option<&Address> = None;
    for event in &transaction.events {
        if let Some(kind) = farm_kind(transaction, *event)? {
            kinds.insert(kind);
            contract = contract.or(Some(event.contract()));
        }
    }
    if kinds.is_empty() || kinds.iter().all(|kind| *kind == EntryKind::Reward) && !net.out.is_empty() {
        return Ok(None);
    }
    // MasterChef pays rewards with every deposit and withdrawal and logs no event for them.
    let is_new = |address: &Address| is_zero_address(address);
    let arrived = transaction
        .movements
        .iter()
        .filter(|one| one.direction == Direction::In);
    let has_paid = arrived
        .filter(|one| !one.counterparty.as_ref().is_some_and(is_new))
        .count()
        > 0;
    if kinds.contains(&EntryKind::Stake) && has_paid || kinds.contains(&EntryKind::Unstake) && net.r#in.len() > 1 {
        kinds.insert(EntryKind::Reward);
    }
    let protocol = contract.and_then(|contract| transaction.protocol_of(contract));
    Ok(Classification::of_kinds(&kinds).map(|found| found.of_protocol(protocol).with_counterparty(contract.cloned())))
}

/// Returns the kind of an event of a reward contract about the account. The signatures are common, so an event with another
/// layout belongs to another kind of contract and is no error.
fn farm_kind(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<EntryKind>, DecodeError> {
    let (topics, kind) = if event.is(topics::STAKED) {
        (2, EntryKind::Stake)
    } else if event.is(topics::UNSTAKED) {
        (2, EntryKind::Unstake)
    } else if event.is(topics::REWARD_PAID) {
        (2, EntryKind::Reward)
    } else if event.is(topics::FARM_DEPOSIT) {
        (3, EntryKind::Stake)
    } else if event.is(topics::FARM_WITHDRAW) {
        (3, EntryKind::Unstake)
    } else {
        return Ok(None);
    };
    if event.topics() != topics || event.words() != 1 || event.topic_address(1)? != *transaction.account() {
        return Ok(None);
    }
    // A deposit or withdrawal of nothing claims rewards.
    Ok(Some(if event.number(0)?.is_zero() {
        EntryKind::Reward
    } else {
        kind
    }))
}
