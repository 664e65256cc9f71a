//! Conversions: what became something else and keeps its lots. A deposit becomes a position, a withdrawal turns it back, and a
//! renamed asset continues as another one.
//!
//! A lot of a position remembers what was deposited for it. What comes back up to that has its date and its cost. What comes back
//! above it is income and a shortfall is a loss, unless [`YieldRule::Cost`] leaves both to the gain of a later disposal.

use ports::{AmountError, YieldRule, annotation::EntryMark};

use crate::{
    accounting::{
        basis_event::{BasisGapReason, BasisSink},
        cost_basis::{CostBasis, gap, place},
        disposal::Disposal,
        exact::Exact,
        lot::{Deposited, Lot, LotCost},
        movement::{Movement, MovementKind, MovementRole, MovementValue},
        record::{record_acquisition, record_pieces},
        rules::PoolKey,
        run::BasisRun,
        settle::settle,
        tables::AssetForm,
        taken::Taken,
        transit::InTransit,
    },
    trace::Trace,
};

/// What a conversion turns its lots into.
#[derive(Debug)]
struct Converted {
    /// The lots, each with its new quantity.
    lots: Vec<Lot>,
    /// What came back above what was deposited.
    surplus: Exact,
    /// What was deposited and did not come back.
    lost: Taken,
    /// What arrived for units that no lot covers.
    uncovered: Exact,
}

impl CostBasis {
    /// Takes the lots of what becomes something else.
    pub(in crate::accounting) fn convert_out<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let Some(number) = movement.transfer else {
            return self.dispose(key, movement, None, run);
        };
        let mut taken = Taken::new(true);
        let missing = self.take(key, movement.quantity, &mut taken)?;
        run.sink.took(key, &taken);
        record_pieces(key, &taken.pieces, run.recording, run.tables, run.trace)?;
        let is_unknown = match run.tables.form(movement.asset) {
            AssetForm::Plain => true,
            // What grew was never acquired, but something must have been.
            AssetForm::Rebasing => taken.pieces.is_empty(),
            AssetForm::Position => false,
        };
        if is_unknown && !missing.is_zero() {
            run.sink
                .gap(&gap(place(movement, key.pool), missing, BasisGapReason::NoLot));
        }
        let left = InTransit {
            pool: key.pool,
            quantity: movement.quantity,
            lots: taken.pieces.iter().map(|piece| piece.lot).collect(),
        };
        self.transit.insert(number, left);
        Ok(())
    }

    /// Puts the lots of what became something else into their new pool.
    pub(in crate::accounting) fn convert_in<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let departed = movement.transfer.and_then(|number| self.transit.remove(&number));
        let Some(left) = departed else {
            let place = place(movement, key.pool);
            run.sink
                .gap(&gap(place, movement.quantity, BasisGapReason::NoDeparture));
            return self.acquire(key, movement, None, run);
        };
        let form = run.tables.form(left.pool);
        if left.lots.is_empty() && form == AssetForm::Position {
            // The deposit is older than the history.
            return self.acquire(key, movement, None, run);
        }
        let covers_all = form != AssetForm::Plain && !left.lots.is_empty();
        let converted = match movement.kind {
            MovementKind::Redeem => redeem(left, movement, (key.pool, covers_all), self.rules().yields)?,
            kind => convert(left, movement.quantity, kind == MovementKind::Commit, covers_all)?,
        };
        for lot in &converted.lots {
            self.put(key, *lot)?;
            run.sink.put(key, lot);
            record_acquisition(key, movement, lot, run.recording, run.tables, run.trace)?;
        }
        self.settle_converted(key, movement, &converted, run)
    }

    /// Acquires what a conversion brought beyond its lots, and settles what it lost.
    fn settle_converted<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        converted: &Converted,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        if !converted.uncovered.is_zero() {
            let unknown = Movement {
                value: MovementValue::Unknown,
                ..movement.scaled(converted.uncovered, MovementRole::In)?
            };
            self.acquire(key, &unknown, None, run)?;
        }
        if !converted.surplus.is_zero() {
            let income = Movement {
                mark: Some(EntryMark::Income),
                is_assumed: false,
                ..movement.scaled(converted.surplus, MovementRole::In)?
            };
            self.acquire(key, &income, None, run)?;
        }
        let quantity = converted.lost.known.add(converted.lost.unknown)?;
        if quantity.is_zero() {
            return Ok(());
        }
        let loss = Movement {
            value: MovementValue::Total(Exact::ZERO),
            ..movement.scaled(quantity, MovementRole::Out)?
        };
        let disposal = Disposal {
            movement: &loss,
            place: place(movement, key.pool),
            carried: None,
            taken: &converted.lost,
            missing: Exact::ZERO,
        };
        settle(&disposal, run)
    }
}

