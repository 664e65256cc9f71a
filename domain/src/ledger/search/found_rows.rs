//! Finds the rows of a search and orders them.

use std::{cmp::Ordering, collections::BTreeSet};

use ports::{AccountId, Address, Amount, AssetId, entry::EntryKind};

use crate::ledger::{
    book::{
        Book,
        conditions::{EntryConditions, EntrySort, RowKind, RowOrder},
        latest_searches::FoundRows,
    },
    search::{line::sides, party::PartyNames},
    table::book_row::BookRow,
};

/// The value in dollars under which a row is dust.
const DUST: Amount = Amount::ONE;

/// Returns the rows that meet the conditions of a search, in its order.
pub(in crate::ledger) fn search(
    book: &Book,
    names: &PartyNames<'_>,
    conditions: &EntryConditions,
    order: RowOrder,
) -> FoundRows {
    let filter = RowFilter::new(book, names, conditions);
    let is_dust = |at| conditions.hides_dust && book.rows.value_then(at).is_some_and(|value| value < DUST);
    let (mut rows, mut dust_hidden) = (Vec::new(), 0);
    for at in (0..book.rows.len()).filter(|at| filter.accepts(*at)) {
        if is_dust(at) {
            dust_hidden += 1;
        } else {
            rows.push(at);
        }
    }
    let rows = ordered(book, names, rows, order).into_iter();
    FoundRows {
        positions: rows.filter_map(|at| u32::try_from(at).ok()).collect(),
        dust_hidden,
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

    /// Returns whether the row at this position meets the conditions. A row is made only where a text is searched in it.
    fn accepts(&self, at: usize) -> bool {
        let (rows, conditions) = (&self.book.rows, self.conditions);
        let (Some(time), Some(kind)) = (rows.time(at), rows.kind(at)) else {
            return false;
        };
        let is_of = |test: &dyn Fn(&AccountId) -> bool| rows.accounts(at).any(test);
        in_list(&conditions.years, || self.book.zone.day(time).year())
            && in_list(&conditions.methods, || kind.method())
            && (conditions.kinds.is_empty()
                || row_kind(self.book, at).is_some_and(|kind| conditions.kinds.contains(&kind)))
            && conditions.from.is_none_or(|from| from <= time)
            && conditions.to.is_none_or(|to| time <= to)
            && (conditions.chains.is_empty() || is_of(&|one| conditions.chains.contains(&one.chain)))
            && (conditions.wallets.is_empty() || is_of(&|one| self.is_wanted_wallet(&one.address)))
            && (conditions.assets.is_empty() || rows.assets(at).any(|asset| self.is_wanted(asset)))
            && (self.search.is_empty() || rows.get(at).is_some_and(|row| self.mentions(&row)))
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
        ids.any(|id| has(&id.to_string()))
            || self
                .book
                .combined
                .replaced(&row.entry.id)
                .iter()
                .any(|id| has(id.account.address.as_str()))
            || parties.any(|party| has(party.address.as_str()) || party.name.as_deref().is_some_and(has))
            || row.entry.protocol.as_deref().is_some_and(has)
            || has(shown_as(row).name())
            || row.legs().any(|leg| {
                let asset = self.book.assets.get(&leg.asset);
                let is_named = |asset: &ports::Asset| has(&asset.metadata.symbol) || has(&asset.metadata.name);
                asset.is_some_and(is_named) || has(leg.asset.as_str())
            })
    }
}

/// Returns what the row at this position is shown as.
pub(in crate::ledger) fn row_kind(book: &Book, at: usize) -> Option<RowKind> {
    let kind = book.rows.kind(at)?;
    if book.rows.has_partner(at) {
        return book.rows.get(at).map(|row| shown_as(&row));
    }
    Some(RowKind::of_entry(kind))
}

fn shown_as(row: &BookRow) -> RowKind {
    let kind = row.entry.kind;
    let is_plain = matches!(kind, EntryKind::Send | EntryKind::Receive);
    if is_plain && row.own_transfer().is_some() && !row.pays_others() {
        return RowKind::OwnTransfer;
    }
    RowKind::of_entry(kind)
}

fn in_list<T: PartialEq>(wanted: &[T], value: impl FnOnce() -> T) -> bool {
    wanted.is_empty() || wanted.contains(&value())
}

fn ordered(book: &Book, names: &PartyNames<'_>, mut rows: Vec<usize>, order: RowOrder) -> Vec<usize> {
    let directed = |found: Ordering| if order.ascending { found } else { found.reverse() };
    match order.sort {
        // Rows are stored with the newest first.
        EntrySort::Time if order.ascending => rows.reverse(),
        EntrySort::Time => {}
        EntrySort::Method => {
            let method = |at: &usize| book.rows.kind(*at).map(EntryKind::method);
            rows.sort_by(|a, b| directed(method(a).cmp(&method(b))));
        }
        EntrySort::Value => rows.sort_by(|a, b| match (book.rows.value_then(*a), book.rows.value_then(*b)) {
            (Some(a), Some(b)) => directed(a.cmp(&b)),
            (known, other) => known.is_none().cmp(&other.is_none()),
        }),
        EntrySort::From | EntrySort::To | EntrySort::Asset => {
            let keyed = rows
                .into_iter()
                .filter_map(|at| Some((key(book, names, &book.rows.get(at)?, order.sort), at)));
            let mut keyed: Vec<(String, usize)> = keyed.collect();
            keyed.sort_by(|a, b| directed(a.0.cmp(&b.0)));
            rows = keyed.into_iter().map(|(_, at)| at).collect();
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
