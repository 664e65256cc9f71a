//! What a user chose for the computation and the display of their portfolio.

use std::collections::BTreeMap;

use ports::{StorageError, TimeZone, UserSettings};

use crate::{accounting::rule_text::RuleProfile, caller::Caller, user::Users};

/// A change of settings. What it leaves out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsChange {
    /// The name of a time zone.
    pub time_zone: Option<String>,
    /// The codes of choices, by the ids of their rules.
    pub cost_rules: BTreeMap<String, String>,
}

/// Why settings were not changed.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The time zone is unknown.
    #[error("Choose a time zone such as Europe/Berlin.")]
    TimeZone,
    /// There is no rule with this id.
    #[error("There is no rule {0}.")]
    Rule(String),
    /// The rule has no such choice.
    #[error("The rule {0} has no such choice.")]
    Choice(String),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Users {
    /// Returns the caller's settings, with the defaults where the caller chose nothing.
    pub async fn settings(&self, caller: &Caller) -> Result<UserSettings, StorageError> {
        let found = self.ports.stores.user_settings.of_user(caller.user).await?;
        Ok(found.unwrap_or_else(|| UserSettings::of(caller.user)))
    }

    /// Changes the caller's settings and returns them. Nothing is changed where a part of the change is invalid.
    pub async fn change_settings(
        &self,
        caller: &Caller,
        change: &SettingsChange,
    ) -> Result<UserSettings, SettingsError> {
        let mut work = self.ports.storage.begin().await?;
        let found = work.user_settings().of_user(caller.user).await?;
        let mut settings = found.unwrap_or_else(|| UserSettings::of(caller.user));
        if let Some(name) = &change.time_zone {
            settings.time_zone = Some(name.parse::<TimeZone>().map_err(|_| SettingsError::TimeZone)?);
        }
        for (id, code) in &change.cost_rules {
            let rule = RuleProfile::of(id).ok_or_else(|| SettingsError::Rule(id.clone()))?;
            rule.choose(&mut settings.cost_rules, code)
                .map_err(|_| SettingsError::Choice(id.clone()))?;
        }
        work.user_settings().set(&settings).await?;
        work.commit().await?;
        Ok(settings)
    }
}
