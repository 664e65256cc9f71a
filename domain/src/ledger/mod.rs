//! The ledger of a person: the entries of all their accounts, searched, filtered and valued.

mod annotate;
mod book;
mod cache;
mod cost;
mod coverage;
pub(crate) mod derive;
mod explain;
mod owner;
mod past_price_status;
mod reconcile;
mod refusal;
mod report;
mod search;
mod table;

use std::sync::Arc;

use ports::{Ports, StorageError};

pub(crate) use self::{
    book::BookOwner,
    derive::moved_assets::{assets_of, entry_assets, moves_unknown},
    derive::replay_cache::ReplayCache,
    report::value::inputs::ValueOwner,
};

pub use self::{
    annotate::reference::{entry_reference, parse_entry_reference},
    book::conditions::{EntryConditions, EntrySort, RowKind},
    book::filter_options::{EntryFilters, FilterOption},
    cache::book_cache::BookCache,
    cost::{
        CostBasisText, CostChange, CostChangeKind, CostGap, CostRepair, CostState, EntryCost, KnownCost, NamedRule,
        rules_text,
    },
    coverage::HistoryCoverage,
    coverage::account_history::{AccountHistory, HistoryState},
    coverage::history_gap::HistoryGapLine,
    derive::comparison::Difference,
    derive::difference_cause::DifferenceCause,
    derive::redecode::Rederived,
    explain::figure::{LedgerFigureId, ParseLedgerFigureError},
    explain::figure_part::{FigurePart, FigureSpan},
    past_price_status::PastPriceStatus,
    reconcile::Reconciliation,
    report::closing_prices::{ClosingPriceQuery, ClosingPriceRow, ClosingPriceTable, PRICED_ASSETS, PRICED_DAYS},
    report::cost_table::{CostTable, CostTableRow, EVERYTHING_HELD},
    report::coverage::ReportCoverage,
    report::flow::{
        counterparties::{CounterpartyReport, CounterpartySum, CounterpartyVolume},
        fees::{ChainFees, FeeReport},
        flows::{FlowReport, FlowRow},
        subject::FlowSubject,
        window::ReportWindow,
    },
    report::found::export::{EntryExport, ExportedEntry, ExportedGain},
    report::found::sums::EntrySums,
    report::methods::{MethodRow, MethodTable},
    report::open_costs::{OpenCost, OpenCosts},
    report::removal::{ChangedGain, RemovalEffects},
    report::value::{
        graph::ValueGraph,
        inputs::ValueQuery,
        period::{PeriodFigures, PeriodQuery, ValuePeriod},
        period_row::PeriodRow,
        series::ValueSeries,
    },
    report::value_change::{ChangeQuery, ValueChange},
    search::detail::{EntryDetail, FactLine, MatchState, OwnEntry},
    search::line::{EntryLine, LegLine},
    search::party::{Party, PartySource},
    search::valuer::PriceToday,
    search::waiting::{WaitingLine, WaitingLines},
    search::{EntryPage, EntryQuery},
    table::book_row::OwnTransfer,
};

/// Use cases on the ledger.
#[derive(Clone)]
pub struct Ledgers {
    ports: Arc<Ports>,
    books: Arc<BookCache>,
    replays: Arc<ReplayCache>,
}

/// Why a call on the ledger failed.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// There is no such entry in the caller's accounts.
    #[error("There is no such entry here.")]
    NotFound,
    /// The entry of a figure is gone, or no longer has the figure.
    #[error("This transaction has changed since the figure was shown. Reload the page.")]
    Changed,
    /// An input is not accepted.
    #[error("{text}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// Why, as a sentence.
        text: String,
    },
    /// An export covers more addresses than the plan allows.
    #[error("Your plan exports {} at a time. This export covers {used}.", addresses(*limit))]
    PlanLimit {
        /// How many it allows.
        limit: i64,
        /// How many the export would cover.
        used: usize,
        /// The id by which the upgrade dialog identifies the limit.
        upgrade_trigger: u32,
    },
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

fn addresses(count: i64) -> String {
    if count == 1 {
        "1 address".to_owned()
    } else {
        format!("{count} addresses")
    }
}

impl Ledgers {
    pub(crate) fn new(ports: Arc<Ports>, books: Arc<BookCache>, replays: Arc<ReplayCache>) -> Self {
        Self { ports, books, replays }
    }
}
