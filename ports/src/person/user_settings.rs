//! What a user chose for the computation and the display of their portfolio.

use async_trait::async_trait;

use crate::{ids::user::UserId, person::cost_rules::CostRules, storage::StorageError, time::zone::TimeZone};

/// The settings of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserSettings {
    /// Whose.
    pub user: UserId,
    /// The zone of days, months and years; `None` until it is chosen, which means UTC.
    pub time_zone: Option<TimeZone>,
    /// The rules of the cost basis.
    pub cost_rules: CostRules,
}

impl UserSettings {
    /// Returns the settings of a user who chose nothing.
    #[must_use]
    pub fn of(user: UserId) -> Self {
        Self {
            user,
            time_zone: None,
            cost_rules: CostRules::default(),
        }
    }
}

/// Reads the settings of users.
#[async_trait]
pub trait UserSettingsReader: Send + Sync {
    /// Returns the settings of a user; `None` where the user chose nothing or is unknown.
    async fn of_user(&self, user: UserId) -> Result<Option<UserSettings>, StorageError>;
}

/// Writes the settings of users.
#[async_trait]
pub trait UserSettingsWriter: Send {
    /// Returns the settings of a user; `None` where the user chose nothing or is unknown.
    async fn of_user(&mut self, user: UserId) -> Result<Option<UserSettings>, StorageError>;

    /// Replaces the settings of a user. Settings of an unknown user are a [`StorageError::Conflict`].
    async fn set(&mut self, settings: &UserSettings) -> Result<(), StorageError>;
}
