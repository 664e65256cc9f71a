//! Whom transactions allowed to move tokens, as logs state it, and logs that pretend.

use ports::{Address, Approval, ApprovalScope, approval::PERMIT2, fact::Log};

use super::builder::*;
use crate::decode::{event_type::EventType, topics};

fn approval(spender: u8, scope: ApprovalScope) -> Approval {
    Approval {
        contract: address(TOKEN),
        spender: address(spender),
        scope,
    }
}

fn words(count: u128) -> Vec<String> {
    (1..=count).map(number).collect()
}

fn by_permit2(event: EventType, topics: &[String], data: &[String]) -> Log {
    Log {
        address: Address::evm(PERMIT2),
        ..log(TOKEN, event, topics, data)
    }
}

#[test]
fn each_kind_of_approval_is_stated_once() {
    assert_eq!(
        Address::evm(PERMIT2).as_str(),
        "0x000000000022D473030F116dDEE9F6B43aC78BA3"
    );
    let (me, router, friend) = (party(ME), party(ROUTER), party(FRIEND));
    let token = party(TOKEN);
    let logs = [
        log(TOKEN, topics::APPROVAL, &[me.clone(), router.clone()], &[number(1)]),
        log(TOKEN, topics::APPROVAL, &[me.clone(), router.clone()], &[number(2)]),
        log(TOKEN, topics::APPROVAL, &[me.clone(), friend.clone(), number(7)], &[]),
        log(
            TOKEN,
            topics::APPROVAL_FOR_ALL,
            &[me.clone(), router.clone()],
            &[number(1)],
        ),
        by_permit2(
            topics::PERMIT2_APPROVAL,
            &[me.clone(), token.clone(), router.clone()],
            &words(2),
        ),
        by_permit2(topics::PERMIT2_PERMIT, &[me, token, friend], &words(3)),
    ];
    let mut expected = vec![
        approval(ROUTER, ApprovalScope::Amount),
        approval(FRIEND, ApprovalScope::Token(7.into())),
        approval(ROUTER, ApprovalScope::Collection),
        approval(ROUTER, ApprovalScope::Permit2),
        approval(FRIEND, ApprovalScope::Permit2),
    ];
    expected.sort();
    assert_eq!(Facts::call(ME, TOKEN).logs(logs).decode().approvals, expected);
}

#[test]
fn an_approval_within_a_swap_is_stated() {
    let allowed = log(TOKEN, topics::APPROVAL, &[party(ME), party(ROUTER)], &[number(1)]);
    let entry = Facts::call(ME, ROUTER)
        .logs([transfer(TOKEN, ME, POOL, 5), allowed])
        .decode();
    assert_eq!(entry.approvals, [approval(ROUTER, ApprovalScope::Amount)]);
}

#[test]
fn approvals_of_others_of_nobody_and_of_oneself_are_none() {
    let (me, router) = (party(ME), party(ROUTER));
    let logs = [
        log(TOKEN, topics::APPROVAL, &[party(FRIEND), router.clone()], &[number(1)]),
        log(TOKEN, topics::APPROVAL, &[me.clone(), party(ZERO)], &[number(0)]),
        log(TOKEN, topics::APPROVAL, &[me.clone(), me.clone()], &[number(1)]),
        // Not by Permit2, which anybody can pretend to be.
        log(
            POOL,
            topics::PERMIT2_APPROVAL,
            &[me.clone(), party(TOKEN), router.clone()],
            &words(2),
        ),
        // Damaged: no spender, and a spender that is no address.
        log(TOKEN, topics::APPROVAL, std::slice::from_ref(&me), &[router, number(1)]),
        log(TOKEN, topics::APPROVAL, &[me, "f".repeat(64)], &[number(1)]),
    ];
    assert_eq!(Facts::call(ME, TOKEN).logs(logs).decode().approvals, []);
}

#[test]
fn a_contract_that_logs_any_number_of_approvals_states_a_hundred() {
    let logs = (1..=300).map(|nth: u128| log(TOKEN, topics::APPROVAL, &[party(ME), number(nth)], &[number(1)]));
    let entry = Facts::call(ME, TOKEN).logs(logs.collect::<Vec<_>>()).decode();
    assert_eq!(entry.approvals.len(), 100);
}
