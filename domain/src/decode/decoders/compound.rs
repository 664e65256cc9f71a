//! Markets of Compound v2 and of its forks, which are tokens themselves.

use ports::entry::EntryKind;

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    event::EventLog,
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "compound-v2",
    classify,
};

/// Recognizes what the account supplied, withdrew, borrowed and repaid. Several of these at once are mixed, and so is a
/// liquidation.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    Classification::of_market(transaction, DECODER.name, |event| kind(transaction, event))
}

/// The layouts, in which nothing is indexed: `Mint(minter, amount, tokens)`, `Redeem(redeemer, amount, tokens)`,
/// `Borrow(borrower, amount, …)`, `RepayBorrow(payer, borrower, amount, …)` and
/// `LiquidateBorrow(liquidator, borrower, amount, collateral, tokens)`.
fn kind(transaction: &NormalizedTransaction<'_>, event: EventLog<'_>) -> Result<Option<EntryKind>, DecodeError> {
    let is_own = |position: usize| Ok::<bool, DecodeError>(event.word_address(position)? == *transaction.account());
    let share = || transaction.token(event.contract());
    let kind = if event.is(topics::COMPOUND_MINT) {
        (is_own(0)? && transaction.gains(&share())).then_some(EntryKind::Deposit)
    } else if event.is(topics::COMPOUND_REDEEM) {
        (is_own(0)? && transaction.loses(&share())).then_some(EntryKind::Withdraw)
    } else if event.is(topics::COMPOUND_BORROW) {
        is_own(0)?.then_some(EntryKind::Borrow)
    } else if event.is(topics::COMPOUND_REPAY) {
        (is_own(0)? || is_own(1)?).then_some(EntryKind::Repay)
    } else if event.is(topics::COMPOUND_LIQUIDATION) {
        (is_own(0)? || is_own(1)?).then_some(EntryKind::Mixed)
    } else {
        None
    };
    Ok(kind)
}
