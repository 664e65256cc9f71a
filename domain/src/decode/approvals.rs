//! Whom a transaction allowed to move tokens of the account.

use std::collections::BTreeSet;

use ports::{Address, Approval, ApprovalScope, approval::PERMIT2};

use super::{
    error::DecodeError,
    event::EventLog,
    normalized::{NormalizedTransaction, is_zero_address},
    topics,
};

/// The number of topics of an approval of one token of a collection: the id of the token is the last one.
const WITH_TOKEN: usize = 4;
/// The most approvals of one transaction. More are logged by contracts that pretend.
const MOST: usize = 100;

/// Returns the approvals that the logs state, without those of nobody and of the account itself. A log that cannot be read states none.
pub(super) fn approvals(transaction: &NormalizedTransaction<'_>) -> Vec<Approval> {
    let account = transaction.account();
    let stated = transaction
        .events
        .iter()
        .filter_map(|event| stated(*event, account).ok().flatten());
    let allowed: BTreeSet<Approval> = stated
        .filter(|approval| approval.spender != *account && !is_zero_address(&approval.spender))
        .take(MOST)
        .collect();
    allowed.into_iter().collect()
}

fn stated(event: EventLog<'_>, account: &Address) -> Result<Option<Approval>, DecodeError> {
    if event.topics() < 3 || event.topic_address(1)? != *account {
        return Ok(None);
    }
    if event.is(topics::PERMIT2_APPROVAL) || event.is(topics::PERMIT2_PERMIT) {
        return Ok((event.contract().evm_bytes() == Some(PERMIT2)).then_some(Approval {
            contract: event.topic_address(2)?,
            spender: event.topic_address(3)?,
            scope: ApprovalScope::Permit2,
        }));
    }
    let scope = if event.is(topics::APPROVAL_FOR_ALL) {
        ApprovalScope::Collection
    } else if !event.is(topics::APPROVAL) {
        return Ok(None);
    } else if event.topics() == WITH_TOKEN {
        ApprovalScope::Token(event.topic_number(3)?)
    } else {
        ApprovalScope::Amount
    };
    Ok(Some(Approval {
        contract: event.contract().clone(),
        spender: event.topic_address(2)?,
        scope,
    }))
}
