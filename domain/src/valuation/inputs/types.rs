//! What a valuation is made from, loaded and ready: the same inputs always give the same answer.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use ports::{
    AccountId, Asset, AssetId, ChainId, Chains, PositionKind, Receipt, Receipts, Snapshot, SourceId, Timestamp,
    WalletId,
    account::Activity,
    asset::Metadata,
    chain::{REVERTS, is_silent},
    failure::Failure,
};

use crate::{
    currency::Conversion,
    price::Decision,
    reason::Reason,
    spam::HideRule,
    valuation::{
        filter::Filter,
        inputs::{decimals::Assumption, missed::Missed, viewpoint::KeyInput},
    },
};

/// A reading older than this is old, even when nothing failed.
const OLD_READING: Duration = Duration::from_hours(1);
/// The same of what is quiet, and read daily.
const OLD_QUIET_READING: Duration = Duration::from_hours(26);
/// A source whose prices are older than this is old, though its quotes still count.
pub const OLD_PRICE: Duration = Duration::from_mins(30);

/// Everything that a valuation looks at.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The moment it speaks of.
    pub at: Timestamp,
    /// The currency it is told in, and how dollars become it.
    pub conversion: Conversion,
    /// The accounts, sorted.
    pub accounts: Vec<AccountInput>,
    /// The decided price of each asset that is held.
    pub decisions: BTreeMap<AssetId, Decision>,
    /// Assets that are left out on purpose.
    pub hidden: BTreeMap<AssetId, HideRule>,
    /// Decimals that the person accepted for tokens whose contracts do not state them.
    pub accepted: BTreeMap<AssetId, u8>,
    /// What lists state of such tokens.
    pub assumptions: BTreeMap<AssetId, Assumption>,
    /// What is odd about assets that count.
    pub flags: BTreeMap<AssetId, Reason>,
    /// What is known of the assets.
    pub assets: BTreeMap<AssetId, Asset>,
    /// The sources of prices and rates, and what went wrong with them.
    pub sources: Vec<SourceInput>,
    /// The chains.
    pub chains: Arc<Chains>,
    /// The tokens that are receipts of positions elsewhere.
    pub receipts: Arc<Receipts>,
    /// Wallets of extended public keys. Nobody but their person sees which accounts belong together.
    pub keys: BTreeMap<WalletId, KeyInput>,
    /// Tokens that the person added by their contract address.
    pub added: BTreeSet<AssetId>,
    /// What no account tells of: wallets that are not read, and tokens that are not looked for.
    pub missed: Missed,
}

/// One account and how it was read.
#[derive(Clone, Debug)]
pub struct AccountInput {
    /// Which account.
    pub id: AccountId,
    /// What the person calls the wallet.
    pub label: String,
    /// The reader that is asked about its chain.
    pub source: SourceId,
    /// How often it is read.
    pub activity: Activity,
    /// The snapshot that counts; `None` when it never answered.
    pub snapshot: Option<Snapshot>,
    /// What went wrong since.
    pub failure: Option<Failure>,
    /// Whether its first reading still waits for a list or an explorer.
    pub partial: bool,
}

impl AccountInput {
    /// Whether its first reading is under way. One that failed is not waited for.
    #[must_use]
    pub fn is_being_read(&self) -> bool {
        self.failure.is_none() && (self.snapshot.is_none() || self.partial)
    }

    /// Whether it was not read again for too long, as often as it is read.
    #[must_use]
    pub fn is_old(&self, at: Timestamp) -> bool {
        let good_for = match self.activity {
            Activity::Quiet => OLD_QUIET_READING,
            Activity::Unknown | Activity::Active => OLD_READING,
        };
        let read_at = self.snapshot.as_ref().map(|snapshot| snapshot.taken_at);
        read_at.is_some_and(|read_at| at.since(read_at) > good_for)
    }
}

/// A price source and what went wrong with it.
#[derive(Clone, Debug)]
pub struct SourceInput {
    /// Which source.
    pub id: SourceId,
    /// Name for people.
    pub name: String,
    /// Its failure since it last answered.
    pub failure: Option<Failure>,
}

