//! The rows of a book in a compact form.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ports::{
    AccountId, Amount, AssetId, ChainId, EntryId, Timestamp,
    entry::{EntryKind, LegRole},
};

use crate::{
    accounting::Exact,
    ledger::table::{
        book_row::{BookRow, Partner},
        entry_table::EntryTable,
        numbered_values::index,
        pricing::PastValues,
    },
    parallel::{PART, par_map},
    transfer_match::{MatchReason, TransferLink},
};

/// The rows of a book, the newest first. A row is made of the table of entries when it is needed.
#[derive(Default)]
pub(in crate::ledger) struct RowTable {
    entries: EntryTable,
    rows: Vec<PackedRow>,
    /// Values that do not fit in 128 bits, by the entry of their rows.
    long: BTreeMap<u32, Amount>,
    /// The other sides of own transfers, by the entry of their rows.
    partners: BTreeMap<u32, PackedPartner>,
    has_unknown_values: bool,
}

struct PackedRow {
    entry: u32,
    /// What came in, else what went out, in dollars of its own day; `None` where a price is unknown or nothing moved.
    value_then: Option<PackedValue>,
}

/// The digits of an amount and its decimal places.
type PackedValue = ([u8; 16], u8);

/// Returns a value in few bytes; `None` where it does not fit.
fn packed(value: Amount) -> Option<PackedValue> {
    let (digits, places) = Exact::try_from(value).ok()?.parts()?;
    Some((digits.to_le_bytes(), places))
}

struct PackedPartner {
    given: Vec<u32>,
    received: Vec<u32>,
    reason: MatchReason,
}

impl RowTable {
    /// Combines the sides of matched transfers and sorts the rows, the newest first. `numbers` are those of the entries in matches.
    pub fn new(
        entries: EntryTable,
        (links, numbers): (Vec<TransferLink>, &BTreeMap<EntryId, u32>),
        values: &PastValues,
    ) -> Self {
        let linked = LinkedEntries::of(links, numbers);
        let mut table = Self {
            rows: Vec::with_capacity(entries.len()),
            partners: linked.partners,
            entries,
            ..Self::default()
        };
        let entries = &table.entries;
        let own = (0..index(entries.len())).filter(|number| !linked.others.contains(number));
        let own: Vec<u32> = own.collect();
        for part in own.chunks(PART) {
            let value_then = |_, number: &u32| {
                values.of_amounts(
                    entries.amounts(*number),
                    entries.places(*number),
                    entries.time(*number)?,
                )
            };
            for (entry, value_then) in part.iter().copied().zip(par_map(part, value_then)) {
                let moves = || entries.amounts(entry).any(|(role, ..)| role != LegRole::Fee);
                table.has_unknown_values |= value_then.is_none() && moves();
                let packed = value_then.and_then(packed);
                table
                    .long
                    .extend(value_then.filter(|_| packed.is_none()).map(|value| (entry, value)));
                table.rows.push(PackedRow {
                    entry,
                    value_then: packed,
                });
            }
        }
        table.rows.sort_by(|one, other| entries.compare(other.entry, one.entry));
        table
    }

