//! Idempotency keys and the users made under them.

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp, UserId,
    idempotency::{ClaimId, ClaimOutcome, IdempotencyWriter, IdempotentCall},
};

use crate::{owned::OwnedRows, rows::KeyRow, tables::Tables, work::MemoryWork};

fn key(attempt: &IdempotentCall) -> (String, [u8; 32]) {
    (attempt.call.clone(), attempt.key)
}

/// Returns the result of an attempt to claim a key that is taken.
fn taken(row: &KeyRow, attempt: &IdempotentCall) -> ClaimOutcome {
    match row.user {
        _ if row.body != attempt.body => ClaimOutcome::OtherBody,
        Some(user) => ClaimOutcome::Before { user },
        None => ClaimOutcome::InProgress,
    }
}

impl OwnedRows for IdempotentCall {
    /// Nothing: a key is of the user who was made under it.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.idempotency_keys.retain(|_, row| row.user != Some(user));
    }
}

#[async_trait]
impl IdempotencyWriter for MemoryWork {
    async fn claim(
        &mut self,
        attempt: &IdempotentCall,
        claim: ClaimId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<ClaimOutcome, StorageError> {
        let known = self.tables.idempotency_keys.get(&key(attempt));
        if let Some(row) = known.filter(|row| row.until > now) {
            return Ok(taken(row, attempt));
        }
        let row = KeyRow {
            body: attempt.body,
            claim,
            until,
            user: None,
        };
        self.tables.idempotency_keys.insert(key(attempt), row);
        Ok(ClaimOutcome::Ours)
    }

    async fn keep(
        &mut self,
        attempt: &IdempotentCall,
        claim: ClaimId,
        user: UserId,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let known = self.tables.idempotency_keys.get(&key(attempt));
        if known.is_some_and(|row| row.claim != claim || row.user.is_some()) {
            return Ok(false);
        }
        self.tables.owned("idempotency_keys", user)?;
        let row = KeyRow {
            body: attempt.body,
            claim,
            until,
            user: Some(user),
        };
        self.tables.idempotency_keys.insert(key(attempt), row);
        Ok(true)
    }

    async fn release(&mut self, attempt: &IdempotentCall, claim: ClaimId) -> Result<(), StorageError> {
        let known = self.tables.idempotency_keys.get(&key(attempt));
        if known.is_some_and(|row| row.claim == claim && row.user.is_none()) {
            self.tables.idempotency_keys.remove(&key(attempt));
        }
        Ok(())
    }

    async fn forget_user(&mut self, user: UserId) -> Result<(), StorageError> {
        self.tables.idempotency_keys.retain(|_, row| row.user != Some(user));
        Ok(())
    }

    async fn forget_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        self.tables.idempotency_keys.retain(|_, row| row.until > now);
        Ok(())
    }
}
