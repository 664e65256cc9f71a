//! Liquidity, vaults, lending, staking and rewards.

use ports::{
    entry::{Decoding, EntryKind},
    fact::Log,
};

use super::builder::*;
use crate::decode::{event_type::EventType, topics};

fn decoded(logs: impl IntoIterator<Item = Log>) -> (EntryKind, Option<String>, String) {
    let entry = Facts::call(ME, ROUTER).logs(logs).decode();
    assert_eq!(entry.decoding, Decoding::Complete, "{entry:?}");
    (entry.kind, entry.protocol, entry.decoder)
}

fn kind(logs: impl IntoIterator<Item = Log>) -> EntryKind {
    decoded(logs).0
}

fn words(count: u128) -> Vec<String> {
    (1..=count).map(number).collect()
}

/// A negative number of 256 bits.
fn negative() -> String {
    "f".repeat(64)
}

#[test]
fn shares_of_pairs_are_liquidity() {
    let mint = log(POOL, topics::UNISWAP_V2_MINT, &[party(ROUTER)], &words(2));
    let burn = log(POOL, topics::UNISWAP_V2_BURN, &[party(ROUTER), party(ME)], &words(2));
    let added = decoded([
        transfer(TOKEN, ME, POOL, 5),
        transfer(OTHER_TOKEN, ME, POOL, 6),
        transfer(POOL, ZERO, ME, 7),
        mint,
    ]);
    assert_eq!(
        added,
        (
            EntryKind::AddLiquidity,
            Some("uniswap-v2-pools".to_owned()),
            "liquidity".to_owned()
        )
    );
    let removed = kind([
        transfer(POOL, ME, POOL, 7),
        transfer(TOKEN, POOL, ME, 5),
        transfer(OTHER_TOKEN, POOL, ME, 6),
        burn,
    ]);
    assert_eq!(removed, EntryKind::RemoveLiquidity);
}

#[test]
fn positions_are_liquidity_and_collected_fees_are_a_reward() {
    let event = |topic| log(ROUTER, topic, &[number(9)], &words(3));
    let paid_in = || transfer(TOKEN, ME, POOL, 5);
    let paid_out = || transfer(TOKEN, POOL, ME, 5);
    let (increase, decrease, collect) = (
        event(topics::INCREASE_LIQUIDITY),
        event(topics::DECREASE_LIQUIDITY),
        event(topics::COLLECT),
    );
    let minted = kind([paid_in(), nft(ROUTER, ZERO, ME, 9), increase.clone()]);
    assert_eq!(minted, EntryKind::AddLiquidity);
    assert_eq!(
        kind([paid_out(), decrease.clone(), collect.clone()]),
        EntryKind::RemoveLiquidity
    );
    assert_eq!(kind([paid_out(), collect]), EntryKind::Reward);
    assert_eq!(kind([paid_in(), paid_out(), decrease, increase]), EntryKind::Mixed);
}

#[test]
fn the_sign_of_a_change_tells_adding_from_removing() {
    let v4 = |change: String| {
        let data = [number(1), number(2), change, number(0)];
        log(POOL, topics::MODIFY_LIQUIDITY, &[number(9), party(ROUTER)], &data)
    };
    assert_eq!(
        kind([transfer(TOKEN, ME, POOL, 5), v4(number(7))]),
        EntryKind::AddLiquidity
    );
    assert_eq!(
        kind([transfer(TOKEN, POOL, ME, 5), v4(negative())]),
        EntryKind::RemoveLiquidity
    );
    assert_eq!(kind([transfer(TOKEN, POOL, ME, 5), v4(number(0))]), EntryKind::Reward);
    let balancer = |change: String| {
        let data = [number(96), number(96), number(96), number(1), change];
        log(POOL, topics::POOL_BALANCE_CHANGED, &[number(9), party(ME)], &data)
    };
    assert_eq!(
        kind([transfer(TOKEN, ME, POOL, 5), balancer(number(7))]),
        EntryKind::AddLiquidity
    );
    assert_eq!(
        kind([transfer(TOKEN, POOL, ME, 5), balancer(negative())]),
        EntryKind::RemoveLiquidity
    );
}

#[test]
fn several_assets_for_a_new_share_are_liquidity_by_amounts() {
    let logs = [
        transfer(TOKEN, ME, POOL, 5),
        transfer(OTHER_TOKEN, ME, POOL, 6),
        transfer(LABELLED, ZERO, ME, 7),
    ];
    let entry = Facts::call(ME, ROUTER).logs(logs).decode();
    assert_eq!(
        (entry.kind, entry.decoding),
        (EntryKind::AddLiquidity, Decoding::Generic)
    );
    let logs = [
        transfer(TOKEN, POOL, ME, 5),
        transfer(OTHER_TOKEN, POOL, ME, 6),
        transfer(LABELLED, ME, ZERO, 7),
    ];
    assert_eq!(
        Facts::call(ME, ROUTER).logs(logs).decode().kind,
        EntryKind::RemoveLiquidity
    );
}

