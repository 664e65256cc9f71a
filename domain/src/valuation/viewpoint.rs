//! From where a valuation is looked at: by the person themself, or by a visitor who sees only what may be seen.

use std::collections::BTreeMap;

use ports::{AccountId, Address, Chains, Owner, Timestamp, UserId, View, Wallet, share::Shown};

use crate::share::SharedWallet;

/// From where a valuation is looked at.
#[derive(Clone, Debug)]
pub struct Viewpoint {
    /// Who may have its figures explained.
    pub owner: Owner,
    /// What each address is called.
    pub labels: BTreeMap<Address, String>,
    /// Whose own prices and hidden assets hold. Nobody's for a visitor: what a person says by hand stays with them.
    pub words_of: Option<UserId>,
    /// What was read before is not seen. Set for a look at a bare address, which must not show that somebody watches it.
    pub since: Option<Timestamp>,
}

impl Viewpoint {
    /// A person on their own wallets.
    pub fn person(user: UserId, wallets: &[Wallet]) -> Self {
        let mut labels = BTreeMap::new();
        for (address, wallet) in wallets.iter().filter_map(|one| Some((one.address.as_ref()?, one))) {
            labels.entry(address.clone()).or_insert_with(|| wallet.label());
        }
        Self {
            owner: Owner::User(user),
            labels,
            words_of: Some(user),
            since: None,
        }
    }

    /// A visitor on what is shown to them.
    pub fn visitor(view: &View, wallets: &[SharedWallet]) -> Self {
        Self {
            owner: Owner::View(view.id),
            labels: wallets.iter().map(|one| (one.address.clone(), one.label())).collect(),
            words_of: None,
            since: match view.shown {
                Shown::Portfolio(_) => None,
                Shown::Address(_) => Some(view.opened_at),
            },
        }
    }

    /// What the place of an account is called, whose chain may write the address another way.
    pub fn label(&self, chains: &Chains, account: &AccountId) -> String {
        let place = self.labels.iter().find(|(address, _)| chains.is_at(address, account));
        place.map_or_else(|| account.address.short(), |(_, label)| label.clone())
    }

    /// Whether something of this moment is seen.
    pub fn sees(&self, at: Timestamp) -> bool {
        self.since.is_none_or(|since| since <= at)
    }
}
