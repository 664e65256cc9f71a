//! Claimed rewards.

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "reward",
    classify,
};

/// `RewardsClaimed(user*, reward*, to*, claimer, amount)` of Aave, `Claimed(user*, token*, amount)` of Merkl, and
/// `Claimed(index, account, amount)` of distributors of new tokens. Nothing may leave the account.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    if transaction.net.r#in.is_empty() || !transaction.net.out.is_empty() {
        return Ok(None);
    }
    let is_own = |address: Address| address == *transaction.account();
    for event in transaction.events_of(topics::AAVE_REWARDS) {
        if is_own(event.topic_address(1)?) || is_own(event.topic_address(3)?) {
            return Ok(Some(
                Classification::certain(EntryKind::Reward).with_protocol("aave-v3"),
            ));
        }
    }
    for event in transaction.events_of(topics::MERKL_CLAIMED) {
        if event.topics() == 3 && is_own(event.topic_address(1)?) {
            return Ok(Some(Classification::certain(EntryKind::Reward).with_protocol("merkl")));
        }
    }
    // Distributors index different arguments.
    let mut drops = transaction.events_of(topics::DROP_CLAIMED);
    let is_drop = drops.any(|event| event.names(transaction.account()));
    Ok(is_drop.then(|| Classification::certain(EntryKind::Airdrop)))
}
