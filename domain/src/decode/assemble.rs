//! From a classified transaction to an entry.

use ports::{
    Address, Entry,
    entry::{Decoding, HashText, Leg, LegRole},
    fact::FactBlock,
};

use super::{
    approvals::approvals,
    decoders::Decoded,
    movement::{AccountMovement, Direction},
    normalized::NormalizedTransaction,
    version::VERSION,
};

/// Returns the entry.
pub(super) fn assemble(transaction: &NormalizedTransaction<'_>, decoded: Decoded, block: FactBlock) -> Entry {
    let classification = decoded.classification;
    let counterparty = classification.counterparty.or_else(|| other_side(transaction));
    let protocol = classification
        .protocol
        .or_else(|| labelled(transaction, counterparty.as_ref()));
    // What could not be read is more important than who classified the rest.
    let (decoding, decoder) = match transaction.problem() {
        Some(problem) => (Decoding::Failed, problem),
        None if decoded.failed => (Decoding::Failed, decoded.decoder),
        None => (classification.decoding, decoded.decoder),
    };
    Entry {
        id: transaction.id.clone(),
        block: block.number,
        block_hash: block.hash.map(HashText::from),
        position: block.position.unwrap_or_else(|| place_in_block(transaction)),
        time: block.time,
        kind: classification.kind,
        failed: transaction.has_failed(),
        legs: legs(transaction),
        counterparty,
        protocol,
        bridge_id: classification.bridge_id,
        approvals: approvals(transaction),
        decoding,
        decoder: decoder.to_owned(),
        decoder_version: VERSION,
    }
}

/// Returns a position where no source states it: what arrives in a block can be spent in it.
fn place_in_block(transaction: &NormalizedTransaction<'_>) -> u32 {
    let leaves = |one: &AccountMovement| one.direction != Direction::In;
    u32::from(transaction.movements.iter().any(leaves) || !transaction.fees.is_empty())
}

/// Returns the legs: what left, what arrived, the fees; each in the order of the transaction. What the account sent to itself
/// both left and arrived.
fn legs(transaction: &NormalizedTransaction<'_>) -> Vec<Leg> {
    let having = |directions: [Direction; 2], role| {
        let movements = transaction.movements.iter();
        let fitting = movements.filter(move |one| directions.contains(&one.direction));
        fitting.map(move |one| leg(one, role))
    };
    let out = having([Direction::Out, Direction::Own], LegRole::Out);
    let r#in = having([Direction::In, Direction::Own], LegRole::In);
    let fees = transaction.fees.iter().map(|fee| Leg {
        role: LegRole::Fee,
        asset: fee.asset.clone(),
        token_id: None,
        amount: fee.amount,
        counterparty: None,
        stream: fee.stream,
        item: fee.item.clone(),
    });
    out.chain(r#in).chain(fees).collect()
}

fn leg(movement: &AccountMovement, role: LegRole) -> Leg {
    Leg {
        role,
        asset: movement.asset.clone(),
        token_id: movement.token_id.clone(),
        amount: movement.amount,
        counterparty: movement.counterparty.clone(),
        stream: movement.stream,
        item: movement.item.clone(),
    }
}

/// Returns the only other side of all movements; else whom the account called, or who called it.
fn other_side(transaction: &NormalizedTransaction<'_>) -> Option<Address> {
    let account = transaction.account();
    let others = transaction.movements.iter().filter_map(|one| one.counterparty.as_ref());
    let mut others: Vec<&Address> = others.collect();
    others.sort();
    others.dedup();
    let call = || {
        let call = transaction.call?;
        let other = if transaction.is_sender() {
            call.to.or(call.created)?
        } else {
            call.from
        };
        (other != account).then(|| other.clone())
    };
    match others.as_slice() {
        [only] => Some((*only).clone()),
        _ => call(),
    }
}

/// Returns the protocol by the labels of whom the account called or of the other side.
fn labelled(transaction: &NormalizedTransaction<'_>, counterparty: Option<&Address>) -> Option<String> {
    let target = transaction.target().filter(|_| transaction.is_sender());
    let labels = target
        .into_iter()
        .chain(counterparty)
        .filter_map(|address| transaction.context.label(address));
    labels
        .filter(|label| label.kind.is_protocol())
        .map(ports::Label::slug)
        .next()
}
