//! Adding up facts independently of the code that invents them.

use std::collections::BTreeMap;

use ports::{
    account::AccountId,
    address::Address,
    amount::RawAmount,
    asset::AssetId,
    entry::TransactionId,
    fact::{CoinOutput, CoinTransaction, Fact, FactBody, TokenStandard},
};

/// Adds up facts in the order of blocks. After each transaction no balance may be negative.
pub(super) fn replay(account: &AccountId, native: &AssetId, facts: &[Fact]) -> BTreeMap<AssetId, RawAmount> {
    let mut transactions: BTreeMap<(u64, TransactionId), Vec<FactBody>> = BTreeMap::new();
    for fact in facts {
        let key = (fact.block.number, fact.transaction.clone());
        transactions.entry(key).or_default().push(fact.body.clone());
    }
    let mut balances: BTreeMap<AssetId, RawAmount> = BTreeMap::new();
    for (key, bodies) in transactions {
        let mut changes: Vec<(bool, AssetId, RawAmount)> = Vec::new();
        for body in &bodies {
            changes.extend(changes_of(account, native, body));
        }
        // What is paid must be there before anything arrives.
        changes.sort_by_key(|(arrives, ..)| *arrives);
        for (arrives, asset, amount) in changes {
            let held = balances.entry(asset.clone()).or_insert(RawAmount::ZERO);
            *held = if arrives { held.add(amount) } else { held.sub(amount) }
                .unwrap_or_else(|_| panic!("{account} {asset} in {key:?}: {held} minus {amount}"));
        }
    }
    balances.retain(|_, held| !held.is_zero());
    balances
}

/// Returns the amounts of one fact: whether they arrive, which asset and how much.
fn changes_of(account: &AccountId, native: &AssetId, body: &FactBody) -> Vec<(bool, AssetId, RawAmount)> {
    let me = &account.address;
    let mut found = Vec::new();
    let mut add = |asset: &AssetId, from: Option<&Address>, to: Option<&Address>, amount: RawAmount| {
        if from == Some(me) {
            found.push((false, asset.clone(), amount));
        }
        if to == Some(me) {
            found.push((true, asset.clone(), amount));
        }
    };
    match body {
        FactBody::Transaction(one) => {
            add(native, Some(&one.from), None, one.fee.unwrap());
            add(native, Some(&one.from), None, one.data_fee.unwrap_or(RawAmount::ZERO));
            if one.succeeded {
                add(native, Some(&one.from), one.to.as_ref(), one.value);
            }
        }
        FactBody::InternalTransfers(all) => {
            for one in all.iter().filter(|one| !one.failed) {
                add(native, Some(&one.from), one.to.as_ref(), one.value);
            }
        }
        FactBody::TokenTransfers(TokenStandard::Erc20, all) => {
            for one in all {
                let asset = AssetId::erc20(&account.chain, &one.contract);
                add(&asset, Some(&one.from), Some(&one.to), one.value);
            }
        }
        FactBody::TokenTransfers(..) | FactBody::Receipt(_) | FactBody::ExchangeRow(_) => {}
        FactBody::Withdrawal(one) => add(native, None, Some(me), one.value),
        FactBody::CoinTransaction(one) => {
            for (from, to, value) in coin_moves(one) {
                add(native, from, to, value);
            }
        }
    }
    found
}

/// Returns from, to and value of each input and output, which must be as much as the outputs and the fee.
fn coin_moves(coins: &CoinTransaction) -> Vec<(Option<&Address>, Option<&Address>, RawAmount)> {
    let sum = |all: &[CoinOutput]| {
        let values = all.iter().map(|output| output.value);
        values.fold(RawAmount::ZERO, |sum, value| sum.add(value).unwrap())
    };
    assert_eq!(sum(&coins.inputs), sum(&coins.outputs).add(coins.fee).unwrap());
    let inputs = coins.inputs.iter().map(|it| (it.address.as_ref(), None, it.value));
    let outputs = coins.outputs.iter().map(|it| (None, it.address.as_ref(), it.value));
    inputs.chain(outputs).collect()
}
