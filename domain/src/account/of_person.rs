//! The accounts of a person. Only here is decided which accounts belong to a person: those of the addresses of their wallets, on
//! every chain that an address is valid on and that is read, and those derived from their extended public keys.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Address, Ports, StorageError, UserId, Wallet};

use crate::account::readable::readable;

/// Everything that a person tracks.
#[derive(Clone, Debug)]
pub struct PersonAccounts {
    /// The person.
    pub user: UserId,
    /// Their wallets in the order of their list, also those that are frozen or not read.
    pub wallets: Vec<Wallet>,
}

/// One account of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonAccount {
    /// The account.
    pub id: AccountId,
    /// The index of its wallet in [`PersonAccounts::wallets`].
    pub wallet: usize,
    /// Whether it was derived from an extended public key.
    pub is_derived: bool,
}

impl PersonAccounts {
    /// Loads what a person tracks.
    pub async fn load(ports: &Ports, user: UserId) -> Result<Self, StorageError> {
        let wallets = ports.stores.wallets.of_user(user).await?;
        Ok(Self { user, wallets })
    }

    /// Returns the wallets that count: all but frozen ones.
    pub fn counted(&self) -> impl Iterator<Item = &Wallet> {
        self.wallets.iter().filter(|wallet| !wallet.is_frozen())
    }

    /// Returns the accounts with their wallets: first those of addresses in the order of the wallets, then the derived ones. An
    /// account of two wallets is listed twice.
    pub fn by_wallet(&self, ports: &Ports) -> Vec<PersonAccount> {
        let chains = readable(ports);
        let counted = || {
            self.wallets
                .iter()
                .enumerate()
                .filter(|(_, wallet)| !wallet.is_frozen())
        };
        let of_addresses = counted().filter_map(|(wallet, row)| Some((wallet, row.address.as_ref()?)));
        let of_addresses = of_addresses.flat_map(|(wallet, address)| {
            let ids = chains.iter().filter_map(|chain| chain.account(address));
            ids.map(move |id| PersonAccount {
                id,
                wallet,
                is_derived: false,
            })
        });
        let derived = counted().flat_map(|(wallet, row)| {
            row.derived().map(move |one| PersonAccount {
                id: one.account.clone(),
                wallet,
                is_derived: true,
            })
        });
        of_addresses.chain(derived).collect()
    }

    /// Returns the accounts, each once.
    #[must_use]
    pub fn all(&self, ports: &Ports) -> Vec<AccountId> {
        let addresses = self.counted().filter_map(|wallet| wallet.address.as_ref());
        let derived = self.counted().flat_map(Wallet::derived).map(|one| &one.account);
        with_derived(accounts_at(ports, addresses), derived)
    }

    /// Returns the label of each address that the person entered.
    #[must_use]
    pub fn labels(&self) -> BTreeMap<Address, String> {
        labels(
            self.counted()
                .filter_map(|wallet| Some((wallet.address.as_ref()?, wallet))),
        )
    }

    /// Returns the label of each address of the person, with those derived from keys.
    #[must_use]
    pub fn labels_of_all(&self) -> BTreeMap<Address, String> {
        labels(
            self.counted()
                .flat_map(|wallet| wallet.addresses().map(move |address| (address, wallet))),
        )
    }
}

/// Returns the label of each address; of two wallets with the same address, that of the first one.
fn labels<'a>(addresses: impl Iterator<Item = (&'a Address, &'a Wallet)>) -> BTreeMap<Address, String> {
    let mut labels = BTreeMap::new();
    for (address, wallet) in addresses {
        labels.entry(address.clone()).or_insert_with(|| wallet.label());
    }
    labels
}

/// Returns these accounts followed by the derived ones that are not among them.
pub(crate) fn with_derived<'a>(
    mut accounts: Vec<AccountId>,
    derived: impl Iterator<Item = &'a AccountId>,
) -> Vec<AccountId> {
    let mut seen: BTreeSet<AccountId> = accounts.iter().cloned().collect();
    accounts.extend(derived.filter(|account| seen.insert((*account).clone())).cloned());
    accounts
}

/// Returns the accounts of these addresses on every chain that they are valid on and that is read, each once.
#[must_use]
pub fn accounts_at<'a>(ports: &Ports, addresses: impl Iterator<Item = &'a Address>) -> Vec<AccountId> {
    let chains = readable(ports);
    let addresses: BTreeSet<_> = addresses.collect();
    let mut seen = BTreeSet::new();
    addresses
        .into_iter()
        .flat_map(|address| chains.iter().filter_map(move |chain| chain.account(address)))
        .filter(|account| seen.insert(account.clone()))
        .collect()
}
