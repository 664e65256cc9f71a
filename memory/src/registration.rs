//! Registering and merging users.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{Merge, StorageError, Timestamp, UserId, registration::RegistrationWriter};

use crate::{
    attachment, erase, feedback,
    tables::{Table, Tables, check_unique, most},
    work::MemoryWork,
};

/// Moves the rows of one user to another whose key the other does not have.
fn move_rows<K: Clone + Ord, V: Clone>(
    table: &mut Table<K, V>,
    is_of_source: impl Fn(&K) -> bool,
    moved: impl Fn(&K, &V) -> (K, V),
) {
    let own: Vec<K> = table.keys().filter(|key| is_of_source(key)).cloned().collect();
    for key in own {
        let Some((to, value)) = table.get(&key).map(|value| moved(&key, value)) else {
            continue;
        };
        if !table.contains_key(&to) {
            table.remove(&key);
            table.insert(to, value);
        }
    }
}

impl MemoryWork {
    fn move_wallets(&mut self, source: UserId, target: UserId) {
        let of_target = self.tables.wallets.values().filter(|wallet| wallet.user == target);
        let first = of_target.map(|wallet| wallet.position + 1).max().unwrap_or(0);
        let of_target = self.tables.wallets.values().filter(|wallet| wallet.user == target);
        let own: BTreeSet<(String, bool)> = of_target
            .map(|wallet| (wallet.key().to_owned(), wallet.removed_at.is_some()))
            .collect();
        let has = |wallet: &ports::Wallet, is_removed| own.contains(&(wallet.key().to_owned(), is_removed));
        let of_source = self.tables.wallets.values().filter(|wallet| wallet.user == source);
        let moved =
            of_source.filter(|wallet| !has(wallet, false) && (wallet.removed_at.is_none() || !has(wallet, true)));
        for id in moved.map(|wallet| wallet.id).collect::<Vec<_>>() {
            if let Some(wallet) = self.tables.wallets.get_mut(&id) {
                wallet.user = target;
                wallet.position += first;
            }
        }
    }
}

fn move_own_labels(tables: &mut Tables, source: UserId, target: UserId) {
    move_rows(
        &mut tables.own_labels,
        |key| key.0 == source,
        |key, label| {
            let mut label = label.clone();
            label.user = target;
            ((target, key.1.clone()), label)
        },
    );
}

/// Makes the target the user who requested the codes and the messages to sign of the source.
fn move_requests(tables: &mut Tables, source: UserId, target: UserId) {
    let codes = tables.email_codes.values_mut().map(|row| &mut row.code.requested_by);
    let challenges = tables.sign_in_challenges.values_mut();
    let challenges = challenges.map(|challenge| &mut challenge.requested_by);
    for user in codes.chain(challenges).filter(|user| **user == Some(source)) {
        *user = Some(target);
    }
}

#[async_trait]
impl RegistrationWriter for MemoryWork {
    async fn register(&mut self, user: UserId, at: Timestamp, from: Option<&str>) -> Result<bool, StorageError> {
        let row = self.tables.users.get_mut(&user);
        Ok(row.is_some_and(|row| row.register(at, from)))
    }

    async fn set_deletion(&mut self, user: UserId, at: Option<Timestamp>) -> Result<(), StorageError> {
        if let Some(row) = self.tables.users.get_mut(&user) {
            row.set_deletion(at);
        }
        Ok(())
    }

    async fn erase_due(&mut self, now: Timestamp, limit: u32) -> Result<u64, StorageError> {
        let due = self
            .tables
            .users
            .iter()
            .filter_map(|(id, row)| Some((row.delete_at()?, *id)));
        let mut due: Vec<(Timestamp, UserId)> = due.filter(|(at, _)| *at <= now).collect();
        due.sort_unstable();
        let found: Vec<UserId> = due.into_iter().map(|(_, id)| id).take(most(limit)).collect();
        Ok(erase::users(&mut self.tables, &found))
    }

    async fn move_data(&mut self, source: UserId, target: UserId) -> Result<(), StorageError> {
        self.tables.owned("users", target)?;
        self.move_wallets(source, target);
        let tables = &mut self.tables;
        feedback::move_all(tables, source, target);
        attachment::move_all(tables, source, target);
        move_rows(
            &mut tables.manual_prices,
            |key| key.0 == source,
            |key, price| {
                let mut price = price.clone();
                price.user = target;
                ((target, key.1.clone()), price)
            },
        );
        let of_asset = |key: &(UserId, ports::AssetId)| (target, key.1.clone());
        let hidden = |key: &_, value: &bool| (of_asset(key), *value);
        move_rows(&mut tables.hidden_assets, |key| key.0 == source, hidden);
        let decimals = |key: &_, value: &u8| (of_asset(key), *value);
        move_rows(&mut tables.accepted_decimals, |key| key.0 == source, decimals);
        let added = |key: &_, value: &Timestamp| (of_asset(key), *value);
        move_rows(&mut tables.added_tokens, |key| key.0 == source, added);
        move_rows(
            &mut tables.annotations,
            |key| key.0 == source,
            |key, annotation| {
                let mut annotation = annotation.clone();
                annotation.user = target;
                ((target, key.1.clone(), key.2.clone()), annotation)
            },
        );
        move_own_labels(tables, source, target);
        move_requests(tables, source, target);
        Ok(())
    }

    async fn add_merge(&mut self, merge: &Merge) -> Result<(), StorageError> {
        self.tables.owned("merges", merge.user)?;
        let key = (merge.user, merge.source);
        check_unique("merges", self.tables.merges.contains_key(&key))?;
        self.tables.merges.insert(key, merge.clone());
        Ok(())
    }

    async fn merge(&mut self, user: UserId, source: UserId) -> Result<Option<Merge>, StorageError> {
        Ok(self.tables.merges.get(&(user, source)).cloned())
    }

    async fn forget_merges(&mut self, before: Timestamp) -> Result<(), StorageError> {
        self.tables.merges.retain(|_, merge| merge.merged_at >= before);
        Ok(())
    }
}
