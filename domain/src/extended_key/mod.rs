//! Extended public keys: whether they are supported, and which of their addresses are watched.

mod derive;
pub(crate) mod gap;
mod supported;

pub use gap::is_full;

pub(crate) use derive::accounts;
pub(crate) use supported::problem;
