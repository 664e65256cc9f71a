//! The cost basis: which lots are held, and what disposals of them realized.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AmountError, FeeRule, LotScope};

use crate::{
    accounting::{
        basis_event::{Acquisition, BasisGap, BasisGapReason, BasisPlace, BasisSink},
        capitalise::CapitalisedFee,
        disposal::Disposal,
        exact::Exact,
        lot::{Lot, LotCost},
        movement::{Movement, MovementRole},
        partial_sum::PartialSum,
        pool::LotPool,
        record::{record_acquisition, record_pieces},
        rows::{indexed, row},
        rules::{BasisRules, PoolKey},
        run::BasisRun,
        settle::settle,
        taken::Taken,
        transit::InTransit,
    },
    trace::Trace,
};

/// The lots of a ledger after some of its events. Applying further events continues from there, so a saved state resumes a
/// replay.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct CostBasis {
    rules: BasisRules,
    /// By pool, then by account.
    pools: Vec<BTreeMap<u32, LotPool>>,
    /// The pools in which a number did not fit, so that nothing later is known.
    broken: BTreeSet<PoolKey>,
    /// Own transfers and conversions that have not arrived yet, by number.
    pub(in crate::accounting) transit: BTreeMap<u32, InTransit>,
}

impl CostBasis {
    /// Makes the cost basis of an empty ledger.
    #[must_use]
    pub const fn new(rules: BasisRules) -> Self {
        Self {
            rules,
            pools: Vec::new(),
            broken: BTreeSet::new(),
            transit: BTreeMap::new(),
        }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> BasisRules {
        self.rules
    }

    /// Applies the movements of one event. Events must come in the order of
    /// [`sort_movements`](crate::accounting::sort_movements).
    pub fn apply<S: BasisSink, T: Trace>(&mut self, event: &[Movement], run: &mut BasisRun<'_, S, T>) {
        let fee = match self.rules.fees {
            FeeRule::Separate => None,
            FeeRule::Capitalised => CapitalisedFee::of(run.tables, event),
        };
        for movement in event {
            let Some(pool) = run.tables.pool(movement.asset).filter(|_| !movement.quantity.is_zero()) else {
                continue;
            };
            let carried = fee.and_then(|fee| fee.carried_by(movement));
            let place = place(movement, pool);
            if carried.is_some_and(|fees| fees.left_out > 0) {
                run.sink.gap(&gap(place, Exact::ZERO, BasisGapReason::UnknownFee));
            }
            let key = self.rules.key(pool, movement);
            let applied = if self.is_broken(key) {
                Err(AmountError::OutOfRange)
            } else {
                self.apply_one(key, movement, carried, run)
            };
            if applied.is_err() {
                self.broken.insert(key);
                run.sink.gap(&gap(place, movement.quantity, BasisGapReason::TooLarge));
            }
        }
    }

    /// Returns the open lots of every pool that has any, ordered by pool and account; within a pool the oldest first. Lots
    /// in transit between own accounts are not included.
    pub fn open_lots(&self) -> impl Iterator<Item = (PoolKey, Vec<Lot>)> {
        let pools = indexed(&self.pools).flat_map(|(pool, accounts)| {
            let keyed = accounts.iter();
            keyed.map(move |(account, lots)| {
                let account = *account;
                (PoolKey { pool, account }, lots.lots())
            })
        });
        pools.filter(|(_, lots)| !lots.is_empty())
    }

    /// Returns the open lots of a pool, the oldest first.
    #[must_use]
    pub fn lots_of(&self, key: PoolKey) -> Vec<Lot> {
        let accounts = usize::try_from(key.pool).ok().and_then(|pool| self.pools.get(pool));
        accounts
            .and_then(|accounts| accounts.get(&key.account))
            .map(LotPool::lots)
            .unwrap_or_default()
    }

    /// Returns the lots that left an account and have not arrived in another one yet, with their pools.
    pub fn lots_in_transit(&self) -> impl Iterator<Item = (u32, &Lot)> {
        let transfers = self.transit.values();
        transfers.flat_map(|transfer| transfer.lots.iter().map(|lot| (transfer.pool, lot)))
    }

    /// Returns whether a number of the pool did not fit, so that nothing later in it is known.
    #[must_use]
    pub fn is_broken(&self, key: PoolKey) -> bool {
        self.broken.contains(&key)
    }

    fn apply_one<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        carried: Option<PartialSum>,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        match movement.role {
            MovementRole::In => self.acquire(key, movement, carried, run),
            MovementRole::Out | MovementRole::Fee => self.dispose(key, movement, carried, run),
            MovementRole::TransferOut => self.depart(key, movement, run),
            MovementRole::TransferIn => self.arrive(key, movement, run),
            MovementRole::ConvertOut => self.convert_out(key, movement, run),
            MovementRole::ConvertIn => self.convert_in(key, movement, run),
        }
    }

