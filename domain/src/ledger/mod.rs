//! The ledger of a person: the entries of all their accounts, searched, filtered and valued.

mod added_entries;
mod annotate;
mod block_order;
mod book;
mod book_cache;
mod book_row;
pub(crate) mod check;
mod co_spent;
mod conditions;
mod contradiction;
mod cost;
mod coverage;
mod day_rates;
pub(crate) mod derive;
mod detail;
mod difference_cause;
mod entry_table;
mod explain;
mod figure;
mod filter_options;
mod filters;
mod found_rows;
mod history_gap;
mod imitation;
mod key_entries;
mod latest_searches;
mod line;
mod moved_assets;
mod numbered_values;
mod own_label;
mod owner;
mod party;
mod past_price_status;
mod pricing;
mod reconcile;
pub(crate) mod redecode;
mod reference;
mod refusal;
mod replay;
mod replay_cache;
mod row_table;
mod search;
pub(crate) mod tokens;
mod unread;
mod valuer;
mod waiting;
pub(crate) mod whole_ledger;

use std::sync::Arc;

use ports::{Ports, StorageError};

pub(crate) use self::{
    book::BookOwner,
    moved_assets::{assets_of, entry_assets, moves_unknown},
    replay_cache::ReplayCache,
};

pub use self::{
    book_cache::BookCache,
    book_row::OwnTransfer,
    conditions::{EntryConditions, EntrySort},
    cost::{CostBasisText, CostChange, CostGap, CostRepair, CostRules, CostState, EntryCost, KnownCost},
    coverage::{AccountHistory, HistoryCoverage, HistoryState},
    detail::{EntryDetail, FactLine, MatchState},
    difference_cause::DifferenceCause,
    figure::{FigurePart, LedgerFigureId, ParseLedgerFigureError},
    filter_options::{EntryFilters, FilterOption},
    history_gap::HistoryGapLine,
    line::{EntryLine, LegLine},
    party::{Party, PartySource},
    past_price_status::PastPriceStatus,
    reconcile::{Difference, Reconciliation},
    redecode::Rederived,
    reference::{entry_reference, parse_entry_reference},
    search::{EntryPage, EntryQuery},
    valuer::PriceToday,
    waiting::{WaitingLine, WaitingLines},
};

/// Use cases on the ledger.
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
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Ledgers {
    pub(crate) fn new(ports: Arc<Ports>, books: Arc<BookCache>, replays: Arc<ReplayCache>) -> Self {
        Self { ports, books, replays }
    }
}
