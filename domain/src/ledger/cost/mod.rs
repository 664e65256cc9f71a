//! The cost basis of a book: its entries as movements, replayed once, and what each of them changed.

mod basis;
mod change;
mod cost_rules;
mod entry_cost;
mod method_totals;
#[cfg(test)]
mod missing_rates;
mod movements;
mod packed_step;
mod pairing;
mod plan;
mod position_lots;
#[cfg(test)]
mod position_stories;
mod rates;
mod replay_state;
mod row_amounts;
mod steps;
#[cfg(test)]
mod story;
mod supplied;
mod tables;
#[cfg(test)]
mod tests;
mod unknown_value;

pub(super) use self::{
    basis::BookBasis,
    entry_cost::{CostBuilder, average},
    method_totals::MethodTotals,
    movements::{EventMovements, MovementBuilder, event_index, event_number, is_supplied},
    plan::PlannedEvent,
    rates::LedgerRates,
    replay_state::{OpenPool, OpenPools, ReplayState},
    steps::PoolStep,
    tables::BookTables,
};
pub use self::{
    change::{CostBasisText, CostChange, CostChangeKind, CostGap, CostRepair, CostState, EntryCost, KnownCost},
    cost_rules::{NamedRule, rules_text},
};
