//! The loaded inputs of a valuation. The same inputs always give the same result.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use ports::{
    AccountId, Asset, AssetId, ChainId, Chains, PositionKind, ProtocolProfile, Receipt, Receipts, Snapshot, SourceId,
    Timestamp, Wallet, WalletId,
    account::Activity,
    asset::Metadata,
    chain::{REVERTS, is_silent},
    failure::Failure,
};

use crate::{
    currency::Conversion,
    price::{Decision, Unpriced},
    reason::Reason,
    spam::HideRule,
    valuation::{
        filter::Filter,
        inputs::{
            decimals::{self, Assumption},
            missed::Missed,
            moved::MovedAsset,
            unreconciled::Unreconciled,
            viewpoint::KeyInput,
        },
    },
};

/// An active account's reading older than this is reported as old, even if nothing failed.
const OLD_READING: Duration = Duration::from_hours(1);
/// The same limit for quiet accounts, which are read daily.
const OLD_QUIET_READING: Duration = Duration::from_hours(26);
/// A source with prices older than this is reported as old, although its quotes are still used.
pub const OLD_PRICE: Duration = Duration::from_mins(30);

/// All inputs of a valuation.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The time of the valuation.
    pub at: Timestamp,
    /// The currency, and how dollars are converted to it.
    pub conversion: Conversion,
    /// The accounts, sorted.
    pub accounts: Vec<AccountInput>,
    /// The decided price of each asset held.
    pub decisions: BTreeMap<AssetId, Decision>,
    /// The hidden assets.
    pub hidden: BTreeMap<AssetId, HideRule>,
    /// Decimals that the user accepted for tokens whose contracts state none.
    pub accepted: BTreeMap<AssetId, u8>,
    /// Decimals that token lists state for such tokens.
    pub assumptions: BTreeMap<AssetId, Assumption>,
    /// Warnings about assets that count.
    pub flags: BTreeMap<AssetId, Reason>,
    /// Stored data about the assets.
    pub assets: BTreeMap<AssetId, Asset>,
    /// The sources of prices and rates, with their failures.
    pub sources: Vec<SourceInput>,
    /// The configured chains.
    pub chains: Arc<Chains>,
    /// The tokens that are receipts of positions elsewhere.
    pub receipts: Arc<Receipts>,
    /// The protocols in which positions are read.
    pub protocols: Arc<Vec<ProtocolProfile>>,
    /// The wallets with extended public keys. Only their user can see which accounts belong together.
    pub keys: BTreeMap<WalletId, KeyInput>,
    /// Tokens that the user added by their contract address.
    pub added: BTreeSet<AssetId>,
    /// What the accounts do not show: wallets that are not read, and tokens that are not looked for.
    pub missed: Missed,
    /// What moved between the time of the valuation and the times of the balances, where those are later ones.
    pub moved: BTreeMap<(AccountId, AssetId), MovedAsset>,
}

/// One account and how it was read.
#[derive(Clone, Debug)]
pub struct AccountInput {
    /// The account.
    pub id: AccountId,
    /// The wallet's label.
    pub label: String,
    /// The reader of its chain.
    pub source: SourceId,
    /// How often it is read.
    pub activity: Activity,
    /// The snapshot that is valued; `None` if the account was never read.
    pub snapshot: Option<Snapshot>,
    /// The failure since then.
    pub failure: Option<Failure>,
    /// Whether its first reading is incomplete, because a list or explorer has not answered yet.
    pub partial: bool,
    /// Why its history does not explain its balance, if it does not.
    pub unreconciled: Option<Unreconciled>,
}

impl AccountInput {
    /// Returns whether its first reading is outstanding. A failed account does not count as being read, nor one of files alone.
    #[must_use]
    pub fn is_being_read(&self) -> bool {
        self.activity != Activity::Filed && self.failure.is_none() && (self.snapshot.is_none() || self.partial)
    }

    /// Returns whether its reading is too old, given how often accounts of its activity are read.
    #[must_use]
    pub fn is_old(&self, at: Timestamp) -> bool {
        let read_at = self.snapshot.as_ref().map(|snapshot| snapshot.taken_at);
        read_at.is_some_and(|read_at| is_old_reading(self.activity, read_at, at))
    }
}

