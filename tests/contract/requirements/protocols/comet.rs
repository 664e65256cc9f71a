//! A market of Compound v3, read by `CometReader`: the account owes the base asset and has two assets as collateral, of which one is zero.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256, aliases::U96};
use alloy_sol_types::SolValue;
use ports::{Address, ProtocolPosition};

use super::scripted::{ScriptedContracts, USER, amounts, argument};

const BASE: [u8; 20] = [0x11; 20];
const ASSETS: [[u8; 20]; 2] = [[0x22; 20], [0x33; 20]];
const REWARD: [u8; 20] = [0x44; 20];

fn info(number: u8) -> Vec<u8> {
    let asset = Word::from(ASSETS[usize::from(number)]);
    let one = U256::from(1);
    (
        U256::from(number),
        asset,
        Word::ZERO,
        one,
        one,
        one,
        one,
        U256::from(U96::MAX),
    )
        .abi_encode_params()
}

pub fn contracts() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Compound v3 USDC", "eip155:1");
    let [comet, rewards] = ["comet", "rewards"].map(|part| empty.contract(part));
    let user = argument(USER.into());
    let collateral = |at: usize| [user, argument(ASSETS[at].into())];
    let of = "collateralBalanceOf(address,address)";
    empty
        .answers(comet, "baseToken()", &[], Word::from(BASE).abi_encode())
        .answers(comet, "numAssets()", &[], U256::from(2).abi_encode())
        .answers(comet, "balanceOf(address)", &[user], U256::ZERO.abi_encode())
        .answers(comet, "borrowBalanceOf(address)", &[user], U256::from(777).abi_encode())
        .answers(comet, "getAssetInfo(uint8)", &[U256::from(0)], info(0))
        .answers(comet, "getAssetInfo(uint8)", &[U256::from(1)], info(1))
        .answers(comet, of, &collateral(0), U256::from(5).abi_encode())
        .answers(comet, of, &collateral(1), U256::ZERO.abi_encode())
        .answers(
            rewards,
            "getRewardOwed(address,address)",
            &[argument(comet), user],
            (Word::from(REWARD), U256::from(3)).abi_encode_params(),
        )
}

#[tokio::test]
async fn its_amounts_are_those_of_the_contracts() {
    let contracts = contracts();
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    let of = |bytes| Some(Address::evm(bytes));
    let expected = [
        (("borrow", of(BASE)), "-777"),
        (("collateral", of(ASSETS[0])), "5"),
        (("reward", of(REWARD)), "3"),
    ];
    let expected: BTreeMap<_, _> = expected.map(|(key, amount)| (key, amount.to_owned())).into();
    assert_eq!(amounts(&position), expected);
    let comet = contracts.spec.contracts["comet"].clone();
    assert_eq!(position.receipts[0].contract(), Some(comet));
}
