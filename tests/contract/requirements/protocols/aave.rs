//! A market of Aave with two reserves: the account supplied the first and owes some of the second.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::SolValue;
use ports::{Address, ProtocolPosition};

use super::scripted::{ScriptedContracts, USER, amounts, argument};

const RESERVES: [[u8; 20]; 2] = [[0x11; 20], [0x22; 20]];
const REWARD: [u8; 20] = [0x33; 20];

/// The token of a reserve: 1 for what is supplied, 2 and 3 for the kinds of debt.
fn token(reserve: [u8; 20], kind: u8) -> Word {
    let mut bytes = reserve;
    bytes[0] = kind;
    bytes.into()
}

fn reserve_data(supplied: u16, debt: u16) -> Vec<u8> {
    let zero = U256::ZERO;
    let (supplied, debt) = (U256::from(supplied), U256::from(debt));
    (supplied, zero, debt, zero, zero, zero, zero, zero, true).abi_encode_params()
}

pub fn contracts() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Aave v3 Core", "eip155:1");
    let [provider, pool, data, rewards] = ["provider", "pool", "data", "rewards"].map(|part| empty.contract(part));
    let (one, user) = (U256::from(1), argument(USER.into()));
    let health = U256::from(1_700_000_000_000_000_000_u64);
    let mut contracts = empty
        .answers(provider, "getPool()", &[], pool.abi_encode())
        .answers(data, "ADDRESSES_PROVIDER()", &[], provider.abi_encode())
        .answers(
            pool,
            "getReservesList()",
            &[],
            RESERVES.map(Word::from).to_vec().abi_encode(),
        )
        .answers(
            pool,
            "getUserAccountData(address)",
            &[user],
            (one, one, one, one, one, health).abi_encode_params(),
        )
        .answers(
            rewards,
            "getAllUserRewards(address[],address)",
            &[],
            (vec![Word::from(REWARD)], vec![U256::from(9)]).abi_encode_params(),
        );
    for (reserve, amounts) in [(RESERVES[0], (5_000, 0)), (RESERVES[1], (0, 1_234))] {
        let asset = argument(reserve.into());
        let tokens = [1, 2, 3].map(|kind| token(reserve, kind));
        contracts = contracts
            .answers(
                data,
                "getUserReserveData(address,address)",
                &[asset, user],
                reserve_data(amounts.0, amounts.1),
            )
            .answers(
                data,
                "getReserveTokensAddresses(address)",
                &[asset],
                (tokens[0], tokens[1], tokens[2]).abi_encode_params(),
            );
    }
    contracts
}

#[tokio::test]
async fn its_amounts_health_and_receipts_are_those_of_the_contracts() {
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts().positions().await).unwrap();
    let of = |bytes| Some(Address::evm(bytes));
    let expected = [
        (("collateral", of(RESERVES[0])), "5000"),
        (("borrow", of(RESERVES[1])), "-1234"),
        (("reward", of(REWARD)), "9"),
    ];
    let expected: BTreeMap<_, _> = expected.map(|(key, amount)| (key, amount.to_owned())).into();
    assert_eq!(amounts(&position), expected);
    assert_eq!(position.health.unwrap().to_string(), "1.7");
    let receipts: Vec<_> = position.receipts.iter().filter_map(|one| one.contract()).collect();
    let tokens = RESERVES.map(|reserve| [1, 2, 3].map(|kind| Address::evm(token(reserve, kind).into())));
    assert_eq!(receipts, tokens.concat());
    assert_eq!(position.unread, [""; 0]);
}
