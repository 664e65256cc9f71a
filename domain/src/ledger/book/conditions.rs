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
    /// Years, in the zone of the person.
    pub years: Vec<i32>,
    /// Groups of assets.
    pub assets: Vec<String>,
    /// Methods.
    pub methods: Vec<EntryMethod>,
    /// Addresses of the person's wallets.
    pub wallets: Vec<Address>,
    /// Chains.
    pub chains: Vec<ChainId>,
    /// Kinds, as rows show them.
    pub kinds: Vec<RowKind>,
    /// The earliest time.
    pub from: Option<Timestamp>,
    /// The latest time.
    pub to: Option<Timestamp>,
    /// Whether rows worth less than a dollar are left out. Rows without a known value stay.
    pub hides_dust: bool,
}

/// What a row is shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKind {
    /// Its finer kind.
    Entry(EntryKind),
    /// A plain transfer between own accounts, whichever side it is seen from.
    OwnTransfer,
}

impl RowKind {
    /// Returns its code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Entry(kind) => kind.code(),
            Self::OwnTransfer => "own_transfer",
        }
    }

    /// Returns its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Entry(kind) => kind.name(),
            Self::OwnTransfer => "Own transfer",
        }
    }

    /// Returns what entries of a kind are shown as that are in no transfer between own accounts.
    #[must_use]
    pub fn of_entry(kind: EntryKind) -> Self {
        if kind == EntryKind::SelfTransfer {
            return Self::OwnTransfer;
        }
        Self::Entry(kind)
    }

    /// Returns the kind with this code; `None` for any other text.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let kind = EntryKind::ALL.into_iter().find(|kind| kind.code() == code);
        kind.map(Self::of_entry)
            .or_else(|| (code == Self::OwnTransfer.code()).then_some(Self::OwnTransfer))
    }
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
