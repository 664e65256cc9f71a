//! Which list names which token.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{AssetId, SourceId, StorageError, token_list::TokenListWriter};

use super::{
    sql::{Row, Value, insert_many, listed, sql},
    work::SqlWork,
};

#[async_trait]
impl TokenListWriter for SqlWork {
    async fn replace(&mut self, list: &SourceId, tokens: &[AssetId]) -> Result<(), StorageError> {
        let text = listed!(
            "DELETE FROM listed_tokens WHERE list = $1 AND asset NOT IN ",
            2,
            " RETURNING asset"
        );
        let gone = sql(text).bind(list.as_str()).bind_list(tokens);
        let gone = gone.fetch_all(self.tx()).await?;
        self.changed_assets(&assets(&gone)?);
        // Whether a list names an asset is a part of its row.
        self.changed_assets(tokens);
        let mut seen = BTreeSet::new();
        let row = |(token, location): (&AssetId, i64)| -> Vec<Value> {
            let chain = token.chain();
            vec![
                list.as_str().into(),
                token.as_str().into(),
                chain.as_str().into(),
                location.into(),
            ]
        };
        let once = tokens.iter().zip(0..).filter(|(token, _)| seen.insert(*token));
        let rows = once.map(row).collect();
        let head = "INSERT INTO listed_tokens (list, asset, chain, place)";
        let moved = "ON CONFLICT (list, asset) DO UPDATE SET place = excluded.place \
             WHERE listed_tokens.place <> excluded.place";
        insert_many(self.tx(), head, rows, moved).await.map(drop)
    }

    async fn keep_only(&mut self, lists: &[SourceId]) -> Result<(), StorageError> {
        let text = listed!("DELETE FROM listed_tokens WHERE list NOT IN ", 1, " RETURNING asset");
        let gone = sql(text).bind_list(lists).fetch_all(self.tx()).await?;
        self.changed_assets(&assets(&gone)?);
        Ok(())
    }
}

fn assets(rows: &[Row]) -> Result<Vec<AssetId>, StorageError> {
    rows.iter()
        .map(|row| row.of("listed_tokens", &["asset"]).parsed("asset"))
        .collect()
}
