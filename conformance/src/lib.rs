#![doc = include_str!("../README.md")]
//!
//! # What is checked
//!
//! The laws of [`ports::ChainReader`], [`ports::PriceSource`], [`ports::NameResolver`], [`ports::TokenFinder`],
//! [`ports::TokenListSource`] and [`ports::CurrencySource`]. You bring a *stand*: how to make your adapter for a base URL, and
//! what your service would answer, in its own shape.

pub mod chain_reader;
pub mod currency;
pub mod door;
mod faults;
pub mod name_resolver;
pub mod price_source;
mod profile;
mod report;
pub mod store;
pub mod token_finder;
pub mod token_list;

pub use ports;

pub use faults::{BARE_429, CUT_OFF, DOWN, FULL, NOT_JSON, OWN_WORDS, REFUSED, REFUSED_ONCE, SILENT, SLOW_DOWN};
pub use profile::PROFILE;
pub use report::{Broken, Report};
