use ports::{
    AccountId, Address, ChainId, Fact, RawAmount, SourceId, Stream,
    fact::{FactBody, InternalTransfer, ReportedTransaction, TokenTransfer},
};
use serde_json::{Value, json};

use super::{
    facts::facts,
    fields::RowFields,
    rows::{RowScope, UnusableRow, list},
};
use crate::test_json::parsed;

const OWN: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3b5";
const OTHER: &str = "0x642ae78fafbb8032da552d619ad43f1d81e4dd7c";
const TOKEN: &str = "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2";
const MIRROR: &str = "0x000000000000000000000000000000000000800a";

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

/// The facts of rows about an account.
fn of_rows(stream: Stream, own: &str, rows: &[Value]) -> Result<Vec<Fact>, UnusableRow> {
    let (account, mirrors) = (address(own), [address(MIRROR)]);
    let scope = RowScope {
        account: &account,
        mirrors: &mirrors,
    };
    let read = list(stream).unwrap().read;
    let rows: Result<Vec<_>, UnusableRow> = rows
        .iter()
        .filter_map(|row| read(RowFields(&parsed(row)), &scope).transpose())
        .collect();
    let account = AccountId {
        chain: ChainId::evm(1),
        address: account.clone(),
    };
    Ok(facts(rows?, &account, &SourceId::fixed("etherscan")).unwrap())
}

fn recorded(text: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(text).unwrap();
    answer["result"].as_array().unwrap().clone()
}

/// A row of any list: fields that a list does not have are ignored.
fn row(changes: &Value) -> Value {
    let mut row = json!({
        "blockNumber": "17", "timeStamp": "1600000000", "hash": format!("0x{}", "1A".repeat(32)),
        "from": OTHER, "to": OWN, "value": "1000", "contractAddress": "", "isError": "0",
    });
    for (name, value) in changes.as_object().unwrap() {
        row[name] = value.clone();
    }
    row
}

fn transaction(changes: &Value) -> Result<ReportedTransaction, UnusableRow> {
    let facts = of_rows(Stream::Transactions, OWN, &[row(changes)])?;
    match &facts[0].body {
        FactBody::Transaction(transaction) => Ok(transaction.clone()),
        other => panic!("{other:?}"),
    }
}

fn calls(rows: &[Value]) -> Result<Vec<InternalTransfer>, UnusableRow> {
    let facts = of_rows(Stream::InternalTransfers, OWN, rows)?;
    let calls = facts.iter().flat_map(|fact| match &fact.body {
        FactBody::InternalTransfers(calls) => calls.clone(),
        other => panic!("{other:?}"),
    });
    Ok(calls.collect())
}

fn transfers(stream: Stream, rows: &[Value]) -> Result<Vec<TokenTransfer>, UnusableRow> {
    let facts = of_rows(stream, OWN, rows)?;
    let transfers = facts.iter().flat_map(|fact| match &fact.body {
        FactBody::TokenTransfers(_, transfers) => transfers.clone(),
        other => panic!("{other:?}"),
    });
    Ok(transfers.collect())
}

/// The recorded account was funded in the first block, received once and sent eight times.
#[test]
fn recorded_transactions_add_up_to_the_balance() {
    const FUNDED: &str = "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a";
    let rows = recorded(include_str!("fixtures/etherscan/txlist.json"));
    let facts = of_rows(Stream::Transactions, FUNDED, &rows).unwrap();
    assert_eq!(facts.len(), 10);
    let mut balance = RawAmount::ZERO;
    for fact in &facts {
        let FactBody::Transaction(transaction) = &fact.body else {
            panic!("{fact:?}");
        };
        if transaction.to == Some(address(FUNDED)) {
            balance = balance.add(transaction.value).unwrap();
        }
        if transaction.from == address(FUNDED) {
            let spent = transaction.value.add(transaction.fee.unwrap()).unwrap();
            balance = balance.sub(spent).unwrap();
        }
    }
    assert_eq!(balance.in_units(18).unwrap().to_string(), "66811.5448984");
    let first = &facts[0];
    assert_eq!(first.transaction.to_string(), format!("GENESIS_{}", &FUNDED[2..]));
    assert_eq!((first.block.number, &first.block.hash), (0, &None));
    let FactBody::Transaction(allocation) = &first.body else {
        panic!("{first:?}");
    };
    assert_eq!(
        (allocation.from.clone(), allocation.nonce),
        (Address::evm([0; 20]), None)
    );
}

#[test]
fn recorded_token_transfers_keep_every_digit() {
    let rows = recorded(include_str!("fixtures/etherscan/tokentx.json"));
    let facts = of_rows(
        Stream::TokenTransfers,
        "0x4e83362442b8d1bec281594cea3050c8eb01311c",
        &rows,
    )
    .unwrap();
    assert_eq!(facts.len(), 4);
    let FactBody::TokenTransfers(_, transfers) = &facts[0].body else {
        panic!("{facts:?}");
    };
    assert_eq!(transfers[0].value.to_string(), "5901522149285533025181");
    assert_eq!((facts[0].block.position, transfers[0].log_index), (Some(81), None));
}

