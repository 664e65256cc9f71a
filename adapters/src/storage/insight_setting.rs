//! What users changed of the rules of insights.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    InsightSetting, StorageError, UserId,
    insight_setting::{InsightSettingReader, InsightSettingWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn insight_setting(row: &Row) -> Result<InsightSetting, StorageError> {
    let row = row.of("insight_settings", &["user_id", "rule"]);
    let texts: BTreeMap<String, String> =
        serde_json::from_str(&row.text("limits")?).map_err(|_| row.corrupt("limits"))?;
    let mut limits = BTreeMap::new();
    for (name, text) in texts {
        limits.insert(name, text.parse().map_err(|_| row.corrupt("limits"))?);
    }
    Ok(InsightSetting {
        rule: row.get("rule")?,
        is_on: row.get("is_on")?,
        limits,
    })
}

#[async_trait]
impl MovedRows for InsightSetting {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!("insight_settings", "own.rule = insight_settings.rule");
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl InsightSettingReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<InsightSetting>, StorageError> {
        let text = "SELECT user_id, rule, is_on, limits FROM insight_settings WHERE user_id = $1";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(insight_setting).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| a.rule.cmp(&b.rule));
        Ok(found)
    }
}

#[async_trait]
impl InsightSettingWriter for SqlWork {
    async fn set(&mut self, user: UserId, setting: &InsightSetting) -> Result<(), StorageError> {
        let text = "INSERT INTO insight_settings (user_id, rule, is_on, limits) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, rule) DO UPDATE SET is_on = excluded.is_on, limits = excluded.limits";
        let limits = setting.limits.iter();
        let limits: BTreeMap<&str, String> = limits.map(|(name, limit)| (name.as_str(), limit.to_string())).collect();
        let set = sql(text)
            .bind(user.to_string())
            .bind(setting.rule.as_str())
            .bind(setting.is_on)
            .bind(serde_json::json!(limits).to_string());
        set.execute(self.tx()).await.map(drop)
    }

    async fn forget(&mut self, user: UserId, rule: &str) -> Result<(), StorageError> {
        let text = "DELETE FROM insight_settings WHERE user_id = $1 AND rule = $2";
        let gone = sql(text).bind(user.to_string()).bind(rule);
        gone.execute(self.tx()).await.map(drop)
    }
}
