//! Tokens that are created for the account or that it destroys.

use ports::{Address, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    movement::{AccountMovement, Direction},
    net::NetAmount,
    normalized::{NormalizedTransaction, is_burn_address, is_zero_address},
};

pub(super) const DECODER: Decoder = Decoder {
    name: "mint-burn",
    classify,
};

/// The account must be the sender. A mint may be paid with other assets where what is new is a unique token; otherwise an
/// asset in exchange for another is a swap.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let net = &transaction.net;
    if !transaction.is_sender() {
        return Ok(None);
    }
    let all = |direction: Direction, fits: fn(&Address) -> bool| {
        let mut moves = transaction
            .movements
            .iter()
            .filter(|one: &&AccountMovement| one.direction == direction);
        moves.all(|one| one.counterparty.as_ref().is_some_and(fits))
    };
    let is_new = !net.r#in.is_empty() && all(Direction::In, is_zero_address);
    let is_destroyed = !net.out.is_empty() && all(Direction::Out, is_burn_address);
    let is_nft = net.r#in.iter().all(NetAmount::is_nft);
    Ok(match () {
        () if is_new && (net.out.is_empty() || is_nft) => Some(Classification::certain(EntryKind::Mint)),
        () if is_destroyed && net.r#in.is_empty() => Some(Classification::certain(EntryKind::Burn)),
        () => None,
    })
}
