//! A portfolio as a visitor sees it: separate types that have fields only for what visitors may see.

use std::collections::BTreeMap;

use ports::{
    AccountId, Amount, AssetId, ChainId, Currency, Owner, Ports, PositionPlace, Ratio, Receipt, StorageError,
    Timestamp, ValuationId,
};

use crate::{
    reason::Reason,
    share::SharedWallet,
    trace::NoTrace,
    valuation::{
        AssetOnChain, BalanceQuery, BalanceSheet, Coverage, Dust, FigureId, FigurePath, Filter, Held, KindLine,
        NetworkLine, Part, Rest, Unconverted, Viewpoint, asset_lines, balance_sheet, dust, fold, groups, held_at,
        kind_lines, network_lines, now, priced, rest_of_assets,
    },
};

/// The valued portfolio of a share session.
#[derive(Clone, Debug)]
pub struct SharedPortfolio {
    /// The id of its valuation.
    pub valuation: ValuationId,
    owner: Owner,
    /// The currency of all amounts of money.
    pub currency: Currency,
    /// The block time of the oldest balance.
    pub as_of: Option<Timestamp>,
    /// The total of everything that is known; `None` until something was read.
    pub total: Option<Amount>,
    /// What the total includes and what is missing from it.
    pub coverage: SharedCoverage,
    /// One row per asset, the most valuable first, those without a value last.
    pub assets: Vec<SharedAsset>,
    /// The assets beyond those that have a row of their own, combined.
    pub rest: Option<Rest>,
    /// The assets below the dust limit, combined.
    pub dust: Dust,
    /// One row per network, in the order of the chains.
    pub networks: Vec<NetworkLine>,
    /// One row per kind of position.
    pub kinds: Vec<KindLine>,
    /// How wallets, exchanges and positions in protocols add up.
    pub sheet: BalanceSheet,
    /// One row per wallet, in the owner's order.
    pub wallets: Vec<SharedWalletLine>,
    /// The decided prices of the assets held.
    pub prices: BTreeMap<AssetId, SharedPrice>,
}

/// What is known and what is missing: how much and where, but never the error texts of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCoverage {
    /// The known value, unrounded.
    pub known: Amount,
    /// How many holdings have a price.
    pub priced: u32,
    /// Holdings without a value.
    pub unpriced: Vec<SharedGap>,
    /// Sources that failed.
    pub failed: Vec<SharedFailure>,
    /// Sources whose last successful answer is old.
    pub stale: Vec<SharedStale>,
    /// How many holdings are left out as spam.
    pub hidden: u32,
    /// How many accounts have not answered yet.
    pub reading: u32,
    /// How many of the owner's wallets are not read. Only the owner can see which ones and what was entered.
    pub unread: u32,
    /// Chains on which not every token is looked for, and the protocols there that could not be read.
    pub not_looked_for: Vec<(ChainId, Option<PositionPlace>)>,
    /// Holdings that have a dollar price but no amount in the currency.
    pub unconverted: Option<Unconverted>,
    /// Whether nothing is missing.
    pub complete: bool,
}

/// A holding without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedGap {
    /// The asset held.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The account that holds it.
    pub account: AccountId,
    /// Quantity in whole units, if known.
    pub amount: Option<Amount>,
    /// Quantity in the smallest unit, if the decimals are unknown.
    pub raw: Option<String>,
    /// Why it has no value.
    pub reason: Reason,
}

/// A source that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFailure {
    /// Name to show.
    pub name: String,
    /// The account that could not be read, if the source was read for one.
    pub account: Option<AccountId>,
    /// When it last answered successfully.
    pub last_good: Option<Timestamp>,
}

/// A source whose last successful answer is old.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedStale {
    /// Name to show.
    pub name: String,
    /// The time of that answer.
    pub as_of: Timestamp,
    /// The account that it concerns, if it was read for one.
    pub account: Option<AccountId>,
}

/// An asset summed over all accounts.
#[derive(Clone, Debug)]
pub struct SharedAsset {
    /// The group of assets that are the same on several chains.
    pub group: String,
    /// The asset of the largest part.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The position that the token is a receipt of, if known.
    pub receipt: Option<Receipt>,
    /// The sum of the quantities in whole units, if all are known.
    pub amount: Option<Amount>,
    /// The known value.
    pub value: Option<Amount>,
    /// The price of one whole unit of the largest part, in the portfolio's currency.
    pub price: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// Whether its value is below the dust limit.
    pub dust: bool,
    /// The holdings, the most valuable first.
    pub parts: Vec<Part>,
    /// The holdings beyond the listed ones, combined.
    pub rest: Option<Rest>,
    /// One row per chain; empty if all of it is on one chain.
    pub chains: Vec<AssetOnChain>,
    /// Warnings about the asset.
    pub flags: Vec<Reason>,
}

/// The row of one wallet.
#[derive(Clone, Debug)]
pub struct SharedWalletLine {
    /// The wallet.
    pub wallet: SharedWallet,
    /// The known value in the wallet.
    pub value: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// How many holdings have a value.
    pub priced: u32,
    /// How many holdings have none.
    pub unpriced: u32,
    /// How many accounts have not answered yet.
    pub reading: u32,
    /// Value and fraction per chain, the most valuable first.
    pub chains: Vec<(ChainId, Option<Amount>, Option<Ratio>)>,
}

/// A decided price without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPrice {
    /// The price of one whole unit, in the portfolio's currency.
    pub value: Amount,
    /// The time of the price.
    pub as_of: Timestamp,
    /// How many sources were used.
    pub sources: u32,
    /// (highest − lowest) / lowest of the quotes that were used.
    pub spread: Option<Ratio>,
    /// The lowest confidence that a source stated, if any stated one.
    pub confidence: Option<Ratio>,
}

impl SharedPortfolio {
    /// Returns the id of one of the figures.
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
            kinds: kind_lines(&folded),
            sheet: balance_sheet(&inputs, &folded),
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
        read_at: _,
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
