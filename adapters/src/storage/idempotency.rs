//! Idempotency keys and the users made under them.

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp, UserId,
    idempotency::{ClaimId, ClaimOutcome, IdempotencyWriter, IdempotentCall},
};

use super::{
    database::{
        SqlWork,
        sql::{Row, Sql, sql},
    },
    owned::not_moved,
};

/// Releases every claim without a user, when a process opens the database: a process that was killed cannot release its own. A call
/// that runs in another process meanwhile still stores its user, unless a repeated call has claimed its key.
pub(super) async fn release_unfinished(on: &Sql) -> Result<(), StorageError> {
    let released = sql("DELETE FROM idempotency_keys WHERE owner IS NULL");
    released.execute(on).await.map(drop)
}

/// Returns the outcome for a call whose key is already claimed.
fn taken(row: &Row, attempt: &IdempotentCall) -> Result<ClaimOutcome, StorageError> {
    let row = row.of("idempotency_keys", &["call", "claim"]);
    if row.get::<Vec<u8>>("body_hash")? != attempt.body {
        return Ok(ClaimOutcome::OtherBody);
    }
    let user = row.maybe_parsed("owner")?;
    Ok(user.map_or(ClaimOutcome::InProgress, |user| ClaimOutcome::Before { user }))
}

// A key is of the user who was made under it.
not_moved!(IdempotentCall);

#[async_trait]
impl IdempotencyWriter for SqlWork {
    async fn claim(
        &mut self,
        attempt: &IdempotentCall,
        claim: ClaimId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<ClaimOutcome, StorageError> {
        let text = "INSERT INTO idempotency_keys (call, key_hash, body_hash, claim, until_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (call, key_hash) DO UPDATE SET \
             body_hash = excluded.body_hash, claim = excluded.claim, until_at = excluded.until_at, \
             owner = NULL WHERE idempotency_keys.until_at <= $6";
        let claimed = sql(text)
            .bind(attempt.call.as_str())
            .bind(attempt.key.to_vec())
            .bind(attempt.body.to_vec())
            .bind(claim.to_string())
            .bind(until)
            .bind(now);
        if claimed.execute(self.tx()).await? == 1 {
            return Ok(ClaimOutcome::Ours);
        }
        let text = "SELECT call, claim, body_hash, owner FROM idempotency_keys \
             WHERE call = $1 AND key_hash = $2";
        let found = sql(text).bind(attempt.call.as_str()).bind(attempt.key.to_vec());
        // A row that was released between the two statements is free, but the caller has to try again.
        let found = found.fetch_optional(self.tx()).await?;
        found.map_or(Ok(ClaimOutcome::InProgress), |row| taken(&row, attempt))
    }

    async fn keep(
        &mut self,
        attempt: &IdempotentCall,
        claim: ClaimId,
        user: UserId,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let text = "INSERT INTO idempotency_keys (call, key_hash, body_hash, claim, until_at, owner) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (call, key_hash) DO UPDATE SET \
             owner = excluded.owner, until_at = excluded.until_at \
             WHERE idempotency_keys.claim = excluded.claim AND idempotency_keys.owner IS NULL";
        let kept = sql(text)
            .bind(attempt.call.as_str())
            .bind(attempt.key.to_vec())
            .bind(attempt.body.to_vec())
            .bind(claim.to_string())
            .bind(until)
            .bind(user.to_string());
        Ok(kept.execute(self.tx()).await? == 1)
    }

    async fn release(&mut self, attempt: &IdempotentCall, claim: ClaimId) -> Result<(), StorageError> {
        let text = "DELETE FROM idempotency_keys WHERE call = $1 AND key_hash = $2 AND claim = $3 AND owner IS NULL";
        let released = sql(text)
            .bind(attempt.call.as_str())
            .bind(attempt.key.to_vec())
            .bind(claim.to_string());
        released.execute(self.tx()).await.map(drop)
    }

    async fn forget_user(&mut self, user: UserId) -> Result<(), StorageError> {
        let forgotten = sql("DELETE FROM idempotency_keys WHERE owner = $1").bind(user.to_string());
        forgotten.execute(self.tx()).await.map(drop)
    }

    async fn forget_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let forgotten = sql("DELETE FROM idempotency_keys WHERE until_at <= $1").bind(now);
        forgotten.execute(self.tx()).await.map(drop)
    }
}
