//! A portfolio as a visitor sees it: types of their own, with a place for what may be seen and for nothing else.

use std::collections::BTreeMap;

use ports::{
    AccountId, Amount, AssetId, ChainId, Currency, Owner, Ports, Ratio, Receipt, StorageError, Timestamp, ValuationId,
};

use crate::{
    reason::Reason,
    share::SharedWallet,
    valuation::{
        AssetOnChain, BalanceQuery, Coverage, Dust, FigureId, FigurePath, Filter, Held, KindLine, NetworkLine, NoTrace,
        Rest, Unconverted, Viewpoint, asset_lines, dust, fold, groups, held_at, kind_lines, network_lines, now, priced,
        rest_of_assets,
    },
};

/// A valued portfolio for a visitor.
#[derive(Clone, Debug)]
pub struct SharedPortfolio {
    valuation: ValuationId,
    owner: Owner,
    /// The currency of every amount of money.
    pub currency: Currency,
    /// The moment that the oldest of the balances is of: its block's time.
    pub as_of: Option<Timestamp>,
    /// What is known; `None` until something was read.
    pub total: Option<Amount>,
    /// What is known and what is not.
    pub coverage: SharedCoverage,
    /// By asset, most valuable first, those without a value last.
    pub assets: Vec<SharedAsset>,
    /// The assets beyond those that have a name of their own where shares are shown.
    pub rest: Option<Rest>,
    /// The assets that are worth next to nothing.
    pub dust: Dust,
    /// By network, in the order of the chains.
    pub networks: Vec<NetworkLine>,
    /// By kind of position.
    pub kinds: Vec<KindLine>,
    /// By wallet, in the order of the list.
    pub wallets: Vec<SharedWalletLine>,
    /// The decided prices of what is held.
    pub prices: BTreeMap<AssetId, SharedPrice>,
}

/// What is known and what is not: how much is missing and where, never what a source said in its failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCoverage {
    /// The money that is known, unrounded.
    pub known: Amount,
    /// How many holdings have a price.
    pub priced: u32,
    /// Holdings that are not counted.
    pub unpriced: Vec<SharedGap>,
    /// Sources that failed.
    pub failed: Vec<SharedFailure>,
    /// Sources whose last good answer is old.
    pub stale: Vec<SharedStale>,
    /// How many holdings are left out as spam.
    pub hidden: u32,
    /// How many accounts have not answered yet.
    pub reading: u32,
    /// How many of the owner's wallets are not read. Which they are and what was written is the owner's alone.
    pub unread: u32,
    /// Chains on which not everything is looked for.
    pub not_looked_for: Vec<ChainId>,
    /// Holdings that have a price and no money in the currency.
    pub unconverted: Option<Unconverted>,
    /// Whether nothing is missing.
    pub complete: bool,
}

/// A holding that is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedGap {
    /// What is held.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Where.
    pub account: AccountId,
    /// How much in whole units, where that is known.
    pub amount: Option<Amount>,
    /// How much in the smallest unit, where the decimals are not known.
    pub raw: Option<String>,
    /// Why it is not counted.
    pub reason: Reason,
}

/// A source that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFailure {
    /// Name for people.
    pub name: String,
    /// The account that waits behind it.
    pub account: Option<AccountId>,
    /// When it last answered.
    pub last_good: Option<Timestamp>,
}

/// A source whose last good answer is old.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedStale {
    /// Name for people.
    pub name: String,
    /// Of when the answer is.
    pub as_of: Timestamp,
    /// The account it is about.
    pub account: Option<AccountId>,
}

/// An asset over all places.
#[derive(Clone, Debug)]
pub struct SharedAsset {
    /// The group: the same thing on other chains.
    pub group: String,
    /// The asset of the largest part.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// What position elsewhere it is the receipt of, where that is known.
    pub receipt: Option<Receipt>,
    /// The sum of the quantities, where all are known.
    pub amount: Option<Amount>,
    /// The money that is known.
    pub value: Option<Amount>,
    /// Dollars for one whole unit of the largest part.
    pub price: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Whether it is worth next to nothing.
    pub dust: bool,
    /// Each holding, the most valuable first.
    pub parts: Vec<SharedPart>,
    /// The places beyond the named ones.
    pub rest: Option<Rest>,
    /// By chain; empty where all of it lies on one.
    pub chains: Vec<AssetOnChain>,
    /// What is odd about it.
    pub flags: Vec<Reason>,
}

