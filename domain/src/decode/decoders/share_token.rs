//! Contracts that are their own share token: an asset goes to the contract and its token comes back, or the reverse. Wrapped
//! staking tokens, markets of Compound v2 and savings contracts work like this.

use ports::{Address, AssetId, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    movement::Direction,
    net::NetAmount,
    normalized::{NormalizedTransaction, is_zero_address},
};

pub(super) const DECODER: Decoder = Decoder {
    name: "share-token",
    classify,
};

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let ([NetAmount { asset: out, .. }], [NetAmount { asset: r#in, .. }]) =
        (transaction.net.out.as_slice(), transaction.net.r#in.as_slice())
    else {
        return Ok(None);
    };
    let found = match (
        share(transaction, r#in, Direction::In),
        share(transaction, out, Direction::Out),
    ) {
        (Some(contract), _) if has_moved(transaction, out, Direction::Out, &contract) => (EntryKind::Deposit, contract),
        (_, Some(contract)) if has_moved(transaction, r#in, Direction::In, &contract) => {
            (EntryKind::Withdraw, contract)
        }
        _ => return Ok(None),
    };
    let (kind, contract) = found;
    Ok(Some(Classification::by_amounts(kind).with_counterparty(Some(contract))))
}

/// Returns the contract of a token that was created for the account or destroyed, or that its contract itself sent or took.
fn share(transaction: &NormalizedTransaction<'_>, asset: &AssetId, direction: Direction) -> Option<Address> {
    let contract = asset.contract()?;
    let moves = transaction
        .movements
        .iter()
        .filter(|one| one.asset == *asset && one.direction == direction);
    let mut others = moves.filter_map(|one| one.counterparty.as_ref());
    others
        .any(|other| is_zero_address(other) || *other == contract)
        .then_some(contract)
}

fn has_moved(
    transaction: &NormalizedTransaction<'_>,
    asset: &AssetId,
    direction: Direction,
    contract: &Address,
) -> bool {
    let mut moves = transaction
        .movements
        .iter()
        .filter(|one| one.asset == *asset && one.direction == direction);
    moves.any(|one| one.counterparty.as_ref() == Some(contract))
}
