//! The gain of one disposal, and what of it is not known.

use ports::{AmountError, annotation::EntryMark};

use crate::{
    accounting::{
        basis_event::{BasisGap, BasisGapReason, BasisSink, GivenAway, RealizedGain},
        capitalise::known_fee,
        disposal::Disposal,
        exact::Exact,
        movement::MovementRole,
        partial_sum::PartialSum,
        record::record_gain,
        run::BasisRun,
    },
    trace::Trace,
};

/// Reports the gain of a disposal, and a gap for each part without one.
pub fn settle<S: BasisSink, T: Trace>(
    disposal: &Disposal<'_>,
    run: &mut BasisRun<'_, S, T>,
) -> Result<(), AmountError> {
    let (movement, place) = (disposal.movement, disposal.place);
    let taken = disposal.taken;
    let is_gift = movement.role == MovementRole::Out && movement.mark == Some(EntryMark::Gift);
    report_gap(disposal, disposal.missing, BasisGapReason::NoLot, run.sink)?;
    if is_gift {
        let cost = PartialSum {
            known: taken.cost,
            left_out: u32::from(!taken.unknown.is_zero()),
        };
        run.sink.given_away(&GivenAway {
            place,
            quantity: movement.quantity,
            cost,
        });
        return Ok(());
    }
    report_gap(disposal, taken.unknown, BasisGapReason::UnknownCost, run.sink)?;
    if taken.known.is_zero() {
        return Ok(());
    }
    let Some(gross) = movement.value_of(taken.known)? else {
        return report_gap(disposal, taken.known, BasisGapReason::UnknownPrice, run.sink);
    };
    let mut proceeds = gross;
    proceeds.reduce(&known_fee(disposal.carried))?;
    let mut gain = RealizedGain {
        place,
        quantity: taken.known,
        proceeds,
        cost: taken.cost,
        gain: proceeds,
        assumed: taken.assumed,
    };
    gain.gain.reduce(&taken.cost)?;
    record_gain(disposal, &gain, gross, run.recording, run.tables, run.trace)?;
    run.sink.realized(&gain);
    Ok(())
}

fn report_gap(
    disposal: &Disposal<'_>,
    quantity: Exact,
    reason: BasisGapReason,
    sink: &mut impl BasisSink,
) -> Result<(), AmountError> {
    if !quantity.is_zero() {
        sink.gap(&BasisGap {
            place: disposal.place,
            quantity,
            proceeds: disposal.movement.value_of(quantity)?,
            reason,
        });
    }
    Ok(())
}
