//! What a row changed in the cost basis, from the steps of the replay.

use ports::{Amount, AssetId, EntryId, Timestamp, entry::EntryKind};

use crate::{
    accounting::{BasisGapReason, Exact, Movement, MovementOrder, MovementRole, MovementValue},
    ledger::{
        book::Book,
        cost::{
            basis::BookBasis,
            change::{CostBasisText, CostChange, CostGap, CostRepair, CostState, EntryCost, KnownCost},
            movements::{EventMovements, MovementBuilder, event_index},
            packed_step::StepGap,
            plan::entry_of,
            steps::{HeldLots, PoolStep},
        },
        coverage::HistoryCoverage,
        pricing::no_price,
    },
    reason::{NOT_ASKED_YET, Reason},
};

/// Makes what is shown about the cost of rows.
#[derive(Clone, Copy)]
pub struct CostBuilder<'a> {
    /// The book.
    pub book: &'a Book,
    /// Its replay.
    pub basis: &'a BookBasis,
}

impl CostBuilder<'_> {
    /// Returns what a row changed.
    pub fn entry(&self, row: usize, coverage: &HistoryCoverage) -> EntryCost {
        let complete = coverage.is_complete();
        let changes = self.basis.changes(row);
        let shown = self.basis.shown_pools(self.book, row).into_iter();
        let assets = shown.filter_map(|pool| {
            let (event, step) = changes.iter().find(|(_, step)| step.pool == pool)?;
            self.change(*event, step, complete)
        });
        EntryCost {
            rules: self.basis.rules,
            currency: self.basis.currency().clone(),
            complete,
            known_since: coverage.known_since,
            assets: assets.collect(),
        }
    }

    /// Returns the first quantity of a row that left without having arrived. One that arrived at an unknown cost is repaired where it
    /// arrived, and its price may still be read.
    pub fn row_gap(&self, row: usize) -> Option<CostGap> {
        let gaps = self.basis.gaps(row);
        let mut gaps = gaps.into_iter().filter(|gap| gap.reason == BasisGapReason::NoLot);
        gaps.find_map(|gap| {
            let movements = self.movements(event_index(gap.movement.event));
            let mut moved = movements.moved.iter();
            let is_fee = moved.any(|one| one.order == gap.movement && one.role == MovementRole::Fee);
            (!is_fee).then(|| self.gap(&[gap], Some(Amount::ZERO), true))?
        })
    }

    /// Returns the movements of an event, without what the person supplied.
    fn movements(&self, event: usize) -> EventMovements {
        let builder = MovementBuilder {
            book: self.book,
            tables: &self.basis.tables,
            rates: &self.basis.rates,
        };
        let planned = self.basis.events.get(event);
        planned.map_or_else(EventMovements::default, |planned| builder.event(event, planned))
    }

    fn change(&self, event: usize, step: &PoolStep, complete: bool) -> Option<CostChange> {
        let movements = self.movements(event).moved;
        let is_of = |one: &&Movement| self.basis.tables.ledger.pool(one.asset) == Some(step.pool);
        let own: Vec<&Movement> = movements.iter().filter(is_of).collect();
        let is_carried = |one: &Movement| matches!(one.role, MovementRole::TransferIn | MovementRole::TransferOut);
        let exchanged = own.iter().find(|one| !is_carried(one) && one.role != MovementRole::Fee);
        let main = exchanged
            .or_else(|| own.iter().find(|one| is_carried(one)))
            .or(own.first())?;
        let of_main = self.basis.tables.of_number(main.asset)?;
        let before = state(step.before.as_ref());
        let entry = self.entry_of(event)?;
        let gaps: Vec<StepGap> = step
            .gaps
            .iter()
            .copied()
            .filter(|gap| has_no_cost(gap.reason))
            .collect();
        let gap = self
            .gap(&gaps, before.quantity, complete)
            .or_else(|| self.unknown_cost(&entry, &own));
        let gap = gap.map(|gap| self.without_repairs_of_spam(gap, &entry));
        let builder_cost = self.entered(&entry, &of_main.asset);
        Some(CostChange {
            asset: of_main.asset.clone(),
            symbol: self.basis.tables.ledger.symbol(main.asset).to_owned(),
            pool: step.pool,
            after: state(step.after.as_ref()),
            before,
            realized: step.gain.map(Exact::amount),
            unrealizable: step.gaps.iter().map(|gap| gap.reason).min().map(BasisGapReason::reason),
            gap,
            value_basis: exchanged
                .or_else(|| own.iter().find(|one| !is_carried(one)))
                .map(|one| self.value_basis(&entry, one)),
            entered: builder_cost,
            is_fee: main.role == MovementRole::Fee,
            is_carried: exchanged.is_none() && own.iter().any(|one| is_carried(one)),
        })
    }

    /// Returns the gap of an entry. For spam nothing is to be repaired.
    fn without_repairs_of_spam(&self, gap: CostGap, entry: &EntryId) -> CostGap {
        let row = self.book.position(entry).and_then(|at| self.book.rows.get(at));
        if row.is_some_and(|row| row.entry.kind == EntryKind::Spam) {
            return CostGap {
                repairs: Vec::new(),
                ..gap
            };
        }
        gap
    }

    /// Returns the gap of quantities that left without a known cost; `None` without any.
    fn gap(&self, gaps: &[StepGap], held: Option<Amount>, complete: bool) -> Option<CostGap> {
        let worst = gaps.iter().min_by_key(|gap| gap.reason)?;
        let mut same = gaps.iter().filter(|gap| gap.reason == worst.reason);
        let quantity = same
            .clone()
            .fold(Exact::ZERO, |sum, gap| sum.add(gap.quantity).unwrap_or(sum));
        let symbol = self.basis.tables.ledger.symbol(worst.asset).to_owned();
        let acquired_by = worst.origin.and_then(|origin| self.entry_of(event_index(origin.event)));
        let (text, repairs) = if worst.reason == BasisGapReason::NoLot {
            let known = match held {
                Some(held) if held.is_zero() => "Nothing of it is known to have arrived before.".to_owned(),
                Some(held) => format!("Only {held} {symbol} is known to have arrived before."),
                None => "Less is known to have arrived before.".to_owned(),
            };
            let later = if complete {
                ""
            } else {
                " The history is not complete, so this may change."
            };
            let repairs = vec![CostRepair::WatchWallet, CostRepair::EnterCost, CostRepair::Mark];
            (format!("{known}{later}"), repairs)
        } else if same.all(|gap| gap.origin.is_some_and(|origin| self.awaits_price(origin))) {
            ("The price at which it arrived is not known yet.".to_owned(), Vec::new())
        } else {
            let text = "It arrived when no price was known. Enter its cost where it arrived.".to_owned();
            (text, vec![CostRepair::OpenAcquisition])
        };
        Some(CostGap {
            quantity: quantity.amount(),
            asset: self.basis.tables.of_number(worst.asset)?.asset.clone(),
            symbol,
            reason: Reason {
                code: worst.reason.reason().code,
                text,
            },
            repairs,
            acquired_by,
        })
    }

    /// Returns the gap of what arrived at an unknown cost.
    fn unknown_cost(&self, entry: &EntryId, own: &[&Movement]) -> Option<CostGap> {
        let is_unknown = |one: &&&Movement| one.role == MovementRole::In && one.value == MovementValue::Unknown;
        let arrived = own.iter().find(is_unknown)?;
        let (text, repairs) = match self.value_basis(entry, arrived) {
            // There is nothing to repair before the sources have answered.
            CostBasisText::Unknown(reason) if reason.code == NOT_ASKED_YET => (reason.text, Vec::new()),
            CostBasisText::Unknown(reason) => (reason.text, vec![CostRepair::EnterCost]),
            _ => {
                let text = "There is no exchange rate for that day.".to_owned();
                (text, vec![CostRepair::EnterCost])
            }
        };
        Some(CostGap {
            quantity: arrived.quantity.amount(),
            asset: self.basis.tables.of_number(arrived.asset)?.asset.clone(),
            symbol: self.basis.tables.ledger.symbol(arrived.asset).to_owned(),
            reason: Reason {
                code: BasisGapReason::UnknownCost.reason().code,
                text,
            },
            repairs,
            acquired_by: None,
        })
    }

    /// Returns whether the price of what a movement brought is still requested.
    fn awaits_price(&self, origin: MovementOrder) -> bool {
        let event = event_index(origin.event);
        let movements = self.movements(event).moved;
        let arrived = movements.iter().find(|one| one.order == origin);
        let basis = self
            .entry_of(event)
            .zip(arrived)
            .map(|(entry, one)| self.value_basis(&entry, one));
        matches!(basis, Some(CostBasisText::Unknown(reason)) if reason.code == NOT_ASKED_YET)
    }

    fn value_basis(&self, entry: &EntryId, movement: &Movement) -> CostBasisText {
        let Some(asset) = self.basis.tables.of_number(movement.asset) else {
            return CostBasisText::Unknown(no_price());
        };
        if matches!(movement.value, MovementValue::Total(_)) && self.entered(entry, &asset.asset).is_some() {
            return CostBasisText::Entered;
        }
        match self
            .book
            .past
            .price(&asset.asset, self.time_of(entry).unwrap_or(movement.time))
        {
            Ok((_, basis)) => CostBasisText::Price(basis),
            Err(reason) => CostBasisText::Unknown(reason),
        }
    }

    fn entered(&self, entry: &EntryId, asset: &AssetId) -> Option<KnownCost> {
        let builder = MovementBuilder {
            book: self.book,
            tables: &self.basis.tables,
            rates: &self.basis.rates,
        };
        let (amount, currency) = builder.cost_of(entry, asset)?;
        Some(KnownCost {
            amount,
            currency: currency.clone(),
        })
    }

    /// Returns the entry of an event.
    fn entry_of(&self, event: usize) -> Option<EntryId> {
        let event = self.basis.events.get(event)?;
        entry_of(self.book, event).map(|entry| entry.id)
    }

    fn time_of(&self, entry: &EntryId) -> Option<Timestamp> {
        let row = self.book.rows.get(self.book.position(entry)?)?;
        let mut entries = std::iter::once(&row.entry).chain(row.others());
        entries.find(|one| one.id == *entry).map(|one| one.time)
    }
}

fn has_no_cost(reason: BasisGapReason) -> bool {
    matches!(reason, BasisGapReason::NoLot | BasisGapReason::UnknownCost)
}

fn state(held: Option<&HeldLots>) -> CostState {
    let too_large = || CostState {
        quantity: None,
        cost: None,
        average: None,
        unknown: Amount::ZERO,
        reason: Some(BasisGapReason::TooLarge.reason()),
    };
    let Some(held) = held else { return too_large() };
    let Ok(quantity) = held.known.add(held.unknown) else {
        return too_large();
    };
    let has_known = !held.known.is_zero() || held.unknown.is_zero();
    let average = (!held.known.is_zero()).then(|| average(held.cost, held.known));
    CostState {
        quantity: Some(quantity.amount()),
        cost: has_known.then(|| held.cost.amount()),
        average: average.flatten(),
        unknown: held.unknown.amount(),
        reason: (!held.unknown.is_zero()).then(|| BasisGapReason::UnknownCost.reason()),
    }
}

/// Returns the cost of one whole unit, rounded half-even to 18 places.
pub fn average(cost: Exact, quantity: Exact) -> Option<Amount> {
    cost.amount().div_rounded(quantity.amount(), 18).ok()
}
