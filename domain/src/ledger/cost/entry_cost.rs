//! What a row changed in the cost basis, from the steps of the replay.

use std::collections::BTreeSet;

use ports::{Amount, ArrivalRule, AssetId, EntryId, Timestamp, annotation::EntryMark, entry::EntryKind};

use crate::{
    accounting::{BasisGapReason, Exact, Movement, MovementKind, MovementOrder, MovementRole, MovementValue},
    ledger::{
        book::Book,
        cost::{
            basis::BookBasis,
            change::{CostBasisText, CostChange, CostChangeKind, CostGap, CostRepair, CostState, EntryCost, KnownCost},
            cost_rules::NamedRule,
            movements::{EventMovements, event_index},
            packed_step::StepGap,
            plan::entry_of,
            steps::{HeldLots, PoolStep},
        },
        coverage::HistoryCoverage,
    },
    reason::Reason,
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
        let is_history_complete = coverage.is_complete();
        let changes = self.basis.changes(row);
        let shown = self.basis.shown_pools(self.book, row).into_iter();
        let shown = shown.filter_map(|pool| changes.iter().find(|(_, step)| step.pool == pool));
        let missing_rate = shown
            .clone()
            .find_map(|(event, step)| self.missing_rate_of_step(*event, step));
        let assets = shown.filter_map(|(event, step)| self.change(*event, step, is_history_complete));
        EntryCost {
            rules: self.basis.rules,
            used: self.used_rules(row),
            currency: self.basis.currency().clone(),
            complete: is_history_complete && missing_rate.is_none(),
            missing_rate,
            known_since: coverage.known_since,
            assumed_share: self.basis.open.assumed_share(),
            assets: assets.collect(),
        }
    }

    /// Returns which rules besides the method changed something of a row. What left is valued with the lots that it took.
    fn used_rules(&self, row: usize) -> BTreeSet<NamedRule> {
        let events = self.basis.events_of(row);
        let mut gains = events.iter().flat_map(|event| self.basis.changes_of(*event));
        let uses_assumption = gains.any(|step| step.gain.is_some_and(|gain| gain.is_assumed));
        let mut used: BTreeSet<NamedRule> = uses_assumption.then_some(NamedRule::Arrivals).into_iter().collect();
        let rule = |movement: &Movement| match (movement.kind, movement.role) {
            (MovementKind::Commit | MovementKind::Redeem, _) => Some(NamedRule::Positions),
            (MovementKind::Continue, _) => Some(NamedRule::Continuations),
            (_, role) if role.is_carried() => Some(NamedRule::Transfers),
            (_, MovementRole::In) if movement.is_assumed || self.is_forgotten(movement) => Some(NamedRule::Arrivals),
            (_, MovementRole::Out) if movement.mark == Some(EntryMark::Gift) => Some(NamedRule::Gifts),
            _ => None,
        };
        let moved = events.iter().flat_map(|event| self.movements(*event).moved);
        used.extend(moved.filter_map(|movement| rule(&movement)));
        used
    }

    /// Returns whether what arrived has no cost because the rules say so.
    fn is_forgotten(&self, movement: &Movement) -> bool {
        self.basis.rules.arrivals == ArrivalRule::Unknown
            && movement.kind == MovementKind::Deposit
            && movement.mark.is_none()
            && movement.value == MovementValue::Unknown
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
    pub(super) fn movements(&self, event: usize) -> EventMovements {
        let planned = self.basis.events.get(event);
        planned.map_or_else(EventMovements::default, |planned| {
            self.basis.builder(self.book).event(event, planned)
        })
    }

    fn change(&self, event: usize, step: &PoolStep, complete: bool) -> Option<CostChange> {
        let movements = self.movements(event).moved;
        let is_of = |one: &&Movement| self.basis.tables.ledger.pool(one.asset) == Some(step.pool);
        let own: Vec<&Movement> = movements.iter().filter(is_of).collect();
        let is_carried = |one: &Movement| one.role.is_carried();
        let exchanged = own.iter().find(|one| !is_carried(one) && one.role != MovementRole::Fee);
        let main = exchanged
            .or_else(|| own.iter().find(|one| is_carried(one)))
            .or(own.first())?;
        let of_main = self.basis.tables.of_number(main.asset)?;
        let [before, after] = self.states(event, step);
        let entry = self.entry_of(event)?;
        let gaps = step.gaps.iter().copied();
        let gaps: Vec<StepGap> = gaps.filter(|gap| has_no_cost(gap.reason)).collect();
        let worst = step.gaps.iter().min_by_key(|gap| gap.reason);
        let gap = self
            .gap(&gaps, before.quantity, complete)
            .or_else(|| self.unknown_cost(&entry, &own));
        let gap = gap.map(|gap| self.without_repairs_of_spam(gap, &entry));
        Some(CostChange {
            asset: of_main.asset.clone(),
            symbol: self.basis.tables.ledger.symbol(main.asset).to_owned(),
            pool: step.pool,
            after,
            before,
            realized: step.gain.map(|gain| gain.amount.amount()),
            has_assumed_gain: step.gain.is_some_and(|gain| gain.is_assumed),
            is_assumed: own.iter().any(|one| one.is_assumed && one.role == MovementRole::In),
            unrealizable: worst.map(|gap| self.gap_reason(gap)),
            gap,
            value_basis: exchanged
                .or_else(|| own.iter().find(|one| !is_carried(one)))
                .map(|one| self.value_basis(&entry, one)),
            entered: self.entered(&entry, &of_main.asset),
            kind: match main.role {
                MovementRole::Fee => CostChangeKind::Fee,
                role if role.is_carried() => CostChangeKind::Carried,
                _ => CostChangeKind::Exchanged,
            },
        })
    }

    /// Returns what a pool held before and after an event.
    fn states(&self, event: usize, step: &PoolStep) -> [CostState; 2] {
        let first = self.basis.unconverted(step.pool, event);
        let missing = |first: Option<usize>| self.missing_rate(first?);
        [
            state(step.before.as_ref(), missing(first.filter(|first| *first < event))),
            state(step.after.as_ref(), missing(first)),
        ]
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
        let same: Vec<&StepGap> = gaps.iter().filter(|gap| gap.reason == worst.reason).collect();
        let quantity = same
            .iter()
            .fold(Exact::ZERO, |sum, gap| sum.add(gap.quantity).unwrap_or(sum));
        let symbol = self.basis.tables.ledger.symbol(worst.asset).to_owned();
        let (reason, repairs, origin) = if worst.reason == BasisGapReason::NoLot {
            let repairs = vec![CostRepair::WatchWallet, CostRepair::EnterCost, CostRepair::Mark];
            (no_lot(held, &symbol, complete), repairs, worst.origin)
        } else {
            self.unknown_acquisition(&same)
        };
        Some(CostGap {
            quantity: quantity.amount(),
            asset: self.basis.tables.of_number(worst.asset)?.asset.clone(),
            symbol,
            reason,
            repairs,
            acquired_by: origin.and_then(|origin| self.entry_of(event_index(origin.event))),
        })
    }

    /// Returns why quantities were acquired at an unknown cost, what repairs it, and the movement that it is about. Nothing is to be
    /// repaired where a price is awaited or an exchange rate is missing.
    fn unknown_acquisition(&self, gaps: &[&StepGap]) -> (Reason, Vec<CostRepair>, Option<MovementOrder>) {
        let reason = |text: &str| Reason {
            text: text.to_owned(),
            ..BasisGapReason::UnknownCost.reason()
        };
        let (mut awaited, mut unconverted) = (None, None);
        for gap in gaps {
            match self.acquired_at(gap) {
                Some(CostBasisText::Unconverted(missing)) => unconverted = unconverted.or(Some((missing, gap.origin))),
                Some(CostBasisText::Unknown(why)) if why.is_awaited() => awaited = awaited.or(Some(gap.origin)),
                _ => {
                    let text = "It arrived when no price was known. Enter its cost where it arrived.";
                    return (reason(text), vec![CostRepair::OpenAcquisition], gap.origin);
                }
            }
        }
        match unconverted {
            Some((missing, origin)) => (missing, Vec::new(), origin),
            None => {
                let text = "The price at which it arrived is not known yet.";
                (reason(text), Vec::new(), awaited.flatten())
            }
        }
    }

    /// Returns the gap of what arrived at an unknown cost.
    fn unknown_cost(&self, entry: &EntryId, own: &[&Movement]) -> Option<CostGap> {
        let is_unknown = |one: &&&Movement| one.role == MovementRole::In && one.value == MovementValue::Unknown;
        let arrived = own.iter().find(is_unknown)?;
        let unknown = BasisGapReason::UnknownCost.reason();
        let (reason, repairs) = match self.value_basis(entry, arrived) {
            CostBasisText::Unconverted(missing) => (missing, Vec::new()),
            // There is nothing to repair before the sources have answered.
            CostBasisText::Unknown(why) => {
                let repair = (!why.is_awaited()).then_some(CostRepair::EnterCost);
                let reason = Reason {
                    text: why.text,
                    ..unknown
                };
                (reason, repair.into_iter().collect())
            }
            // The value has too many digits.
            CostBasisText::Price(_) | CostBasisText::Entered => (BasisGapReason::TooLarge.reason(), Vec::new()),
        };
        Some(CostGap {
            quantity: arrived.quantity.amount(),
            asset: self.basis.tables.of_number(arrived.asset)?.asset.clone(),
            symbol: self.basis.tables.ledger.symbol(arrived.asset).to_owned(),
            reason,
            repairs,
            acquired_by: None,
        })
    }

    fn entered(&self, entry: &EntryId, asset: &AssetId) -> Option<KnownCost> {
        let builder = self.basis.builder(self.book);
        let (amount, currency) = builder.cost_of(entry, asset)?;
        Some(KnownCost {
            amount,
            currency: currency.clone(),
        })
    }

    /// Returns the entry of an event.
    pub(super) fn entry_of(&self, event: usize) -> Option<EntryId> {
        let event = self.basis.events.get(event)?;
        entry_of(self.book, event).map(|entry| entry.id)
    }

    pub(super) fn time_of(&self, entry: &EntryId) -> Option<Timestamp> {
        let row = self.book.rows.get(self.book.position(entry)?)?;
        let mut entries = std::iter::once(&row.entry).chain(row.others());
        entries.find(|one| one.id == *entry).map(|one| one.time)
    }
}

