//! Requests for consent at exchanges.

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use ports::{OAuthState, OAuthStateWriter, PkceVerifier, StorageError, Timestamp};
use serde::{Deserialize, Serialize};

use super::{
    database::{SqlWork, sql::sql},
    owned::not_moved,
    sealed_column::OAUTH_REQUEST,
};

/// What is encrypted of a request.
#[derive(Serialize, Deserialize)]
struct StoredRequest {
    name: String,
    verifier: String,
}

// Only registered users request consent, and the source is anonymous.
not_moved!(OAuthState);

#[async_trait]
impl OAuthStateWriter for SqlWork {
    async fn add(&mut self, state: &OAuthState) -> Result<(), StorageError> {
        let hash = HEXLOWER.encode(&state.hash);
        let request = StoredRequest {
            name: state.name.as_str().to_owned(),
            verifier: state.verifier.reveal().to_owned(),
        };
        let request = serde_json::to_string(&request).map_err(|_| StorageError::Corrupt {
            table: OAUTH_REQUEST.table.to_owned(),
            column: OAUTH_REQUEST.column.to_owned(),
            id: String::new(),
        })?;
        let by = self.user_key(state.user).await?;
        let sealed = OAUTH_REQUEST.seal(&by, state.user, &[&hash], &request)?;
        let text = "INSERT INTO oauth_states (state_hash, user_id, session_id, exchange, sealed_request, created_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let added = sql(text)
            .bind(hash)
            .bind(state.user.to_string())
            .bind(state.session.to_string())
            .bind(state.exchange.as_str())
            .bind(sealed)
            .bind(state.created_at)
            .bind(state.expires_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn take(&mut self, hash: &[u8; 32]) -> Result<Option<OAuthState>, StorageError> {
        let text = "DELETE FROM oauth_states WHERE state_hash = $1 \
             RETURNING state_hash, user_id, session_id, exchange, sealed_request, created_at, expires_at";
        let taken = sql(text).bind(HEXLOWER.encode(hash));
        let Some(row) = taken.fetch_optional(self.tx()).await? else {
            return Ok(None);
        };
        let row = row.of(OAUTH_REQUEST.table, &["state_hash"]);
        let user = row.parsed("user_id")?;
        let by = self.user_key(user).await?;
        let corrupt = || row.corrupt(OAUTH_REQUEST.column);
        let request = OAUTH_REQUEST.open(&by, user, &row)?;
        let request: StoredRequest = serde_json::from_str(&request).map_err(|_| corrupt())?;
        Ok(Some(OAuthState {
            hash: *hash,
            user,
            session: row.parsed("session_id")?,
            exchange: row.parsed("exchange")?,
            name: request.name.parse().map_err(|_| corrupt())?,
            verifier: PkceVerifier::stored(request.verifier),
            created_at: row.time("created_at")?,
            expires_at: row.time("expires_at")?,
        }))
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let text = "DELETE FROM oauth_states WHERE expires_at <= $1";
        sql(text).bind(now).execute(self.tx()).await.map(drop)
    }
}
