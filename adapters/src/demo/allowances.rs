//! What the accounts of the demo world allow others to move.

use ports::{Allowance, Approval, RawAmount, account::AccountId, allowance::AccountCode};

use super::random::{mix, seed};

/// Returns what is left of approvals: some were taken back, some are limited.
pub(super) fn of(account: &AccountId, approvals: &[Approval]) -> Vec<Allowance> {
    approvals.iter().filter_map(|one| allowance(account, one)).collect()
}

fn allowance(account: &AccountId, approval: &Approval) -> Option<Allowance> {
    let random = seed(&[
        "allowance",
        &account.to_string(),
        approval.contract.as_str(),
        approval.spender.as_str(),
    ]);
    let amount = match random % 10 {
        0 | 1 => return None,
        2 => u128::from(mix(random, 1) % 1_000_000_000).saturating_add(1).into(),
        _ => RawAmount::from_word(&[0xff; 32]),
    };
    Some(Allowance {
        approval: approval.clone(),
        amount: Some(amount),
        expires_at: None,
        code: AccountCode::Contract,
    })
}
