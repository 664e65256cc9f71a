//! Requests for consent at exchanges.

use async_trait::async_trait;
use ports::{OAuthState, OAuthStateWriter, PkceVerifier, StorageError, Timestamp, UserId};

use crate::{
    owned::OwnedRows,
    rows::OAuthStateRow,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

impl OwnedRows for OAuthState {
    /// Only registered users request consent, and the source is anonymous.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.oauth_states.retain(|_, row| row.user != user);
    }
}

#[async_trait]
impl OAuthStateWriter for MemoryWork {
    async fn add(&mut self, state: &OAuthState) -> Result<(), StorageError> {
        self.tables.owned("oauth_states", state.user)?;
        check_unique("oauth_states", self.tables.oauth_states.contains_key(&state.hash))?;
        let row = OAuthStateRow {
            user: state.user,
            session: state.session,
            exchange: state.exchange.clone(),
            name: state.name.clone(),
            verifier: state.verifier.reveal().to_owned(),
            created_at: state.created_at,
            expires_at: state.expires_at,
        };
        self.tables.oauth_states.insert(state.hash, row);
        Ok(())
    }

    async fn take(&mut self, hash: &[u8; 32]) -> Result<Option<OAuthState>, StorageError> {
        let Some(row) = self.tables.oauth_states.remove(hash) else {
            return Ok(None);
        };
        Ok(Some(OAuthState {
            hash: *hash,
            user: row.user,
            session: row.session,
            exchange: row.exchange,
            name: row.name,
            verifier: PkceVerifier::stored(row.verifier),
            created_at: row.created_at,
            expires_at: row.expires_at,
        }))
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        self.tables.oauth_states.retain(|_, row| row.expires_at > now);
        Ok(())
    }
}
