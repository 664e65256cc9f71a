//! What the codes of assets at exchanges mean, where no list says it: the person does. Nothing is guessed from a symbol.

mod candidates;
mod error;
mod state;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{AccountId, Asset, AssetId, ChainId, MappedCode, Ports, Snapshot, StorageError, Timestamp, UserId};

use crate::{caller::Caller, connection::accounts_at, ledger::Ledgers};

pub use error::MappedCodeError;

/// Use cases on the codes of a person's accounts at exchanges.
pub struct MappedCodes {
    ports: Arc<Ports>,
    ledgers: Ledgers,
}

/// A code that no list maps to an asset, in the accounts of a person at one exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeCode {
    /// The asset that is known by this code only.
    pub code: AssetId,
    /// The code as people see it.
    pub symbol: String,
    /// What the person stated that it is, and when.
    pub mapped: Option<(Asset, Timestamp)>,
    /// Whether an account has a balance of it, as far as its balances were read since.
    pub is_held: bool,
}

impl MappedCodes {
    pub(crate) fn new(ports: Arc<Ports>, ledgers: Ledgers) -> Self {
        Self { ports, ledgers }
    }

    /// Returns the codes in the caller's balances and entries at an exchange that no list maps to an asset, ordered by code. Those that the caller
    /// mapped are included.
    pub async fn list(&self, caller: &Caller, exchange: &ChainId) -> Result<Vec<ExchangeCode>, MappedCodeError> {
        let accounts = self.accounts(caller.user, exchange).await?;
        let held = self.held(&accounts, exchange).await?;
        let mapped = self.mapped(&accounts).await?;
        let filters = self.ledgers.filters(caller).await?;
        let in_entries = filters.assets.into_iter().filter_map(|option| option.asset);
        let mut codes: BTreeSet<AssetId> = in_entries.filter(|asset| is_code_at(asset, exchange)).collect();
        codes.extend(held.iter().cloned());
        codes.extend(mapped.keys().cloned());
        let targets = mapped.values().map(|(asset, _)| asset.clone());
        let known: Vec<AssetId> = targets.chain(codes.iter().cloned()).collect();
        let known = self.ports.stores.assets.find(&known).await?;
        let find = |id: &AssetId| known.iter().find(|one| one.id == *id);
        let code = |code: AssetId| {
            let stated = mapped.get(&code);
            ExchangeCode {
                symbol: find(&code).map_or_else(|| code.to_string(), |known| known.metadata.symbol.clone()),
                mapped: stated.and_then(|(asset, at)| Some((find(asset)?.clone(), *at))),
                is_held: held.contains(&code),
                code,
            }
        };
        Ok(codes.into_iter().map(code).collect())
    }

    /// Returns the caller's accounts at an exchange.
    async fn accounts(&self, user: UserId, exchange: &ChainId) -> Result<Vec<AccountId>, MappedCodeError> {
        let chain = self.ports.chains.get(exchange).ok_or(MappedCodeError::NotFound)?;
        let rows = self.ports.stores.wallets.of_user(user).await?;
        Ok(accounts_at(rows, chain))
    }

    async fn held(&self, accounts: &[AccountId], exchange: &ChainId) -> Result<BTreeSet<AssetId>, StorageError> {
        let newest = self
            .ports
            .stores
            .snapshots
            .before(accounts, self.ports.clock.now())
            .await?;
        let snapshots = self.ports.stores.snapshots.find(&newest).await?;
        let assets = snapshots.iter().flat_map(Snapshot::assets);
        Ok(assets.filter(|asset| is_code_at(asset, exchange)).cloned().collect())
    }

    /// Returns what was stated about the codes of these accounts, by code.
    async fn mapped(&self, accounts: &[AccountId]) -> Result<BTreeMap<AssetId, (AssetId, Timestamp)>, StorageError> {
        let mapped = self.ports.stores.mapped_codes.of_accounts(accounts).await?;
        let each = mapped.into_iter().filter_map(
            |MappedCode {
                 code, asset, stated_at, ..
             }| {
                let asset = asset?;
                Some((code, (asset, stated_at)))
            },
        );
        Ok(each.collect())
    }
}

/// Returns whether an asset is known by its code at this exchange only.
fn is_code_at(asset: &AssetId, exchange: &ChainId) -> bool {
    asset.is_code() && asset.chain() == *exchange
}
