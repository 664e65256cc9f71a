//! What users changed of the rules of insights.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::{amount::Amount, ids::user::UserId, storage::StorageError};

/// What a user changed of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsightSetting {
    /// The id of the rule.
    pub rule: String,
    /// Whether the rule is evaluated.
    pub is_on: bool,
    /// The thresholds that differ from the defaults, by name, each in the unit of the rule: dollars, percent, days or a number.
    pub limits: BTreeMap<String, Amount>,
}

/// Reads what users changed of rules.
#[async_trait]
pub trait InsightSettingReader: Send + Sync {
    /// Returns the rules of which the user changed something, ordered by rule.
    async fn of_user(&self, user: UserId) -> Result<Vec<InsightSetting>, StorageError>;
}

/// Writes what users change of rules.
#[async_trait]
pub trait InsightSettingWriter: Send {
    /// Stores what a user changed of a rule, in place of what was.
    async fn set(&mut self, user: UserId, setting: &InsightSetting) -> Result<(), StorageError>;

    /// Deletes what a user changed of a rule, if anything.
    async fn forget(&mut self, user: UserId, rule: &str) -> Result<(), StorageError>;
}
