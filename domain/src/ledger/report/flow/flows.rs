//! What came in and what went out in a span of time, by coin and by period.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Asset, AssetId, ChainId, Currency, Day, TimeZone, Timestamp};

use super::window::{ReportWindow, WindowBook, chains_of, each_event};
use crate::{
    accounting::{AssetFlow, FlowSide, Movement, PeriodLength},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::BookBasis,
        report::{coverage::ReportCoverage, value::coins::CoinIndex},
    },
};

/// What came in and what went out.
#[derive(Clone, Debug)]
pub struct FlowReport {
    /// The coins, the one with the larger of in and out first.
    pub rows: Vec<FlowRow>,
    /// Every period from the first to the last moment.
    pub periods: Vec<(Day, AssetFlow)>,
    /// Everything.
    pub total: AssetFlow,
    /// How many tokens of unknown issuers without any known value are left out.
    pub unlisted: usize,
    /// What it covers.
    pub window: ReportWindow,
    /// The last moment.
    pub end: Timestamp,
    /// The length of the periods.
    pub length: PeriodLength,
    /// The chains of the history, whatever the window.
    pub chains: BTreeSet<ChainId>,
    /// The currency.
    pub currency: Currency,
    /// The zone in which days begin.
    pub zone: TimeZone,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// What came in and what went out of a coin on all chains of the window.
#[derive(Clone, Debug)]
pub struct FlowRow {
    /// What the same coin on several chains has in common.
    pub group: String,
    /// Its asset: the one that was used first.
    pub asset: AssetId,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// Its name; empty where unknown.
    pub name: String,
    /// The flow.
    pub flow: AssetFlow,
    /// How many movements it sums, own transfers included.
    pub count: u32,
}

/// The flows of a window.
#[derive(Default)]
struct Flows {
    coins: BTreeMap<String, (AssetFlow, u32)>,
    periods: BTreeMap<Day, AssetFlow>,
}

impl Ledgers {
    /// Returns what came in to the caller's accounts and what went out.
    pub async fn flows(
        &self,
        caller: &Caller,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<FlowReport, LedgerError> {
        let owner = self.owner(caller).await?;
        self.flows_of(&owner, window, currency).await
    }

    /// Returns what came in to an owner's accounts and what went out.
    pub(crate) async fn flows_of(
        &self,
        owner: &BookOwner,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<FlowReport, LedgerError> {
        let WindowBook {
            book,
            basis,
            window,
            end,
            length,
            days,
        } = self.window_book(owner, window, currency).await?;
        let index = CoinIndex::of(&book, &basis.tables);
        let mut flows = Flows::default();
        each_flow(&book, &basis, (&window, &index), |group, movement| {
            flows.add(group, movement, length.start(owner.zone.day(movement.time)));
        });
        let periods = days
            .into_iter()
            .map(|day| (day, flows.periods.remove(&day).unwrap_or_default()));
        let periods = periods.collect();
        let (rows, mut unlisted) = rows(&book, &index, flows.coins);
        if window.coins.is_empty() {
            unlisted += uncountable(&book, &basis, &window);
        }
        let mut total = AssetFlow::default();
        for row in &rows {
            total.add_flow(&row.flow);
        }
        Ok(FlowReport {
            rows,
            periods,
            total,
            unlisted,
            length,
            chains: index.chains(),
            window,
            end,
            currency: currency.clone(),
            zone: owner.zone.clone(),
            coverage: ReportCoverage::from(&self.coverage(owner).await?),
        })
    }
}

/// Hands over each movement of a window that is a flow or an own transfer, with the coin or collection that it moves.
pub(in crate::ledger) fn each_flow(
    book: &Book,
    basis: &BookBasis,
    (window, index): (&ReportWindow, &CoinIndex),
    mut each: impl FnMut(&str, &Movement),
) {
    let chains = chains_of(book, basis);
    each_event(book, basis, window, |event| {
        for movement in event.iter().filter(|one| FlowSide::of(one).is_some()) {
            let group = index.group(movement.asset).filter(|group| window.has_coin(group));
            if let Some(group) = group.filter(|_| window.has_chain(chains.get(&movement.account))) {
                each(group, movement);
            }
        }
    });
}

impl Flows {
    fn add(&mut self, group: &str, movement: &Movement, period: Day) {
        if !self.coins.contains_key(group) {
            self.coins.insert(group.to_owned(), Default::default());
        }
        if let Some((flow, count)) = self.coins.get_mut(group) {
            flow.count(movement);
            *count = count.saturating_add(1);
        }
        self.periods.entry(period).or_default().count(movement);
    }
}

/// Returns the rows of coins, and how many are left out: those that nobody lists, without any known value.
fn rows(book: &Book, index: &CoinIndex, coins: BTreeMap<String, (AssetFlow, u32)>) -> (Vec<FlowRow>, usize) {
    let mut unlisted = 0;
    let mut rows = Vec::new();
    // Of the same coin on several chains the one that was used first.
    let assets: BTreeMap<&str, &AssetId> = index.groups().collect::<Vec<_>>().into_iter().rev().collect();
    for (group, (flow, count)) in coins {
        let Some(asset) = assets.get(group.as_str()).copied() else {
            continue;
        };
        let known = book.assets.get(asset);
        if !known.is_some_and(|asset| asset.listed) && is_without_value(&flow) {
            unlisted += 1;
            continue;
        }
        rows.push(FlowRow {
            group,
            asset: asset.clone(),
            symbol: known.map(|asset| asset.metadata.symbol.clone()).unwrap_or_default(),
            name: known.map(|asset| asset.metadata.name.clone()).unwrap_or_default(),
            flow,
            count,
        });
    }
    let size = |row: &FlowRow| row.flow.inflows().known.max(row.flow.outflows().known);
    rows.sort_by(|one, other| (size(other), &one.symbol).cmp(&(size(one), &other.symbol)));
    (rows, unlisted)
}

/// Returns how many tokens moved in a window whose decimals are not known, so that they have no quantities.
fn uncountable(book: &Book, basis: &BookBasis, window: &ReportWindow) -> usize {
    let without = |(id, asset): (&AssetId, &Asset)| {
        let is_without = asset.metadata.decimals.is_none() && !id.is_collection();
        let is_wanted = window.has_chain(Some(&id.chain()));
        (is_without && is_wanted).then(|| id.clone())
    };
    let mut left: BTreeSet<AssetId> = book.assets.iter().filter_map(without).collect();
    let all = left.len();
    for event in basis.events.get(window.events(basis)).unwrap_or_default() {
        if left.is_empty() {
            break;
        }
        for asset in usize::try_from(event.row)
            .into_iter()
            .flat_map(|row| book.rows.assets(row))
        {
            left.remove(asset);
        }
    }
    all - left.len()
}

fn is_without_value(flow: &AssetFlow) -> bool {
    [flow.inflows(), flow.outflows(), flow.transferred]
        .iter()
        .all(|sum| sum.known.is_zero())
}
