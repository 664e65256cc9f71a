//! Finds the rows of a search and orders them.

use std::{cmp::Ordering, collections::BTreeSet};

use ports::{Address, Amount, AssetId, Day};

use crate::ledger::{
    book::{Book, BookRow},
    conditions::{EntryConditions, EntrySort, RowOrder},
    latest_searches::FoundRows,
    line::sides,
    party::PartyNames,
};

/// The value in dollars under which a row is dust.
const DUST: Amount = Amount::ONE;

/// A row with its position in the book.
type PlacedRow<'a> = (u32, &'a BookRow);

/// Returns the rows that meet the conditions of a search, in its order.
pub(super) fn search(book: &Book, names: &PartyNames<'_>, conditions: &EntryConditions, order: RowOrder) -> FoundRows {
    let filter = RowFilter::new(book, names, conditions);
    let rows = (0..).zip(&book.rows).filter(|(_, row)| filter.accepts(row));
    let is_dust = |row: &BookRow| conditions.hides_dust && row.value_then.is_some_and(|value| value < DUST);
    let (dust, rows): (Vec<_>, Vec<_>) = rows.partition(|(_, row)| is_dust(row));
    let rows = ordered(book, names, rows, order);
    FoundRows {
        positions: rows.into_iter().map(|(at, _)| at).collect(),
        dust_hidden: dust.len(),
    }
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
        in_list(&conditions.years, || Day::of(entry.time).year())
            && in_list(&conditions.methods, || entry.kind.method())
            && in_list(&conditions.kinds, || entry.kind)
            && (conditions.chains.is_empty() || is_of(&|one| conditions.chains.contains(&one.chain)))
            && (conditions.wallets.is_empty() || is_of(&|one| self.is_wanted_wallet(&one.address)))
            && conditions.from.is_none_or(|from| from <= entry.time)
            && conditions.to.is_none_or(|to| entry.time <= to)
            && (conditions.assets.is_empty() || row.legs().any(|leg| self.is_wanted(&leg.asset)))
            && (self.search.is_empty() || self.mentions(row))
    }

    /// Returns whether the address or, of an extended key, another of its addresses is wanted.
    fn is_wanted_wallet(&self, address: &Address) -> bool {
        let wanted = &self.conditions.wallets;
        let wallet = self.book.wallet(address);
        wanted.iter().any(|one| self.book.wallet(one) == wallet)
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
            || self
                .book
                .combined
                .replaced(&row.entry.id)
                .iter()
                .any(|id| has(id.account.address.as_str()))
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

fn ordered<'a>(
    book: &Book,
    names: &PartyNames<'_>,
    mut rows: Vec<PlacedRow<'a>>,
    order: RowOrder,
) -> Vec<PlacedRow<'a>> {
    let directed = |found: Ordering| if order.ascending { found } else { found.reverse() };
    match order.sort {
        // Rows are stored with the newest first.
        EntrySort::Time if order.ascending => rows.reverse(),
        EntrySort::Time => {}
        EntrySort::Method => {
            rows.sort_by(|(_, a), (_, b)| directed(a.entry.kind.method().cmp(&b.entry.kind.method())));
        }
        EntrySort::Value => rows.sort_by(|(_, a), (_, b)| match (a.value_then, b.value_then) {
            (Some(a), Some(b)) => directed(a.cmp(&b)),
            (known, other) => known.is_none().cmp(&other.is_none()),
        }),
        EntrySort::From | EntrySort::To | EntrySort::Asset => {
            let keyed = rows.into_iter().map(|row| (key(book, names, row.1, order.sort), row));
            let mut keyed: Vec<(String, PlacedRow<'_>)> = keyed.collect();
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
