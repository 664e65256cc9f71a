//! Which list names which token.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{AssetId, SourceId, StorageError, token_list::TokenListWriter};

use super::database::{
    SqlWork,
    sql::{Row, Value, insert_many, listed, sql},
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
        // The cached row of an asset includes whether a list names it.
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
        let head = "INSERT INTO listed_tokens (list, asset, chain, position)";
        let moved = "ON CONFLICT (list, asset) DO UPDATE SET position = excluded.position \
             WHERE listed_tokens.position <> excluded.position";
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
