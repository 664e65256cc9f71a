//! The conditions and orders of a search in the ledger.

use ports::{
    Address, ChainId, Timestamp,
    entry::{EntryKind, EntryMethod},
};

/// Which rows a search returns. Values of one list are alternatives; an empty list is no condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryConditions {
    /// Part of a label, an address, a transaction or a symbol; empty for none.
    pub search: String,
    /// Years, UTC.
    pub years: Vec<i32>,
    /// Groups of assets.
    pub assets: Vec<String>,
    /// Methods.
    pub methods: Vec<EntryMethod>,
    /// Addresses of the person's wallets.
    pub wallets: Vec<Address>,
    /// Chains.
    pub chains: Vec<ChainId>,
    /// Finer kinds.
    pub kinds: Vec<EntryKind>,
    /// The earliest time.
    pub from: Option<Timestamp>,
    /// The latest time.
    pub to: Option<Timestamp>,
    /// Whether rows worth less than a dollar are left out. Rows without a known value stay.
    pub hides_dust: bool,
}

/// The order of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntrySort {
    /// By time.
    #[default]
    Time,
    /// By the name or address of who gave.
    From,
    /// By the name or address of who received.
    To,
    /// By the symbol of the first amount.
    Asset,
    /// By the value in dollars at the row's own day; unknown values come last in both directions.
    Value,
    /// By method.
    Method,
}

/// An order and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ledger) struct RowOrder {
    /// By what.
    pub sort: EntrySort,
    /// Whether it is ascending.
    pub ascending: bool,
}
