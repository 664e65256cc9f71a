//! Deposits to and withdrawals of the beacon chain.

use ports::{RawAmount, Timestamp, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::{ChangeOrigin, NormalizedTransaction},
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "validator",
    classify,
};

pub(super) const DEPOSIT: Decoder = Decoder {
    name: "validator-deposit",
    classify: deposit,
};

/// The protocol of both, so that a withdrawal returns what was deposited.
const PROTOCOL: &str = "beacon-chain";

/// `DepositEvent(pubkey, withdrawal_credentials, amount, signature, index)` of the deposit contract, which a service may call. The
/// account pays, and receives no token for it.
fn deposit(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    let has_paid = net.r#in.is_empty() && net.out.iter().any(|one| one.asset == transaction.context.native);
    let is_deposit = transaction.is_sender() && has_paid && transaction.has_event(topics::BEACON_DEPOSIT);
    Ok(is_deposit.then(|| Classification::certain(EntryKind::Stake).with_protocol(PROTOCOL)))
}

/// The balance below which a validator is ejected (`EJECTION_BALANCE` of the consensus specification), in wei. A withdrawal of
/// less is no exit.
const EJECTION_BALANCE: u128 = 16_000_000_000_000_000_000;

/// The activation of EIP-7002 and EIP-7251, 2025-05-07T10:05:11Z: since then a part of a stake can be withdrawn.
const PARTIAL_WITHDRAWALS: Timestamp = Timestamp::from_seconds(1_746_612_311);

/// A large withdrawal returns the stake, and a small one pays rewards, which is certain only before parts could be withdrawn.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    if transaction.origin != ChangeOrigin::Withdrawal {
        return Ok(None);
    }
    let amount = transaction.movements.first().map_or(RawAmount::ZERO, |one| one.amount);
    let found = if amount >= EJECTION_BALANCE.into() {
        Classification::certain(EntryKind::Unstake)
    } else if transaction.time < PARTIAL_WITHDRAWALS {
        Classification::certain(EntryKind::Reward)
    } else {
        Classification::by_amounts(EntryKind::Reward)
    };
    Ok(Some(found.with_protocol(PROTOCOL)))
}
