//! Farms, read by `FarmReader`, and stakes, read by `StakeReader`.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256};
use alloy_sol_types::SolValue;
use conformance::protocol_reader::Harness;
use ports::{Address, PositionKind, ProtocolPosition, protocol::ProtocolError};

use super::scripted::{ScriptedContracts, USER, amounts, argument, word};

const PAIR: [u8; 20] = [0x22; 20];
const SINGLE: [u8; 20] = [0x33; 20];
const FIRST: [u8; 20] = [0x44; 20];
const SECOND: [u8; 20] = [0x55; 20];
const REWARDER: [u8; 20] = [0x66; 20];
const FURTHER: [u8; 20] = [0x77; 20];
const OF_ANYONE: &[&str] = &["token0()", "token1()", "balanceOf(address)"];

fn number(value: u64) -> Vec<u8> {
    U256::from(value).abi_encode()
}

/// A farm of version 2 with 100 of 1000 shares of a pair in pool 1, and a single token in pool 2.
pub fn farm() -> ScriptedContracts {
    let empty = ScriptedContracts::of("SushiSwap MasterChef v2", "eip155:1").of_anyone(OF_ANYONE);
    let [farm, reward, factory] = ["farm", "reward", "factory"].map(|part| empty.contract(part));
    let user = argument(USER.into());
    let mut contracts =
        empty
            .answers(farm, "SUSHI()", &[], reward.abi_encode())
            .answers(farm, "poolLength()", &[], number(3));
    for (pool, staked, token, pending, rewarder) in [
        (0, 0, PAIR, 9, Word::ZERO),
        (1, 100, PAIR, 7, REWARDER.into()),
        (2, 50, SINGLE, 0, Word::ZERO),
    ] {
        let at = [U256::from(pool)];
        let of_user = [U256::from(pool), user];
        contracts = contracts
            .answers(
                farm,
                "userInfo(uint256,address)",
                &of_user,
                (U256::from(staked), U256::MAX).abi_encode_params(),
            )
            .answers(farm, "lpToken(uint256)", &at, Word::from(token).abi_encode())
            .answers(farm, "pendingSushi(uint256,address)", &of_user, number(pending))
            .answers(farm, "rewarder(uint256)", &at, rewarder.abi_encode());
    }
    let pair = Word::from(PAIR);
    let rewards = (vec![Word::from(FURTHER)], vec![U256::from(3)]).abi_encode_params();
    contracts
        .answers(
            REWARDER.into(),
            "pendingTokens(uint256,address,uint256)",
            &[U256::from(1), user],
            rewards,
        )
        .answers(factory, "feeTo()", &[], Word::ZERO.abi_encode())
        .answers(
            factory,
            "getPair(address,address)",
            &[argument(FIRST.into()), argument(SECOND.into())],
            pair.abi_encode(),
        )
        .answers(pair, "token0()", &[], Word::from(FIRST).abi_encode())
        .answers(pair, "token1()", &[], Word::from(SECOND).abi_encode())
        .answers(pair, "totalSupply()", &[], number(1000))
        .answers(
            pair,
            "getReserves()",
            &[],
            (U256::from(4400), U256::from(1100), U256::from(7)).abi_encode_params(),
        )
        .answers(pair, "kLast()", &[], number(0))
        .answers(FIRST.into(), "balanceOf(address)", &[argument(pair)], number(4400))
        .answers(SECOND.into(), "balanceOf(address)", &[argument(pair)], number(1100))
}

/// A stake of 500 with a reward of 20.
pub fn stake() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Sky farm of SPK", "eip155:1");
    let [staking, token, reward] = ["staking", "token", "reward"].map(|part| empty.contract(part));
    let user = [argument(USER.into())];
    empty
        .answers(staking, "stakingToken()", &[], token.abi_encode())
        .answers(staking, "rewardsToken()", &[], reward.abi_encode())
        .answers(staking, "balanceOf(address)", &user, number(500))
        .answers(staking, "earned(address)", &user, number(20))
}

