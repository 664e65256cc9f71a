//! The words of the wire: types that several calls say in the same way.
//!
//! They are apart from the types of `ports`: what leaves this server is chosen here, field by field.

mod coverage;
pub mod csv;
mod page;
mod rows;
mod scalar;
mod world;

pub use coverage::{
    AssumedDecimals, Coverage, FailedSource, Figures, HeldQuote, HiddenRow, HiddenRule, NotLookedFor, Reason,
    ReasonCode, StaleSource, Unconverted, UnpricedHolding, UnreadWallet,
};
pub use page::{Limit, NoFields, Start};
pub use rows::Rows;
pub use scalar::{Asset, Chain, Decimal, Time, currency};
pub use world::World;
