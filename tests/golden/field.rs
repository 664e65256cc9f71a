//! What people reported of other programs: small histories, each with the entries that are right.

use std::{collections::BTreeMap, sync::Arc};

use domain::decode::{DecodeContext, decode};
use ports::{
    AccountId, Address, Entry, EntryId, RawAmount, SourceId, Timestamp, TransactionId,
    entry::{Decoding, EntryKind, LegRole},
    fact::{
        Fact, FactBlock, FactBody, InternalTransfer, Log, ReportedTransaction, StoredFact, TokenStandard,
        TokenTransfer, TransactionReceipt,
    },
    label::Labels,
};
use serde_json::Value;

use crate::vectors;

/// The facts of one transaction, from the rows of an explorer and the receipt.
#[derive(Default)]
struct Rows<'a> {
    transaction: Option<&'a Value>,
    internal: Vec<&'a Value>,
    tokens: Vec<&'a Value>,
    receipt: Option<&'a Value>,
}

fn address(value: &Value) -> Address {
    let text = value.as_str().unwrap();
    let digits = hex(&text[2..]);
    Address::evm(digits.try_into().unwrap())
}

fn optional_address(value: &Value) -> Option<Address> {
    value.as_str().filter(|text| !text.is_empty()).map(|_| address(value))
}

