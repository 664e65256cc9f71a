//! The fees that the account paid.

use ports::{Address, Entry, RawAmount, Timestamp, entry::Decoding, fact::Stream};

use super::{
    chosen::ChosenFacts,
    event::EventLog,
    movement::{AccountMovement, Direction},
    normalized::{AMOUNTS_AND_FEE, FEE_PROBLEM, FeePart, NormalizedTransaction, OP_DEPOSIT},
    token_fee::{ChargedTransaction, FeeAsset, TokenFee},
    topics,
};

/// The types of the transactions that an Arbitrum chain creates itself, such as deposits. Their senders pay no fee.
const ARBITRUM_SYSTEM: std::ops::RangeInclusive<u8> = 100..=106;

/// The parts of a fee as a source states them: of the execution, of the data, of the operator, of the blobs.
type StatedParts = [Option<RawAmount>; 4];

/// Since when operators of OP chains may charge a fee of their own (Isthmus upgrade, 2025-05-09). Only receipts state it.
const OPERATOR_FEES: Timestamp = Timestamp::from_seconds(1_746_806_401);

/// Returns whether the fee of an entry is not known in full: it was at least the stated one, or there was one although none is
/// stated.
pub fn is_fee_incomplete(entry: &Entry) -> bool {
    entry.decoding == Decoding::Failed && [FEE_PROBLEM, AMOUNTS_AND_FEE].contains(&entry.decoder.as_str())
}

/// Adds the parts of the fee, where the account is the sender: only a sender pays. Returns the fee where it was charged in a
/// token: its transfers are no movements.
pub(super) fn add(transaction: &mut NormalizedTransaction<'_>, facts: &ChosenFacts<'_>) -> Option<TokenFee> {
    let (stream, parts) = stated(facts).filter(|_| transaction.is_sender())?;
    let is_free = |kind: u8| kind == OP_DEPOSIT || ARBITRUM_SYSTEM.contains(&kind);
    let envelope = transaction.call.and_then(|call| call.envelope);
    let is_incomplete = parts.iter().all(Option::is_none) || lacks_part(transaction, stream, parts);
    if is_incomplete && !envelope.is_some_and(is_free) {
        transaction.problems.push(FEE_PROBLEM);
    }
    let mut known = parts.iter().flatten();
    let charged = ChargedTransaction {
        chain: &transaction.context.chain,
        envelope,
        account: transaction.account(),
        transfers: &transaction.transfers,
        is_whole: facts.receipt.is_some(),
        stated: known.try_fold(RawAmount::ZERO, |sum, part| sum.add(*part)).ok()?,
    };
    match charged.fee_asset() {
        FeeAsset::Native => add_native(transaction, stream, parts),
        FeeAsset::Unknown => transaction.problems.push(FEE_PROBLEM),
        FeeAsset::Token(fee) => {
            transaction.fees.push(FeePart {
                asset: transaction.token(&fee.contract),
                amount: fee.amount,
                stream: fee.stream,
                item: fee.item.clone(),
            });
            return Some(fee);
        }
    }
    None
}

fn stated(facts: &ChosenFacts<'_>) -> Option<(Stream, StatedParts)> {
    let listed = facts
        .transaction
        .map(|listed| (Stream::Transactions, [listed.fee, listed.data_fee, None, None]));
    let receipt = facts.receipt.map(|receipt| {
        let parts = [
            Some(receipt.fee),
            receipt.data_fee,
            receipt.operator_fee,
            receipt.blob_fee,
        ];
        (Stream::Receipts, parts)
    });
    receipt.or(listed)
}

/// Returns whether the fee for the data or that of the operator is unknown. Most explorers list neither: the receipt states them. A
/// transaction without a fee for its execution was created by the chain and pays nothing.
fn lacks_part(transaction: &NormalizedTransaction<'_>, stream: Stream, [fee, data_fee, ..]: StatedParts) -> bool {
    let is_charged = fee.is_some_and(|fee| !fee.is_zero());
    let is_listed = data_fee.is_some() && transaction.time < OPERATOR_FEES;
    transaction.context.has_data_fee && stream != Stream::Receipts && !is_listed && is_charged
}

fn add_native(transaction: &mut NormalizedTransaction<'_>, stream: Stream, parts: StatedParts) {
    let items = ["fee", "data_fee", "operator_fee", "blob_fee"];
    let parts = parts
        .into_iter()
        .zip(items)
        .filter_map(|(amount, item)| Some((amount?, item)));
    let paid = parts.filter(|(amount, _)| !amount.is_zero());
    transaction.fees.extend(paid.map(|(amount, item)| FeePart {
        asset: transaction.context.native.clone(),
        amount,
        stream,
        item: item.to_owned(),
    }));
}

/// What a smart account pays to the entry point that executes its operation (ERC-4337) is its fee.
pub(super) fn pay_operations(transaction: &mut NormalizedTransaction<'_>) {
    let (account, native) = (transaction.account(), &transaction.context.native);
    let own = transaction.events_of(topics::USER_OPERATION);
    let own = own.filter(|event| event.topic_address(2).is_ok_and(|sender| sender == *account));
    let entry_points: Vec<&Address> = own.map(EventLog::contract).collect();
    let is_fee = |one: &mut AccountMovement| {
        let is_paid = one.direction == Direction::Out && one.asset == *native;
        is_paid
            && one
                .counterparty
                .as_ref()
                .is_some_and(|other| entry_points.contains(&other))
    };
    let paid = transaction.movements.extract_if(.., is_fee).map(|one| FeePart {
        asset: one.asset,
        amount: one.amount,
        stream: one.stream,
        item: one.item,
    });
    transaction.fees.extend(paid);
}