/// The symbol of an asset of which this is known, or the end of its id.
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
    /// The accounts, to look up.
    #[must_use]
    pub fn by_account(&self) -> BTreeMap<&AccountId, &AccountInput> {
        self.accounts.iter().map(|account| (&account.id, account)).collect()
    }

    /// Whether the account was derived for this wallet.
    #[must_use]
    pub fn is_of_key(&self, wallet: WalletId, account: &AccountId) -> bool {
        self.keys.get(&wallet).is_some_and(|key| key.accounts.contains(account))
    }

    /// Whether an account lies on the chain and in the wallet that a filter names.
    #[must_use]
    pub fn is_within(&self, filter: &Filter, account: &AccountId) -> bool {
        let Filter {
            asset: _,
            chain,
            address,
            wallet,
            kind: _,
        } = filter;
        chain.as_ref().is_none_or(|chain| *chain == account.chain)
            && address
                .as_ref()
                .is_none_or(|address| self.chains.is_at(address, account))
            && wallet.is_none_or(|wallet| self.is_of_key(wallet, account))
    }

    /// The accounts that a filter names, and the prices of what they hold. Prices stay those that were decided over all
    /// accounts: how much is held decides whether a price is believed, and an asset has one price on every screen.
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
                let rows = snapshot.rows.iter().map(|row| &row.asset);
                rows.chain(snapshot.unreadable.iter().map(|(asset, _)| asset))
            })
            .collect();
        self.decisions.retain(|asset, _| held.contains(asset));
        self
    }

    /// What the wallet is called that an account belongs to: a key's wallet has one name for all of its addresses.
    #[must_use]
    pub fn wallet_label<'a>(&'a self, account: &'a AccountInput) -> &'a str {
        let key = self.keys.values().find(|key| key.accounts.contains(&account.id));
        key.map_or(&account.label, |key| &key.label)
    }

    /// Symbol, name and decimals of an asset, where something is known of it.
    fn metadata(&self, asset: &AssetId) -> Option<&Metadata> {
        self.assets.get(asset).map(|known| &known.metadata)
    }

    /// The symbol of an asset, or the end of its id.
    #[must_use]
    pub fn symbol(&self, asset: &AssetId) -> String {
        symbol(self.metadata(asset), asset)
    }

    /// The name of an asset, or its symbol.
    #[must_use]
    pub fn name(&self, asset: &AssetId) -> String {
        let known = self.metadata(asset);
        match known.map(|known| &known.name).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => symbol(known, asset),
        }
    }

    /// The group that an asset belongs to: the same thing on other chains is of the same group.
    #[must_use]
    pub fn group<'a>(&'a self, asset: &'a AssetId) -> &'a str {
        self.assets.get(asset).map_or(asset.as_str(), |known| &known.group)
    }

    /// What an asset is the receipt of, where that is known.
    #[must_use]
    pub fn receipt(&self, asset: &AssetId) -> Option<&Receipt> {
        self.receipts.of(asset)
    }

    /// The kind of position that an asset stands for; what is no receipt is simply held.
    #[must_use]
    pub fn kind(&self, asset: &AssetId) -> PositionKind {
        self.receipt(asset)
            .map_or(PositionKind::Regular, |receipt| receipt.kind)
    }

    /// What a group is the receipt of: one kind of position in one thing, in every part of it.
    pub fn receipt_of_all<'a>(&self, assets: impl IntoIterator<Item = &'a AssetId>) -> Option<&Receipt> {
        let mut receipts = assets.into_iter().map(|asset| self.receipt(asset));
        let first = receipts.next()??;
        let same =
            |other: Option<&Receipt>| other.is_some_and(|one| one.kind == first.kind && one.words == first.words);
        receipts.all(same).then_some(first)
    }

    /// The asset of a group that lends it symbol and name: the one with the shortest name, so that "USD Coin" stands for
    /// "USD Coin (PoS)" too.
    pub fn plainest<'a>(&self, group: impl IntoIterator<Item = &'a AssetId>) -> Option<&'a AssetId> {
        let mut group = group.into_iter().peekable();
        let first = group.next()?;
        // Most assets are alone, and need no name for that.
        if group.peek().is_none() {
            return Some(first);
        }
        std::iter::once(first).chain(group).min_by_key(|asset| {
            let name = self.name(asset);
            (name.chars().count(), name, *asset)
        })
    }

    /// Whether a token that could not be read is nobody's: only lists name it, and its contract does not answer. A
    /// contract that answers and cannot be understood may hold something for anyone, and so may one of the start list,
    /// which ships with the program, that fails.
    #[must_use]
    pub fn is_dead(&self, asset: &AssetId, why: &str) -> bool {
        let known = self.assets.get(asset);
        known.is_some_and(|known| known.only_listed() && is_silent(why) && !(known.ships() && why == REVERTS))
    }

    /// Whether it is the coin of a chain, or a token that the start list or a published one names.
    #[must_use]
    pub fn is_listed(&self, asset: &AssetId) -> bool {
        asset.is_native() || self.assets.get(asset).is_some_and(|known| known.listed)
    }

    /// The name of a chain, or its id.
    #[must_use]
    pub fn chain_name(&self, chain: &ChainId) -> String {
        let row = self.chains.get(chain);
        row.map_or_else(|| chain.to_string(), |row| row.name.clone())
    }

    /// The name of a source, or its id.
    #[must_use]
    pub fn source_name(&self, source: &SourceId) -> String {
        let known = self.sources.iter().find(|one| &one.id == source);
        known.map_or_else(|| source.to_string(), |one| one.name.clone())
    }
}