fn hex(text: &str) -> Vec<u8> {
    let pairs = (0..text.len()).step_by(2);
    pairs
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

fn digits(value: &Value) -> RawAmount {
    value.as_str().unwrap().parse().unwrap()
}

fn quantity(value: &Value) -> u128 {
    u128::from_str_radix(&value.as_str().unwrap()[2..], 16).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_str().unwrap().parse().unwrap()
}

fn transaction(row: &Value) -> ReportedTransaction {
    let fee = u128::from(number(&row["gasUsed"])) * u128::from(number(&row["gasPrice"]));
    ReportedTransaction {
        from: address(&row["from"]),
        to: optional_address(&row["to"]),
        created: None,
        value: digits(&row["value"]),
        nonce: Some(number(&row["nonce"])),
        succeeded: row["isError"] == "0",
        fee: Some(fee.into()),
        data_fee: None,
        selector: Some(row["methodId"].as_str().unwrap().to_owned()),
        envelope: None,
    }
}

fn internal(row: &Value) -> InternalTransfer {
    InternalTransfer {
        trace: row["traceId"].as_str().unwrap().to_owned(),
        from: address(&row["from"]),
        to: optional_address(&row["to"]),
        value: digits(&row["value"]),
        call: "call".to_owned(),
        failed: row["isError"] != "0",
    }
}

fn token(row: &Value) -> TokenTransfer {
    TokenTransfer {
        log_index: None,
        contract: address(&row["contractAddress"]),
        from: address(&row["from"]),
        to: address(&row["to"]),
        value: digits(&row["value"]),
        token_id: None,
    }
}

fn receipt(row: &Value) -> TransactionReceipt {
    let log = |log: &Value| Log {
        index: u32::try_from(quantity(&log["logIndex"])).unwrap(),
        address: address(&log["address"]),
        topics: log["topics"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.as_str().unwrap().to_owned())
            .collect(),
        data: log["data"].as_str().unwrap().to_owned(),
    };
    TransactionReceipt {
        from: address(&row["from"]),
        to: optional_address(&row["to"]),
        created: None,
        succeeded: Some(row["status"] == "0x1"),
        fee: (quantity(&row["gasUsed"]) * quantity(&row["effectiveGasPrice"])).into(),
        data_fee: None,
        operator_fee: None,
        blob_fee: None,
        authorized: Vec::new(),
        logs: row["logs"].as_array().unwrap().iter().map(log).collect(),
    }
}

/// The entries of an account, the oldest first, with or without receipts; of another account than the file's where it is stated.
fn entries(file: &Value, of: Option<Address>, with_receipts: bool) -> Vec<Entry> {
    let account: AccountId = format!(
        "{}:{}",
        file["chain"].as_str().unwrap(),
        file["account"].as_str().unwrap()
    )
    .parse()
    .unwrap();
    let account = of.map_or(account.clone(), |address| AccountId { address, ..account });
    let mut transactions: BTreeMap<&str, Rows<'_>> = BTreeMap::new();
    let lists = &file["explorer"];
    let rows = |list: &str| lists[list].as_array().unwrap().iter().collect::<Vec<_>>();
    for row in rows("txlist") {
        transactions
            .entry(row["hash"].as_str().unwrap())
            .or_default()
            .transaction = Some(row);
    }
    for row in rows("txlistinternal") {
        transactions
            .entry(row["hash"].as_str().unwrap())
            .or_default()
            .internal
            .push(row);
    }
    for row in rows("tokentx") {
        transactions
            .entry(row["hash"].as_str().unwrap())
            .or_default()
            .tokens
            .push(row);
    }
    for row in file["receipts"].as_array().unwrap().iter().filter(|_| with_receipts) {
        transactions
            .entry(row["transactionHash"].as_str().unwrap())
            .or_default()
            .receipt = Some(row);
    }
    let mut found: Vec<Entry> = transactions
        .iter()
        .filter_map(|(hash, rows)| entry(&account, hash, rows))
        .collect();
    found.sort_by_key(|entry| entry.block);
    found
}

fn entry(account: &AccountId, hash: &str, rows: &Rows<'_>) -> Option<Entry> {
    let id = EntryId {
        account: account.clone(),
        transaction: hash.parse::<TransactionId>().unwrap(),
    };
    let any = rows
        .transaction
        .or(rows.internal.first().copied())
        .or(rows.tokens.first().copied())?;
    let block = FactBlock {
        number: number(&any["blockNumber"]),
        hash: None,
        time: Timestamp::from_seconds(i64::try_from(number(&any["timeStamp"])).unwrap()),
        position: Some(0),
    };
    let list = |all: &[&Value]| !all.is_empty();
    let bodies = [
        rows.transaction.map(|row| FactBody::Transaction(transaction(row))),
        list(&rows.internal)
            .then(|| FactBody::InternalTransfers(rows.internal.iter().map(|row| internal(row)).collect())),
        list(&rows.tokens).then(|| {
            let rows = rows.tokens.iter().map(|row| token(row)).collect();
            FactBody::TokenTransfers(TokenStandard::Erc20, rows)
        }),
        rows.receipt.map(|row| FactBody::Receipt(receipt(row))),
    ];
    let stored = bodies.into_iter().flatten().map(|body| {
        let fact = Fact {
            account: account.clone(),
            transaction: id.transaction.clone(),
            block: block.clone(),
            source: SourceId::fixed("explorer"),
            body,
        };
        StoredFact {
            id: fact.id().unwrap(),
            fact,
            read_at: block.time,
            withdrawn_at: None,
        }
    });
    let chains = adapters::chain::rows::chains(adapters::chain::rows::rows().unwrap());
    let context = DecodeContext::of(chains.get(&account.chain).unwrap(), Arc::new(Labels::default()))?;
    decode(&id, &stored.collect::<Vec<_>>(), &context)
}

/// The legs without the fee: `out 5 0xabcd`, with the first digits of the contract or `native`.
fn legs(entry: &Entry) -> Vec<String> {
    let moved = entry.legs.iter().filter(|leg| leg.role != LegRole::Fee);
    let text = moved.map(|leg| {
        let side = if leg.role == LegRole::Out { "out" } else { "in" };
        let asset = leg
            .asset
            .contract()
            .map_or("native".to_owned(), |it| it.as_str()[..6].to_lowercase());
        format!("{side} {} {asset}", leg.amount)
    });
    text.collect()
}

const ONE: &str = "1000000000000000000";

#[test]
fn a_balance_that_two_contracts_state_moves_once() {
    let Some(file) = vectors::read("field-2026-11/euro-two-contracts.json") else {
        return;
    };
    for with_receipts in [true, false] {
        let found = entries(&file, None, with_receipts);
        assert_eq!(legs(&found[1]), [format!("in 100{} 0x420c", &ONE[1..])]);
        assert_eq!(
            legs(&found[2]),
            [format!("out 40{} 0x420c", &ONE[1..])],
            "receipts: {with_receipts}"
        );
        assert_eq!(found[2].kind, EntryKind::Send);
    }
    let euro = &found_asset(&file);
    let known = adapters::chain::tokens::known_tokens(adapters::chain::rows::rows().unwrap()).unwrap();
    assert_eq!(
        known.lookalike_of(euro, "EURe"),
        None,
        "the newer contract imitates nothing"
    );
}

fn found_asset(file: &Value) -> ports::AssetId {
    let found = entries(file, None, true);
    found[2].legs[0].asset.clone()
}

#[test]
fn the_coin_that_a_contract_reports_again_moves_once() {
    let Some(file) = vectors::read("field-2026-11/polygon-coin-by-contract.json") else {
        return;
    };
    for with_receipts in [true, false] {
        let found = entries(&file, None, with_receipts);
        assert_eq!(legs(&found[1]), ["out 100000000000000000 native"]);
        assert_eq!(
            legs(&found[2]),
            [format!("out {ONE} native")],
            "receipts: {with_receipts}"
        );
    }
    let recipient = address(&file["explorer"]["tokentx"][0]["to"]);
    for with_receipts in [true, false] {
        let found = entries(&file, Some(recipient.clone()), with_receipts);
        let last = legs(found.last().unwrap());
        assert_eq!(last, [format!("in {ONE} native")], "receipts: {with_receipts}");
    }
}

#[test]
fn events_of_a_market_are_not_those_of_a_pool() {
    let Some(file) = vectors::read("field-2026-11/lending-mint-event.json") else {
        return;
    };
    let found = entries(&file, None, true);
    let kind = |entry: &Entry| {
        (
            entry.kind,
            entry.decoding,
            entry.protocol.as_deref().map(|it| it[..8].to_owned()),
        )
    };
    let compound = || Some("compound".to_owned());
    assert_eq!(kind(&found[1]), (EntryKind::Deposit, Decoding::Complete, compound()));
    assert_eq!(kind(&found[2]), (EntryKind::Withdraw, Decoding::Complete, compound()));
    assert_eq!(
        legs(&found[1]),
        ["out 500000000000000000 native", "in 2400000000 0x4ddc"]
    );
    assert_eq!(
        legs(&found[2]),
        ["out 1200000000 0x4ddc", "in 260000000000000000 native"]
    );
}
