//! Searches the ledger: conditions, order and pages.

use std::{cmp::Ordering, collections::BTreeSet};

use ports::{
    Address, Amount, AssetId, ChainId, Currency, Day, Timestamp,
    entry::{EntryKind, EntryMethod},
};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookRow},
        cost::CostBuilder,
        coverage::HistoryCoverage,
        line::{EntryLine, LineBuilder, sides},
        party::PartyNames,
    },
};

/// The value in dollars under which a row is dust.
const DUST: Amount = Amount::ONE;

/// A search in the ledger.
#[derive(Clone, Debug)]
pub struct EntryQuery {
    /// The offset of the first row.
    pub start: usize,
    /// The maximum number of rows.
    pub limit: usize,
    /// Which rows.
    pub conditions: EntryConditions,
    /// The order.
    pub sort: EntrySort,
    /// Whether the order is ascending.
    pub ascending: bool,
    /// The currency of values.
    pub currency: Currency,
}

/// Which rows a search returns. Values of one list are alternatives; an empty list is no condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryConditions {
    /// Part of a label, an address, a transaction or a symbol; empty for none.
    pub search: String,
    /// Years, UTC.
    pub years: Vec<i32>,
    /// Groups of assets.
    pub assets: Vec<String>,
    /// Methods.
    pub methods: Vec<EntryMethod>,
    /// Addresses of the person's wallets.
    pub wallets: Vec<Address>,
    /// Chains.
    pub chains: Vec<ChainId>,
    /// Finer kinds.
    pub kinds: Vec<EntryKind>,
    /// The earliest time.
    pub from: Option<Timestamp>,
    /// The latest time.
    pub to: Option<Timestamp>,
    /// Whether rows worth less than a dollar are left out. Rows without a known value stay.
    pub hides_dust: bool,
}

/// The order of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntrySort {
    /// By time.
    #[default]
    Time,
    /// By the name or address of who gave.
    From,
    /// By the name or address of who received.
    To,
    /// By the symbol of the first amount.
    Asset,
    /// By the value in dollars at the row's own day; unknown values come last in both directions.
    Value,
    /// By method.
    Method,
}

/// A page of a search.
#[derive(Clone, Debug)]
pub struct EntryPage {
    /// The rows.
    pub rows: Vec<EntryLine>,
    /// How many rows match.
    pub total: usize,
    /// How many rows match but are left out as dust.
    pub dust_hidden: usize,
    /// How much of the history is known.
    pub coverage: HistoryCoverage,
    /// Changes with every change of the rows.
    pub revision: String,
}

impl Ledgers {
    /// Returns a page of the caller's entries.
    pub async fn search(&self, caller: &Caller, query: &EntryQuery) -> Result<EntryPage, LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let coverage = self.coverage(&owner).await?;
        let names = self.names(&book);
        let (matching, dust_hidden) = matching(&book, &names, &query.conditions);
        let total = matching.len();
        let page = ordered(&book, &names, matching, query)
            .into_iter()
            .skip(query.start)
            .take(query.limit);
        let page: Vec<&BookRow> = page.collect();
        let values = self.valuer(Some(caller.user), &book, &page, &query.currency).await?;
        let basis = self
            .books
            .basis(&self.ports, owner.user, &book, &query.currency)
            .await?;
        let builder = LineBuilder {
            ports: &self.ports,
            book: &book,
            names,
            values: &values,
            costs: Some(CostBuilder {
                book: &book,
                basis: &basis,
            }),
        };
        Ok(EntryPage {
            rows: page.into_iter().map(|row| builder.line(row)).collect(),
            total,
            dust_hidden,
            revision: book.revision(),
            coverage,
        })
    }
}

/// Returns the rows that meet the conditions, the newest first, and how many more are dust.
fn matching<'a>(book: &'a Book, names: &PartyNames<'_>, conditions: &EntryConditions) -> (Vec<&'a BookRow>, usize) {
    let filter = RowFilter::new(book, names, conditions);
    let rows = book.rows.iter().filter(|row| filter.accepts(row));
    let is_dust = |row: &&BookRow| conditions.hides_dust && row.value_then.is_some_and(|value| value < DUST);
    let (dust, rows): (Vec<_>, Vec<_>) = rows.partition(is_dust);
    (rows, dust.len())
}

/// The conditions, prepared for comparing many rows.
struct RowFilter<'a> {
    book: &'a Book,
    names: &'a PartyNames<'a>,
    conditions: &'a EntryConditions,
    search: String,
    assets: BTreeSet<AssetId>,
}

impl<'a> RowFilter<'a> {
    fn new(book: &'a Book, names: &'a PartyNames<'a>, conditions: &'a EntryConditions) -> Self {
        let is_in_group = |group: &str| conditions.assets.iter().any(|wanted| wanted == group);
        let assets = book.assets.values();
        let assets = assets.filter(|asset| is_in_group(&asset.group) || is_in_group(asset.id.as_str()));
        Self {
            book,
            names,
            conditions,
            search: conditions.search.trim().to_lowercase(),
            assets: assets.map(|asset| asset.id.clone()).collect(),
        }
    }

