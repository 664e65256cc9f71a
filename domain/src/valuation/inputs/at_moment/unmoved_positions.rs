//! Whether what an account has in protocols can be taken for what it had at an earlier moment.

use std::collections::BTreeSet;

use ports::{
    Entry, ProtocolReading, Snapshot,
    entry::{EntryKind, Leg, LegRole},
};

/// Returns whether no entry since a moment changed the positions of a later snapshot, and none that it lacks existed then. They then
/// stand for what they were at that moment, without what was earned or owed since. `newest` is the snapshot that they are compared
/// with.
///
/// An entry changes no position if assets left for others that arrived, as in a swap or where a receipt arrived that the account still
/// holds as a balance, or if it is an ordinary transfer that is not with the contract of a position.
pub fn are_unmoved(entries: &[Entry], later: &Snapshot, newest: &Snapshot) -> bool {
    unread(&later.protocols) == unread(&newest.protocols) && !entries.iter().any(|entry| moves(entry, later))
}

/// Returns the protocols and positions that were not read. They have no amounts, so that both snapshots must lack the same.
fn unread(of: &ProtocolReading) -> BTreeSet<(&str, Option<&str>)> {
    let protocols = of.unread.iter().map(|one| (one.place.as_str(), None));
    let positions = of.positions.iter().filter(|one| one.legs.is_empty());
    let positions = positions.map(|one| (one.place.as_str(), Some(one.item.as_deref().unwrap_or_default())));
    protocols.chain(positions).collect()
}

fn moves(entry: &Entry, later: &Snapshot) -> bool {
    let positions = &later.protocols.positions;
    let is_of_position = |leg: &Leg| {
        let of_contract = leg.counterparty.as_ref().or(entry.counterparty.as_ref());
        let mut contracts = positions.iter().flat_map(|one| &one.legs).map(|one| &one.contract);
        later.protocols.is_receipt(&leg.asset) || contracts.any(|contract| Some(contract) == of_contract)
    };
    if entry.legs.iter().any(is_of_position) {
        return true;
    }
    let has = |role: LegRole| entry.legs.iter().any(|leg| leg.role == role);
    let is_exchange = has(LegRole::In) && has(LegRole::Out);
    match entry.kind {
        EntryKind::Withdraw | EntryKind::Unstake | EntryKind::RemoveLiquidity | EntryKind::Repay => !is_exchange,
        EntryKind::Send
        | EntryKind::Receive
        | EntryKind::SelfTransfer
        | EntryKind::Swap
        | EntryKind::Wrap
        | EntryKind::Unwrap
        | EntryKind::Approve
        | EntryKind::BridgeOut
        | EntryKind::BridgeIn
        | EntryKind::Airdrop
        | EntryKind::Spam
        | EntryKind::Failed => false,
        _ => !positions.is_empty() && !is_exchange,
    }
}

#[cfg(test)]
mod tests {
    use ports::{
        Address, Position, PositionKind, PositionLeg, ProtocolPosition,
        amount::SignedRaw,
        protocol::{PositionRole, UnreadProtocol},
    };

    use super::*;
    use crate::valuation::inputs::at_moment::tests::{entry, snapshot, token};

    const CONTRACT: [u8; 20] = [0xaa; 20];

    /// A snapshot with a position whose receipt is token 9.
    fn with_position() -> Snapshot {
        let mut later = snapshot(&[(1, 100), (9, 50)], &[]);
        later.protocols.positions.push(ProtocolPosition {
            place: "Aave v3".parse().unwrap(),
            item: None,
            legs: vec![PositionLeg {
                position: Position {
                    asset: token(1),
                    raw: SignedRaw::from(ports::RawAmount::from(50_u128)),
                    decimals: Some(0),
                    kind: PositionKind::Supplied,
                    place: "Aave v3".parse().unwrap(),
                },
                role: PositionRole::Collateral,
                contract: Address::evm(CONTRACT),
                function: "balanceOf(address)".to_owned(),
                unlocks_at: None,
            }],
            health: None,
            receipts: vec![token(9)],
            unread: Vec::new(),
        });
        later
    }

    #[test]
    fn ordinary_transfers_and_swaps_move_no_position() {
        let later = with_position();
        let entries = [
            entry(1, EntryKind::Send, &[(LegRole::Out, 1, 5)]),
            entry(2, EntryKind::Receive, &[(LegRole::In, 2, 5)]),
            entry(3, EntryKind::Swap, &[(LegRole::Out, 1, 5), (LegRole::In, 2, 7)]),
            entry(4, EntryKind::Stake, &[(LegRole::Out, 1, 5), (LegRole::In, 3, 5)]),
        ];
        assert!(are_unmoved(&entries, &later, &later));
    }

    #[test]
    fn what_goes_into_a_position_or_comes_out_of_one_moves_it() {
        let later = with_position();
        let mut to_contract = entry(1, EntryKind::Send, &[(LegRole::Out, 1, 5)]);
        to_contract.counterparty = Some(Address::evm(CONTRACT));
        let receipt = entry(2, EntryKind::Swap, &[(LegRole::Out, 1, 5), (LegRole::In, 9, 5)]);
        let deposit = entry(3, EntryKind::Deposit, &[(LegRole::Out, 1, 5)]);
        let call = entry(4, EntryKind::Call, &[]);
        for one in [to_contract, receipt, deposit, call] {
            assert!(
                !are_unmoved(std::slice::from_ref(&one), &later, &later),
                "{:?}",
                one.kind
            );
        }
    }

    /// A position that was closed since is in no later snapshot.
    #[test]
    fn a_withdrawal_without_a_receipt_may_have_closed_a_position() {
        let later = snapshot(&[(1, 100)], &[]);
        let withdrawal = entry(1, EntryKind::Withdraw, &[(LegRole::In, 1, 5)]);
        assert!(!are_unmoved(&[withdrawal], &later, &later));
        let with_receipt = entry(1, EntryKind::Withdraw, &[(LegRole::Out, 3, 5), (LegRole::In, 1, 5)]);
        assert!(are_unmoved(&[with_receipt], &later, &later));
    }

    #[test]
    fn a_protocol_that_was_unread_on_one_side_only_is_not_compared() {
        let (later, mut newest) = (with_position(), with_position());
        newest.protocols.unread.push(UnreadProtocol {
            place: "Venus".parse().unwrap(),
            why: "the comptroller does not answer".to_owned(),
        });
        assert!(!are_unmoved(&[], &later, &newest));
        assert!(are_unmoved(&[], &newest, &newest));
    }

    #[test]
    fn a_position_that_was_unread_on_one_side_only_is_not_compared() {
        let (mut later, newest) = (with_position(), with_position());
        later.protocols.positions.push(ProtocolPosition {
            item: Some("#7".to_owned()),
            legs: Vec::new(),
            unread: vec!["Position #7 could not be read: its factory names no pool.".to_owned()],
            ..with_position().protocols.positions.remove(0)
        });
        assert!(!are_unmoved(&[], &later, &newest));
        assert!(are_unmoved(&[], &later, &later));
    }
}