#[test]
fn vaults_are_deposits_and_withdrawals() {
    let deposit = log(POOL, topics::VAULT_DEPOSIT, &[party(ROUTER), party(ME)], &words(2));
    let withdraw = log(
        POOL,
        topics::VAULT_WITHDRAW,
        &[party(ROUTER), party(ME), party(ME)],
        &words(2),
    );
    let entered = [
        transfer(TOKEN, ME, POOL, 5),
        transfer(POOL, ZERO, ME, 4),
        deposit.clone(),
    ];
    assert_eq!(decoded(entered), (EntryKind::Deposit, None, "erc-4626".to_owned()));
    let left = [
        transfer(POOL, ME, ZERO, 4),
        transfer(TOKEN, POOL, ME, 5),
        withdraw.clone(),
    ];
    assert_eq!(kind(left), EntryKind::Withdraw);
    let moved = [
        transfer(POOL, ME, ZERO, 4),
        withdraw,
        transfer(LABELLED, ZERO, ME, 3),
        log(LABELLED, topics::VAULT_DEPOSIT, &[party(ME), party(ME)], &words(2)),
    ];
    assert_eq!(kind(moved), EntryKind::Mixed);
    // A vault that deposits into another one is no deposit of the account.
    let nested = log(LABELLED, topics::VAULT_DEPOSIT, &[party(POOL), party(POOL)], &words(2));
    let entry = Facts::call(ME, ROUTER)
        .logs([transfer(TOKEN, ME, FRIEND, 5), nested, deposit])
        .decode();
    assert_eq!(entry.kind, EntryKind::Send);
}

#[test]
fn a_contract_that_is_its_own_share_token_is_a_deposit() {
    let entered = Facts::call(ME, POOL)
        .logs([transfer(TOKEN, ME, POOL, 5), transfer(POOL, ZERO, ME, 4)])
        .decode();
    assert_eq!(
        (entered.kind, entered.decoding),
        (EntryKind::Deposit, Decoding::Generic)
    );
    let market = Facts::call(ME, POOL)
        .logs([transfer(POOL, POOL, ME, 4)])
        .value(5)
        .decode();
    assert_eq!(market.kind, EntryKind::Deposit);
    let left = Facts::call(ME, POOL)
        .logs([transfer(POOL, ME, POOL, 4), transfer(TOKEN, POOL, ME, 5)])
        .decode();
    assert_eq!((left.kind, left.decoder.as_str()), (EntryKind::Withdraw, "share-token"));
}

fn aave(topic: EventType, topics: &[String], data: &[String]) -> Log {
    log(POOL, topic, topics, data)
}

#[test]
fn aave_knows_who_it_acts_for() {
    let reserve = || party(TOKEN);
    let supply = aave(
        topics::AAVE_SUPPLY,
        &[reserve(), party(ME), number(0)],
        &[party(ROUTER), number(5)],
    );
    let withdraw = aave(topics::AAVE_WITHDRAW, &[reserve(), party(ME), party(ME)], &[number(5)]);
    let borrow_data = [party(ROUTER), number(5), number(2), number(3)];
    let borrow = aave(topics::AAVE_BORROW, &[reserve(), party(ME), number(0)], &borrow_data);
    let repay = aave(
        topics::AAVE_REPAY,
        &[reserve(), party(FRIEND), party(ME)],
        &[number(5), number(0)],
    );
    let (paid, got) = (|| transfer(TOKEN, ME, LABELLED, 5), || transfer(TOKEN, LABELLED, ME, 5));
    for (logs, expected) in [
        (
            vec![paid(), transfer(OTHER_TOKEN, ZERO, ME, 5), supply.clone()],
            EntryKind::Deposit,
        ),
        (vec![got(), withdraw], EntryKind::Withdraw),
        (vec![got(), borrow.clone()], EntryKind::Borrow),
        (vec![paid(), repay], EntryKind::Repay),
        (vec![paid(), supply, borrow], EntryKind::Mixed),
    ] {
        assert_eq!(decoded(logs), (expected, Some("aave-v3".to_owned()), "aave".to_owned()));
    }
}

