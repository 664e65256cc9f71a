//! Transactions of Bitcoin-like chains.

use ports::entry::EntryKind;

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    coin::NET,
    normalized::{ChangeOrigin, NormalizedTransaction},
};

pub(super) const DECODER: Decoder = Decoder { name: "coin", classify };

/// New coins are a reward. A transaction whose outputs are all change paid only a fee.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let ChangeOrigin::Coin { is_coinbase, is_sent } = transaction.origin else {
        return Ok(None);
    };
    let net = &transaction.net;
    let kind = match (net.out.is_empty(), net.r#in.is_empty()) {
        (true, false) if is_coinbase => EntryKind::Reward,
        (true, false) => EntryKind::Receive,
        (false, _) => EntryKind::Send,
        (true, true) => EntryKind::SelfTransfer,
    };
    // With inputs of several owners, only the net amount is known.
    let is_shared = !is_sent && transaction.movements.iter().any(|one| one.item == NET);
    Ok(Some(if is_shared {
        Classification::by_amounts(kind)
    } else {
        Classification::certain(kind)
    }))
}