/// A holding of an asset.
#[derive(Clone, Debug)]
pub struct SharedPart {
    /// The asset on this chain.
    pub asset: AssetId,
    /// Its own symbol.
    pub symbol: String,
    /// What position elsewhere it is the receipt of, where that is known.
    pub receipt: Option<Receipt>,
    /// Where it lies.
    pub account: AccountId,
    /// Name of the chain.
    pub chain_name: String,
    /// The wallet's public name, or its address made short.
    pub label: String,
    /// How much, in whole units.
    pub amount: Option<Amount>,
    /// How much, in the smallest unit, where whole units are not known.
    pub raw: Option<String>,
    /// Dollars for one whole unit.
    pub price: Option<Amount>,
    /// The money.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Why it has no value.
    pub reason: Option<Reason>,
    /// When the balance was read.
    pub as_of: Timestamp,
    /// At which block.
    pub block: u64,
    /// Whether it is a coin, or a token that a list names.
    pub listed: bool,
    /// Whether that reading is old or a later one failed.
    pub stale: bool,
    /// Where anybody can check the balance.
    pub explorer_url: Option<String>,
}

/// A wallet.
#[derive(Clone, Debug)]
pub struct SharedWalletLine {
    /// Which.
    pub wallet: SharedWallet,
    /// The money that is known there.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Holdings with a value.
    pub priced: u32,
    /// Holdings without.
    pub unpriced: u32,
    /// Accounts that have not answered yet.
    pub reading: u32,
    /// By chain, the most valuable first.
    pub chains: Vec<(ChainId, Option<Amount>, Option<Ratio>)>,
}

/// A price that the sources came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPrice {
    /// Dollars for one whole unit.
    pub value: Amount,
    /// Of when it is.
    pub as_of: Timestamp,
    /// How many sources counted.
    pub sources: u32,
    /// How far they lie apart, as a part of the price.
    pub spread: Option<Ratio>,
    /// How sure the sources are.
    pub confidence: Option<Ratio>,
}

impl SharedPortfolio {
    /// The id of one of its figures.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> FigureId {
        FigureId::new(self.valuation, self.owner, path)
    }

    pub(super) async fn now(
        ports: &Ports,
        from: &Viewpoint,
        query: &BalanceQuery,
        wallets: &[SharedWallet],
        unread: u32,
    ) -> Result<Self, StorageError> {
        let gathered = now(ports, from, &query.currency).await?;
        let (recipe, inputs) = (gathered.recipe, gathered.inputs.narrowed(&query.filter()));
        let folded = fold(&inputs, &Filter::default(), "Net worth", &mut NoTrace);
        let times = || {
            inputs
                .accounts
                .iter()
                .filter_map(|one| Some(one.snapshot.as_ref()?.as_of()))
        };
        let nothing_read = times().next().is_none() && !inputs.accounts.is_empty();
        let groups = groups(&inputs, &folded.holdings);
        let coverage = Coverage::of(&inputs, &folded);
        let line = |wallet: &SharedWallet| wallet_line(wallet, held_at(&inputs, &folded, &wallet.address));
        Ok(Self {
            valuation: recipe.id,
            owner: from.owner,
            currency: inputs.conversion.currency.clone(),
            as_of: times().min(),
            total: coverage
                .total()
                .filter(|_| !nothing_read && (unread == 0 || coverage.priced > 0)),
            coverage: SharedCoverage::of(coverage, unread),
            assets: asset_lines(&inputs, &folded, &groups)
                .into_iter()
                .map(Into::into)
                .collect(),
            rest: rest_of_assets(&folded, &groups),
            dust: dust(&groups),
            networks: network_lines(&inputs, &folded),
            kinds: kind_lines(&inputs, &folded),
            wallets: wallets.iter().map(line).collect(),
            prices: priced(inputs)
                .into_iter()
                .map(|(asset, one)| (asset, one.into()))
                .collect(),
        })
    }
}

fn wallet_line(wallet: &SharedWallet, held: Held) -> SharedWalletLine {
    let Held {
        value,
        share,
        priced,
        unpriced,
        reading,
        chains,
    } = held;
    SharedWalletLine {
        wallet: wallet.clone(),
        value,
        share,
        priced,
        unpriced,
        reading,
        chains,
    }
}
