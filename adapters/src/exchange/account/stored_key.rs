//! The stored keys of accounts, as the readers of balances and histories use them.

use std::sync::Arc;

use ports::{
    AccountId, ChainId, Clock, ExchangeCredentialReader, ExchangeKey, ExchangeReader, GrantedRight, KeyProblem,
    Profile, RemoteError, Storage, StorageError, Timestamp, source::SourceKind,
};

use super::{exchange_source::source_id, key_error::key_error, token_refresh::TokenRefresh};

/// The name of the source of all readings.
const NAME: &str = "Accounts at exchanges";
/// What the exchanges learn.
const LEARNS: &str = "Each exchange learns that the key of an account there is used by this server, and when. Nothing about other \
                      accounts or wallets.";

/// The readers of all exchanges, and the stored keys of accounts there.
pub struct StoredKeys {
    readers: Vec<Arc<dyn ExchangeReader>>,
    refresh: TokenRefresh,
}

/// A key that can do nothing but read, and the reader that it belongs to.
pub(super) struct UsableKey<'a> {
    pub(super) reader: &'a dyn ExchangeReader,
    pub(super) source: Profile,
    pub(super) key: ExchangeKey,
    /// The part of the history that the key may read, as far as it was stated for this use.
    pub(super) history: (Option<Timestamp>, Option<Timestamp>),
}

impl StoredKeys {
    /// Combines readers with the stored keys. Tokens are exchanged for new ones in this storage.
    #[must_use]
    pub fn new(
        readers: Vec<Arc<dyn ExchangeReader>>,
        (credentials, storage): (Arc<dyn ExchangeCredentialReader>, Arc<dyn Storage>),
        clock: Arc<dyn Clock>,
    ) -> Self {
        let refresh = TokenRefresh {
            storage,
            credentials,
            clock,
        };
        Self { readers, refresh }
    }

    pub(super) fn profile(&self) -> Profile {
        let profiles = self.readers.iter().map(|reader| reader.profile().source);
        Profile {
            learns: LEARNS.to_owned(),
            capabilities: vec!["balances".to_owned(), "histories".to_owned()],
            rate_limit: "that of each exchange for a key".to_owned(),
            hosts: profiles.flat_map(|profile| profile.hosts).collect(),
            ..Profile::new(source_id(), NAME, SourceKind::Exchange)
        }
    }

    pub(super) fn exchanges(&self) -> Vec<ChainId> {
        self.readers.iter().map(|reader| reader.profile().id).collect()
    }

    /// Returns the reader of an exchange, and its source.
    pub(super) fn reader(&self, id: &ChainId) -> Result<(&dyn ExchangeReader, Profile), RemoteError> {
        let profiles = self.readers.iter().map(|reader| (reader.as_ref(), reader.profile()));
        let mut of_exchange = profiles.filter(|(_, profile)| profile.id == *id);
        let found = of_exchange.next().map(|(reader, profile)| (reader, profile.source));
        found.ok_or_else(|| RemoteError::Unsupported {
            who: NAME.to_owned(),
            what: format!("{id} is not read"),
        })
    }

    /// Returns the stored key of an account after a request for its rights, because its owner can change them at any time.
    pub(super) async fn usable(&self, account: &AccountId) -> Result<UsableKey<'_>, RemoteError> {
        let stored = self.stored(account).await?;
        let rights = stored.reader.rights(&account.address, &stored.key).await?;
        let excess = rights.excess();
        if !excess.is_empty() {
            let problem = KeyProblem::TooManyRights;
            return Err(key_error(&stored.source.name, problem, &names(&excess)));
        }
        Ok(UsableKey {
            history: rights.history,
            ..stored
        })
    }

    /// Returns the stored key of an account. Its rights were requested when the first list was begun; which part of the history it reads is
    /// what the exchange stated when the key was entered.
    pub(super) async fn stored(&self, account: &AccountId) -> Result<UsableKey<'_>, RemoteError> {
        let (reader, source) = self.reader(&account.chain)?;
        let who = &source.name;
        let no_key = || key_error(who, KeyProblem::NoKey, "");
        let credential = match self.refresh.credentials.of_account(&account.address).await {
            Ok(credential) => credential.ok_or_else(no_key)?,
            // Waiting does not make a damaged row readable.
            Err(StorageError::Corrupt { .. }) => return Err(no_key()),
            Err(StorageError::Conflict { .. } | StorageError::Unavailable { .. }) => {
                return Err(not_loaded(who, "the key of the account"));
            }
        };
        let credential = self.refresh.current(credential, (reader.oauth(), who)).await?;
        Ok(UsableKey {
            history: credential.rights.history,
            key: credential.key,
            reader,
            source,
        })
    }
}

impl UsableKey<'_> {
    /// Returns the error of a request for which this server's storage is missing something.
    pub(super) fn not_loaded(&self, what: &str) -> RemoteError {
        not_loaded(&self.source.name, what)
    }
}

fn not_loaded(who: &str, what: &str) -> RemoteError {
    RemoteError::Unavailable {
        who: who.to_owned(),
        why: format!("{what} could not be loaded from this server's storage"),
        retry_after: None,
    }
}

fn names(rights: &[&GrantedRight]) -> String {
    let names: Vec<&str> = rights.iter().map(|right| right.name.as_str()).collect();
    names.join(", ")
}
