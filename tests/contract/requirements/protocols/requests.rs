//! Requests to withdraw from Lido, read by `QueueReader`, and stakes in EigenLayer, read by `RestakeReader`.

use std::collections::BTreeMap;

use alloy_primitives::{Address as Word, U256, address};
use alloy_sol_types::SolValue;
use ports::{Address, ProtocolPosition};

use super::scripted::{ScriptedContracts, USER, amounts, argument};

const STRATEGY: [u8; 20] = [0x33; 20];
const TOKEN: [u8; 20] = [0x44; 20];
const VALIDATORS: Word = address!("beaC0eeEeeeeEEeEeEEEEeeEEeEeeeEeeEEBEaC0");

type State = (U256, U256, Word, U256, bool, bool);

fn state(amount: u64, finished: bool, claimed: bool) -> State {
    (
        U256::from(amount),
        U256::from(1),
        USER.into(),
        U256::from(1),
        finished,
        claimed,
    )
}

/// Three requests: open, finished with a loss, and paid out.
pub fn queue() -> ScriptedContracts {
    let empty = ScriptedContracts::of("Lido withdrawals", "eip155:1");
    let [queue, wrapped] = ["queue", "wrapped"].map(|part| empty.contract(part));
    let requests = vec![U256::from(9), U256::from(7), U256::from(8)];
    let states: Vec<State> = vec![
        state(100, true, true),
        state(200, true, false),
        state(300, false, false),
    ];
    empty
        .answers(queue, "WSTETH()", &[], wrapped.abi_encode())
        .answers(
            queue,
            "getWithdrawalRequests(address)",
            &[argument(USER.into())],
            requests.abi_encode(),
        )
        .answers(queue, "getWithdrawalStatus(uint256[])", &[], states.abi_encode())
        .answers(queue, "getLastCheckpointIndex()", &[], U256::from(4).abi_encode())
        .answers(
            queue,
            "findCheckpointHints(uint256[],uint256,uint256)",
            &[],
            vec![U256::from(3)].abi_encode(),
        )
        .answers(
            queue,
            "getClaimableEther(uint256[],uint256[])",
            &[],
            vec![U256::from(199)].abi_encode(),
        )
}

/// Shares of two strategies, a part of which was requested back.
pub fn restaked() -> ScriptedContracts {
    let empty = ScriptedContracts::of("EigenLayer", "eip155:1");
    let [strategies, delegation, pods] = ["strategies", "delegation", "pods"].map(|part| empty.contract(part));
    let user = [argument(USER.into())];
    let strategy = Word::from(STRATEGY);
    let deposits = (vec![strategy], vec![U256::from(1000)]).abi_encode_params();
    let withdrawable = (
        vec![U256::from(900), U256::from(32)],
        vec![U256::from(1000), U256::from(32)],
    );
    let queued = (
        strategy,
        strategy,
        strategy,
        U256::ZERO,
        7_u32,
        vec![strategy],
        vec![U256::from(60)],
    );
    let queued = (vec![queued], vec![vec![U256::from(50)]]).abi_encode_params();
    empty
        .answers(strategies, "delegation()", &[], delegation.abi_encode())
        .answers(strategies, "getDeposits(address)", &user, deposits)
        .answers(delegation, "getQueuedWithdrawals(address)", &user, queued)
        .answers(
            pods,
            "podOwnerDepositShares(address)",
            &user,
            U256::from(32).abi_encode(),
        )
        .answers(
            delegation,
            "getWithdrawableShares(address,address[])",
            &user,
            withdrawable.abi_encode_params(),
        )
        .answers(strategy, "underlyingToken()", &[], Word::from(TOKEN).abi_encode())
        .answers(
            strategy,
            "sharesToUnderlyingView(uint256)",
            &[U256::from(900)],
            U256::from(945).abi_encode(),
        )
        .answers(
            strategy,
            "sharesToUnderlyingView(uint256)",
            &[U256::from(50)],
            U256::from(52).abi_encode(),
        )
}

#[tokio::test]
async fn an_open_request_is_its_amount_a_finished_one_what_it_pays_and_a_paid_one_is_none() {
    let [finished, open] = <[ProtocolPosition; 2]>::try_from(queue().positions().await).unwrap();
    assert_eq!(
        amounts(&finished),
        BTreeMap::from([(("claimable", None), "199".to_owned())])
    );
    assert_eq!(
        amounts(&open),
        BTreeMap::from([(("pending_withdrawal", None), "300".to_owned())])
    );
    assert_eq!(
        [finished.item.as_deref(), open.item.as_deref()],
        [Some("#8"), Some("#9")]
    );
}

#[tokio::test]
async fn without_requests_there_is_no_position() {
    let contracts = queue();
    let queue = contracts.contract("queue");
    let none = contracts.first(queue, "getWithdrawalRequests(address)", Vec::<U256>::new().abi_encode());
    assert_eq!(none.positions().await, []);
}

#[tokio::test]
async fn a_stake_is_what_can_be_withdrawn_and_what_was_requested_back_is_beside_it() {
    let [only] = <[ProtocolPosition; 1]>::try_from(restaked().positions().await).unwrap();
    let token = Some(Address::evm(TOKEN));
    let expected = BTreeMap::from([
        (("stake", token.clone()), "945".to_owned()),
        (("stake", None), "32".to_owned()),
        (("pending_withdrawal", token), "52".to_owned()),
    ]);
    assert_eq!(amounts(&only), expected);
    assert_eq!(only.unread, ["Rewards are not detected."]);
}

/// The strategy of validators is among the strategies only where the account has validators.
#[tokio::test]
async fn without_validators_their_strategy_is_not_read() {
    let contracts = restaked();
    let [delegation, pods] = ["delegation", "pods"].map(|part| contracts.contract(part));
    let withdrawable = (vec![U256::from(900)], vec![U256::from(1000)]).abi_encode_params();
    let contracts = contracts
        .first(pods, "podOwnerDepositShares(address)", U256::MAX.abi_encode())
        .first(delegation, "getWithdrawableShares(address,address[])", withdrawable);
    let [only] = <[ProtocolPosition; 1]>::try_from(contracts.positions().await).unwrap();
    assert!(
        only.legs.iter().all(|leg| leg.position.asset.contract().is_some()),
        "{VALIDATORS}"
    );
}