/// Divides what arrived among the lots that left, by their quantities. What no lot covers is a part of its own, unless the lots
/// cover everything because they grew.
fn convert(left: InTransit, arrived: Exact, is_deposit: bool, covers_all: bool) -> Result<Converted, AmountError> {
    let covered = sum(left.lots.iter().map(|lot| lot.quantity))?;
    let own = if covers_all {
        arrived
    } else {
        arrived.share(covered, left.quantity)?
    };
    let weights: Vec<Exact> = left.lots.iter().map(|lot| lot.quantity).collect();
    let mut converted = Converted {
        lots: Vec::with_capacity(left.lots.len()),
        surplus: Exact::ZERO,
        lost: Taken::new(true),
        uncovered: arrived.sub(own)?,
    };
    for (lot, quantity) in left.lots.into_iter().zip(divide(own, &weights)?) {
        let deposited = lot.deposited.or(is_deposit.then_some(Deposited {
            pool: left.pool,
            quantity: lot.quantity,
        }));
        let lot = Lot {
            deposited,
            ..lot.converted(quantity)?
        };
        converted.add(lot)?;
    }
    Ok(converted)
}

/// Turns lots of a position back into what was deposited. Lots of another origin share what arrived by their quantities.
fn redeem(
    left: InTransit,
    movement: &Movement,
    (pool, covers_all): (u32, bool),
    yields: YieldRule,
) -> Result<Converted, AmountError> {
    let is_of = |lot: &Lot| lot.deposited.is_some_and(|one| one.pool == pool);
    let (own, others): (Vec<Lot>, Vec<Lot>) = left.lots.into_iter().partition(is_of);
    let own_quantity = sum(own.iter().map(|lot| lot.quantity))?;
    let others_quantity = sum(others.iter().map(|lot| lot.quantity))?;
    let covered = own_quantity.add(others_quantity)?;
    let arrived = movement.quantity;
    // What grew belongs to the deposits, and to the others only where there are none.
    let whole = if covers_all && own.is_empty() && yields == YieldRule::Cost {
        others_quantity
    } else {
        left.quantity
    };
    let of_others = arrived.share(others_quantity, whole)?;
    let rest = arrived.sub(of_others)?;
    let uncovered = match (covers_all, own.is_empty()) {
        (true, _) => Exact::ZERO,
        (false, true) => rest,
        (false, false) => rest.min(arrived.share(left.quantity.sub(covered)?, left.quantity)?),
    };
    let others = InTransit {
        pool: left.pool,
        quantity: others_quantity,
        lots: others,
    };
    let mut converted = convert(others, of_others, false, true)?;
    converted.uncovered = uncovered;
    let returned = rest.sub(uncovered)?;
    if own.is_empty() {
        converted.surplus = returned;
    } else {
        converted.give_back(own, returned, yields)?;
    }
    Ok(converted)
}

impl Converted {
    /// Adds the lots of a position as what was deposited for them. `returned` is what came back for all of them.
    fn give_back(&mut self, lots: Vec<Lot>, returned: Exact, yields: YieldRule) -> Result<(), AmountError> {
        let deposits = lots.iter().filter_map(|lot| Some(lot.deposited?.quantity));
        let deposits: Vec<Exact> = deposits.collect();
        let own = if yields == YieldRule::Cost {
            returned
        } else {
            returned.min(sum(deposits.iter().copied())?)
        };
        self.surplus = returned.sub(own)?;
        for ((lot, deposit), quantity) in lots.into_iter().zip(&deposits).zip(divide(own, &deposits)?) {
            let lot = Lot { deposited: None, ..lot };
            if yields == YieldRule::Cost {
                self.add(lot.converted(quantity)?)?;
                continue;
            }
            let mut lot = lot.converted(*deposit)?;
            if quantity < *deposit {
                let (missing, share_of) = lot.split(deposit.sub(quantity)?)?;
                self.lost.add(&missing, share_of)?;
            }
            if !lot.quantity.is_zero() {
                self.add(lot)?;
            }
        }
        Ok(())
    }

    /// Adds a lot. One that became less than half of the smallest place is part of the lot before it.
    fn add(&mut self, lot: Lot) -> Result<(), AmountError> {
        match (self.lots.last_mut(), lot.quantity.is_zero()) {
            (_, false) => self.lots.push(lot),
            (Some(last), true) => {
                if let (Some(cost), Some(more)) = (last.total_cost()?, lot.total_cost()?) {
                    last.cost = LotCost::Total(cost.add(more)?);
                }
            }
            (None, true) => {}
        }
        Ok(())
    }
}

fn sum(mut quantities: impl Iterator<Item = Exact>) -> Result<Exact, AmountError> {
    quantities.try_fold(Exact::ZERO, Exact::add)
}

/// Divides a quantity by weights, so that nothing is left over. Each part is rounded to 18 places, and the last one has the rest.
fn divide(whole: Exact, weights: &[Exact]) -> Result<Vec<Exact>, AmountError> {
    let (mut whole, mut weight) = (whole, sum(weights.iter().copied())?);
    let mut parts = Vec::with_capacity(weights.len());
    for own in weights {
        let part = if *own == weight {
            whole
        } else {
            whole.share(*own, weight)?
        };
        parts.push(part);
        whole = whole.sub(part)?;
        weight = weight.sub(*own)?;
    }
    Ok(parts)
}