#[test]
fn a_transaction_states_its_fee_its_call_and_whether_it_succeeded() {
    let sent = json!({
        "from": OWN.to_uppercase().replace("0X", "0x"), "to": OTHER, "gasUsed": "21000", "gasPrice": 7, "L1FeesPaid": "55",
        "input": "0xA9059CBB00", "nonce": 3, "txreceipt_status": "0", "transactionIndex": "9",
    });
    let found = transaction(&sent).unwrap();
    assert_eq!(found.from, address(OWN));
    assert_eq!(
        (found.fee, found.data_fee),
        (Some(RawAmount::from(147_000)), Some(RawAmount::from(55)))
    );
    assert_eq!((found.selector.as_deref(), found.nonce), (Some("0xa9059cbb"), Some(3)));
    assert!(!found.succeeded, "the receipt says that it failed");
    let failed = transaction(&json!({ "isError": "1", "txreceipt_status": "" })).unwrap();
    assert!(!failed.succeeded);
    assert_eq!((failed.fee, failed.selector), (None, None), "not stated is not zero");
    let created = transaction(&json!({ "from": OWN, "to": null, "contractAddress": TOKEN })).unwrap();
    assert_eq!((created.to, created.created), (None, Some(address(TOKEN))));
}

/// A row of each stream, as changes to the common one, and the fields that it requires besides the common ones.
fn required() -> [(Stream, Value, &'static [&'static str]); 6] {
    let token = json!({ "contractAddress": TOKEN, "tokenID": "1", "tokenValue": "2" });
    let call = json!({ "type": "call", "traceId": "0_1" });
    let withdrawal =
        json!({ "withdrawalIndex": "1", "validatorIndex": "2", "address": OWN, "amount": "3", "timestamp": "4" });
    let of_call = &["type", "traceId", "value", "isError"];
    let of_token = &["to", "value", "contractAddress"];
    let of_nft = &["to", "tokenID", "contractAddress"];
    let of_multi_token = &["to", "tokenID", "tokenValue", "contractAddress"];
    let of_withdrawal = &["withdrawalIndex", "validatorIndex", "address", "amount", "timestamp"];
    [
        (Stream::Transactions, json!({}), &["to", "value", "isError"]),
        (Stream::InternalTransfers, call, of_call),
        (Stream::TokenTransfers, json!({ "contractAddress": TOKEN }), of_token),
        (Stream::NftTransfers, token.clone(), of_nft),
        (Stream::MultiTokenTransfers, token, of_multi_token),
        (Stream::Withdrawals, withdrawal, of_withdrawal),
    ]
}

#[test]
fn every_field_that_an_amount_depends_on_is_required() {
    let common = ["blockNumber", "timeStamp", "hash", "from"];
    for (stream, changes, more) in required() {
        let whole = row(&changes);
        let read = |row: Value| of_rows(stream, OWN, &[row]);
        assert_eq!(read(whole.clone()).unwrap().len(), 1, "{stream:?}");
        let common = common.into_iter().filter(|_| stream != Stream::Withdrawals);
        for field in common.chain(more.iter().copied()) {
            let mut without = whole.clone();
            without.as_object_mut().unwrap().remove(field);
            let hash_of_call = stream == Stream::InternalTransfers && field == "hash";
            let named = if hash_of_call { "transactionHash" } else { field };
            assert_eq!(read(without), Err(UnusableRow::Field(named)), "{stream:?}");
            let mut odd = whole.clone();
            odd[field] = json!({ "odd": true });
            assert!(read(odd).is_err(), "{stream:?} {field}");
        }
        let mut foreign = whole.clone();
        for party in ["from", "to", "address"] {
            foreign[party] = json!(TOKEN);
        }
        assert_eq!(read(foreign), Err(UnusableRow::OtherAccount), "{stream:?}");
    }
}

#[test]
fn calls_that_move_nothing_are_left_out() {
    let call = |changes: Value| {
        let mut call = row(&json!({ "type": "call", "traceId": "0" }));
        for (name, value) in changes.as_object().unwrap() {
            call[name] = value.clone();
        }
        call
    };
    for nothing in [
        json!({ "type": "delegatecall" }),
        json!({ "type": "callcode" }),
        json!({ "callType": "staticcall" }),
        json!({ "callType": "DELEGATECALL" }),
        json!({ "value": "0" }),
        json!({ "index": "0" }),
    ] {
        assert_eq!(calls(&[call(nothing.clone())]).unwrap(), [], "{nothing}");
    }
    let failed = calls(&[call(json!({ "isError": "1", "errCode": "Reverted" }))]).unwrap();
    assert!(failed[0].failed);
    let created = call(json!({ "type": "create2", "from": OWN, "to": "", "contractAddress": TOKEN }));
    let created = calls(&[created]).unwrap();
    assert_eq!(
        (created[0].to.clone(), created[0].call.as_str()),
        (Some(address(TOKEN)), "create2")
    );
    let ended = calls(&[call(json!({ "type": "selfdestruct" }))]).unwrap();
    assert_eq!(ended[0].to, Some(address(OWN)));
}

