//! Wallets over the limit of the plan: kept and shown, but not read.

use std::collections::BTreeSet;

use ports::{Wallet, WalletId, wallet::WalletProblem};

use crate::plan::Plan;

const OVER_LIMIT: &str = "over_limit";

/// Returns whether a wallet is not read because it is over the limit of the plan.
pub fn is_frozen(wallet: &Wallet) -> bool {
    wallet
        .problem
        .as_ref()
        .is_some_and(|problem| problem.code == OVER_LIMIT)
}

/// Freezes the wallets after the first ones that the plan allows. A frozen wallet is recognized again when the list is
/// submitted and there is room. Returns those that changed.
pub fn freeze_over_limit(rows: &mut [Wallet], plan: &Plan) -> BTreeSet<WalletId> {
    let limit = usize::try_from(plan.wallet_address_limit).unwrap_or(usize::MAX);
    let over = rows.iter_mut().skip(limit);
    let read = over.filter(|wallet| wallet.address.is_some() || wallet.extended.is_some());
    read.map(|wallet| {
        wallet.address = None;
        wallet.name = None;
        wallet.extended = None;
        wallet.problem = Some(WalletProblem {
            code: OVER_LIMIT.to_owned(),
            text: format!("Your plan includes {limit} wallets. Remove one to track this address."),
        });
        wallet.id
    })
    .collect()
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
            kind: None,
            resolved_at: None,
            previous_address: None,
            created_at: ports::Timestamp::from_millis(0),
            removed_at: None,
        }
    }

    #[test]
    fn wallets_over_the_limit_are_kept_with_a_reason() {
        let mut rows: Vec<Wallet> = (1..8).map(wallet).collect();
        let changed = freeze_over_limit(&mut rows, &Plan::FREE);
        assert_eq!(changed, BTreeSet::from([wallet(6).id, wallet(7).id]));
        assert_eq!(rows[..5], (1..6).map(wallet).collect::<Vec<_>>());
        let frozen = &rows[6];
        assert!(is_frozen(frozen));
        assert_eq!(
            (frozen.text.clone(), frozen.nickname.clone()),
            (wallet(7).text, wallet(7).nickname)
        );
        assert!(frozen.problem.as_ref().unwrap().text.contains("5 wallets"));
        assert!(
            freeze_over_limit(&mut rows, &Plan::FREE).is_empty(),
            "nothing changes again"
        );
    }

    #[test]
    fn a_plan_without_a_limit_freezes_nothing() {
        let mut rows: Vec<Wallet> = (1..8).map(wallet).collect();
        assert!(freeze_over_limit(&mut rows, &Plan::UNLIMITED).is_empty());
        assert!(!rows.iter().any(is_frozen));
    }
}
