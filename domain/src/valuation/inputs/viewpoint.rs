//! From where a valuation is looked at: by the person themself, or by a visitor who sees only what may be seen.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Address, ChainId, Chains, Owner, Ports, Timestamp, UserId, View, Wallet, WalletId, share::Shown,
};

use crate::{
    account::{accounts_at, with_derived},
    valuation::inputs::unread::{self, UnreadWallet},
};

/// From where a valuation is looked at.
#[derive(Clone, Debug)]
pub struct Viewpoint {
    /// Who may have its figures explained.
    pub owner: Owner,
    /// What each address is called.
    pub labels: BTreeMap<Address, String>,
    /// The person's wallets of extended public keys. None for a visitor: nobody else may see which addresses are one
    /// person's.
    pub keys: BTreeMap<WalletId, KeyInput>,
    /// Whose own prices and hidden assets hold. Nobody's for a visitor: what a person says by hand stays with them.
    pub words_of: Option<UserId>,
    /// The person's wallets that are not read. None for a visitor: what somebody wrote is theirs.
    pub unread: Vec<UnreadWallet>,
    /// The addresses of the person's wallets.
    pub addresses: BTreeMap<WalletId, Address>,
    /// The wallets that were chosen, sorted; empty where all of them count.
    pub chosen: Vec<WalletId>,
    /// What was read before is not seen. Set for a look at a bare address, which must not show that somebody watches it.
    pub since: Option<Timestamp>,
}

/// A wallet of an extended public key.
#[derive(Clone, Debug)]
pub struct KeyInput {
    /// What the person calls it.
    pub label: String,
    /// The key as it stands in the person's list.
    pub address: String,
    /// Where its addresses are; `None` where no chain has such keys.
    pub chain: Option<ChainId>,
    /// The accounts that were derived for it.
    pub accounts: BTreeSet<AccountId>,
}

impl Viewpoint {
    /// A person on their own wallets.
    pub fn person(ports: &Ports, user: UserId, wallets: &[Wallet]) -> Self {
        let mut labels = BTreeMap::new();
        for (address, wallet) in wallets.iter().filter_map(|one| Some((one.address.as_ref()?, one))) {
            labels.entry(address.clone()).or_insert_with(|| wallet.label());
        }
        Self {
            owner: Owner::User(user),
            labels,
            keys: wallets
                .iter()
                .filter_map(|wallet| Some((wallet.id, key_input(&ports.chains, wallet)?)))
                .collect(),
            words_of: Some(user),
            unread: unread::of(ports, wallets),
            addresses: wallets
                .iter()
                .filter_map(|wallet| Some((wallet.id, wallet.address.clone()?)))
                .collect(),
            chosen: Vec::new(),
            since: None,
        }
    }

    /// The same with these wallets alone; with all of them where none is named.
    #[must_use]
    pub fn only(mut self, wallets: &[WalletId]) -> Self {
        if wallets.is_empty() {
            return self;
        }
        let chosen: BTreeSet<WalletId> = wallets.iter().copied().collect();
        self.addresses.retain(|wallet, _| chosen.contains(wallet));
        let addresses: BTreeSet<&Address> = self.addresses.values().collect();
        self.labels.retain(|address, _| addresses.contains(address));
        self.keys.retain(|wallet, _| chosen.contains(wallet));
        self.unread.retain(|one| chosen.contains(&one.wallet));
        self.chosen = chosen.into_iter().collect();
        self
    }

    /// A visitor on what is shown to them.
    pub fn visitor(view: &View, labels: BTreeMap<Address, String>) -> Self {
        Self {
            owner: Owner::View(view.id),
            labels,
            keys: BTreeMap::new(),
            words_of: None,
            unread: Vec::new(),
            addresses: BTreeMap::new(),
            chosen: Vec::new(),
            since: match view.shown {
                ShareTarget::Portfolio(_) => None,
                ShareTarget::Address(_) => Some(view.opened_at),
            },
        }
    }

    /// Every account that is seen: addresses on every chain that they are valid on, and what was derived from keys.
    pub fn accounts(&self, ports: &Ports) -> Vec<AccountId> {
        let derived = self.keys.values().flat_map(|key| &key.accounts);
        with_derived(accounts_at(ports, self.labels.keys()), derived)
    }

    /// What the place of an account is called, whose chain may write the address another way.
    pub fn label(&self, chains: &Chains, account: &AccountId) -> String {
        // An EVM address is written alike everywhere; there may be many of them.
        let place = if account.address.is_evm() {
            self.labels.get_key_value(&account.address)
        } else {
            self.labels.iter().find(|(address, _)| chains.is_at(address, account))
        };
        let key = || self.keys.values().find(|key| key.accounts.contains(account));
        let short = || account.address.short();
        match place {
            Some((_, label)) => label.clone(),
            None => key().map_or_else(short, |key| format!("{}, {}", key.label, short())),
        }
    }

    /// Whether something of this moment is seen.
    pub fn sees(&self, at: Timestamp) -> bool {
        self.since.is_none_or(|since| since <= at)
    }
}

fn key_input(chains: &Chains, wallet: &Wallet) -> Option<KeyInput> {
    let extended = wallet.extended.as_ref()?;
    let derived = &extended.derived;
    Some(KeyInput {
        label: wallet.label(),
        address: wallet.key().to_owned(),
        chain: chains.of_key(&extended.key).map(|chain| chain.id.clone()),
        accounts: derived.iter().map(|one| one.account.clone()).collect::<BTreeSet<_>>(),
    })
}
