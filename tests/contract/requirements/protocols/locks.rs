//! Locks for votes in each of their forms, read by `LockReader`. The block of the table is of the time 1,790,000,000.

use alloy_primitives::U256;
use alloy_sol_types::SolValue;
use conformance::protocol_reader::Harness;
use ports::{Address, ProtocolPosition, Timestamp, protocol::ProtocolError};

use super::scripted::{ScriptedContracts, USER, argument};

const LATER: u64 = 1_800_000_000;
const BEFORE: u64 = 1_700_000_000;

fn words(values: &[u64]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| U256::from(*value).to_be_bytes::<32>())
        .collect()
}

fn with_token(name: &str, chain: &str, of_token: &'static str) -> ScriptedContracts {
    let empty = ScriptedContracts::of(name, chain);
    let [lock, token] = ["lock", "token"].map(|part| empty.contract(part));
    empty.answers(lock, of_token, &[], token.abi_encode())
}

fn escrow_until(end: u64) -> ScriptedContracts {
    let empty = with_token("Curve veCRV", "eip155:1", "token()");
    let lock = empty.contract("lock");
    empty.answers(lock, "locked(address)", &[argument(USER.into())], words(&[900, end]))
}

/// An escrow with 900 locked.
pub fn escrow() -> ScriptedContracts {
    escrow_until(LATER)
}

/// Two locks that are tokens, one for good.
pub fn tokens() -> ScriptedContracts {
    let empty = with_token("Aerodrome veAERO", "eip155:8453", "token()");
    let lock = empty.contract("lock");
    let user = argument(USER.into());
    let at = |at: u64| [user, U256::from(at)];
    empty
        .answers(lock, "balanceOf(address)", &[user], words(&[2]))
        .answers(lock, "ownerToNFTokenIdList(address,uint256)", &at(0), words(&[41]))
        .answers(lock, "ownerToNFTokenIdList(address,uint256)", &at(1), words(&[42]))
        .answers(lock, "locked(uint256)", &[U256::from(41)], words(&[10, LATER, 0]))
        .answers(lock, "locked(uint256)", &[U256::from(42)], words(&[20, 0, 1]))
}

/// Two locks of a list, and 5 that can be taken back.
pub fn list() -> ScriptedContracts {
    let empty = with_token("Convex vlCVX", "eip155:1", "stakingToken()");
    let lock = empty.contract("lock");
    let week = 7 * 86_400;
    let listed = words(&[35, 5, 30, 128, 2, 10, 0, LATER, 20, 0, LATER + week]);
    empty.answers(lock, "lockedBalances(address)", &[argument(USER.into())], listed)
}

/// Role, amount, item and time of each lock.
fn locks(positions: &[ProtocolPosition]) -> Vec<(&'static str, String, Option<&str>, Option<Timestamp>)> {
    let positions = positions.iter();
    positions
        .map(|position| {
            let leg = &position.legs[0];
            let amount = leg.position.raw.to_string();
            (leg.role.as_str(), amount, position.item.as_deref(), leg.unlocks_at)
        })
        .collect()
}

fn at(seconds: u64) -> Option<Timestamp> {
    Some(Timestamp::from_seconds(i64::try_from(seconds).unwrap()))
}

#[tokio::test]
async fn an_escrow_is_locked_until_its_end_and_then_can_be_taken_back() {
    let contracts = escrow();
    let positions = contracts.positions().await;
    assert_eq!(locks(&positions), [("locked", "900".to_owned(), None, at(LATER))]);
    let escrow = Address::evm(contracts.contract("lock").into());
    assert_eq!(positions[0].receipts[0].contract(), Some(escrow));
    assert_eq!(positions[0].unread, ["Rewards are not detected."]);
    let over = escrow_until(BEFORE).positions().await;
    assert_eq!(locks(&over), [("claimable", "900".to_owned(), None, None)]);
}

#[tokio::test]
async fn each_lock_that_is_a_token_is_a_position_and_one_for_good_has_no_end() {
    let positions = tokens().positions().await;
    let expected = [
        ("locked", "10".to_owned(), Some("#41"), at(LATER)),
        ("locked", "20".to_owned(), Some("#42"), None),
    ];
    assert_eq!(locks(&positions), expected);
}

#[tokio::test]
async fn each_lock_of_a_list_is_a_position_beside_what_can_be_taken_back() {
    let positions = list().positions().await;
    let week = 7 * 86_400;
    let expected = [
        ("locked", "10".to_owned(), Some("until January 15, 2027"), at(LATER)),
        (
            "locked",
            "20".to_owned(),
            Some("until January 22, 2027"),
            at(LATER + week),
        ),
        ("claimable", "5".to_owned(), None, None),
    ];
    assert_eq!(locks(&positions), expected);
    let empty = with_token("Aura vlAURA", "eip155:1", "stakingToken()");
    let lock = empty.contract("lock");
    let weekly = words(&[10, 0, 10, 128, 1, 10, LATER]);
    let weekly = empty.answers(lock, "lockedBalances(address)", &[argument(USER.into())], weekly);
    let positions = weekly.positions().await;
    assert_eq!(
        locks(&positions),
        [("locked", "10".to_owned(), Some("until January 15, 2027"), at(LATER))]
    );
}

#[tokio::test]
async fn pendle_states_amount_and_end_in_its_own_words() {
    let empty = with_token("Pendle vePENDLE", "eip155:1", "pendle()");
    let lock = empty.contract("lock");
    let user = argument(USER.into());
    let locked = empty.answers(lock, "positionData(address)", &[user], words(&[7, LATER]));
    assert_eq!(
        locks(&locked.positions().await),
        [("locked", "7".to_owned(), None, at(LATER))]
    );
}

#[tokio::test]
async fn nothing_locked_is_no_position_and_a_negative_amount_is_an_error() {
    let empty = with_token("Curve veCRV", "eip155:1", "token()");
    let lock = empty.contract("lock");
    let none = empty.answers(lock, "locked(address)", &[argument(USER.into())], words(&[0, 0]));
    assert_eq!(none.positions().await, []);
    let negative = (U256::MAX, U256::from(LATER)).abi_encode_params();
    let negative = escrow().first(lock, "locked(address)", negative);
    let (account, held) = (negative.account(), negative.held());
    let refused = negative
        .reader()
        .positions(&account, &held, &negative)
        .await
        .unwrap_err();
    assert!(
        matches!(&refused, ProtocolError::Contract(why) if why.contains("negative")),
        "{refused}"
    );
}
