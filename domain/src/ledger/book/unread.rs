//! What a history should cover and does not, because it was never read, or not for long: accounts whose network has not answered, and wallets without
//! an address.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, AccountState, Ports, StorageError, Timestamp, account::Activity, failure::Failure};

use crate::valuation::{UnreadWallet, Viewpoint, is_old_reading, unread_and_scanned};

/// What a history should cover and does not, because it was never read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unread {
    /// Accounts of which it is not known whether they have transactions, in the order of the wallets.
    pub accounts: Vec<UnreadAccount>,
    /// Wallets that are not read.
    pub wallets: Vec<UnreadWallet>,
    /// The labels of the extended keys whose used addresses are still being looked for.
    pub scanned: Vec<String>,
    /// How many accounts were read and have no activity.
    pub quiet: usize,
    /// The accounts whose history is read again every few minutes.
    pub followed: BTreeSet<AccountId>,
    /// The accounts at exchanges that consist of imported files alone.
    pub filed: BTreeSet<AccountId>,
}

/// An account of which it is not known whether it has transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnreadAccount {
    /// Which account.
    pub account: AccountId,
    /// Why it was not read; `None` while its first reading is outstanding.
    pub failure: Option<Failure>,
}

impl Unread {
    /// Adds the accounts without known activity that were never read, or so long ago that they may have some now.
    pub fn add_accounts(
        &mut self,
        accounts: &[AccountId],
        active: &BTreeSet<AccountId>,
        states: &[AccountState],
        now: Timestamp,
    ) {
        let followed = states.iter().filter(|state| state.activity == Activity::Active);
        self.followed = followed.map(|state| state.id.clone()).collect();
        let filed = states.iter().filter(|state| state.activity == Activity::Filed);
        self.filed = filed.map(|state| state.id.clone()).collect();
        let states: BTreeMap<&AccountId, &AccountState> = states.iter().map(|state| (&state.id, state)).collect();
        for account in accounts.iter().filter(|account| !active.contains(account)) {
            let state = states.get(account);
            if state.is_some_and(|state| is_known_quiet(state, now)) {
                self.quiet += 1;
            } else {
                self.accounts.push(UnreadAccount {
                    account: account.clone(),
                    failure: state.and_then(|state| state.failure.clone()),
                });
            }
        }
    }

    /// Adds the wallets of a person that are not read.
    pub async fn add_wallets(&mut self, ports: &Ports, from: &Viewpoint) -> Result<(), StorageError> {
        let missed = unread_and_scanned(ports, from).await?;
        self.wallets = missed.unread;
        let keys = missed.scanning.iter().filter_map(|scan| from.keys.get(&scan.wallet));
        self.scanned = keys.map(|key| key.label.clone()).collect();
        Ok(())
    }
}

/// Returns whether an account had no activity when it was last read, and is read again as often as it should be.
fn is_known_quiet(state: &AccountState, now: Timestamp) -> bool {
    let is_recent = |at| !is_old_reading(state.activity, at, now);
    state.activity == Activity::Quiet && state.read_at.is_some_and(is_recent)
}
