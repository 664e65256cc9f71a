//! What moved in a span of time: flows and fees.

pub(in crate::ledger) mod counterparties;
pub(in crate::ledger) mod fees;
pub(in crate::ledger) mod flows;
pub(in crate::ledger) mod subject;
pub(in crate::ledger) mod window;