/// Returns whether a reading is too old, given how often accounts of this activity are read.
pub fn is_old_reading(activity: Activity, read_at: Timestamp, at: Timestamp) -> bool {
    let good_for = match activity {
        Activity::Quiet => OLD_QUIET_READING,
        Activity::Unknown | Activity::Active | Activity::Filed => OLD_READING,
    };
    at.since(read_at) > good_for
}

/// A price source with its current failure.
#[derive(Clone, Debug)]
pub struct SourceInput {
    /// The source.
    pub id: SourceId,
    /// Name to show.
    pub name: String,
    /// What went wrong since it last answered.
    pub failure: Option<Failure>,
}

/// Returns the symbol of an asset, or its shortened id if the symbol is unknown.
fn symbol(known: Option<&Metadata>, asset: &AssetId) -> String {
    match known.map(|known| &known.symbol).filter(|symbol| !symbol.is_empty()) {
        Some(symbol) => symbol.clone(),
        None => asset
            .contract()
            .or_else(|| asset.minted_by())
            .map_or_else(|| asset.to_string(), |contract| contract.short()),
    }
}

impl Inputs {
    /// Returns the decimals that a quantity is counted with, given those known when it was read.
    #[must_use]
    pub fn decimals_of(&self, asset: &AssetId, read: Option<u8>) -> Option<u8> {
        decimals::counted(asset, read, (&self.accepted, &self.assumptions))
    }

    /// Returns what moved of an asset in an account between the time of the valuation and the time of its balance.
    #[must_use]
    pub fn moved(&self, account: &AccountId, asset: &AssetId) -> Option<&MovedAsset> {
        // No valuation of the present has any.
        if self.moved.is_empty() {
            return None;
        }
        self.moved.get(&(account.clone(), asset.clone()))
    }

    /// Returns the accounts indexed by id.
    #[must_use]
    pub fn by_account(&self) -> BTreeMap<&AccountId, &AccountInput> {
        self.accounts.iter().map(|account| (&account.id, account)).collect()
    }

    /// Returns whether the account was derived from this wallet's key.
    #[must_use]
    pub fn is_of_key(&self, wallet: WalletId, account: &AccountId) -> bool {
        self.keys.get(&wallet).is_some_and(|key| key.accounts.contains(account))
    }

    /// Returns whether an account belongs to this wallet.
    #[must_use]
    pub fn is_of_wallet(&self, wallet: &Wallet, account: &AccountId) -> bool {
        let mut at = wallet.address.iter();
        at.any(|address| self.chains.is_at(address, account)) || self.is_of_key(wallet.id, account)
    }

    /// Returns whether an account is on the chain and in the wallet that a filter selects.
    #[must_use]
    pub fn is_within(&self, filter: &Filter, account: &AccountId) -> bool {
        let Filter {
            asset: _,
            chain,
            address,
            wallet,
            kind: _,
            place: _,
            section: _,
        } = filter;
        chain.as_ref().is_none_or(|chain| *chain == account.chain)
            && address
                .as_ref()
                .is_none_or(|address| self.chains.is_at(address, account))
            && wallet.is_none_or(|wallet| self.is_of_key(wallet, account))
    }

    /// Reduces the inputs to the accounts that a filter selects and the prices of what they hold. The prices are still
    /// those decided over all accounts: the amount held influences whether a price is used, and an asset must have the
    /// same price on every screen.
    #[must_use]
    pub fn narrowed(mut self, filter: &Filter) -> Self {
        if *filter == Filter::default() {
            return self;
        }
        let mut accounts = std::mem::take(&mut self.accounts);
        accounts.retain(|account| self.is_within(filter, &account.id));
        self.accounts = accounts;
        let chains = self.accounts.iter().map(|account| &account.id.chain).collect();
        self.missed.narrow(filter, &chains);
        let snapshots = self.accounts.iter().filter_map(|account| account.snapshot.as_ref());
        let held: BTreeSet<&AssetId> = snapshots
            .flat_map(|snapshot| {
                let unreadable = snapshot.unreadable.iter().map(|(asset, _)| asset);
                snapshot.assets().chain(unreadable)
            })
            .collect();
        self.decisions.retain(|asset, _| held.contains(asset));
        self
    }

