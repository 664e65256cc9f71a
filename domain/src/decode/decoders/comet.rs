//! Compound v3. Its contract (Comet) is a market of one base asset, which people supply or borrow, against collateral.

use ports::{Address, RawAmount, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    normalized::{NormalizedTransaction, is_zero_address},
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "compound-v3",
    classify,
};

/// By how much the tokens that the market created or destroyed may differ from the amount, because it stores rounded principals.
const ROUNDING: u128 = 10;

/// Recognizes what the account supplied, withdrew, borrowed and repaid. Several of these at once are mixed, and so is a
/// liquidation.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    Classification::of_market(transaction, DECODER.name, |event| kind(transaction, event))
}

/// The layouts: `Supply(from*, dst*, amount)`, `Withdraw(src*, to*, amount)`, `SupplyCollateral(from*, dst*, asset*, amount)`,
/// `WithdrawCollateral(src*, to*, asset*, amount)`, `AbsorbDebt(absorber*, borrower*, …)` and
/// `AbsorbCollateral(absorber*, borrower*, asset*, …)`. Other contracts use some of these signatures, so an event with another
/// number of topics is none of this market's, and something must have moved in the account.
fn kind(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<EntryKind>, DecodeError> {
    let (has_paid, has_received) = (!transaction.net.out.is_empty(), !transaction.net.r#in.is_empty());
    let is_own = |position: usize| Ok::<bool, DecodeError>(event.topic_address(position)? == *transaction.account());
    let is_side = || Ok::<bool, DecodeError>(is_own(1)? || is_own(2)?);
    let kind = match event.topics() {
        3 if event.is(topics::COMET_SUPPLY) && has_paid && is_side()? => Some(base(
            created(transaction, event, &event.topic_address(2)?),
            event.number(0)?,
            (EntryKind::Deposit, EntryKind::Repay),
        )),
        3 if event.is(topics::COMET_WITHDRAW) && has_received && is_side()? => Some(base(
            destroyed(transaction, event, &event.topic_address(1)?),
            event.number(0)?,
            (EntryKind::Withdraw, EntryKind::Borrow),
        )),
        4 if event.is(topics::COMET_SUPPLY_COLLATERAL) && has_paid && is_side()? => Some(EntryKind::Deposit),
        4 if event.is(topics::COMET_WITHDRAW_COLLATERAL) && has_received && is_side()? => Some(EntryKind::Withdraw),
        3 if event.is(topics::COMET_ABSORB_DEBT) && is_own(2)? => Some(EntryKind::Mixed),
        4 if event.is(topics::COMET_ABSORB_COLLATERAL) && is_own(2)? => Some(EntryKind::Mixed),
        _ => None,
    };
    Ok(kind)
}

/// A market is its own token for what was supplied, and logs none for debt: the part of an amount that created or destroyed
/// tokens was supplied or withdrawn, and the rest was repaid or borrowed.
fn base(tokens: RawAmount, amount: RawAmount, (of_supply, of_debt): (EntryKind, EntryKind)) -> EntryKind {
    let is_small = |rest: RawAmount| rest <= ROUNDING.into();
    match amount.sub(tokens) {
        Ok(debt) if !is_small(debt) && is_small(tokens) => of_debt,
        Ok(debt) if !is_small(debt) => EntryKind::Mixed,
        _ => of_supply,
    }
}

/// Returns the tokens that a market created for somebody.
fn created(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>, of: &Address) -> RawAmount {
    let market = event.contract();
    let transfers = transaction.transfers.iter().filter(|one| one.contract == *market);
    let new = transfers.filter(|one| is_zero_address(&one.from) && one.to == *of);
    sum(new.map(|one| one.amount))
}

/// Returns the tokens of somebody that a market destroyed.
fn destroyed(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>, of: &Address) -> RawAmount {
    let market = event.contract();
    let transfers = transaction.transfers.iter().filter(|one| one.contract == *market);
    let gone = transfers.filter(|one| is_zero_address(&one.to) && one.from == *of);
    sum(gone.map(|one| one.amount))
}

/// A sum beyond 256 bits counts as the largest number: only whether it reaches the amount matters.
fn sum(amounts: impl Iterator<Item = RawAmount>) -> RawAmount {
    let largest = RawAmount::from_word(&[u8::MAX; 32]);
    amounts.fold(RawAmount::ZERO, |sum, amount| sum.add(amount).unwrap_or(largest))
}
