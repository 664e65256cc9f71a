//! Compound v2 with four markets, read by `CompoundReader`: the coin as collateral, two of one token, and one without amounts.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::SolValue;
use ports::{Address, ProtocolPosition, protocol::ProtocolError};

use super::scripted::{ScriptedContracts, USER, amounts, argument};
use conformance::protocol_reader::Harness;

const TOKEN: [u8; 20] = [0x11; 20];
const LENT: [u8; 20] = [0x22; 20];
const OWED: [u8; 20] = [0x33; 20];
const EMPTY: [u8; 20] = [0x44; 20];

/// Adds what a market answers: what is stored of the account, and its amounts with interest.
fn market(contracts: ScriptedContracts, at: Word, stored: (u64, u64), now: (u64, u64)) -> ScriptedContracts {
    let user = argument(USER.into());
    let [receipts, owed, lent_now, owed_now] = [stored.0, stored.1, now.0, now.1].map(U256::from);
    let rate = U256::from(10).pow(U256::from(18));
    contracts
        .answers(
            at,
            "getAccountSnapshot(address)",
            &[user],
            (U256::ZERO, receipts, owed, rate).abi_encode_params(),
        )
        .answers(at, "balanceOfUnderlying(address)", &[user], lent_now.abi_encode())
        .answers(at, "borrowBalanceCurrent(address)", &[user], owed_now.abi_encode())
}

pub fn contracts() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Compound v2", "eip155:1");
    let [comptroller, native] = ["comptroller", "native"].map(|part| empty.contract(part));
    let [lent, owed, without] = [LENT, OWED, EMPTY].map(Word::from);
    let user = argument(USER.into());
    let mut contracts = empty
        .answers(comptroller, "isComptroller()", &[], true.abi_encode())
        .answers(
            comptroller,
            "getAllMarkets()",
            &[],
            vec![native, lent, owed, without].abi_encode(),
        )
        .answers(comptroller, "getAssetsIn(address)", &[user], vec![native].abi_encode());
    for token in [lent, owed, without] {
        contracts = contracts.answers(token, "underlying()", &[], Word::from(TOKEN).abi_encode());
    }
    let contracts = market(contracts, native, (50, 0), (1_001, 0));
    let contracts = market(contracts, lent, (20, 0), (21, 0));
    let contracts = market(contracts, owed, (0, 300), (0, 305));
    market(contracts, without, (0, 0), (0, 0))
}

#[tokio::test]
async fn its_amounts_are_those_of_the_contracts_with_interest() {
    let contracts = contracts();
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    let token = Some(Address::evm(TOKEN));
    let expected = [
        (("collateral", None), "1001"),
        (("supply", token.clone()), "21"),
        (("borrow", token), "-305"),
    ];
    let expected: BTreeMap<_, _> = expected.map(|(key, amount)| (key, amount.to_owned())).into();
    assert_eq!(amounts(&position), expected);
    assert_eq!(position.receipts.len(), 3);
}

/// A market that names no token is that of the coin only if the row says so.
#[tokio::test]
async fn a_token_never_becomes_the_coin() {
    let mut contracts = contracts();
    contracts.spec.contracts.remove("native");
    let (account, held) = (contracts.account(), contracts.held());
    let read = contracts.reader().positions(&account, &held, &contracts).await;
    let Err(ProtocolError::Contract(why)) = read else {
        panic!("{read:?}");
    };
    assert!(why.starts_with("the asset of the market 0x4Ddc"), "{why}");
}
