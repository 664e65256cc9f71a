//! Gemini.

pub(crate) mod account;
mod balances;
mod error;
mod files;
mod lists;
mod oauth;
mod paths;
mod rights;
mod sign;
mod signed_client;

pub use account::GeminiAccounts;
