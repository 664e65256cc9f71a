//! What is remembered of the insights of users: since when each is found, how bad it was, and what the user decided about it.

use async_trait::async_trait;

use crate::{ids::user::UserId, storage::StorageError, time::clock::Timestamp};

/// What is remembered of one insight of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsightState {
    /// The id of the rule.
    pub rule: String,
    /// The key of what it is about.
    pub subject: String,
    /// When it was found first.
    pub found_at: Timestamp,
    /// When the last evaluation was counted that found it or missed it.
    pub checked_at: Timestamp,
    /// How bad it was at the last evaluation that found it, in steps.
    pub level: u32,
    /// How many evaluations in a row did not find it.
    pub missed: u32,
    /// What the user decided; `None` if nothing.
    pub choice: Option<InsightChoice>,
}

/// What a user decided about an insight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsightChoice {
    /// How bad the insight was then. It is listed again once it is worse.
    pub level: u32,
    /// Until when it is put away; `None` if it is not a problem for the user.
    pub until: Option<Timestamp>,
    /// When this was decided.
    pub decided_at: Timestamp,
}

/// Reads what is remembered of insights.
#[async_trait]
pub trait InsightStateReader: Send + Sync {
    /// Returns everything that is remembered of the insights of a user, ordered by rule and subject.
    async fn of_user(&self, user: UserId) -> Result<Vec<InsightState>, StorageError>;
}

/// Writes what is remembered of insights.
#[async_trait]
pub trait InsightStateWriter: Send {
    /// Stores what is remembered of one insight, in place of what was, without the choice: that of the state is ignored, and a
    /// stored one stays, so that an evaluation does not undo what the user decides meanwhile.
    async fn set(&mut self, user: UserId, state: &InsightState) -> Result<(), StorageError>;

    /// Sets or takes back what the user decided about an insight. Returns `false` where nothing is remembered of it.
    async fn choose(
        &mut self,
        user: UserId,
        rule: &str,
        subject: &str,
        choice: Option<InsightChoice>,
    ) -> Result<bool, StorageError>;

    /// Deletes what is remembered of one insight, if anything.
    async fn forget(&mut self, user: UserId, rule: &str, subject: &str) -> Result<(), StorageError>;
}
