//! What the entries that a search finds add up to.

use std::collections::{BTreeMap, BTreeSet};

use ports::{ChainId, Currency};

use super::FoundEntries;
use crate::{
    accounting::{AssetFlow, MovementRole, PartialSum},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner, conditions::RowKind},
        cost::PlannedEvent,
        report::coverage::ReportCoverage,
        search::{EntryQuery, filters::most_frequent, found_rows::row_kind},
    },
    parallel::{PART, par_map},
};

/// What the entries that a search finds add up to, at the prices of the time.
#[derive(Clone, Debug)]
pub struct EntrySums {
    /// How many entries.
    pub entries: usize,
    /// What came in and what went out. What moved between own accounts is neither.
    pub flow: AssetFlow,
    /// The fees.
    pub fees: PartialSum,
    /// What the disposals among them realized. What is left out has no known cost or price.
    pub realized: PartialSum,
    /// How many of them are transfers between own accounts.
    pub own_transfers: usize,
    /// How many of these went from one chain to another.
    pub bridges: usize,
    /// How many rows of each kind the search would find without its choice of kinds, the most frequent first.
    pub kinds: Vec<(RowKind, usize)>,
    /// The currency.
    pub currency: Currency,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

impl Ledgers {
    /// Returns what those of the caller's entries add up to that a search finds, whatever its page and order.
    pub async fn sums(&self, caller: &Caller, query: &EntryQuery) -> Result<EntrySums, LedgerError> {
        let owner = self.owner(caller).await?;
        self.sums_of(&owner, query).await
    }

    /// Returns what those of an owner's entries add up to that a search finds.
    pub(crate) async fn sums_of(&self, owner: &BookOwner, query: &EntryQuery) -> Result<EntrySums, LedgerError> {
        let found = self.found_entries(owner, query).await?;
        let coverage = self.coverage(owner).await?;
        let mut sums = EntrySums {
            entries: found.places().len(),
            flow: AssetFlow::default(),
            fees: PartialSum::ZERO,
            realized: PartialSum::ZERO,
            own_transfers: 0,
            bridges: 0,
            kinds: self.kinds(owner, &found.book, query),
            currency: query.currency.clone(),
            coverage: ReportCoverage::from(&coverage),
        };
        sums.add_rows(&found);
        sums.add_movements(&found);
        Ok(sums)
    }

    /// Counts the rows of each kind that a search finds without its choice of kinds.
    fn kinds(&self, owner: &BookOwner, book: &Book, query: &EntryQuery) -> Vec<(RowKind, usize)> {
        let mut any = query.clone();
        any.conditions.kinds.clear();
        let rows = self.found_rows(book, owner, &any);
        let mut counts: BTreeMap<RowKind, usize> = BTreeMap::new();
        let places = rows.positions.iter().filter_map(|at| usize::try_from(*at).ok());
        for kind in places.filter_map(|at| row_kind(book, at)) {
            *counts.entry(kind).or_default() += 1;
        }
        most_frequent(counts.into_iter().collect(), |kind| kind.1)
    }
}

impl EntrySums {
    /// Adds what the rows realized, and counts those that are own transfers.
    fn add_rows(&mut self, found: &FoundEntries) {
        let (rows, basis) = (&found.book.rows, &found.basis);
        for place in found.places() {
            if rows.has_partner(place) {
                self.own_transfers += 1;
                let chains: BTreeSet<&ChainId> = rows.accounts(place).map(|account| &account.chain).collect();
                self.bridges += usize::from(chains.len() > 1);
            }
            for step in basis
                .events_of(place)
                .into_iter()
                .flat_map(|event| basis.changes_of(event))
            {
                if let Some(gain) = step.gain {
                    self.realized.add(Some(gain.amount));
                }
                step.gaps.iter().for_each(|_| self.realized.add(None));
            }
        }
    }

    fn add_movements(&mut self, found: &FoundEntries) {
        let basis = &found.basis;
        let builder = basis.builder(&found.book);
        let events = found.places().flat_map(|place| basis.events_of(place));
        let planned = events.filter_map(|event| Some((event, *basis.events.get(event)?)));
        let planned: Vec<(usize, PlannedEvent)> = planned.collect();
        for part in planned.chunks(PART) {
            let built = par_map(part, |_, (place, event)| builder.event(*place, event));
            for movement in built.iter().flat_map(|event| &event.moved) {
                self.flow.count(movement);
                if movement.role == MovementRole::Fee {
                    self.fees.add(movement.total().ok().flatten());
                }
            }
        }
    }
}