    pub(in crate::accounting) fn acquire<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        carried: Option<PartialSum>,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let lot = Lot::acquired_by(movement, carried)?;
        self.put(key, lot)?;
        run.sink.put(key, &lot);
        record_acquisition(key, movement, &lot, run.recording, run.tables, run.trace)?;
        run.sink.acquired(&Acquisition {
            place: place(movement, key.pool),
            quantity: movement.quantity,
            cost: lot.total_cost()?,
            mark: movement.mark,
        });
        Ok(())
    }

    pub(in crate::accounting) fn dispose<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        carried: Option<PartialSum>,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let mut taken = Taken::new(run.recording.needs_pieces(key, movement.order));
        let missing = self.take(key, movement.quantity, &mut taken)?;
        run.sink.took(key, &taken);
        let disposal = Disposal {
            movement,
            place: place(movement, key.pool),
            carried,
            taken: &taken,
            missing,
        };
        record_pieces(key, &taken.pieces, run.recording, run.tables, run.trace)?;
        settle(&disposal, run)
    }

    fn depart<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let Some(number) = movement.transfer else {
            return self.dispose(key, movement, None, run);
        };
        let mut transfer = InTransit {
            pool: key.pool,
            quantity: movement.quantity,
            lots: Vec::new(),
        };
        if self.rules.scope == LotScope::PerAccount {
            let mut taken = Taken::new(true);
            let missing = self.take(key, movement.quantity, &mut taken)?;
            run.sink.took(key, &taken);
            record_pieces(key, &taken.pieces, run.recording, run.tables, run.trace)?;
            transfer.lots.extend(taken.pieces.iter().map(|piece| piece.lot));
            if !missing.is_zero() {
                let place = place(movement, key.pool);
                run.sink.gap(&gap(place, missing, BasisGapReason::NoLot));
                transfer.lots.push(Lot {
                    acquired: movement.time,
                    origin: movement.order,
                    quantity: missing,
                    cost: LotCost::Unknown,
                    deposited: None,
                    is_assumed: false,
                });
            }
        }
        self.transit.insert(number, transfer);
        Ok(())
    }

    fn arrive<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let departed = movement.transfer.and_then(|number| self.transit.remove(&number));
        let Some(transfer) = departed else {
            let place = place(movement, key.pool);
            run.sink
                .gap(&gap(place, movement.quantity, BasisGapReason::NoDeparture));
            return self.acquire(key, movement, None, run);
        };
        let departed = transfer.quantity;
        let (arriving, lost) = transfer.divide(movement.quantity)?;
        for lot in arriving {
            self.put(key, lot)?;
            run.sink.put(key, &lot);
            record_acquisition(key, movement, &lot, run.recording, run.tables, run.trace)?;
        }
        self.settle_difference(key, movement, (departed, &lost), run)
    }

    /// Disposes of what did not arrive as a fee, and acquires what arrived beyond what left.
    fn settle_difference<S: BasisSink, T: Trace>(
        &mut self,
        key: PoolKey,
        movement: &Movement,
        (departed, lost): (Exact, &Taken),
        run: &mut BasisRun<'_, S, T>,
    ) -> Result<(), AmountError> {
        let difference = departed.sub(movement.quantity)?;
        if difference.is_zero() {
            return Ok(());
        }
        if difference.is_negative() {
            let surplus = movement.quantity.sub(departed)?;
            return self.acquire(key, &movement.scaled(surplus, MovementRole::In)?, None, run);
        }
        let fee = movement.scaled(difference, MovementRole::Fee)?;
        if self.rules.scope == LotScope::AllAccounts {
            return self.dispose(key, &fee, None, run);
        }
        let disposal = Disposal {
            movement: &fee,
            place: place(movement, key.pool),
            carried: None,
            taken: lost,
            missing: Exact::ZERO,
        };
        settle(&disposal, run)
    }

    /// Takes a quantity into `taken`. Returns what the pool does not hold.
    pub(in crate::accounting) fn take(
        &mut self,
        key: PoolKey,
        quantity: Exact,
        taken: &mut Taken,
    ) -> Result<Exact, AmountError> {
        match self.pool(key) {
            Some(lots) => lots.take(quantity, taken),
            None => Ok(quantity),
        }
    }

    pub(in crate::accounting) fn put(&mut self, key: PoolKey, lot: Lot) -> Result<(), AmountError> {
        self.pool(key).map_or(Ok(()), |lots| lots.put(lot))
    }

    fn pool(&mut self, key: PoolKey) -> Option<&mut LotPool> {
        let method = self.rules.method;
        let accounts = row(&mut self.pools, key.pool)?;
        Some(accounts.entry(key.account).or_insert_with(|| LotPool::new(method)))
    }
}

pub(in crate::accounting) fn place(movement: &Movement, pool: u32) -> BasisPlace {
    BasisPlace {
        time: movement.time,
        order: movement.order,
        account: movement.account,
        asset: movement.asset,
        pool,
    }
}

pub(in crate::accounting) fn gap(place: BasisPlace, quantity: Exact, reason: BasisGapReason) -> BasisGap {
    BasisGap {
        place,
        quantity,
        proceeds: None,
        reason,
    }
}
