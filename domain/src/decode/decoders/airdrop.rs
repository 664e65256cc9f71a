//! Tokens that were sent to many accounts at once without a request.

use std::collections::BTreeSet;

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::{NormalizedTransaction, ObservedTransfer, is_zero_address},
};

pub(super) const DECODER: Decoder = Decoder {
    name: "airdrop",
    classify,
};

/// From how many recipients of one token in one transaction it is an airdrop, where the token itself distributes it.
const OF_TOKEN: usize = 10;
/// The same where another account distributes it. Exchanges pay out to a hundred customers at once. Both numbers are chosen and
/// not measured.
const OF_OTHERS: usize = 200;

/// The account must not have sent the transaction, and nothing may leave it.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    if transaction.is_sender() || net.r#in.is_empty() || !net.out.is_empty() {
        return Ok(None);
    }
    let account = transaction.account();
    let received = transaction
        .transfers
        .iter()
        .filter(|one| one.to == *account && !one.amount.is_zero());
    let mut received = received.peekable();
    let is_token_only = received.peek().is_some() && net.r#in.iter().all(|one| one.asset != transaction.context.native);
    let is_airdrop = is_token_only && received.all(|one| is_distributed(transaction, one));
    Ok(is_airdrop.then(|| Classification::by_amounts(EntryKind::Airdrop)))
}

fn is_distributed(transaction: &NormalizedTransaction<'_>, own: &ObservedTransfer) -> bool {
    let of_token = transaction
        .transfers
        .iter()
        .filter(|one| one.contract == own.contract && one.from == own.from);
    let recipients: BTreeSet<&Address> = of_token.map(|one| &one.to).collect();
    let by_token =
        is_zero_address(&own.from) || own.from == own.contract || transaction.target() == Some(&own.contract);
    let is_labelled = transaction.context.label(&own.from).is_some();
    recipients.len() >= if by_token { OF_TOKEN } else { OF_OTHERS } && !is_labelled
}