fn has_no_cost(reason: BasisGapReason) -> bool {
    matches!(reason, BasisGapReason::NoLot | BasisGapReason::UnknownCost)
}

/// Returns the reason of a quantity that left without having arrived.
fn no_lot(held: Option<Amount>, symbol: &str, is_history_complete: bool) -> Reason {
    let known = match held {
        Some(held) if held.is_zero() => "Nothing of it is known to have arrived before.".to_owned(),
        Some(held) => format!("Only {held} {symbol} is known to have arrived before."),
        None => "Less is known to have arrived before.".to_owned(),
    };
    let later = if is_history_complete {
        ""
    } else {
        " The history is not complete, so this may change."
    };
    Reason {
        text: format!("{known}{later}"),
        ..BasisGapReason::NoLot.reason()
    }
}

/// Returns a state. `missing_rate` is the exchange rate because of which a part of the cost is unknown.
fn state(held: Option<&HeldLots>, missing_rate: Option<Reason>) -> CostState {
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
        reason: (!held.unknown.is_zero()).then(|| missing_rate.unwrap_or_else(|| BasisGapReason::UnknownCost.reason())),
    }
}

/// Returns the cost of one whole unit, rounded half-even to 18 places.
pub fn average(cost: Exact, quantity: Exact) -> Option<Amount> {
    cost.amount().div_rounded(quantity.amount(), 18).ok()
}
