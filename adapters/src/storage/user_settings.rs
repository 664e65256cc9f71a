//! What users chose for the computation and the display of their portfolio.

use async_trait::async_trait;
use ports::{
    CostRules, StorageError, TimeZone, UserId, UserSettings,
    user_settings::{UserSettingsReader, UserSettingsWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{On, Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn user_settings(row: &Row) -> Result<UserSettings, StorageError> {
    let row = row.of("user_settings", &["user_id"]);
    Ok(UserSettings {
        user: row.parsed("user_id")?,
        time_zone: row.maybe_parsed("time_zone")?,
        cost_rules: CostRules {
            method: row.parsed("lot_method")?,
            scope: row.parsed("lot_scope")?,
            fees: row.parsed("fee_rule")?,
            positions: row.parsed("position_rule")?,
            yields: row.parsed("yield_rule")?,
            continuations: row.parsed("continuation_rule")?,
            arrivals: row.parsed("arrival_rule")?,
        },
    })
}

async fn of_user(on: impl Into<On<'_>>, user: UserId) -> Result<Option<UserSettings>, StorageError> {
    let text = "SELECT user_id, time_zone, lot_method, lot_scope, fee_rule, position_rule, yield_rule, \
         continuation_rule, arrival_rule FROM user_settings WHERE user_id = $1";
    let found = sql(text).bind(user.to_string()).fetch_optional(on).await?;
    found.as_ref().map(user_settings).transpose()
}

#[async_trait]
impl MovedRows for UserSettings {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        // A user has one row, so any row of the target is the same thing.
        let text = moving!("user_settings", "TRUE");
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl UserSettingsReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Option<UserSettings>, StorageError> {
        of_user(self.sql(), user).await
    }
}

#[async_trait]
impl UserSettingsWriter for SqlWork {
    async fn of_user(&mut self, user: UserId) -> Result<Option<UserSettings>, StorageError> {
        of_user(self.tx(), user).await
    }

    async fn set(&mut self, settings: &UserSettings) -> Result<(), StorageError> {
        let rules = &settings.cost_rules;
        let text = "INSERT INTO user_settings (user_id, time_zone, lot_method, lot_scope, fee_rule, position_rule, \
             yield_rule, continuation_rule, arrival_rule) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
             ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone, lot_method = excluded.lot_method, \
             lot_scope = excluded.lot_scope, fee_rule = excluded.fee_rule, position_rule = excluded.position_rule, \
             yield_rule = excluded.yield_rule, continuation_rule = excluded.continuation_rule, \
             arrival_rule = excluded.arrival_rule";
        let set = sql(text)
            .bind(settings.user.to_string())
            .bind(settings.time_zone.as_ref().map(TimeZone::name))
            .bind(rules.method.code())
            .bind(rules.scope.code())
            .bind(rules.fees.code())
            .bind(rules.positions.code())
            .bind(rules.yields.code())
            .bind(rules.continuations.code())
            .bind(rules.arrivals.code());
        set.execute(self.tx()).await.map(drop)
    }
}
