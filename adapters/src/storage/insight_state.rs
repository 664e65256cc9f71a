//! What is remembered of the insights of users.

use async_trait::async_trait;
use ports::{
    InsightChoice, InsightState, StorageError, UserId,
    insight_state::{InsightStateReader, InsightStateWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn insight_state(row: &Row) -> Result<InsightState, StorageError> {
    let row = row.of("insight_states", &["user_id", "rule", "subject"]);
    let choice = match (row.maybe_number("choice_level")?, row.maybe_time("decided_at")?) {
        (Some(level), Some(decided_at)) => Some(InsightChoice {
            level,
            until: row.maybe_time("choice_until")?,
            decided_at,
        }),
        _ => None,
    };
    Ok(InsightState {
        rule: row.get("rule")?,
        subject: row.get("subject")?,
        found_at: row.time("found_at")?,
        checked_at: row.time("checked_at")?,
        level: row.number("level")?,
        missed: row.number("missed")?,
        choice,
    })
}

#[async_trait]
impl MovedRows for InsightState {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!(
            "insight_states",
            "own.rule = insight_states.rule AND own.subject = insight_states.subject"
        );
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl InsightStateReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<InsightState>, StorageError> {
        let text = "SELECT user_id, rule, subject, found_at, checked_at, level, missed, choice_level, choice_until, decided_at \
             FROM insight_states WHERE user_id = $1";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(insight_state).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| (&a.rule, &a.subject).cmp(&(&b.rule, &b.subject)));
        Ok(found)
    }
}

#[async_trait]
impl InsightStateWriter for SqlWork {
    async fn set(&mut self, user: UserId, state: &InsightState) -> Result<(), StorageError> {
        let text = "INSERT INTO insight_states (user_id, rule, subject, found_at, checked_at, level, missed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (user_id, rule, subject) DO UPDATE SET found_at = excluded.found_at, checked_at = excluded.checked_at, \
             level = excluded.level, missed = excluded.missed";
        let set = sql(text)
            .bind(user.to_string())
            .bind(state.rule.as_str())
            .bind(state.subject.as_str())
            .bind(state.found_at)
            .bind(state.checked_at)
            .bind(i64::from(state.level))
            .bind(i64::from(state.missed));
        set.execute(self.tx()).await.map(drop)
    }

    async fn choose(
        &mut self,
        user: UserId,
        rule: &str,
        subject: &str,
        choice: Option<InsightChoice>,
    ) -> Result<bool, StorageError> {
        let text = "UPDATE insight_states SET choice_level = $4, choice_until = $5, decided_at = $6 \
             WHERE user_id = $1 AND rule = $2 AND subject = $3";
        let set = sql(text)
            .bind(user.to_string())
            .bind(rule)
            .bind(subject)
            .bind(choice.map(|choice| i64::from(choice.level)))
            .bind(choice.and_then(|choice| choice.until))
            .bind(choice.map(|choice| choice.decided_at));
        Ok(set.execute(self.tx()).await? > 0)
    }

    async fn forget(&mut self, user: UserId, rule: &str, subject: &str) -> Result<(), StorageError> {
        let text = "DELETE FROM insight_states WHERE user_id = $1 AND rule = $2 AND subject = $3";
        let gone = sql(text).bind(user.to_string()).bind(rule).bind(subject);
        gone.execute(self.tx()).await.map(drop)
    }
}