#[test]
fn calls_are_in_the_order_of_the_transaction() {
    let call = |trace: &str, value: &str| row(&json!({ "type": "call", "traceId": trace, "value": value }));
    let rows = [
        call("0_10", "1"),
        call("0_2", "2"),
        call("0_2_1", "3"),
        call("0_10", "1"),
        call("1", "4"),
    ];
    let traces: Vec<String> = calls(&rows).unwrap().into_iter().map(|call| call.trace).collect();
    assert_eq!(traces, ["0_2", "0_2_1", "0_10", "1"]);
    // Blockscout names the fields otherwise, and numbers the calls.
    let numbered = |index: u32| {
        let mut call = row(&json!({ "type": "call", "callType": "call", "index": index.to_string() }));
        call["transactionHash"] = call["hash"].take();
        call
    };
    let found = calls(&[numbered(12), numbered(3)]).unwrap();
    assert_eq!([&found[0].trace, &found[1].trace], ["3", "12"]);
    // Without a place two equal rows are two transfers.
    assert_eq!(calls(&[call("", "1"), call("", "1")]).unwrap().len(), 2);
}

#[test]
fn the_calls_of_blockscout_are_read_by_their_numbers() {
    let rows = recorded(include_str!("fixtures/blockscout/txlistinternal.json"));
    let found = calls(&rows).unwrap();
    let found: Vec<(&str, String, bool)> = found
        .iter()
        .map(|call| (call.trace.as_str(), call.value.to_string(), call.failed))
        .collect();
    let expected = [
        ("3", "4700", false),
        ("7", "25", false),
        ("9", "1", true),
        ("12", "300", false),
    ];
    assert_eq!(
        found,
        expected.map(|(trace, value, failed)| (trace, value.to_owned(), failed))
    );
}

#[test]
fn a_row_of_routescan_is_one_of_etherscan() {
    let rows = recorded(include_str!("fixtures/routescan/txlist.json"));
    let facts = of_rows(Stream::Transactions, OWN, &rows).unwrap();
    let FactBody::Transaction(found) = &facts[0].body else {
        panic!("{facts:?}");
    };
    assert_eq!(
        (found.fee, found.selector.as_deref()),
        (Some(RawAmount::from(525_000_000_000_000)), None)
    );
    assert_eq!(
        (found.succeeded, found.nonce, facts[0].block.position),
        (true, Some(7), Some(2))
    );
}

#[test]
fn the_native_asset_is_not_counted_again_as_a_token() {
    let token = |contract: &str| row(&json!({ "contractAddress": contract, "tokenName": null, "tokenSymbol": null }));
    let found = transfers(Stream::TokenTransfers, &[token(TOKEN), token(MIRROR)]).unwrap();
    let contracts: Vec<Address> = found.into_iter().map(|transfer| transfer.contract).collect();
    assert_eq!(contracts, [address(TOKEN)]);
}

#[test]
fn tokens_with_ids_are_in_their_own_lists() {
    let id = "109485203948520394852039485203948520394852039485203948520394852039485203";
    let nft = row(&json!({ "contractAddress": TOKEN, "tokenID": id, "logIndex": "4" }));
    assert_eq!(
        transfers(Stream::TokenTransfers, std::slice::from_ref(&nft)).unwrap(),
        []
    );
    let found = transfers(Stream::NftTransfers, &[nft.clone(), nft.clone()]).unwrap();
    assert_eq!(found.len(), 1, "a log has one index");
    assert_eq!(
        (found[0].token_id.as_deref(), found[0].value),
        (Some(id), RawAmount::from(1))
    );
    let several = row(&json!({ "contractAddress": TOKEN, "tokenID": 7, "tokenValue": 30, "logIndex": 4 }));
    let found = transfers(Stream::MultiTokenTransfers, &[several.clone(), several]).unwrap();
    assert_eq!(found.len(), 2, "one log may transfer an id twice");
    assert_eq!(
        (found[0].token_id.as_deref(), found[0].value),
        (Some("7"), RawAmount::from(30))
    );
}

#[test]
fn withdrawals_are_stated_in_gwei_and_kept_in_wei() {
    let row = json!({
        "withdrawalIndex": "1234567", "validatorIndex": "89", "address": OWN, "amount": "17234567",
        "blockNumber": "17034870", "timestamp": "1681338455",
    });
    let facts = of_rows(Stream::Withdrawals, OWN, &[row]).unwrap();
    assert_eq!(facts[0].transaction.to_string(), "withdrawal-1234567");
    let FactBody::Withdrawal(withdrawal) = &facts[0].body else {
        panic!("{facts:?}");
    };
    assert_eq!(withdrawal.value, RawAmount::from(17_234_567_000_000_000));
}