fn of(role: &'static str, token: [u8; 20], amount: &str) -> ((&'static str, Option<Address>), String) {
    ((role, Some(Address::evm(token))), amount.to_owned())
}

#[tokio::test]
async fn staked_shares_of_a_pair_are_its_tokens_and_the_rewards_are_beside_them() {
    let contracts = farm();
    let [pair, single] = <[ProtocolPosition; 2]>::try_from(contracts.positions().await).unwrap();
    let reward = contracts.contract("reward").into();
    assert_eq!(
        amounts(&pair),
        BTreeMap::from([
            of("liquidity", FIRST, "440"),
            of("liquidity", SECOND, "110"),
            of("reward", reward, "7"),
            of("reward", FURTHER, "3"),
        ])
    );
    assert_eq!(pair.item.as_deref(), Some("Pool 1"));
    assert_eq!(pair.legs[0].position.kind, PositionKind::Farm);
    assert_eq!(amounts(&single), BTreeMap::from([of("stake", SINGLE, "50")]));
}

#[tokio::test]
async fn a_rewarder_that_fails_is_stated() {
    let contracts = farm().first(REWARDER.into(), "pendingTokens(uint256,address,uint256)", Vec::new());
    let [pair, _] = <[ProtocolPosition; 2]>::try_from(contracts.positions().await).unwrap();
    assert_eq!(pair.unread, ["Further rewards could not be read."]);
    assert_eq!(pair.legs.len(), 3);
}

#[tokio::test]
async fn the_first_version_names_the_token_in_the_state_of_a_pool() {
    let empty = ScriptedContracts::of("PancakeSwap MasterChef v1", "eip155:56").of_anyone(OF_ANYONE);
    let [farm, reward, factory] = ["farm", "reward", "factory"].map(|part| empty.contract(part));
    let of_user = [U256::ZERO, argument(USER.into())];
    let contracts = empty
        .answers(farm, "cake()", &[], reward.abi_encode())
        .answers(farm, "poolLength()", &[], number(1))
        .answers(
            farm,
            "userInfo(uint256,address)",
            &of_user,
            (U256::from(5), U256::from(1)).abi_encode_params(),
        )
        .answers(
            farm,
            "poolInfo(uint256)",
            &[U256::ZERO],
            (Word::from(SINGLE), U256::from(1), U256::from(2)).abi_encode_params(),
        )
        .answers(farm, "pendingCake(uint256,address)", &of_user, number(4))
        .answers(factory, "feeTo()", &[], Word::ZERO.abi_encode());
    let [only] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    assert_eq!(
        amounts(&only),
        BTreeMap::from([of("stake", SINGLE, "5"), of("reward", reward.into(), "4")])
    );
}

#[tokio::test]
async fn a_farm_with_another_reward_is_not_believed() {
    let mut contracts = farm();
    contracts
        .spec
        .contracts
        .insert("reward".to_owned(), Address::evm(FURTHER));
    let (account, held) = (contracts.account(), contracts.held());
    let refused = contracts
        .reader()
        .positions(&account, &held, &contracts)
        .await
        .unwrap_err();
    assert!(
        matches!(&refused, ProtocolError::Contract(why) if why.contains("reward")),
        "{refused}"
    );
}

#[tokio::test]
async fn a_stake_and_its_reward_are_one_position() {
    let contracts = stake();
    let [only] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    let [token, reward] = ["token", "reward"].map(|part| contracts.contract(part).into());
    assert_eq!(
        amounts(&only),
        BTreeMap::from([of("stake", token, "500"), of("reward", reward, "20")])
    );
    let staking = Address::evm(contracts.contract("staking").into());
    assert_eq!(only.receipts[0].contract(), Some(staking.clone()));
    assert_eq!(word(&staking), contracts.contract("staking"));
    let none = stake().first(word(&staking), "balanceOf(address)", number(0)).first(
        word(&staking),
        "earned(address)",
        number(0),
    );
    assert_eq!(none.positions().await, []);
}
