//! Plain transfers: one amount from one account to another.

use ports::entry::EntryKind;

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    movement::{AccountMovement, Direction},
    normalized::NormalizedTransaction,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "transfer",
    classify,
};

/// `transfer(address,uint256)`, `transferFrom(address,address,uint256)`, and the forms of `safeTransferFrom` of ERC-721 and
/// ERC-1155.
const SELECTORS: [&str; 6] = [
    "0xa9059cbb",
    "0x23b872dd",
    "0x42842e0e",
    "0xb88d4fde",
    "0xf242432a",
    "0x2eb2c2d6",
];

/// Everything that moved stayed in the account, or one amount moved by a transfer and nothing else happened.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let movements = &transaction.movements;
    if !movements.is_empty() && movements.iter().all(|one| one.direction == Direction::Own) {
        return Ok(Some(Classification::certain(EntryKind::SelfTransfer)));
    }
    let [only] = movements.as_slice() else { return Ok(None) };
    let kind = match only.direction {
        Direction::Out => EntryKind::Send,
        Direction::In => EntryKind::Receive,
        Direction::Own => return Ok(None),
    };
    Ok(is_plain(transaction, only).then(|| Classification::certain(kind)))
}

/// Without the transaction itself, an arrival is plain as well: nothing else of the account moved.
fn is_plain(transaction: &NormalizedTransaction<'_>, only: &AccountMovement) -> bool {
    let Some(call) = transaction.call else {
        return only.direction == Direction::In;
    };
    if only.asset == transaction.context.native {
        let is_value = only.item == "value" || transaction.context.mirrors.iter().any(|mirror| call.to == Some(mirror));
        return is_value && call.selector.is_none_or(|selector| SELECTORS.contains(&selector));
    }
    let is_transfer = call.selector.is_none_or(|selector| SELECTORS.contains(&selector));
    let is_token = call.to.is_some_and(|to| only.asset.as_str().ends_with(to.as_str()));
    is_transfer && is_token
}
