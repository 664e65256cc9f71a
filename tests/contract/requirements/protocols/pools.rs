//! Pools of several tokens: those of Curve with their gauges, read by `CurveReader`, those of Balancer, read by `BalancerReader`, and those in the form of
//! Solidly, read by `PoolReader`.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::SolValue;
use ports::{Address, PositionKind, ProtocolPosition};

use super::scripted::{ScriptedContracts, USER, amounts, argument};

const SHARE: [u8; 20] = [0x21; 20];
const POOL: [u8; 20] = [0x22; 20];
const GAUGE: [u8; 20] = [0x23; 20];
const SPOOF: [u8; 20] = [0x24; 20];
const INNER_SHARE: [u8; 20] = [0x31; 20];
const INNER_POOL: [u8; 20] = [0x32; 20];
const FIRST: [u8; 20] = [0x44; 20];
const SECOND: [u8; 20] = [0x55; 20];
const REGISTRY: [u8; 20] = [0x66; 20];
const BONUS: [u8; 20] = [0x77; 20];
/// What contracts name in the place of a token where they mean the coin.
const COIN: [u8; 20] = [0xEE; 20];

fn number(value: u64) -> Vec<u8> {
    U256::from(value).abi_encode()
}

/// A pool of Curve that the registry knows.
fn curve_pool(
    contracts: ScriptedContracts,
    (share, pool): ([u8; 20], [u8; 20]),
    tokens: [([u8; 20], u64); 2],
    supply: u64,
) -> ScriptedContracts {
    let registry = Word::from(REGISTRY);
    let of = [argument(pool.into())];
    let mut coins = [Word::ZERO; 8];
    let mut balances = [U256::ZERO; 8];
    for (at, (token, balance)) in tokens.into_iter().enumerate() {
        coins[at] = token.into();
        balances[at] = U256::from(balance);
    }
    contracts
        .answers(
            registry,
            "get_pool_from_lp_token(address)",
            &[argument(share.into())],
            Word::from(pool).abi_encode(),
        )
        .answers(registry, "get_n_coins(address)", &of, number(2))
        .answers(registry, "get_coins(address)", &of, coins.abi_encode())
        .answers(registry, "get_balances(address)", &of, balances.abi_encode())
        .answers(share.into(), "totalSupply()", &[], number(supply))
}

/// A token in a gauge of a pool, one of whose tokens is the share of another pool, beside a token that only calls itself a gauge.
pub fn curve() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Curve", "eip155:1").of_anyone(&["lp_token()"]);
    let registry = Word::from(REGISTRY);
    let provider = empty.contract("provider");
    let user = argument(USER.into());
    let contracts = empty.holds(GAUGE, 100).holds(SPOOF, 999).answers(
        provider,
        "get_address(uint256)",
        &[U256::from(7)],
        registry.abi_encode(),
    );
    let contracts = curve_pool(contracts, (SHARE, POOL), [(COIN, 5000), (INNER_SHARE, 1000)], 1000);
    let contracts = curve_pool(
        contracts,
        (INNER_SHARE, INNER_POOL),
        [(FIRST, 300), (SECOND, 601)],
        100_000,
    );
    let gauge = Word::from(GAUGE);
    contracts
        .answers(
            registry,
            "get_pool_from_lp_token(address)",
            &[],
            Word::ZERO.abi_encode(),
        )
        .answers(gauge, "lp_token()", &[], Word::from(SHARE).abi_encode())
        .answers(SPOOF.into(), "lp_token()", &[], Word::from(SHARE).abi_encode())
        .answers(
            registry,
            "get_gauge(address)",
            &[argument(POOL.into())],
            gauge.abi_encode(),
        )
        .answers(gauge, "claimable_tokens(address)", &[user], number(12))
        .answers(gauge, "reward_count()", &[], number(1))
        .answers(
            gauge,
            "reward_tokens(uint256)",
            &[U256::ZERO],
            Word::from(BONUS).abi_encode(),
        )
        .answers(
            gauge,
            "claimable_reward(address,address)",
            &[user, argument(BONUS.into())],
            number(4),
        )
}

/// A pool of Balancer, beside a token that the vault does not know.
pub fn balancer() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Balancer v3", "eip155:1")
        .holds(SHARE, 999)
        .holds(SPOOF, 50);
    let vault = empty.contract("vault");
    let user = argument(USER.into());
    let [share, spoof] = [SHARE, SPOOF].map(|token| argument(token.into()));
    let state = (
        vec![Word::from(FIRST), Word::from(SECOND)],
        vec![(U256::ZERO, Word::ZERO, false), (U256::ZERO, Word::ZERO, false)],
        vec![U256::from(4405), U256::from(1100)],
        vec![U256::from(1), U256::from(1)],
    );
    empty
        .answers(vault, "getAuthorizer()", &[], Word::from(REGISTRY).abi_encode())
        .answers(vault, "balanceOf(address,address)", &[share, user], number(100))
        .answers(vault, "balanceOf(address,address)", &[spoof, user], number(0))
        .answers(vault, "isPoolRegistered(address)", &[share], true.abi_encode())
        .answers(vault, "isPoolRegistered(address)", &[], false.abi_encode())
        .answers(vault, "getPoolTokenInfo(address)", &[share], state.abi_encode_params())
        .answers(vault, "totalSupply(address)", &[share], number(1000))
}

