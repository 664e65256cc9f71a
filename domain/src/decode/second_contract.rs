//! Transfers of tokens whose balances two contracts state. A transfer by the second contract is often logged by both.

use ports::{Address, RawAmount, Timestamp, chain::SecondContract, fact::TokenStandard};

use super::normalized::ObservedTransfer;

/// What two logs of one transfer have in common.
type LoggedMove = (Address, Address, RawAmount);

/// Returns the transfers with those of second contracts as transfers of the first, and those that both state once.
pub(super) fn counted_once(
    mut transfers: Vec<ObservedTransfer>,
    contracts: &[SecondContract],
    time: Timestamp,
) -> Vec<ObservedTransfer> {
    for second in contracts {
        // Most transactions have nothing of it.
        if transfers
            .iter()
            .any(|one| [&second.contract, &second.of].contains(&&one.contract))
        {
            transfers = merged(transfers, second, time);
        }
    }
    transfers
}

fn merged(transfers: Vec<ObservedTransfer>, second: &SecondContract, time: Timestamp) -> Vec<ObservedTransfer> {
    let is_of =
        |one: &ObservedTransfer, contract: &Address| one.standard == TokenStandard::Erc20 && one.contract == *contract;
    let mut of_second: Vec<LoggedMove> = transfers
        .iter()
        .filter(|one| is_of(one, &second.contract))
        .map(content)
        .collect();
    let has_taken_over = second.since.is_none_or(|since| time >= since);
    let mut found = Vec::with_capacity(transfers.len());
    for one in transfers.iter().filter(|one| is_of(one, &second.of)) {
        let twin = of_second.iter().position(|other| *other == content(one));
        let is_twin = twin.map(|at| of_second.swap_remove(at)).is_some();
        if is_twin || has_taken_over {
            found.push(one.clone());
        }
    }
    for mut one in transfers {
        if is_of(&one, &second.of) {
            continue;
        }
        if is_of(&one, &second.contract) {
            let Some(alone) = of_second.iter().position(|other| *other == content(&one)) else {
                continue;
            };
            of_second.swap_remove(alone);
            one.contract = second.of.clone();
        }
        found.push(one);
    }
    found.sort_by(|one, other| one.order.cmp(&other.order));
    found
}

fn content(one: &ObservedTransfer) -> LoggedMove {
    (one.from.clone(), one.to.clone(), one.amount)
}
