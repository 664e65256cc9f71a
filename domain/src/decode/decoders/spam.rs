//! Unwanted transactions: imitations of earlier transfers, and payments from accounts that were reported for fraud.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind, label::LabelKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    movement::Direction,
    normalized::{NormalizedTransaction, ObservedTransfer},
};

pub(super) const DECODER: Decoder = Decoder { name: "spam", classify };

/// From how many accounts one token must be taken in one transaction to be a false log: no one has allowances of all of them.
/// It is chosen and not measured.
const MANY_SENDERS: usize = 10;

/// Recognizes, in transactions that the account did not send: transfers of amount zero from the account, which need no
/// allowance; false logs that take a token from many accounts; and payments from reported accounts.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    if transaction.is_sender() || transaction.call.is_none() && transaction.zero_transfers().next().is_none() {
        return Ok(None);
    }
    let is_imitation = transaction.movements.is_empty() && transaction.zero_transfers().next().is_some();
    let is_spam = is_imitation || has_false_logs(transaction) || is_from_reported(transaction);
    Ok(is_spam.then(|| Classification::certain(EntryKind::Spam)))
}

fn has_false_logs(transaction: &NormalizedTransaction<'_>) -> bool {
    let account = transaction.account();
    let is_all_out = transaction.movements.iter().all(|one| one.direction == Direction::Out);
    let taken = |contract: &Address| {
        let of_token = transaction.transfers.iter().filter(|one| one.contract == *contract);
        let senders: BTreeSet<&Address> = of_token.map(|one| &one.from).collect();
        senders.len() >= MANY_SENDERS
    };
    let mut own = transaction
        .transfers
        .iter()
        .filter(|one: &&ObservedTransfer| one.from == *account);
    is_all_out && own.any(|one| taken(&one.contract))
}

fn is_from_reported(transaction: &NormalizedTransaction<'_>) -> bool {
    let is_reported = |address: &Address| {
        let label = transaction.context.label(address);
        label.is_some_and(|label| label.kind == LabelKind::Phishing)
    };
    let net = &transaction.net;
    let mut others = transaction.movements.iter().filter_map(|one| one.counterparty.as_ref());
    net.out.is_empty() && !net.r#in.is_empty() && others.any(is_reported)
}
