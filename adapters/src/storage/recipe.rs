//! Recipes of valuations.

use async_trait::async_trait;
use ports::{Recipe, StorageError, Timestamp, UserId, ValuationId, recipe::RecipeStore};

use super::{database::Database, sql::sql};

#[async_trait]
impl RecipeStore for Database {
    async fn find(&self, id: ValuationId, owner: UserId) -> Result<Option<Recipe>, StorageError> {
        let text = "SELECT id, owner, made_at, body FROM recipes WHERE owner = $1 AND id = $2";
        let found = sql(text).bind(owner.to_string()).bind(id.to_string());
        let Some(row) = found.fetch_optional(self.sql()).await? else {
            return Ok(None);
        };
        let row = row.of("recipes", &["owner", "id"]);
        Ok(Some(Recipe {
            id: row.parsed("id")?,
            owner: row.parsed("owner")?,
            made_at: row.time("made_at")?,
            body: row.text("body")?,
        }))
    }

    async fn keep(&self, recipe: &Recipe) -> Result<(), StorageError> {
        let text = "INSERT INTO recipes (owner, id, made_at, body) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (owner, id) DO NOTHING";
        let kept = sql(text)
            .bind(recipe.owner.to_string())
            .bind(recipe.id.to_string())
            .bind(recipe.made_at)
            .bind(recipe.body.as_str());
        kept.execute(self.sql()).await.map(drop)
    }

    async fn forget(&self, before: Timestamp) -> Result<u64, StorageError> {
        let forgotten = sql("DELETE FROM recipes WHERE made_at < $1").bind(before);
        forgotten.execute(self.sql()).await
    }
}
