//! The fees of a span of time, by chain and by period.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AssetId, ChainId, Currency, Day, TimeZone, Timestamp};

use super::window::{ReportWindow, WindowBook, chains_of, each_event};
use crate::{
    accounting::{FeeTotals, Movement, MovementRole, PartialSum, PeriodLength},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::BookBasis,
        report::coverage::ReportCoverage,
        search::valuer::PriceToday,
    },
};

/// The fees of a span of time.
#[derive(Clone, Debug)]
pub struct FeeReport {
    /// By period and chain, the oldest first; only those with fees.
    pub rows: Vec<(Day, ChainFees)>,
    /// By chain, the largest first.
    pub chains: Vec<ChainFees>,
    /// The first day of every period from the first to the last moment.
    pub days: Vec<Day>,
    /// The value of all fees.
    pub total: PartialSum,
    /// How many fees.
    pub count: u32,
    /// Today's prices of the assets in which fees were paid.
    pub prices: BTreeMap<AssetId, PriceToday>,
    /// What it covers.
    pub window: ReportWindow,
    /// The last moment.
    pub end: Timestamp,
    /// The length of the periods.
    pub length: PeriodLength,
    /// The currency.
    pub currency: Currency,
    /// The zone in which days begin.
    pub zone: TimeZone,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// The fees on a chain.
#[derive(Clone, Debug)]
pub struct ChainFees {
    /// The chain.
    pub chain: ChainId,
    /// The asset in which most of them were paid.
    pub asset: AssetId,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// How many, what was paid of that asset, and the value of all of them.
    pub totals: FeeTotals,
}

/// The fees of a chain, by the number of the asset in which they were paid.
type ByAsset = BTreeMap<u32, FeeTotals>;

impl Ledgers {
    /// Returns the fees that the caller paid.
    pub async fn fees(
        &self,
        caller: &Caller,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<FeeReport, LedgerError> {
        let owner = self.owner(caller).await?;
        self.fees_of(&owner, window, currency).await
    }

    /// Returns the fees that an owner paid.
    pub(crate) async fn fees_of(
        &self,
        owner: &BookOwner,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<FeeReport, LedgerError> {
        let WindowBook {
            book,
            basis,
            window,
            end,
            length,
            days,
        } = self.window_book(owner, window, currency).await?;
        let fees = Fees::of((&book, &basis), &window, |at| length.start(owner.zone.day(at)));
        let chains = fees.chains(&basis);
        let assets = chains.iter().map(|one| one.asset.clone()).collect();
        let values = self.valuer_of(owner.user, &book, (assets, BTreeSet::new()), currency);
        Ok(FeeReport {
            total: PartialSum::total(chains.iter().map(|one| one.totals.value)),
            count: chains.iter().map(|one| one.totals.count).sum(),
            prices: values.await?.prices_today(),
            rows: fees.rows(&basis),
            chains,
            days,
            window,
            end,
            length,
            currency: currency.clone(),
            zone: owner.zone.clone(),
            coverage: ReportCoverage::from(&self.coverage(owner).await?),
        })
    }
}

/// The fees of a window, by period and chain.
struct Fees(BTreeMap<(Day, ChainId), ByAsset>);

impl Fees {
    fn of((book, basis): (&Book, &BookBasis), window: &ReportWindow, period: impl Fn(Timestamp) -> Day) -> Self {
        let mut fees = Self(BTreeMap::new());
        each_fee(book, basis, window, |chain, fee| {
            add(fees.0.entry((period(fee.time), chain.clone())).or_default(), fee);
        });
        fees
    }

    fn rows(&self, basis: &BookBasis) -> Vec<(Day, ChainFees)> {
        let rows = self.0.iter();
        rows.filter_map(|((day, chain), assets)| Some((*day, chain_fees(basis, chain, assets)?)))
            .collect()
    }

    /// Returns the fees of each chain, the largest first.
    fn chains(&self, basis: &BookBasis) -> Vec<ChainFees> {
        let mut sums: BTreeMap<&ChainId, ByAsset> = BTreeMap::new();
        for ((_, chain), assets) in &self.0 {
            let sum = sums.entry(chain).or_default();
            for (asset, totals) in assets {
                merge(sum.entry(*asset).or_default(), totals);
            }
        }
        let sums = sums.iter();
        let mut chains: Vec<ChainFees> = sums
            .filter_map(|(chain, assets)| chain_fees(basis, chain, assets))
            .collect();
        chains.sort_by_key(|one| std::cmp::Reverse(one.totals.value.known));
        chains
    }
}

/// Hands over each fee of a window with its chain.
pub(in crate::ledger) fn each_fee(
    book: &Book,
    basis: &BookBasis,
    window: &ReportWindow,
    mut each: impl FnMut(&ChainId, &Movement),
) {
    let chains = chains_of(book, basis);
    each_event(book, basis, window, |event| {
        for fee in event.iter().filter(|one| one.role == MovementRole::Fee) {
            let chain = chains.get(&fee.account);
            if let Some(chain) = chain.filter(|chain| window.has_chain(Some(chain))) {
                each(chain, fee);
            }
        }
    });
}

fn chain_fees(basis: &BookBasis, chain: &ChainId, assets: &ByAsset) -> Option<ChainFees> {
    let (asset, totals) = main_fee(assets)?;
    Some(ChainFees {
        chain: chain.clone(),
        asset: basis.tables.of_number(asset)?.asset.clone(),
        symbol: basis.tables.ledger.symbol(asset).to_owned(),
        totals,
    })
}

fn add(assets: &mut ByAsset, fee: &Movement) {
    let totals = assets.entry(fee.asset).or_default();
    totals.count = totals.count.saturating_add(1);
    totals.quantity.add(Some(fee.quantity));
    totals.value.add(fee.total().ok().flatten());
}

fn merge(sum: &mut FeeTotals, other: &FeeTotals) {
    sum.count = sum.count.saturating_add(other.count);
    sum.quantity.add_sum(other.quantity);
    sum.value.add_sum(other.value);
}

/// Returns the asset in which most fees were paid, with the value of all of them. Fees in other assets are left out of its quantity.
fn main_fee(assets: &ByAsset) -> Option<(u32, FeeTotals)> {
    let (asset, main) = assets.iter().max_by_key(|(_, totals)| totals.count)?;
    let mut totals = *main;
    for (_, other) in assets.iter().filter(|(other, _)| *other != asset) {
        totals.count = totals.count.saturating_add(other.count);
        totals.value.add_sum(other.value);
        totals.quantity.left_out = totals.quantity.left_out.saturating_add(other.count);
    }
    Some((*asset, totals))
}
