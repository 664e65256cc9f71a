//! The types of the wire format that several calls share.
//!
//! They are separate from the types of `ports`, so that every field that is sent is chosen explicitly.

mod coverage;
pub mod csv;
mod page;
mod reason;
mod rows;
mod scalar;
mod world;

pub use coverage::{
    AssumedDecimals, Coverage, FailedSource, Figures, HeldQuote, HiddenRow, HiddenRule, NotLookedFor, StaleSource,
    Unconverted, UnpricedHolding, UnreadWallet, UnreconciledAccounts,
};
pub use page::{Limit, NoFields, Start};
pub use reason::{Reason, ReasonCode};
pub use rows::Rows;
pub use scalar::{AssetIdText, ChainIdText, Decimal, Time, currency};
pub use world::World;