#[test]
fn aave_withdraws_for_the_caller_of_a_gateway_and_liquidates() {
    let (reserve, got) = (|| party(TOKEN), || transfer(TOKEN, LABELLED, ME, 5));
    let gateway = aave(
        topics::AAVE_WITHDRAW,
        &[reserve(), party(ROUTER), party(ROUTER)],
        &[number(5)],
    );
    let facts = Facts::call(ME, ROUTER).internal(&[(ROUTER, ME, 5)]);
    assert_eq!(
        facts
            .logs([transfer(OTHER_TOKEN, ME, ROUTER, 5), gateway.clone()])
            .decode()
            .kind,
        EntryKind::Withdraw
    );
    let stranger = Facts::call(FRIEND, ROUTER).logs([got(), gateway]).decode();
    assert_eq!(stranger.kind, EntryKind::Receive);
    let liquidation_data = [number(5), number(4), party(FRIEND), number(0)];
    let parties = [reserve(), party(OTHER_TOKEN), party(ME)];
    let liquidated = aave(topics::AAVE_LIQUIDATION, &parties, &liquidation_data);
    let entry = Facts::call(FRIEND, POOL)
        .logs([transfer(OTHER_TOKEN, ME, ZERO, 5), liquidated])
        .decode();
    assert_eq!(
        (entry.kind, entry.protocol.as_deref()),
        (EntryKind::Mixed, Some("aave-v3"))
    );
}

#[test]
fn lido_stakes_and_unstakes() {
    let submitted = log(TOKEN, topics::LIDO_SUBMITTED, &[party(ME)], &words(2));
    let facts = Facts::call(ME, TOKEN)
        .value(5)
        .logs([transfer(TOKEN, ZERO, ME, 5), submitted]);
    assert_eq!(
        (facts.decode().kind, facts.decode().protocol.as_deref()),
        (EntryKind::Stake, Some("lido"))
    );
    let requested = log(
        POOL,
        topics::LIDO_REQUESTED,
        &[number(1), party(ME), party(ME)],
        &words(2),
    );
    assert_eq!(
        kind([transfer(TOKEN, ME, POOL, 5), nft(POOL, ZERO, ME, 1), requested]),
        EntryKind::Unstake
    );
    let claimed = log(
        POOL,
        topics::LIDO_CLAIMED,
        &[number(1), party(ME), party(ME)],
        &words(1),
    );
    let facts = Facts::call(ME, POOL)
        .internal(&[(POOL, ME, 5)])
        .logs([nft(POOL, ME, ZERO, 1), claimed]);
    assert_eq!(facts.decode().kind, EntryKind::Unstake);
}

#[test]
fn reward_contracts_stake_unstake_and_pay() {
    let event = |topic, amount: u128| log(POOL, topic, &[party(ME)], &[number(amount)]);
    let pool_event = |topic, amount: u128| log(POOL, topic, &[party(ME), number(3)], &[number(amount)]);
    let (paid, back) = (|| transfer(TOKEN, ME, POOL, 5), || transfer(TOKEN, POOL, ME, 5));
    let reward = || transfer(OTHER_TOKEN, POOL, ME, 1);
    for (logs, expected) in [
        (vec![paid(), event(topics::STAKED, 5)], EntryKind::Stake),
        (vec![back(), event(topics::UNSTAKED, 5)], EntryKind::Unstake),
        (vec![reward(), event(topics::REWARD_PAID, 1)], EntryKind::Reward),
        (
            vec![
                back(),
                reward(),
                event(topics::UNSTAKED, 5),
                event(topics::REWARD_PAID, 1),
            ],
            EntryKind::Unstake,
        ),
        (vec![paid(), pool_event(topics::FARM_DEPOSIT, 5)], EntryKind::Stake),
        (
            vec![paid(), reward(), pool_event(topics::FARM_DEPOSIT, 5)],
            EntryKind::Stake,
        ),
        (vec![reward(), pool_event(topics::FARM_DEPOSIT, 0)], EntryKind::Reward),
        (vec![back(), pool_event(topics::FARM_WITHDRAW, 5)], EntryKind::Unstake),
        (
            vec![back(), reward(), pool_event(topics::FARM_WITHDRAW, 5)],
            EntryKind::Unstake,
        ),
    ] {
        let found = decoded(logs);
        assert_eq!((found.0, found.2.as_str()), (expected, "farm"));
    }
}

#[test]
fn claims_are_rewards_or_airdrops() {
    let got = || transfer(TOKEN, POOL, ME, 5);
    let aave = log(
        POOL,
        topics::AAVE_REWARDS,
        &[party(ME), party(TOKEN), party(ME)],
        &[party(ME), number(5)],
    );
    assert_eq!(decoded([got(), aave]).0, EntryKind::Reward);
    let merkl = log(POOL, topics::MERKL_CLAIMED, &[party(ME), party(TOKEN)], &[number(5)]);
    assert_eq!(decoded([got(), merkl]).1.as_deref(), Some("merkl"));
    let drop = log(POOL, topics::DROP_CLAIMED, &[], &[number(1), party(ME), number(5)]);
    assert_eq!(decoded([got(), drop.clone()]).0, EntryKind::Airdrop);
    let of_friend = log(POOL, topics::DROP_CLAIMED, &[], &[number(1), party(FRIEND), number(5)]);
    assert_eq!(
        Facts::call(ME, POOL).logs([got(), of_friend]).decode().kind,
        EntryKind::Receive
    );
}