    /// Returns the label of the wallet that an account belongs to. All addresses of a key share one label.
    #[must_use]
    pub fn wallet_label<'a>(&'a self, account: &'a AccountInput) -> &'a str {
        let key = self.keys.values().find(|key| key.accounts.contains(&account.id));
        key.map_or(&account.label, |key| &key.label)
    }

    /// Returns symbol, name and decimals of an asset, if known.
    fn metadata(&self, asset: &AssetId) -> Option<&Metadata> {
        self.assets.get(asset).map(|known| &known.metadata)
    }

    /// Returns the symbol of an asset, or its shortened id.
    #[must_use]
    pub fn symbol(&self, asset: &AssetId) -> String {
        symbol(self.metadata(asset), asset)
    }

    /// Returns the name of an asset, or its symbol.
    #[must_use]
    pub fn name(&self, asset: &AssetId) -> String {
        let known = self.metadata(asset);
        match known.map(|known| &known.name).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => symbol(known, asset),
        }
    }

    /// Returns the group of an asset. The same asset on other chains is in the same group.
    #[must_use]
    pub fn group<'a>(&'a self, asset: &'a AssetId) -> &'a str {
        self.assets.get(asset).map_or(asset.as_str(), |known| &known.group)
    }

    /// Returns what the asset is a receipt of, if known.
    #[must_use]
    pub fn receipt(&self, asset: &AssetId) -> Option<&Receipt> {
        self.receipts.of(asset)
    }

    /// Returns the kind of position that an asset represents. An asset that is not a receipt is simply held.
    #[must_use]
    pub fn kind(&self, asset: &AssetId) -> PositionKind {
        self.receipt(asset)
            .map_or(PositionKind::Regular, |receipt| receipt.kind)
    }

    /// Returns what a group of assets is a receipt of, if all of them are receipts of the same kind with the same
    /// description.
    pub fn receipt_of_all<'a>(&self, assets: impl IntoIterator<Item = &'a AssetId>) -> Option<&Receipt> {
        let mut receipts = assets.into_iter().map(|asset| self.receipt(asset));
        let first = receipts.next()??;
        let same =
            |other: Option<&Receipt>| other.is_some_and(|one| one.kind == first.kind && one.words == first.words);
        receipts.all(same).then_some(first)
    }

    /// Returns the asset whose symbol and name represent a group: the one with the shortest name, so that "USD Coin"
    /// also represents "USD Coin (PoS)".
    pub fn plainest<'a>(&self, group: impl IntoIterator<Item = &'a AssetId>) -> Option<&'a AssetId> {
        let mut group = group.into_iter().peekable();
        let first = group.next()?;
        // Most groups have a single asset, whose name need not be compared.
        if group.peek().is_none() {
            return Some(first);
        }
        std::iter::once(first).chain(group).min_by_key(|asset| {
            let name = self.name(asset);
            (name.chars().count(), name, *asset)
        })
    }

    /// Returns whether an unreadable token can be ignored: only token lists include it, and its contract does not
    /// answer. A contract with an unintelligible answer may hold something, and so may a token of the built-in start
    /// list whose call fails.
    #[must_use]
    pub fn is_dead(&self, asset: &AssetId, why: &str) -> bool {
        let known = self.assets.get(asset);
        known.is_some_and(|known| known.only_listed() && is_silent(why) && !(known.ships() && why == REVERTS))
    }

    /// Returns whether it is the coin of a chain, or a token on the start list or a published list.
    #[must_use]
    pub fn is_listed(&self, asset: &AssetId) -> bool {
        asset.is_native() || self.assets.get(asset).is_some_and(|known| known.listed)
    }

    /// Returns the name of a chain, or its id.
    #[must_use]
    pub fn chain_name(&self, chain: &ChainId) -> String {
        let row = self.chains.get(chain);
        row.map_or_else(|| chain.to_string(), |row| row.name.clone())
    }

    /// Returns why an asset has no price, as a code and a sentence.
    #[must_use]
    pub fn unpriced_reason(&self, why: &Unpriced) -> Reason {
        why.reason(self.at, |source| self.source_name(source))
    }

    /// Returns the name of a source, or its id.
    #[must_use]
    pub fn source_name(&self, source: &SourceId) -> String {
        let known = self.sources.iter().find(|one| &one.id == source);
        known.map_or_else(|| source.to_string(), |one| one.name.clone())
    }
}