/// A pool in the form of Solidly with fees, beside a token that the factory does not know.
pub fn solidly() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Aerodrome", "eip155:8453")
        .holds(POOL, 100)
        .holds(SPOOF, 50);
    let factory = empty.contract("factory");
    let (pool, user) = (Word::from(POOL), [argument(USER.into())]);
    let one = U256::from(1);
    let state = (
        one,
        one,
        U256::from(4405),
        U256::from(1100),
        false,
        Word::from(FIRST),
        Word::from(SECOND),
    );
    empty
        .answers(factory, "allPoolsLength()", &[], number(2))
        .answers(factory, "isPool(address)", &[argument(pool)], true.abi_encode())
        .answers(factory, "isPool(address)", &[], false.abi_encode())
        .answers(pool, "metadata()", &[], state.abi_encode_params())
        .answers(pool, "totalSupply()", &[], number(1000))
        .answers(pool, "claimable0(address)", &user, number(3))
        .answers(pool, "claimable1(address)", &user, number(0))
}

async fn only(contracts: &ScriptedContracts) -> ProtocolPosition {
    let [position] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    position
}

fn of(role: &'static str, token: [u8; 20], amount: &str) -> ((&'static str, Option<Address>), String) {
    ((role, Some(Address::evm(token))), amount.to_owned())
}

#[tokio::test]
async fn a_share_in_a_gauge_is_the_tokens_of_its_pool_and_of_the_pools_in_it() {
    let contracts = curve();
    let position = only(&contracts).await;
    let reward = contracts.contract("reward").into();
    assert_eq!(
        amounts(&position),
        BTreeMap::from([
            (("liquidity", None), "500".to_owned()),
            of("reward", reward, "12"),
            of("reward", BONUS, "4"),
        ])
    );
    assert_eq!(position.legs[0].position.kind, PositionKind::Farm);
    assert_eq!(position.receipts[0].contract(), Some(Address::evm(GAUGE)));
    assert_eq!(position.unread, [] as [&str; 0]);
}

/// 100 shares of 1000 hold 100,000 of the 100,000 shares of the inner pool.
#[tokio::test]
async fn pools_in_pools_are_split_and_the_same_token_is_one_amount() {
    let contracts = ScriptedContracts::of("Curve", "eip155:1")
        .of_anyone(&["lp_token()"])
        .holds(SHARE, 100);
    let provider = contracts.contract("provider");
    let registry = Word::from(REGISTRY);
    let contracts = contracts.answers(provider, "get_address(uint256)", &[], registry.abi_encode());
    let contracts = curve_pool(
        contracts,
        (SHARE, POOL),
        [(FIRST, 5000), (INNER_SHARE, 1_000_000)],
        1000,
    );
    let contracts = curve_pool(
        contracts,
        (INNER_SHARE, INNER_POOL),
        [(FIRST, 300), (SECOND, 601)],
        100_000,
    );
    let contracts = contracts.answers(
        registry,
        "get_pool_from_lp_token(address)",
        &[],
        Word::ZERO.abi_encode(),
    );
    let position = only(&contracts).await;
    let expected = BTreeMap::from([of("liquidity", FIRST, "800"), of("liquidity", SECOND, "601")]);
    assert_eq!(amounts(&position), expected);
    assert_eq!(position.legs[0].position.kind, PositionKind::Pool);
}

#[tokio::test]
async fn rewards_of_a_gauge_that_fails_are_stated() {
    let gauge = Word::from(GAUGE);
    let position = only(&curve().first(gauge, "claimable_tokens(address)", Vec::new())).await;
    assert_eq!(position.unread, ["Rewards could not be read."]);
    let position = only(&curve().first(gauge, "reward_count()", number(9))).await;
    assert_eq!(position.unread, ["Further rewards could not be read."]);
}

/// The token states 999 shares, the vault 100.
#[tokio::test]
async fn shares_of_balancer_are_those_of_its_vault() {
    let position = only(&balancer()).await;
    let expected = BTreeMap::from([of("liquidity", FIRST, "440"), of("liquidity", SECOND, "110")]);
    assert_eq!(amounts(&position), expected);
    assert_eq!(position.receipts[0].contract(), Some(Address::evm(SHARE)));
}

#[tokio::test]
async fn a_pool_of_solidly_pays_its_part_and_the_stored_fees() {
    let position = only(&solidly()).await;
    let expected = BTreeMap::from([
        of("liquidity", FIRST, "440"),
        of("liquidity", SECOND, "110"),
        of("reward", FIRST, "3"),
    ]);
    assert_eq!(amounts(&position), expected);
}
