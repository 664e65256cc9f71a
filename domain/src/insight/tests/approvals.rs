//! The lines of cases about approvals.

use ports::{Address, Amount, Approval, ApprovalScope, ChainId, allowance::AccountCode};

use super::{
    case::{AT, Case, account, asset},
    lines::{amount, hours, options},
};
use crate::approval::{
    AllowanceLine, AllowanceRisk, AllowanceSize, ApprovalGap, DelegationLine, RevokeCall, SpenderLine,
};

const CHAIN: &str = "eip155:1";

/// Reads a line about approvals.
pub fn apply(case: &mut Case, words: &[&str]) {
    match words {
        ["approve", spender, symbol, rest @ ..] => approve(case, (spender, symbol), rest),
        ["delegate", chain, rest @ ..] => delegate(case, chain, rest),
        ["approvals", "unknown"] => unknown(case),
        _ => panic!("{words:?} is no line about approvals"),
    }
}

fn address(name: &str) -> Address {
    let byte = name
        .bytes()
        .fold(7u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    Address::evm([byte; 20])
}

/// Returns an approval of all of 100 dollars without a limit.
fn allowance(chain: &ChainId, approval: &Approval, symbol: &str) -> AllowanceLine {
    AllowanceLine {
        account: account(CHAIN),
        label: "Main".to_owned(),
        contract: approval.contract.clone(),
        scope: approval.scope.clone(),
        asset: Some(asset(symbol, CHAIN)),
        symbol: symbol.to_uppercase(),
        size: AllowanceSize::Unlimited,
        expires_at: None,
        held: Some(Amount::HUNDRED),
        price: Some(Amount::ONE),
        risk: AllowanceRisk::Known(Amount::HUNDRED),
        figure: None,
        as_of: AT,
        logged: None,
        revoke: RevokeCall::of(chain, approval),
    }
}

/// Adds what a spender may move of a token; without options the spender is a contract that no list names.
fn approve(case: &mut Case, (spender, symbol): (&str, &str), rest: &[&str]) {
    let chain: ChainId = CHAIN.parse().unwrap();
    let approval = Approval {
        contract: address(symbol),
        spender: address(spender),
        scope: ApprovalScope::Amount,
    };
    let mut line = allowance(&chain, &approval, symbol);
    let (mut owner, mut code) = (None, AccountCode::Contract);
    for (name, value) in options(rest) {
        match name {
            "value" => line.risk = AllowanceRisk::Known(amount(&value)),
            "limit" => line.size = AllowanceSize::Amount(amount(&value)),
            "in" => line.account = account(&value),
            "age" => line.as_of = AT.minus(hours(&value)),
            "owner" => owner = Some(value),
            "key" => code = AccountCode::Key,
            "delegated" => code = AccountCode::Delegated(Address::evm([9; 20])),
            "unpriced" => line.risk = AllowanceRisk::Unpriced,
            "unread" => line.risk = AllowanceRisk::UnreadBalance,
            "empty" => line.risk = AllowanceRisk::NotHeld,
            "permit2" => line.risk = AllowanceRisk::Permit2,
            "collection" => (line.asset, line.risk) = (None, AllowanceRisk::Collection),
            _ => panic!("{name} is no option of an approval"),
        }
    }
    let spenders = &mut case.view.approvals.spenders;
    match spenders.iter_mut().find(|one| one.address == approval.spender) {
        Some(known) => known.allowances.push(line),
        None => spenders.push(SpenderLine {
            chain,
            chain_name: "Ethereum".to_owned(),
            address: approval.spender,
            owner,
            code,
            at_risk: None,
            unvalued: 0,
            explorer_url: None,
            allowances: vec![line],
        }),
    }
}

/// Adds that a contract acts for the account on a chain.
fn delegate(case: &mut Case, chain: &str, rest: &[&str]) {
    let mut line = DelegationLine {
        account: account(chain),
        label: "Main".to_owned(),
        chain_name: chain.to_owned(),
        delegate: Address::evm([9; 20]),
        owner: None,
        explorer_url: None,
        as_of: AT,
    };
    for (name, value) in options(rest) {
        match name {
            "owner" => line.owner = Some(value),
            "age" => line.as_of = AT.minus(hours(&value)),
            _ => panic!("{name} is no option of a delegation"),
        }
    }
    case.view.approvals.delegations.push(line);
}

/// Adds that the approvals of an account are not known.
fn unknown(case: &mut Case) {
    case.view.approvals.gaps.push(ApprovalGap {
        code: "failed",
        text: "Stated by the case.".to_owned(),
        why: None,
    });
}
