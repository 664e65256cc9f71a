#![doc = include_str!("../README.md")]
//!
//! # What you write
//!
//! The requirements are of [`ports::ChainReader`], [`ports::PriceSource`], [`ports::NameResolver`], [`ports::TokenFinder`],
//! [`ports::TokenListSource`] and [`ports::CurrencySource`]. You bring a harness (`Stand` or `Harness`): how to
//! make your adapter for a base URL, and what your service would answer, in its own shape.

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

pub use faults::{
    BARE_429, CUT_OFF, DOWN, DRIPPING, FULL, NOT_JSON, OWN_WORDS, REDIRECTED, REFUSED, REFUSED_ONCE, REPEATED, SECRETS,
    SILENT, SILENT_LATER, SLOW_DOWN, STALLED,
};
pub use profile::PROFILE;
pub use report::{Broken, Report};
