//! Recipes of valuations. Those of visitors are in a table of their own, and are deleted with their share session.

use async_trait::async_trait;
use ports::{Owner, Recipe, StorageError, Timestamp, ValuationId, recipe::RecipeStore};

use super::{
    database::{
        Database,
        sql::{Sql, sql},
    },
    owned::not_moved,
};

// A recipe is of the user whose valuation it describes.
not_moved!(Recipe);

#[async_trait]
impl RecipeStore for Database {
    async fn find(&self, id: ValuationId, owner: Owner) -> Result<Option<Recipe>, StorageError> {
        let text = match owner {
            Owner::User(_) => "SELECT id, made_at, body FROM recipes WHERE owner = $1 AND id = $2",
            Owner::ShareSession(_) => {
                "SELECT id, made_at, body FROM share_session_recipes WHERE share_session_id = $1 AND id = $2"
            }
        };
        let found = sql(text).bind(owner.uuid().to_string()).bind(id.to_string());
        let Some(row) = found.fetch_optional(self.sql()).await? else {
            return Ok(None);
        };
        let row = row.of("recipes", &["id"]);
        Ok(Some(Recipe {
            id: row.parsed("id")?,
            owner,
            made_at: row.time("made_at")?,
            body: row.text("body")?,
        }))
    }

    /// A recipe that is already stored is not written again: its body is long, and SQLite has one writer.
    async fn keep(&self, recipe: &Recipe) -> Result<(), StorageError> {
        if is_kept(self.sql(), recipe).await? {
            return Ok(());
        }
        let text = match recipe.owner {
            Owner::User(_) => {
                "INSERT INTO recipes (owner, id, made_at, body) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (owner, id) DO NOTHING"
            }
            Owner::ShareSession(_) => {
                "INSERT INTO share_session_recipes (share_session_id, id, made_at, body) \
                 SELECT id, $2, $3, $4 FROM share_sessions WHERE id = $1 ON CONFLICT (share_session_id, id) DO NOTHING"
            }
        };
        let kept = sql(text)
            .bind(recipe.owner.uuid().to_string())
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

async fn is_kept(on: &Sql, recipe: &Recipe) -> Result<bool, StorageError> {
    let text = match recipe.owner {
        Owner::User(_) => "SELECT id FROM recipes WHERE owner = $1 AND id = $2",
        Owner::ShareSession(_) => "SELECT id FROM share_session_recipes WHERE share_session_id = $1 AND id = $2",
    };
    let found = sql(text)
        .bind(recipe.owner.uuid().to_string())
        .bind(recipe.id.to_string());
    Ok(found.fetch_optional(on).await?.is_some())
}