    fn accepts(&self, row: &BookRow) -> bool {
        let (entry, conditions) = (&row.entry, self.conditions);
        let is_of = |test: &dyn Fn(&ports::AccountId) -> bool| row.accounts().any(test);
        in_list(&conditions.years, || year(entry.time))
            && in_list(&conditions.methods, || entry.kind.method())
            && in_list(&conditions.kinds, || entry.kind)
            && (conditions.chains.is_empty() || is_of(&|one| conditions.chains.contains(&one.chain)))
            && (conditions.wallets.is_empty() || is_of(&|one| conditions.wallets.contains(&one.address)))
            && conditions.from.is_none_or(|from| from <= entry.time)
            && conditions.to.is_none_or(|to| entry.time <= to)
            && (conditions.assets.is_empty() || row.legs().any(|leg| self.is_wanted(&leg.asset)))
            && (self.search.is_empty() || self.mentions(row))
    }

    fn is_wanted(&self, asset: &AssetId) -> bool {
        self.assets.contains(asset) || self.conditions.assets.iter().any(|wanted| wanted == asset.as_str())
    }

    /// Returns whether the searched text is part of what the row shows, or of its transaction or addresses.
    fn mentions(&self, row: &BookRow) -> bool {
        let has = |text: &str| text.to_lowercase().contains(&self.search);
        let (from, to) = sides(self.names, row);
        let parties = [from, to];
        let mut parties = parties.iter().flatten();
        let mut ids = std::iter::once(&row.entry)
            .chain(row.others())
            .map(|entry| &entry.id.transaction);
        ids.any(|id| has(id.as_str()))
            || parties.any(|party| has(party.address.as_str()) || party.name.as_deref().is_some_and(has))
            || row.entry.protocol.as_deref().is_some_and(has)
            || row.legs().any(|leg| {
                let asset = self.book.assets.get(&leg.asset);
                let is_named = |asset: &ports::Asset| has(&asset.metadata.symbol) || has(&asset.metadata.name);
                asset.is_some_and(is_named) || has(leg.asset.as_str())
            })
    }
}

fn in_list<T: PartialEq>(wanted: &[T], value: impl FnOnce() -> T) -> bool {
    wanted.is_empty() || wanted.contains(&value())
}

/// Returns the UTC year of a time.
pub(super) fn year(time: Timestamp) -> i32 {
    let day = Day::of(time).to_string();
    day.rsplitn(3, '-')
        .nth(2)
        .and_then(|year| year.parse().ok())
        .unwrap_or(0)
}

fn ordered<'a>(
    book: &Book,
    names: &PartyNames<'_>,
    mut rows: Vec<&'a BookRow>,
    query: &EntryQuery,
) -> Vec<&'a BookRow> {
    let directed = |order: Ordering| if query.ascending { order } else { order.reverse() };
    match query.sort {
        // Rows are stored with the newest first.
        EntrySort::Time if query.ascending => rows.reverse(),
        EntrySort::Time => {}
        EntrySort::Method => rows.sort_by(|a, b| directed(a.entry.kind.method().cmp(&b.entry.kind.method()))),
        EntrySort::Value => rows.sort_by(|a, b| match (a.value_then, b.value_then) {
            (Some(a), Some(b)) => directed(a.cmp(&b)),
            (known, other) => known.is_none().cmp(&other.is_none()),
        }),
        EntrySort::From | EntrySort::To | EntrySort::Asset => {
            let mut keyed: Vec<(String, &BookRow)> = rows
                .into_iter()
                .map(|row| (key(book, names, row, query.sort), row))
                .collect();
            keyed.sort_by(|a, b| directed(a.0.cmp(&b.0)));
            rows = keyed.into_iter().map(|(_, row)| row).collect();
        }
    }
    rows
}

/// Returns the text by which a row is sorted.
fn key(book: &Book, names: &PartyNames<'_>, row: &BookRow, sort: EntrySort) -> String {
    let (from, to) = sides(names, row);
    let text = match sort {
        EntrySort::From => from.as_ref().map(|party| party.text().to_owned()),
        EntrySort::To => to.as_ref().map(|party| party.text().to_owned()),
        EntrySort::Asset | EntrySort::Time | EntrySort::Value | EntrySort::Method => {
            let asset = row.legs().next().and_then(|leg| book.assets.get(&leg.asset));
            asset.map(|asset| asset.metadata.symbol.clone())
        }
    };
    text.unwrap_or_default().to_lowercase()
}

impl Book {
    /// Returns a text that changes with every change of the rows.
    pub(super) fn revision(&self) -> String {
        let heads = self.heads.iter().map(|head| head.revision.to_string());
        heads.collect::<Vec<_>>().join(".")
    }
}
