//! Wallets over the limit of the plan: kept and shown, and counted in nothing.

use std::collections::BTreeSet;

use ports::{
    Wallet, WalletId,
    wallet::{OVER_LIMIT, WalletProblem},
};

use crate::plan::Plan;

/// Freezes the wallets after the first ones that the plan allows, and thaws the others; accounts at exchanges are not counted.
/// Returns those that changed.
pub fn freeze_over_limit(rows: &mut [Wallet], plan: &Plan) -> BTreeSet<WalletId> {
    let limit = usize::try_from(plan.wallet_address_limit).unwrap_or(usize::MAX);
    let mut changed = BTreeSet::new();
    let wallets = rows.iter_mut().filter(|wallet| !wallet.is_of_exchange());
    for (at, wallet) in wallets.enumerate() {
        let can_be_read = wallet.address.is_some() || wallet.extended.is_some();
        if at >= limit && can_be_read && !wallet.is_frozen() {
            wallet.problem = Some(WalletProblem {
                code: OVER_LIMIT.to_owned(),
                text: format!("Your plan includes {limit} wallets. Remove one to track this address."),
            });
            changed.insert(wallet.id);
        } else if at < limit && wallet.is_frozen() {
            wallet.problem = None;
            changed.insert(wallet.id);
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use ports::Address;

    use super::*;

    fn wallet(n: u8) -> Wallet {
        let id = |n: u8| format!("000000{n:02x}-0000-7000-8000-000000000000");
        Wallet {
            id: id(n).parse().unwrap(),
            user: id(0).parse().unwrap(),
            position: n.into(),
            text: Address::evm([n; 20]).to_string(),
            name: None,
            address: Some(Address::evm([n; 20])),
            extended: None,
            problem: None,
            nickname: Some("Savings".parse().unwrap()),
            group: None,
            kind: None,
            resolved_at: None,
            previous_address: None,
            created_at: ports::Timestamp::from_millis(0),
            removed_at: None,
        }
    }

    #[test]
    fn wallets_over_the_limit_are_frozen_until_there_is_room() {
        let mut rows: Vec<Wallet> = (1..8).map(wallet).collect();
        let changed = freeze_over_limit(&mut rows, &Plan::FREE);
        assert_eq!(changed, BTreeSet::from([wallet(6).id, wallet(7).id]));
        assert_eq!(rows[..5], (1..6).map(wallet).collect::<Vec<_>>());
        assert!(rows[6].is_frozen());
        assert_eq!(
            rows[6].address,
            wallet(7).address,
            "everything that belongs to it stays"
        );
        assert!(rows[6].problem.as_ref().unwrap().text.contains("5 wallets"));
        assert!(
            freeze_over_limit(&mut rows, &Plan::FREE).is_empty(),
            "nothing changes again"
        );
        rows.remove(0);
        assert_eq!(
            freeze_over_limit(&mut rows, &Plan::FREE),
            BTreeSet::from([wallet(6).id])
        );
        assert_eq!(rows[4], wallet(6), "it is read again");
        assert!(rows[5].is_frozen());
    }

    #[test]
    fn a_plan_without_a_limit_freezes_nothing() {
        let mut rows: Vec<Wallet> = (1..8).map(wallet).collect();
        assert!(freeze_over_limit(&mut rows, &Plan::UNLIMITED).is_empty());
        assert!(!rows.iter().any(Wallet::is_frozen));
    }
}
