//! Fees that a node states in other fields: that of an operator, and the price of gas that only the transaction has.

use std::collections::BTreeMap;

use ports::{Fact, fact::FactBody};
use serde_json::json;

use super::{located, node, number, read, reader, receipt};

/// Gas used is 10 in the recorded receipt.
#[tokio::test]
async fn the_fee_of_an_operator_is_read_by_the_formula_of_its_upgrade() {
    let at = |number: u64| json!(format!("{number:#x}"));
    for (fields, fee) in [
        (
            json!({ "operatorFeeScalar": at(2_500_000), "operatorFeeConstant": at(7) }),
            Some("32"),
        ),
        (
            json!({ "operatorFeeScalar": at(3), "operatorFeeConstant": at(7), "daFootprintGasScalar": at(400) }),
            Some("3007"),
        ),
        (
            json!({ "operatorFeeScalar": at(0), "operatorFeeConstant": at(0) }),
            Some("0"),
        ),
        (json!({ "operatorFeeConstant": at(7) }), Some("7")),
        (json!({}), None),
    ] {
        let node = node(move |method, params| {
            let mut reply = receipt(number(params.get(0).filter(|_| method == "eth_getTransactionReceipt")?));
            reply["gasUsed"] = json!("0xa");
            for (name, value) in fields.as_object().unwrap() {
                reply[name] = value.clone();
            }
            Some(reply)
        })
        .await;
        let (reader, _) = reader(&[&node]);
        let found = read(&reader, &[located(1)]).await.unwrap();
        let FactBody::Receipt(receipt) = &found.facts[0].body else {
            panic!("{:?}", found.facts);
        };
        assert_eq!(receipt.operator_fee.map(|fee| fee.to_string()).as_deref(), fee);
    }
}

#[tokio::test]
async fn a_receipt_without_a_price_of_gas_takes_it_from_the_transaction() {
    let old = node(|method, params| {
        (method == "eth_getTransactionReceipt").then(|| {
            let mut old = receipt(number(&params[0]));
            if number(&params[0]) == 2 {
                old.as_object_mut().unwrap().remove("effectiveGasPrice");
            }
            old
        })
    })
    .await;
    let (reader, _) = reader(&[&old]);
    let found = read(&reader, &[located(1), located(2), located(3)]).await.unwrap();
    let fee = |fact: &Fact| match &fact.body {
        FactBody::Receipt(receipt) => (fact.block.number, receipt.fee.to_string()),
        body => panic!("{body:?}"),
    };
    let fees: BTreeMap<u64, String> = found.facts.iter().map(fee).collect();
    assert_eq!(
        fees,
        [(1, "50"), (2, "60"), (3, "50")]
            .map(|(n, fee)| (n, fee.to_owned()))
            .into()
    );
    assert_eq!(old.count_of("eth_getTransactionByHash"), 1);
}
