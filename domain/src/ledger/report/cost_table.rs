//! What everything that is held cost, and what it is worth today.

use std::collections::BTreeSet;

use ports::{Amount, AssetId, ChainId, CostRules, Currency};

use crate::{
    accounting::{AssetForm, Exact, PartialSum},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, NamedRule, OpenPool, OpenPools, average, rules_text},
        report::coverage::ReportCoverage,
        search::valuer::{PriceToday, Valuer},
    },
    reason::Reason,
};

/// What everything that is held cost, and what it is worth today, by the rules of the cost basis.
#[derive(Clone, Debug)]
pub struct CostTable {
    /// The rules.
    pub rules: CostRules,
    /// The rules as sentences.
    pub rules_text: String,
    /// The currency.
    pub currency: Currency,
    /// A row for each asset that is held; assets that are the same coin are one. The highest value first, unknown values last.
    pub rows: Vec<CostTableRow>,
    /// How many assets without cost and price are left out: tokens of unknown issuers that nobody lists.
    pub unlisted: usize,
    /// The cost of everything held with a known cost.
    pub cost: PartialSum,
    /// What everything held with a known price is worth today.
    pub value: PartialSum,
    /// What selling everything with a known cost and price would realize.
    pub gain: PartialSum,
    /// The share of the cost that is assumed, from 0 to 1; `None` where nothing has a known cost.
    pub assumed_share: Option<Amount>,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// What is held of an asset cost, and what it is worth today.
#[derive(Clone, Debug)]
pub struct CostTableRow {
    /// The asset; of several that are the same coin the native one, else the one that was used first.
    pub asset: AssetId,
    /// Its symbol, with the place for what is deposited without a token; empty where unknown.
    pub symbol: String,
    /// Its name; empty where unknown.
    pub name: String,
    /// Its chain.
    pub chain: ChainId,
    /// Whether it is what was deposited without a token.
    pub is_position: bool,
    /// The quantity by the history, in whole units; `None` where a number has too many digits.
    pub quantity: Option<Amount>,
    /// How much of it has no known cost.
    pub unknown: Amount,
    /// The cost of the rest; `None` where nothing has a known cost.
    pub cost: Option<Amount>,
    /// The cost of one whole unit, rounded to 18 places.
    pub average: Option<Amount>,
    /// The part of the cost that is assumed, because it arrived from elsewhere.
    pub assumed: Amount,
    /// The price, or why it is not known.
    pub price: Result<PriceToday, Reason>,
    /// What everything held of it is worth.
    pub value: Option<Amount>,
    /// What selling the quantity with a known cost would realize.
    pub gain: Option<Amount>,
}

/// The figures of a pool today.
#[derive(Clone, Copy, Debug)]
pub(in crate::ledger) struct HeldFigures {
    /// Everything held.
    pub quantity: Option<Amount>,
    /// What everything held is worth.
    pub value: Option<Amount>,
    /// The value of what has a known cost, less that cost.
    pub gain: Option<Amount>,
}

/// Prices of what is held at one moment.
pub(in crate::ledger) trait HeldPrices {
    /// Returns the price of a whole unit in the currency, or why it is not known.
    fn price(&self, asset: &AssetId) -> Result<PriceToday, Reason>;

    /// Returns what a quantity is worth in the currency, or why that is not known.
    fn worth(&self, asset: &AssetId, quantity: Amount) -> Result<Amount, Reason>;
}

impl HeldPrices for Valuer<'_> {
    fn price(&self, asset: &AssetId) -> Result<PriceToday, Reason> {
        self.price_today(asset)
    }

    fn worth(&self, asset: &AssetId, quantity: Amount) -> Result<Amount, Reason> {
        self.worth_today(asset, quantity)
    }
}

impl HeldFigures {
    /// Computes the figures of a pool of an asset.
    pub fn of(pool: &OpenPool, asset: &AssetId, values: &impl HeldPrices) -> Self {
        let fits = |sum: PartialSum| (sum.left_out == 0).then_some(sum.known);
        let (known, unknown, cost) = (fits(pool.known), fits(pool.unknown), fits(pool.cost));
        let quantity = known.zip(unknown).and_then(|(known, unknown)| known.add(unknown).ok());
        let worth = |quantity: Exact| values.worth(asset, quantity.amount()).ok();
        let known_value = known.filter(|known| !known.is_zero()).and_then(worth);
        Self {
            quantity: quantity.map(Exact::amount),
            value: quantity.and_then(worth),
            gain: known_value
                .zip(cost)
                .and_then(|(value, cost)| value.sub(cost.amount()).ok()),
        }
    }
}

impl CostTableRow {
    /// Returns the text by which its figures name it.
    #[must_use]
    pub fn subject(&self) -> String {
        subject(&self.asset, &self.symbol)
    }

    /// Returns the gain in percent of the cost, with one decimal; `None` where the cost is zero or unknown.
    #[must_use]
    pub fn gain_percent(&self) -> Option<Amount> {
        let (gain, cost) = (self.gain?, self.cost.filter(|cost| !cost.is_zero())?);
        let hundred: Amount = "100".parse().ok()?;
        gain.mul(hundred).ok()?.div_rounded(cost, 1).ok()
    }
}

