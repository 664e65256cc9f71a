//! Tokens that an account destroyed without a log of a transfer. Older tokens, such as BNB on Ethereum, log `Burn` alone.

use ports::{
    Address,
    fact::{Stream, TokenStandard},
};

use super::{event::EventLog, normalized::ObservedTransfer, token_logs::KnownStandards, topics};

const ZERO: [u8; 20] = [0; 20];

/// Returns what an account destroyed by calling a token, where no transfer from it says so. Other contracts log the same event about
/// something else, so that only the token that was called counts.
pub(super) fn unlogged_burns(
    events: &[EventLog<'_>],
    transfers: &[ObservedTransfer],
    (account, called): (&Address, &Address),
    standards: &KnownStandards<'_>,
) -> Vec<ObservedTransfer> {
    let is_known = transfers
        .iter()
        .any(|one| one.contract == *called && one.from == *account);
    let is_unique = standards
        .get(called)
        .is_some_and(|standard| *standard != TokenStandard::Erc20);
    if is_known || is_unique {
        return Vec::new();
    }
    let own = events
        .iter()
        .filter(|event| event.is(topics::BURN) && event.contract() == called);
    let burned = own.filter(|event| event.topic_address(1).is_ok_and(|from| from == *account));
    let transfer = |event: &EventLog<'_>| {
        Some(ObservedTransfer {
            standard: TokenStandard::Erc20,
            contract: called.clone(),
            from: account.clone(),
            to: Address::evm(ZERO),
            amount: event.number(0).ok().filter(|amount| !amount.is_zero())?,
            token_id: None,
            stream: Stream::Receipts,
            item: format!("log {}", event.index()),
            order: vec![2, event.index().into(), 0],
        })
    };
    burned.filter_map(transfer).collect()
}
