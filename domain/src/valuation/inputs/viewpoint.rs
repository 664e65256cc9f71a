//! The viewpoint of a valuation: that of a user, or that of a visitor, who sees only public data.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Address, ChainId, Chains, Owner, Ports, ShareSession, Timestamp, UserId, Wallet, WalletId,
    extended_key::GapLimit, share::ShareTarget,
};

use crate::{
    account::{PersonAccounts, accounts_at, with_derived},
    valuation::inputs::unread::{self, UnreadWallet},
};

/// For whom a valuation is made, and what they can see.
#[derive(Clone, Debug)]
pub struct Viewpoint {
    /// The owner of the valuation's figures, who may request explanations.
    pub owner: Owner,
    /// The label of each address.
    pub labels: BTreeMap<Address, String>,
    /// The user's wallets with extended public keys. Empty for a visitor, who must not learn which addresses belong to
    /// one user.
    pub keys: BTreeMap<WalletId, KeyInput>,
    /// The user whose manual prices, hidden assets and other choices apply. `None` for a visitor: these choices are
    /// private.
    pub words_of: Option<UserId>,
    /// The user's wallets that are not read. Empty for a visitor, because the entered texts are private.
    pub unread: Vec<UnreadWallet>,
    /// The addresses of the user's wallets.
    pub addresses: BTreeMap<WalletId, Address>,
    /// The selected wallets, sorted; empty for all wallets.
    pub chosen: Vec<WalletId>,
    /// Data that was read before this time is not visible. Set for a public address, so that a visitor cannot learn
    /// whether a user watches it.
    pub since: Option<Timestamp>,
}

/// A wallet with an extended public key.
#[derive(Clone, Debug)]
pub struct KeyInput {
    /// What the person calls it.
    pub label: String,
    /// The key as shown in the user's list.
    pub address: String,
    /// The chain of its addresses; `None` if no chain has such keys.
    pub chain: Option<ChainId>,
    /// The accounts derived from it.
    pub accounts: BTreeSet<AccountId>,
    /// How many unused addresses in a row end the search for more of them.
    pub gap_limit: GapLimit,
}

impl Viewpoint {
    /// Returns the viewpoint of a person on what they track.
    pub fn person(ports: &Ports, person: &PersonAccounts) -> Self {
        Self {
            owner: Owner::User(person.user),
            labels: person.labels(),
            keys: person
                .counted()
                .filter_map(|wallet| Some((wallet.id, key_input(&ports.chains, wallet)?)))
                .collect(),
            words_of: Some(person.user),
            unread: unread::of(ports, &person.wallets),
            addresses: person
                .counted()
                .filter_map(|wallet| Some((wallet.id, wallet.address.clone()?)))
                .collect(),
            chosen: Vec::new(),
            since: None,
        }
    }

    /// Returns the viewpoint reduced to these wallets, or unchanged if none is given.
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

    /// Returns the viewpoint of a visitor.
    pub fn visitor(session: &ShareSession, labels: BTreeMap<Address, String>) -> Self {
        Self {
            owner: Owner::ShareSession(session.id),
            labels,
            keys: BTreeMap::new(),
            words_of: None,
            unread: Vec::new(),
            addresses: BTreeMap::new(),
            chosen: Vec::new(),
            since: match session.target {
                ShareTarget::Portfolio(_) => None,
                ShareTarget::Address(_) => Some(session.opened_at),
            },
        }
    }

    /// Returns every visible account: the addresses on every chain that they are valid on, and the accounts derived
    /// from keys.
    pub fn accounts(&self, ports: &Ports) -> Vec<AccountId> {
        let derived = self.keys.values().flat_map(|key| &key.accounts);
        with_derived(accounts_at(ports, self.labels.keys()), derived)
    }

    /// Returns the label of an account. The chain of the account may write the address in another form.
    pub fn label(&self, chains: &Chains, account: &AccountId) -> String {
        // EVM addresses have the same form on every chain. This shortcut matters because there may be many of them.
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

    /// Returns whether data of this time is visible.
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
        gap_limit: extended.gap_limit,
    })
}
