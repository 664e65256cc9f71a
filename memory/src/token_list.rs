//! The tokens of each token list.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{AssetId, SourceId, StorageError, token_list::TokenListWriter};

use crate::{tables::conflict, work::MemoryWork};

impl MemoryWork {
    /// Keeps the list entries for which `keep` returns true. An asset on no list has no row.
    fn retain_listed(&mut self, keep: impl Fn(&AssetId, &SourceId) -> bool) {
        self.tables.listed_tokens.retain(|asset, lists| {
            lists.retain(|list, _| keep(asset, list));
            !lists.is_empty()
        });
    }
}

#[async_trait]
impl TokenListWriter for MemoryWork {
    async fn replace(&mut self, list: &SourceId, tokens: &[AssetId]) -> Result<(), StorageError> {
        if tokens.iter().any(|token| !self.tables.assets.contains_key(token)) {
            return Err(conflict("listed_tokens"));
        }
        let named: BTreeSet<&AssetId> = tokens.iter().collect();
        self.retain_listed(|asset, other| other != list || named.contains(asset));
        let mut seen = BTreeSet::new();
        for (token, place) in tokens.iter().zip(0..) {
            if seen.insert(token) {
                let lists = self.tables.listed_tokens.entry(token.clone()).or_default();
                lists.insert(list.clone(), place);
            }
        }
        Ok(())
    }

    async fn keep_only(&mut self, lists: &[SourceId]) -> Result<(), StorageError> {
        self.retain_listed(|_, list| lists.contains(list));
        Ok(())
    }
}
