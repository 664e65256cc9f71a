//! The user's accounts at exchanges with their keys and states.

use std::collections::BTreeMap;

use ports::{
    AccountId, AccountState, ChainId, ExchangeCredential, ExchangeProfile, KeyRights, Timestamp, Wallet, WalletId,
    account::Activity, failure::Failure,
};

use crate::{
    account::readable,
    caller::Caller,
    connection::{Connections, error::ConnectionError, warning::KeyWarning},
};

/// An account at an exchange.
#[derive(Clone, Debug)]
pub struct ConnectedAccount {
    /// Its row among the user's wallets.
    pub wallet: Wallet,
    /// The row of the exchange.
    pub exchange: ChainId,
    /// Its key, without what must stay secret; `None` where there is none any more.
    pub key: Option<KeySummary>,
    /// Whether it is read.
    pub state: ConnectionState,
    /// When its balances were last read.
    pub read_at: Option<Timestamp>,
}

/// A key without what must stay secret.
#[derive(Clone, Debug)]
pub struct KeySummary {
    /// Whether it is an access that its owner granted on the page of the exchange.
    pub is_granted: bool,
    /// The last four characters of the part that identifies it; empty for a short one.
    pub shown_end: String,
    /// What the key may do, as the exchange last stated it.
    pub rights: KeyRights,
    /// What is to be known about it.
    pub warnings: Vec<KeyWarning>,
    /// When the exchange stated it.
    pub checked_at: Timestamp,
    /// When the key was entered.
    pub created_at: Timestamp,
}

/// Whether an account is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    /// It is being read for the first time.
    Reading,
    /// It was read.
    Connected,
    /// The last reading failed; it is tried again.
    Failing(Failure),
    /// The exchange does not answer to the key: the user must act.
    NeedsAttention(Failure),
    /// It consists of imported files and has no key, so that nothing of it is read.
    FromFiles,
}

impl Connections {
    /// Returns what is needed to connect an account at each exchange that is read, in the order in which people choose from them.
    #[must_use]
    pub fn profiles(&self) -> Vec<ExchangeProfile> {
        let read = readable(&self.ports);
        let profiles = self.ports.exchanges.iter().map(|reader| reader.profile());
        profiles
            .filter(|profile| read.iter().any(|chain| chain.id == profile.id))
            .collect()
    }

    /// Returns the caller's accounts at exchanges, in the order in which they were connected.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<ConnectedAccount>, ConnectionError> {
        let rows = self.ports.stores.wallets.of_user(caller.user).await?;
        let keys = self.ports.stores.exchange_credentials.of_user(caller.user).await?;
        let keys: BTreeMap<WalletId, ExchangeCredential> = keys.into_iter().map(|key| (key.wallet, key)).collect();
        let exchanges = self
            .ports
            .chains
            .all()
            .iter()
            .filter(|chain| chain.exchange().is_some());
        let exchanges: Vec<_> = exchanges.collect();
        let account = |row: &Wallet| exchanges.iter().find_map(|chain| chain.account(row.address.as_ref()?));
        let present = rows.into_iter().filter(|row| row.removed_at.is_none());
        let connected: Vec<(Wallet, AccountId)> = present
            .filter_map(|row| account(&row).map(|account| (row, account)))
            .collect();
        let ids: Vec<AccountId> = connected.iter().map(|(_, account)| account.clone()).collect();
        let states = self.ports.stores.accounts.states(&ids).await?;
        let now = self.ports.clock.now();
        let accounts = connected.into_iter().map(|(wallet, account)| {
            let state = states.iter().find(|state| state.id == account);
            ConnectedAccount {
                key: keys.get(&wallet.id).map(|key| summary(key, now)),
                exchange: account.chain.clone(),
                state: state_of(state),
                read_at: state.and_then(|state| state.read_at),
                wallet,
            }
        });
        Ok(accounts.collect())
    }
}

fn summary(credential: &ExchangeCredential, now: Timestamp) -> KeySummary {
    KeySummary {
        is_granted: credential.key.tokens_expire_at().is_some(),
        shown_end: credential.key.shown_end().to_owned(),
        rights: credential.rights.clone(),
        warnings: KeyWarning::of(&credential.rights, now),
        checked_at: credential.checked_at,
        created_at: credential.created_at,
    }
}

fn state_of(state: Option<&AccountState>) -> ConnectionState {
    let Some(state) = state else {
        return ConnectionState::Reading;
    };
    if state.activity == Activity::Filed {
        return ConnectionState::FromFiles;
    }
    match (&state.failure, state.read_at) {
        (Some(failure), _) if failure.code.key_problem().is_some() => ConnectionState::NeedsAttention(failure.clone()),
        (Some(failure), _) => ConnectionState::Failing(failure.clone()),
        (None, Some(_)) => ConnectionState::Connected,
        (None, None) => ConnectionState::Reading,
    }
}
