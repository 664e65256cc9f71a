//! All entries that a search finds, one after the other, for a table that is written while it is read.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Amount, Currency, Day, TimeZone, entry::LegRole};

use super::FoundEntries;
use crate::{
    account::PersonAccounts,
    caller::Caller,
    currency::{Conversion, conversion_at},
    ledger::{
        LedgerError, Ledgers,
        book::{BookOwner, day_rates::conversions_of_days},
        cost::PoolStep,
        coverage::account_history::HistoryState,
        report::coverage::ReportCoverage,
        search::{
            EntryQuery,
            line::{EntryLine, LegLine, LineBuilder},
            valuer::Valuer,
        },
    },
    plan::{EXPORT_TRIGGER, Plan},
};

/// The entries that a search finds, ready to be made row by row.
pub struct EntryExport {
    ledgers: Ledgers,
    owner: BookOwner,
    found: FoundEntries,
    /// The conversion of each day with an entry, and today's.
    conversions: (BTreeMap<Day, Conversion>, Conversion),
    /// The accounts whose history is not known in full.
    partial: BTreeSet<AccountId>,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// An entry of an export.
#[derive(Clone, Debug)]
pub struct ExportedEntry {
    /// The entry as it is shown. It has no values of today.
    pub line: EntryLine,
    /// What it realized, by the place of the amount among those of the line. The fee comes after them.
    pub gains: BTreeMap<usize, ExportedGain>,
    /// Whether the history of each of its accounts is known in full.
    pub is_whole: bool,
}

/// What a disposal realized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportedGain {
    /// The gain of what has a known cost and price.
    pub gain: Option<Amount>,
    /// Whether a part of its cost is assumed, because it arrived from elsewhere.
    pub is_assumed: bool,
    /// Whether a part of it has no known cost or price.
    pub is_partial: bool,
}

impl Ledgers {
    /// Prepares an export of those of the caller's entries that a search finds, whatever its page. Fails with
    /// [`LedgerError::PlanLimit`] where it covers more addresses than the plan allows.
    pub async fn export(&self, caller: &Caller, query: &EntryQuery) -> Result<EntryExport, LedgerError> {
        let chosen = &query.conditions.wallets;
        self.check_export(caller, (!chosen.is_empty()).then_some(chosen.len()))
            .await?;
        let owner = self.owner(caller).await?;
        let found = self.found_entries(&owner, query).await?;
        let rows = &found.book.rows;
        let days: BTreeSet<Day> = found
            .places()
            .filter_map(|place| rows.time(place))
            .map(Day::of)
            .collect();
        // The other side of a transfer can arrive a day later.
        let days = days.iter().flat_map(|day| [*day, day.plus(1)]).collect();
        let coverage = self.coverage(&owner).await?;
        let partial = coverage.accounts.iter().filter(|one| one.state != HistoryState::Whole);
        Ok(EntryExport {
            conversions: (
                conversions_of_days(&self.ports, &query.currency, &days).await?,
                conversion_at(&self.ports, &query.currency, self.ports.clock.now()).await?,
            ),
            partial: partial.map(|one| one.account.clone()).collect(),
            coverage: ReportCoverage::from(&coverage),
            ledgers: self.clone(),
            owner,
            found,
        })
    }

    /// Checks that the plan of the caller allows an export of this many addresses, or of all that the caller has.
    pub async fn check_export(&self, caller: &Caller, addresses: Option<usize>) -> Result<(), LedgerError> {
        let limit = Plan::in_force(self.ports.plans_on).export_address_limit;
        let used = match addresses {
            Some(chosen) => chosen,
            None => {
                let person = PersonAccounts::load(&self.ports, caller.user).await?;
                person.wallets.iter().filter(|wallet| !wallet.is_frozen()).count()
            }
        };
        if usize::try_from(limit).is_ok_and(|limit| used > limit) {
            return Err(LedgerError::PlanLimit {
                limit,
                used,
                upgrade_trigger: EXPORT_TRIGGER,
            });
        }
        Ok(())
    }
}

impl EntryExport {
    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.places().len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the zone in which days begin.
    #[must_use]
    pub fn zone(&self) -> &TimeZone {
        &self.owner.zone
    }

    /// Returns the currency of values.
    #[must_use]
    pub fn currency(&self) -> &Currency {
        self.found.basis.currency()
    }

    /// Returns the entries from a place on, at most this many, in the order of the search.
    #[must_use]
    pub fn entries(&self, start: usize, count: usize) -> Vec<ExportedEntry> {
        let book = &self.found.book;
        let (days, now) = self.conversions.clone();
        let values = Valuer::of_past(&book.past, days, now);
        let lines = LineBuilder {
            ports: &self.ledgers.ports,
            names: self.ledgers.names(book, &self.owner),
            book,
            values: &values,
        };
        let places = self.found.places().skip(start).take(count);
        let entry = |place: usize| {
            let line = lines.line(&book.rows.get(place)?);
            Some(ExportedEntry {
                gains: self.gains(place, &line),
                is_whole: !book.rows.accounts(place).any(|account| self.partial.contains(account)),
                line,
            })
        };
        places.filter_map(entry).collect()
    }

    /// Returns what a row realized, each at the first amount that left of the same coin, else at the first one.
    fn gains(&self, place: usize, line: &EntryLine) -> BTreeMap<usize, ExportedGain> {
        let basis = &self.found.basis;
        let mut gains: BTreeMap<usize, ExportedGain> = BTreeMap::new();
        let steps = basis
            .events_of(place)
            .into_iter()
            .flat_map(|event| basis.changes_of(event));
        for step in steps.filter(|step| step.gain.is_some() || !step.gaps.is_empty()) {
            let gain = gains.entry(self.amount_of(&step, line)).or_default();
            gain.is_partial |= !step.gaps.is_empty();
            if let Some(realized) = step.gain {
                let sum = gain.gain.map_or(Some(realized.amount.amount()), |sum| {
                    sum.add(realized.amount.amount()).ok()
                });
                gain.is_partial |= sum.is_none();
                gain.gain = sum;
                gain.is_assumed |= realized.is_assumed;
            }
        }
        gains
    }

    fn amount_of(&self, step: &PoolStep, line: &EntryLine) -> usize {
        let tables = &self.found.basis.tables;
        let is_of_pool = |leg: &LegLine| {
            let number = tables.number(&leg.asset, leg.token_id.as_deref());
            number.and_then(|number| tables.ledger.pool(number)) == Some(step.pool)
        };
        let amounts = line.legs.iter().chain(&line.fee).enumerate();
        let mut left = amounts.filter(|(_, leg)| leg.role != LegRole::In && is_of_pool(leg));
        left.next().map_or(0, |(place, _)| place)
    }
}