    /// Returns the rows that a test states, in their order.
    #[cfg(test)]
    pub fn of(rows: Vec<BookRow>) -> Self {
        let mut table = Self::default();
        for row in rows {
            let mut add = |entry: &ports::Entry| {
                table.entries.extend(std::slice::from_ref(entry));
                index(table.entries.len() - 1)
            };
            let entry = add(&row.entry);
            let partner = row.partner.map(|partner| PackedPartner {
                given: partner.given.iter().map(&mut add).collect(),
                received: partner.received.iter().map(&mut add).collect(),
                reason: partner.reason,
            });
            table.partners.extend(partner.map(|partner| (entry, partner)));
            table.rows.push(PackedRow {
                entry,
                value_then: None,
            });
        }
        table
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns a row.
    pub fn get(&self, place: usize) -> Option<BookRow> {
        self.row(self.rows.get(place)?)
    }

    /// Returns the ids of the rows' entries.
    pub fn ids(&self) -> impl Iterator<Item = EntryId> {
        self.rows.iter().filter_map(|packed| self.entries.id(packed.entry))
    }

    /// Returns the ids and times of all entries, on either side.
    pub fn entries(&self) -> impl Iterator<Item = (EntryId, Timestamp)> {
        let numbers = 0..index(self.entries.len());
        numbers.filter_map(|number| Some((self.entries.id(number)?, self.entries.time(number)?)))
    }

    /// Returns the time of a row.
    pub fn time(&self, place: usize) -> Option<Timestamp> {
        self.entries.time(self.rows.get(place)?.entry)
    }

    /// Returns the chain of a row's entry, its block, and its position there.
    pub fn block_place(&self, place: usize) -> Option<(&ChainId, u64, u32)> {
        self.entries.place(self.rows.get(place)?.entry)
    }

    /// Returns the kind of a row's entry.
    pub fn kind(&self, place: usize) -> Option<EntryKind> {
        self.entries.kind(self.rows.get(place)?.entry)
    }

    /// Returns the accounts of both sides of a row.
    pub fn accounts(&self, place: usize) -> impl Iterator<Item = &AccountId> {
        self.numbers(place).filter_map(|number| self.entries.account(number))
    }

    /// Returns the assets of the legs of both sides of a row.
    pub fn assets(&self, place: usize) -> impl Iterator<Item = &AssetId> {
        let amounts = self.numbers(place).flat_map(|number| self.entries.amounts(number));
        amounts.map(|(_, asset, _)| asset)
    }

    /// Returns each account once, in the order in which the rows have them, the oldest row first.
    pub fn distinct_accounts(&self) -> Vec<&AccountId> {
        let mut seen = BTreeSet::new();
        let accounts = (0..self.rows.len()).rev().flat_map(|place| self.accounts(place));
        accounts.filter(|account| seen.insert(*account)).collect()
    }

    /// Returns each asset with the id of a token once, in the order in which the rows have them, the oldest row first.
    pub fn distinct_assets(&self) -> Vec<(&AssetId, Option<&str>)> {
        let mut seen = HashSet::new();
        let entries = (0..self.rows.len()).rev().flat_map(|place| self.numbers(place));
        let assets = entries.flat_map(|entry| self.entries.asset_numbers(entry));
        let distinct = assets.filter(|asset| seen.insert(*asset));
        distinct.filter_map(|asset| self.entries.asset(asset)).collect()
    }

    /// Returns the numbers of the entries of both sides of a row.
    fn numbers(&self, place: usize) -> impl Iterator<Item = u32> {
        let own = self.rows.get(place).map(|row| row.entry);
        let partner = own.and_then(|own| self.partners.get(&own));
        own.into_iter()
            .chain(partner.into_iter().flat_map(PackedPartner::entries).copied())
    }

    /// Returns the value of a row at its own day.
    pub fn value_then(&self, place: usize) -> Option<Amount> {
        let row = self.rows.get(place)?;
        let short = row
            .value_then
            .map(|(digits, places)| Exact::new(i128::from_le_bytes(digits), places).amount());
        short.or_else(|| self.long.get(&row.entry).copied())
    }

    /// Returns the number of the entry of a row.
    pub fn number(&self, place: usize) -> Option<u32> {
        Some(self.rows.get(place)?.entry)
    }

    /// Returns whether a row is an own transfer.
    pub fn has_partner(&self, place: usize) -> bool {
        let row = self.rows.get(place);
        row.is_some_and(|row| self.partners.contains_key(&row.entry))
    }

    /// Returns whether the value of a row is unknown although something moved.
    pub fn has_unknown_values(&self) -> bool {
        self.has_unknown_values
    }

    /// Returns the place of the row with this entry, on either side.
    pub fn place_with(&self, id: &EntryId) -> Option<usize> {
        self.places_with(std::slice::from_ref(id)).into_values().next()
    }

    /// Returns the places of the rows with these entries, on either side, by their positions in the list.
    pub fn places_with(&self, ids: &[EntryId]) -> BTreeMap<usize, usize> {
        let numbers = ids.iter().enumerate();
        let numbers =
            numbers.flat_map(|(at, id)| self.entries.numbers_of(id).into_iter().map(move |number| (number, at)));
        let numbers: BTreeMap<u32, usize> = numbers.collect();
        let mut places = BTreeMap::new();
        for (place, row) in self.rows.iter().enumerate() {
            let partner = self.partners.get(&row.entry).into_iter();
            let own = partner.flat_map(PackedPartner::entries).chain([&row.entry]);
            for at in own.filter_map(|number| numbers.get(number)) {
                places.entry(*at).or_insert(place);
            }
        }
        places
    }

    fn row(&self, packed: &PackedRow) -> Option<BookRow> {
        let entries = |numbers: &[u32]| numbers.iter().filter_map(|number| self.entries.get(*number)).collect();
        Some(BookRow {
            entry: self.entries.get(packed.entry)?,
            partner: self.partners.get(&packed.entry).map(|partner| Partner {
                given: entries(&partner.given),
                received: entries(&partner.received),
                reason: partner.reason.clone(),
            }),
        })
    }
}

impl PackedPartner {
    fn entries(&self) -> impl Iterator<Item = &u32> {
        self.given.iter().chain(&self.received)
    }
}

/// The own transfers among the entries.
#[derive(Default)]
struct LinkedEntries {
    /// The other sides, by the entry of the row.
    partners: BTreeMap<u32, PackedPartner>,
    /// The entries that are in the row of another one.
    others: BTreeSet<u32>,
}

impl LinkedEntries {
    fn of(links: Vec<TransferLink>, numbers: &BTreeMap<EntryId, u32>) -> Self {
        let mut linked = Self::default();
        for TransferLink { sent, received, reason } in links {
            let mut take = |ids: Vec<EntryId>| -> Vec<u32> {
                let numbers = ids.iter().filter_map(|id| numbers.get(id).copied());
                numbers.filter(|number| linked.others.insert(*number)).collect()
            };
            let (mut given, received) = (take(sent), take(received));
            if given.is_empty() {
                continue;
            }
            let entry = given.remove(0);
            linked.others.remove(&entry);
            let partner = PackedPartner {
                given,
                received,
                reason,
            };
            linked.partners.insert(entry, partner);
        }
        linked
    }
}
