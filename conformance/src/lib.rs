//! The laws of [`ports::ChainReader`], [`ports::PriceSource`], [`ports::NameResolver`], [`ports::TokenFinder`],
//! [`ports::TokenListSource`] and [`ports::CurrencySource`], to be run on an adapter of your own.
//!
//! An adapter turns what a service answers into the nouns of `ports`. What every adapter owes, whatever its service, is
//! written here as laws: amounts are exact, unknown is not zero, a refusal keeps its reason, nothing is half read. The kit
//! opens a [`door`] on this machine, has your adapter ask there, lets the door fail in every way it knows, and reports each
//! law that does not hold with advice.
//!
//! You bring a *stand*: how to make your adapter for a base URL, and what your service would answer, in its own shape, when
//! the kit says what is so. Then:
//!
//! ```
//! # async fn example(stand: impl conformance::price_source::Stand) {
//! conformance::price_source::check(stand).await.expect_whole();
//! # }
//! ```
//!
//! A whole example that runs is `conformance/examples/own_price_source.rs`. An adapter without a service behind it, such as one
//! that calculates, is checked with `check_alone`.

pub mod chain_reader;
pub mod currency;
pub mod door;
mod faults;
pub mod name_resolver;
pub mod price_source;
mod profile;
mod report;
pub mod token_finder;
pub mod token_list;

pub use faults::{BARE_429, CUT_OFF, DOWN, FULL, NOT_JSON, OWN_WORDS, REFUSED, REFUSED_ONCE, SILENT, SLOW_DOWN};
pub use profile::PROFILE;
pub use report::{Broken, Report};
