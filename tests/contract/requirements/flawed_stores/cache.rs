//! Stores that cache what they read: without a part of the call, or although it was written since.

use std::{any::Any, collections::HashMap, sync::Mutex};

use conformance::store;

use super::{Fault, FaultyStorage, FaultyStores};

/// The answers by method and call.
pub type Cache = Mutex<HashMap<String, Box<dyn Any + Send>>>;

impl FaultyStorage {
    /// Reads, or answers from the cache if the fault is that this method is cached.
    pub async fn read<T: Clone + Send + 'static, E>(
        &self,
        method: &'static str,
        parts: &[(&'static str, String)],
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let Fault::Caches(cached, without) = self.fault else {
            return read.await;
        };
        if cached != method {
            return read.await;
        }
        let named = parts.iter().filter(|(name, _)| *name != without);
        let key: String = named.map(|(name, value)| format!("{name}={value} ")).collect();
        let kept = self
            .cache
            .lock()
            .unwrap()
            .get(&key)
            .and_then(|kept| kept.downcast_ref::<T>().cloned());
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let answer = read.await?;
        self.cache.lock().unwrap().insert(key, Box::new(answer.clone()));
        Ok(answer)
    }
}

/// Checks a module of the kit on stores that cache a method without a part of the call.
macro_rules! finds_caches {
    ($($test:ident: $method:literal without $part:literal in $module:ident),+ $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let report = store::$module::check(&FaultyStores(Fault::Caches($method, $part))).await;
                assert!(!report.violations().is_empty(), "{report}");
            }
        )+
    };
}

finds_caches! {
    wallets_without_their_user: "wallets" without "user" in wallet,
    wallets_that_changed: "wallets" without "" in wallet,
    snapshots_without_their_account: "snapshots" without "accounts" in snapshot,
    snapshots_without_their_time: "snapshots" without "time" in snapshot,
    snapshots_that_changed: "snapshots" without "" in snapshot,
    account_states_without_their_account: "states" without "accounts" in account,
    account_states_that_changed: "states" without "" in account,
    entries_without_their_account: "entries" without "account" in entry,
    entries_without_their_revision: "entries" without "revision" in entry,
    entries_that_changed: "entries" without "" in entry,
    entries_since_a_time_without_their_account: "entries since" without "account" in entry_since,
    entries_since_any_time: "entries since" without "time" in entry_since,
    progress_without_its_account: "progress" without "accounts" in history,
    progress_that_changed: "progress" without "" in history,
    past_prices_without_their_asset: "past prices" without "asset" in past_price,
    past_prices_without_their_first_day: "past prices" without "first day" in past_price,
    past_prices_without_their_last_day: "past prices" without "last day" in past_price,
    past_prices_that_changed: "past prices" without "" in past_price,
}
