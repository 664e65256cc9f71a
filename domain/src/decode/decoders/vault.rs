//! Vaults with shares (ERC-4626).

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "erc-4626",
    classify,
};

/// `Deposit(sender*, owner*, assets, shares)` and `Withdraw(sender*, receiver*, owner*, assets, shares)`. The account must gain
/// or lose shares or receive the assets; a vault that deposits into another one names itself as the owner.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let is_own = |address: Address| address == *transaction.account();
    let mut kinds = BTreeSet::new();
    let mut vault: Option<&Address> = None;
    for event in transaction.events_of(topics::VAULT_DEPOSIT) {
        if transaction.gains(&transaction.token(event.contract())) && is_own(event.topic_address(2)?) {
            event.number(1)?;
            kinds.insert(EntryKind::Deposit);
            vault = vault.or(Some(event.contract()));
        }
    }
    for event in transaction.events_of(topics::VAULT_WITHDRAW) {
        let is_share = transaction.loses(&transaction.token(event.contract())) && is_own(event.topic_address(3)?);
        let is_paid = !transaction.net.r#in.is_empty() && is_own(event.topic_address(2)?);
        if is_share || is_paid {
            event.number(1)?;
            kinds.insert(EntryKind::Withdraw);
            vault = vault.or(Some(event.contract()));
        }
    }
    let protocol = vault.and_then(|vault| transaction.protocol_of(vault));
    let found = Classification::of_kinds(&kinds);
    Ok(found.map(|found| found.of_protocol(protocol).with_counterparty(vault.cloned())))
}
