//! Extended public keys: which of their addresses are watched, and what is said of a key.

mod derive;
pub(crate) mod gap;
mod supported;

pub use gap::is_full;

pub(crate) use derive::accounts;
pub(crate) use supported::problem;
