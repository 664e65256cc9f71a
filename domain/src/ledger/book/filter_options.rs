//! What the rows of a ledger can be filtered by.

use ports::{AssetId, entry::EntryMethod};

use crate::ledger::book::conditions::RowKind;

/// The values that a person's rows can be filtered by, each with the number of its rows.
#[derive(Clone, Debug, Default)]
pub struct EntryFilters {
    /// Years, the newest first.
    pub years: Vec<(i32, usize)>,
    /// Methods.
    pub methods: Vec<(EntryMethod, usize)>,
    /// Kinds, as rows show them, the most frequent first.
    pub kinds: Vec<(RowKind, usize)>,
    /// Groups of assets, the most frequent first.
    pub assets: Vec<FilterOption>,
    /// Wallets, by address.
    pub wallets: Vec<FilterOption>,
    /// Chains, by id.
    pub chains: Vec<FilterOption>,
}

/// A value that rows can be filtered by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterOption {
    /// The value to send.
    pub value: String,
    /// The text to show.
    pub label: String,
    /// The asset whose mark is shown.
    pub asset: Option<AssetId>,
    /// The number of rows.
    pub count: usize,
}