/// Returns the text by which the figures of a pool name it.
pub(in crate::ledger) fn subject(asset: &AssetId, symbol: &str) -> String {
    format!("{asset} {symbol}")
}

/// The text by which the figures of everything name it.
pub const EVERYTHING_HELD: &str = "everything";

impl Ledgers {
    /// Returns what everything that the caller holds cost, and what it is worth today.
    pub async fn cost_table(&self, caller: &Caller, currency: &Currency) -> Result<CostTable, LedgerError> {
        let owner = self.owner(caller).await?;
        self.cost_table_of(&owner, currency).await
    }

    /// Returns what everything in an owner's book cost, and what it is worth today.
    pub(crate) async fn cost_table_of(&self, owner: &BookOwner, currency: &Currency) -> Result<CostTable, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let basis = self.books.basis(&self.ports, owner, &book, currency).await?;
        let values = self.held_values(owner, &book, &basis).await?;
        let coverage = self.coverage(owner).await?;
        let held = (&basis.open, &values);
        Ok(table(&book, &basis, held, ReportCoverage::from(&coverage)))
    }

    /// Loads today's prices of everything held.
    pub(in crate::ledger) async fn held_values<'a>(
        &self,
        owner: &BookOwner,
        book: &'a Book,
        basis: &BookBasis,
    ) -> Result<Valuer<'a>, LedgerError> {
        let main = basis.open.0.keys().filter_map(|pool| basis.tables.main_asset(*pool));
        let assets = main.filter_map(|number| basis.tables.of_number(number));
        let assets: BTreeSet<AssetId> = assets.map(|one| one.asset.clone()).collect();
        let of = (assets, BTreeSet::new());
        Ok(self.valuer_of(owner.user, book, of, basis.currency()).await?)
    }
}

/// Returns the table of what the pools of a book hold, at these prices.
pub(in crate::ledger) fn table(
    book: &Book,
    basis: &BookBasis,
    (pools, prices): (&OpenPools, &impl HeldPrices),
    coverage: ReportCoverage,
) -> CostTable {
    let mut table = CostTable {
        rules: basis.rules,
        rules_text: rules_text(basis.rules, &used_rules(basis, pools)),
        currency: basis.currency().clone(),
        rows: Vec::new(),
        unlisted: 0,
        cost: PartialSum::ZERO,
        value: PartialSum::ZERO,
        gain: PartialSum::ZERO,
        assumed_share: pools.assumed_share(),
        coverage,
    };
    for (pool, open) in &pools.0 {
        let Some(row) = row(book, basis, prices, (*pool, open)) else {
            continue;
        };
        if is_left_out(book, prices, &row.asset, open) {
            table.unlisted += 1;
            continue;
        }
        table.cost.add_sum(open.cost);
        if !open.unknown.known.is_zero() {
            table.cost.add(None);
        }
        let exact = |amount: Option<Amount>| amount.and_then(|amount| Exact::try_from(amount).ok());
        table.value.add(exact(row.value));
        table.gain.add(exact(row.gain));
        table.rows.push(row);
    }
    // An unknown value is not the lowest one.
    table.rows.sort_by_key(|row| std::cmp::Reverse(row.value));
    table
}

/// Returns whether an asset is left out: a token that nobody lists, without a price and without a known cost.
pub(in crate::ledger) fn is_left_out(book: &Book, prices: &impl HeldPrices, asset: &AssetId, pool: &OpenPool) -> bool {
    let is_listed = book.assets.get(asset).is_some_and(|asset| asset.listed);
    !is_listed && pool.known.known.is_zero() && prices.price(asset).is_err()
}

fn row(
    book: &Book,
    basis: &BookBasis,
    prices: &impl HeldPrices,
    (pool, open): (u32, &OpenPool),
) -> Option<CostTableRow> {
    let number = basis.tables.main_asset(pool)?;
    let id = &basis.tables.of_number(number)?.asset;
    let figures = HeldFigures::of(open, id, prices);
    let has_known = !open.known.known.is_zero();
    let name = book.assets.get(id).map(|asset| asset.metadata.name.clone());
    Some(CostTableRow {
        asset: id.clone(),
        symbol: basis.tables.ledger.symbol(number).to_owned(),
        name: name.unwrap_or_default(),
        chain: id.chain(),
        is_position: basis.tables.ledger.form(number) == AssetForm::Position,
        quantity: figures.quantity,
        unknown: open.unknown.known.amount(),
        cost: has_known.then(|| open.cost.known.amount()),
        average: has_known.then(|| average(open.cost.known, open.known.known)).flatten(),
        assumed: open.assumed.known.amount(),
        price: prices.price(id),
        value: figures.value,
        gain: figures.gain,
    })
}

/// Returns which rules besides the method changed the cost of something held.
fn used_rules(basis: &BookBasis, pools: &OpenPools) -> BTreeSet<NamedRule> {
    let pools = pools.0.iter();
    let is_position = |pool: u32| basis.tables.ledger.form(pool) == AssetForm::Position;
    let used = pools.flat_map(|(pool, open)| {
        let arrivals = (!open.assumed.known.is_zero()).then_some(NamedRule::Arrivals);
        arrivals
            .into_iter()
            .chain(is_position(*pool).then_some(NamedRule::Positions))
    });
    used.collect()
}
