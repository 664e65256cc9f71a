//! Valuation recipes. Recipes of a share session are removed with it.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{Owner, Recipe, StorageError, Timestamp, UserId, ValuationId, recipe::RecipeStore};

use crate::{owned::OwnedRows, storage::MemoryStorage, tables::Tables};

impl OwnedRows for Recipe {
    /// Nothing: a recipe is of the user whose valuation it describes.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.recipes.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl RecipeStore for MemoryStorage {
    async fn find(&self, id: ValuationId, owner: Owner) -> Result<Option<Recipe>, StorageError> {
        let tables = self.tables();
        let found = match owner {
            Owner::User(user) => tables.recipes.get(&(user, id)),
            Owner::ShareSession(session) => tables.session_recipes.get(&(session, id)),
        };
        Ok(found.map(|recipe| Recipe::clone(recipe)))
    }

    async fn keep(&self, recipe: &Recipe) -> Result<(), StorageError> {
        let kept = || Arc::new(recipe.clone());
        let keep = |tables: &mut Tables| {
            match recipe.owner {
                Owner::User(user) => {
                    tables.owned("recipes", user)?;
                    tables.recipes.entry((user, recipe.id)).or_insert_with(kept);
                }
                Owner::ShareSession(session) if tables.share_sessions.contains_key(&session) => {
                    tables.session_recipes.entry((session, recipe.id)).or_insert_with(kept);
                }
                Owner::ShareSession(_) => {}
            }
            Ok(())
        };
        self.change(keep).await
    }

    async fn forget(&self, before: Timestamp) -> Result<u64, StorageError> {
        let forget = |tables: &mut Tables| {
            let all = tables.recipes.len();
            tables.recipes.retain(|_, recipe| recipe.made_at >= before);
            Ok((all - tables.recipes.len()) as u64)
        };
        self.change(forget).await
    }
}
