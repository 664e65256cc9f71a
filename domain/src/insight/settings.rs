//! What a person changes of the rules: their thresholds, and whether they are evaluated.

use std::collections::BTreeMap;

use ports::{Amount, InsightSetting, StorageError};

use crate::{
    caller::Caller,
    insight::{
        read::Insights,
        rules::RULES,
        threshold::{RuleChoices, Threshold, ThresholdUnit},
    },
};

/// The highest threshold: a trillion, and for percentages one hundred.
const HIGHEST: (i128, u8) = (1_000_000_000_000, 0);

/// Why a change of a rule was not stored.
#[derive(Debug, thiserror::Error)]
pub enum InsightSettingError {
    /// There is no such rule.
    #[error("There is no such rule.")]
    NotFound,
    /// The rule has no threshold of this name.
    #[error("has no threshold {0:?}")]
    UnknownThreshold(String),
    /// The threshold is below zero or too high.
    #[error("{0} is not between 0 and {1}")]
    OutOfRange(String, Amount),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Insights {
    /// Returns what the caller changed of the rules.
    pub(super) async fn choices(&self, caller: &Caller) -> Result<RuleChoices, StorageError> {
        let settings = self.ports.stores.insight_settings.of_user(caller.user).await?;
        Ok(RuleChoices::of(settings))
    }

    /// Changes whether a rule is evaluated, and its thresholds, each in the unit of the rule. Thresholds that are not given have their
    /// defaults.
    pub async fn change_rule(
        &self,
        caller: &Caller,
        rule: &str,
        is_on: bool,
        limits: BTreeMap<String, Amount>,
    ) -> Result<(), InsightSettingError> {
        let of = RULES.into_iter().find(|one| one.id == rule);
        let of = of.ok_or(InsightSettingError::NotFound)?;
        let mut changed = BTreeMap::new();
        for (name, limit) in limits {
            let threshold = of.thresholds.iter().find(|one| one.name == name);
            let Some(threshold) = threshold else {
                return Err(InsightSettingError::UnknownThreshold(name));
            };
            let highest = highest(threshold);
            if limit.is_negative() || limit > highest {
                return Err(InsightSettingError::OutOfRange(name, highest));
            }
            if limit != threshold.default_amount() {
                changed.insert(name, limit);
            }
        }
        let setting = InsightSetting {
            rule: rule.to_owned(),
            is_on,
            limits: changed,
        };
        let mut work = self.ports.storage.begin().await?;
        if is_on && setting.limits.is_empty() {
            work.insight_settings().forget(caller.user, rule).await?;
        } else {
            work.insight_settings().set(caller.user, &setting).await?;
        }
        Ok(work.commit().await?)
    }
}

fn highest(threshold: &Threshold) -> Amount {
    match threshold.unit {
        ThresholdUnit::Percent => Amount::HUNDRED,
        _ => Amount::from_parts(HIGHEST.0, HIGHEST.1),
    }
}
