//! Turns rows into facts: one for each transaction, with its rows in one order whatever the order of the answer.

use std::{cmp::Ordering, collections::BTreeMap};

use ports::{
    AccountId, Fact, SourceId, TransactionId,
    fact::{FactBlock, FactBody, InternalTransfer, TokenStandard, TokenTransfer},
};

use super::rows::{ReportedRow, RowItem};

/// The rows of one transaction.
struct TransactionRows {
    block: FactBlock,
    items: Vec<RowItem>,
}

/// Returns the facts of these rows, ordered by block and position. The error describes rows that contradict each other.
pub(super) fn facts(rows: Vec<ReportedRow>, account: &AccountId, source: &SourceId) -> Result<Vec<Fact>, &'static str> {
    let mut grouped: BTreeMap<TransactionId, TransactionRows> = BTreeMap::new();
    for row in rows {
        let group = grouped.entry(row.transaction).or_insert_with(|| TransactionRows {
            block: row.block.clone(),
            items: Vec::new(),
        });
        if group.block != row.block {
            return Err("one transaction in two blocks");
        }
        group.items.push(row.item);
    }
    let mut facts = Vec::with_capacity(grouped.len());
    for (transaction, group) in grouped {
        facts.push(Fact {
            account: account.clone(),
            transaction,
            block: group.block,
            source: source.clone(),
            body: body(group.items)?,
        });
    }
    facts.sort_by(|one, other| {
        let key = |fact: &Fact| (fact.block.number, fact.block.position);
        key(one)
            .cmp(&key(other))
            .then_with(|| one.transaction.cmp(&other.transaction))
    });
    Ok(facts)
}

fn body(items: Vec<RowItem>) -> Result<FactBody, &'static str> {
    let (mut internal, mut tokens, mut single) = (Vec::new(), Vec::new(), Vec::new());
    let mut standard = TokenStandard::Erc20;
    for item in items {
        match item {
            RowItem::Internal(transfer) => internal.push(transfer),
            RowItem::Token(of, transfer) => {
                standard = of;
                tokens.push(transfer);
            }
            RowItem::Transaction(transaction) => single.push(FactBody::Transaction(transaction)),
            RowItem::Withdrawal(withdrawal) => single.push(FactBody::Withdrawal(withdrawal)),
        }
    }
    if !internal.is_empty() {
        return Ok(FactBody::InternalTransfers(ordered_calls(internal)?));
    }
    if !tokens.is_empty() {
        return Ok(FactBody::TokenTransfers(standard, ordered_transfers(tokens, standard)));
    }
    single.dedup();
    match <[FactBody; 1]>::try_from(single) {
        Ok([body]) => Ok(body),
        Err(_) => Err("two different rows of one transaction"),
    }
}

/// Orders the calls of a transaction as they were made. A call has one place, so a second row for it is a repetition.
fn ordered_calls(mut calls: Vec<InternalTransfer>) -> Result<Vec<InternalTransfer>, &'static str> {
    calls.sort_by(|one, other| in_call_order(&one.trace, &other.trace).then_with(|| one.cmp(other)));
    calls.dedup_by(|one, other| !one.trace.is_empty() && one == other);
    let is_same_place =
        |pair: &[InternalTransfer]| matches!(pair, [one, other] if !one.trace.is_empty() && one.trace == other.trace);
    if calls.windows(2).any(is_same_place) {
        return Err("two different calls with one trace id");
    }
    Ok(calls)
}

/// Compares trace ids such as `0_2` and `0_10` number by number.
fn in_call_order(one: &str, other: &str) -> Ordering {
    let numbers = |trace: &str| -> Vec<Option<u64>> { trace.split('_').map(|part| part.parse().ok()).collect() };
    numbers(one).cmp(&numbers(other)).then_with(|| one.cmp(other))
}

/// Orders the transfers of a transaction. A log has one index, so a second row for it is a repetition, except where one
/// log transfers several ids. Without an index two equal rows are two equal transfers.
fn ordered_transfers(mut transfers: Vec<TokenTransfer>, standard: TokenStandard) -> Vec<TokenTransfer> {
    transfers.sort();
    let has_index = |transfer: &TokenTransfer| transfer.log_index.is_some() && standard != TokenStandard::Erc1155;
    transfers.dedup_by(|one, other| has_index(one) && one == other);
    transfers
}
