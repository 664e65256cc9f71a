//! What a person decides about an insight: put it away for a time, for good, or list it again.

use std::time::Duration;

use ports::{InsightChoice, StorageError, Timestamp};

use crate::{caller::Caller, insight::read::Insights};

/// For how many days an insight can be put away.
pub const SNOOZE_DAYS: [u32; 3] = [7, 30, 90];

/// Why a decision was not stored.
#[derive(Debug, thiserror::Error)]
pub enum InsightChoiceError {
    /// No evaluation found it.
    #[error("There is no such insight.")]
    NotFound,
    /// Insights are put away for other numbers of days.
    #[error("is not 7, 30 or 90")]
    Days,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Insights {
    /// Puts an insight away for 7, 30 or 90 days. It is listed earlier once it is worse. Returns until when.
    pub async fn snooze(
        &self,
        caller: &Caller,
        (rule, subject): (&str, &str),
        days: u32,
    ) -> Result<Timestamp, InsightChoiceError> {
        if !SNOOZE_DAYS.contains(&days) {
            return Err(InsightChoiceError::Days);
        }
        let until = self.ports.clock.now().plus(Duration::from_hours(24) * days);
        self.put_away(caller, (rule, subject), Some(until)).await?;
        Ok(until)
    }

    /// Puts an insight away because it is not a problem for the caller. It is listed again once it is worse.
    pub async fn dismiss(&self, caller: &Caller, of: (&str, &str)) -> Result<(), InsightChoiceError> {
        self.put_away(caller, of, None).await
    }

    /// Lists an insight again that the caller put away.
    pub async fn restore(&self, caller: &Caller, (rule, subject): (&str, &str)) -> Result<(), InsightChoiceError> {
        let mut work = self.ports.storage.begin().await?;
        let was = work.insight_states().choose(caller.user, rule, subject, None).await?;
        work.commit().await?;
        if was { Ok(()) } else { Err(InsightChoiceError::NotFound) }
    }

    async fn put_away(
        &self,
        caller: &Caller,
        (rule, subject): (&str, &str),
        until: Option<Timestamp>,
    ) -> Result<(), InsightChoiceError> {
        let states = self.ports.stores.insight_states.of_user(caller.user).await?;
        let state = states
            .iter()
            .find(|state| state.rule == rule && state.subject == subject);
        let choice = InsightChoice {
            level: state.ok_or(InsightChoiceError::NotFound)?.level,
            until,
            decided_at: self.ports.clock.now(),
        };
        let mut work = self.ports.storage.begin().await?;
        let is_stored = work
            .insight_states()
            .choose(caller.user, rule, subject, Some(choice))
            .await?;
        work.commit().await?;
        if is_stored {
            Ok(())
        } else {
            Err(InsightChoiceError::NotFound)
        }
    }
}
