//! What users chose about assets.

use async_trait::async_trait;
use ports::{
    AcceptedDecimals, AddedToken, HiddenAsset, InsightSetting, InsightState, ManualPrice, Ports, StorageError, UserId,
};

use crate::export::{
    cells::cell,
    owned::ExportedRows,
    table::{ExportRow, ExportTable},
};

#[async_trait]
impl ExportedRows for ManualPrice {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "manual-prices",
        about: "Prices that you set, in dollars per unit.",
        columns: &["asset", "price", "set_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let prices = ports.stores.manual_prices.of_user(user).await?.into_iter();
        let row = |one: ManualPrice| vec![cell(one.asset), cell(one.price), cell(one.set_at)];
        Ok(prices.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for HiddenAsset {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "hidden-assets",
        about: "Assets that you hid, or showed although a rule hides them.",
        columns: &["asset", "hidden"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let hidden = ports.stores.hidden_assets.of_user(user).await?.into_iter();
        Ok(hidden.map(|one| vec![cell(one.asset), cell(one.hidden)]).collect())
    }
}

#[async_trait]
impl ExportedRows for InsightSetting {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "insight-rules",
        about: "What you changed of the rules of insights.",
        columns: &["rule", "is_on", "thresholds"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let settings = ports.stores.insight_settings.of_user(user).await?.into_iter();
        let row = |one: InsightSetting| {
            let limits = one.limits.iter().map(|(name, limit)| format!("{name} {limit}"));
            let limits: Vec<String> = limits.collect();
            vec![cell(one.rule), cell(one.is_on), cell(limits.join(", "))]
        };
        Ok(settings.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for InsightState {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "insights",
        about: "Insights that were found, and which of them you put away.",
        columns: &[
            "rule",
            "subject",
            "found_at",
            "level",
            "put_away_level",
            "put_away_until",
            "put_away_at",
        ],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let states = ports.stores.insight_states.of_user(user).await?.into_iter();
        let row = |one: InsightState| {
            vec![
                cell(one.rule),
                cell(one.subject),
                cell(one.found_at),
                cell(one.level),
                one.choice.and_then(|choice| cell(choice.level)),
                one.choice.and_then(|choice| cell(choice.until?)),
                one.choice.and_then(|choice| cell(choice.decided_at)),
            ]
        };
        Ok(states.map(row).collect())
    }
}

#[async_trait]
impl ExportedRows for AcceptedDecimals {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "accepted-decimals",
        about: "Decimals of tokens that you accepted.",
        columns: &["asset", "decimals"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let accepted = ports.stores.accepted_decimals.of_user(user).await?.into_iter();
        Ok(accepted.map(|one| vec![cell(one.asset), cell(one.decimals)]).collect())
    }
}

#[async_trait]
impl ExportedRows for AddedToken {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "added-tokens",
        about: "Tokens that you added by their contract address.",
        columns: &["asset", "added_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let added = ports.stores.added_tokens.of_user(user).await?.into_iter();
        Ok(added.map(|one| vec![cell(one.asset), cell(one.added_at)]).collect())
    }
}
