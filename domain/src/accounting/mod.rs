//! The mathematics of the ledger: balances, cost basis, gains, flows, fees, counterparties and value over time, by replay of
//! movements. Pure functions: no storage, no network, no clock.
//!
//! Every report is a state to which the movements of one event after the other are applied, in the order of
//! [`sort_movements`]. A state can be stored and resumed. All arithmetic is exact ([`Exact`]); only a share of a total cost is
//! rounded, half-even to 18 places, as by the moving average. What is not known is a gap or left out of a sum
//! ([`PartialSum`]), never zero.

mod average;
mod balances;
mod basis_event;
mod capitalise;
mod closes;
mod conversion;
mod cost_basis;
mod counterparties;
mod disposal;
mod exact;
mod explain;
mod explain_reports;
mod fees;
mod flows;
mod lot;
mod month;
mod month_rows;
mod movement;
mod movement_table;
mod number_form;
mod partial_sum;
mod pool;
mod realized;
mod record;
mod reports;
mod rows;
pub mod rule_text;
mod rules;
mod run;
mod settle;
mod tables;
mod taken;
#[cfg(test)]
mod tests;
mod transit;
mod unrealized;
mod value_history;
mod wide;

pub use balances::ReplayedBalances;
pub use basis_event::{
    Acquisition, BasisGap, BasisGapReason, BasisPlace, BasisSink, GivenAway, NoBasisSink, RealizedGain,
};
pub use closes::{CloseTable, ClosingPrices};
pub use cost_basis::CostBasis;
pub use counterparties::{CounterpartyTable, CounterpartyTotals, counted_role};
pub use exact::Exact;
pub use explain::{explain_cost, explain_gain, explain_net_flow, explain_pool_cost};
pub use explain_reports::{
    explain_balance, explain_day_value, explain_fees, explain_realized, explain_unrealized, explain_values,
    explain_volume,
};
pub use fees::{FeeTable, FeeTotals};
pub use flows::{AssetFlow, FlowSide, FlowTable, trace_net_flow};
pub use lot::{Deposited, Lot, LotCost};
pub use month::{Month, PeriodLength};
pub use month_rows::MonthRows;
pub use movement::{Movement, MovementKind, MovementOrder, MovementRole, MovementValue, events, sort_movements};
pub use movement_table::MovementTable;
pub use partial_sum::PartialSum;
pub use realized::{PoolTotals, RealizedTotals};
pub use reports::LedgerReports;
pub use rules::{BasisRules, PoolKey};
pub use run::{BasisRun, RecordedStep};
pub use tables::{AccountRow, AssetForm, AssetPool, AssetRow, LedgerTables};
pub use taken::{Piece, Taken};
pub use unrealized::{ProfitAndLoss, UnrealizedGain, profit_and_loss, unrealized};
pub use value_history::{PeriodValue, ValueHistory};
