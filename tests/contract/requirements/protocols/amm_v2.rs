//! Pairs of Uniswap v2, read by `PairReader`, which finds them among the tokens of an account. The last product and the fee are those of the contract's `_mintFee`.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::SolValue;
use ports::{Address, ProtocolPosition};

use super::scripted::{ScriptedContracts, amounts, argument};

const PAIR: [u8; 20] = [0x22; 20];
const SPOOF: [u8; 20] = [0x33; 20];
const FIRST: [u8; 20] = [0x44; 20];
const SECOND: [u8; 20] = [0x55; 20];
const FEES: [u8; 20] = [0x66; 20];
const OF_ANYONE: &[&str] = &["token0()", "token1()", "balanceOf(address)"];

fn number(value: u128) -> Vec<u8> {
    U256::from(value).abi_encode()
}

/// What a pair has: its supply, the balances of its tokens and the product at the last change of its liquidity.
struct Pair {
    supply: u128,
    balances: [u128; 2],
    last: u128,
}

const GROWN: Pair = Pair {
    supply: 1000,
    balances: [4400, 1100],
    last: 4_000_000,
};

fn with_pair(pair: &Pair, fees: Word) -> ScriptedContracts {
    let empty = ScriptedContracts::of("Uniswap v2", "eip155:1").of_anyone(OF_ANYONE);
    let factory = empty.contract("factory");
    let [of_pair, of_spoof] = [PAIR, SPOOF].map(Word::from);
    let reserves = pair.balances.map(U256::from);
    let mut contracts = empty
        .holds(PAIR, 100)
        .holds(SPOOF, 999)
        .holds(FIRST, 5)
        .answers(factory, "feeTo()", &[], fees.abi_encode())
        .answers(
            factory,
            "getPair(address,address)",
            &[argument(FIRST.into()), argument(SECOND.into())],
            of_pair.abi_encode(),
        )
        .answers(of_pair, "totalSupply()", &[], number(pair.supply))
        .answers(
            of_pair,
            "getReserves()",
            &[],
            (reserves[0], reserves[1], U256::from(7)).abi_encode_params(),
        )
        .answers(of_pair, "kLast()", &[], number(pair.last));
    for (token, balance) in [FIRST, SECOND].into_iter().zip(pair.balances) {
        contracts = contracts.answers(
            token.into(),
            "balanceOf(address)",
            &[argument(of_pair)],
            number(balance),
        );
    }
    for held in [of_pair, of_spoof] {
        contracts = contracts
            .answers(held, "token0()", &[], Word::from(FIRST).abi_encode())
            .answers(held, "token1()", &[], Word::from(SECOND).abi_encode());
    }
    contracts
}

/// A pair whose factory takes no fee, beside a token that only calls itself one.
pub fn contracts() -> ScriptedContracts {
    with_pair(&GROWN, Word::ZERO)
}

async fn amounts_of(contracts: &ScriptedContracts) -> BTreeMap<(&'static str, Option<Address>), String> {
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    amounts(&position)
}

fn liquidity(first: &str, second: &str) -> BTreeMap<(&'static str, Option<Address>), String> {
    let of = |token, amount: &str| (("liquidity", Some(Address::evm(token))), amount.to_owned());
    BTreeMap::from([of(FIRST, first), of(SECOND, second)])
}

#[tokio::test]
async fn shares_are_worth_their_part_of_what_the_pair_has() {
    let contracts = contracts();
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    assert_eq!(amounts(&position), liquidity("440", "110"));
    assert_eq!(position.receipts[0].contract(), Some(Address::evm(PAIR)));
}

/// The roots of the products are 2200 and 2000, so that the fee is 1000 × 200 / (5 × 2200 + 2000) = 15 shares.
#[tokio::test]
async fn the_fee_of_the_factory_comes_first() {
    assert_eq!(
        amounts_of(&with_pair(&GROWN, FEES.into())).await,
        liquidity("433", "108")
    );
    let never = Pair { last: 0, ..GROWN };
    assert_eq!(
        amounts_of(&with_pair(&never, FEES.into())).await,
        liquidity("440", "110")
    );
}

/// A balance that no division fits, of a token that anyone can make, hides nothing and is no position.
#[tokio::test]
async fn a_pair_with_a_hostile_token_is_no_position() {
    let hostile = Pair { supply: 1, ..GROWN };
    let mut contracts = with_pair(&hostile, Word::ZERO);
    contracts = contracts.first(FIRST.into(), "balanceOf(address)", U256::MAX.abi_encode());
    assert_eq!(contracts.positions().await, []);
}

#[tokio::test]
async fn without_tokens_the_factory_must_answer_all_the_same() {
    let empty = ScriptedContracts::of("Uniswap v2", "eip155:1");
    let factory = empty.contract("factory");
    let there = empty.answers(factory, "feeTo()", &[], Word::ZERO.abi_encode());
    assert_eq!(there.positions().await, []);
}
