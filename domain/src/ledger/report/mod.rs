//! Tables and charts over a book.

pub(in crate::ledger) mod closing_prices;
pub(in crate::ledger) mod cost_table;
pub(in crate::ledger) mod coverage;
pub(in crate::ledger) mod flow;
pub(in crate::ledger) mod found;
pub(in crate::ledger) mod methods;
pub(in crate::ledger) mod open_costs;
pub(in crate::ledger) mod past_cost_table;
pub(in crate::ledger) mod removal;
pub(in crate::ledger) mod value;
pub(in crate::ledger) mod value_change;
