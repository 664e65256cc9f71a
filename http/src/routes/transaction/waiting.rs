//! Transactions that wait for a block on the wire.

use domain::ledger::WaitingLine;

use super::bodies::WaitingTransactionRow;
use crate::App;
use crate::mark;
use crate::routes::entry::{chain_name, party};
use crate::wire::Decimal;

/// Returns a transaction that waits for a block on the wire.
pub(super) fn waiting(app: &App, line: &WaitingLine) -> WaitingTransactionRow {
    WaitingTransactionRow {
        wallet: party(&line.wallet),
        chain: (&line.chain).into(),
        chain_name: chain_name(app, &line.chain),
        chain_mark: mark::of_chain(&line.chain),
        transaction: line.transaction.to_string(),
        explorer_url: line.url.clone(),
        asset: (&line.asset).into(),
        symbol: line.symbol.clone(),
        change: line.change.map(Decimal::exact),
        seen_at: line.seen_at.into(),
        as_of: line.as_of.into(),
    }
}
