//! What the tests of the product stand on: throw-away components of this machine, started on demand and gone afterwards.
//!
//! - [`world`]: two EVM [`chain`]s with real contracts, and the [`manifest`] of what is on them.
//! - [`coin`]: a Bitcoin and a Litecoin node behind doors of Esplora's shape, told to pay and to change their minds.
//! - [`door`]: a server that stands where a remote source would, and fails as told.
//! - [`outgoing`]: the product's client with doors on its list, and a ledger to read.
//! - [`postgres`]: a Postgres cluster for the tests of one binary, and a fresh database for each test.
//! - [`json`]: bodies that nobody in good faith sends.
//! - [`rpc`]: a node asked directly, to compare the product's answers with.
//! - [`product`], and [`program`] on a [`site`]: the product on the test world, in this process and as one of its own.
//! - [`dice`]: chance that falls alike in every run.
//! - [`relay`]: a Postgres server that can hang.
//! - [`premises`] for a product that meets with faults, [`front`] for its public API, and [`invariants`] of its answers.
//! - [`stage`]: a tracker on the demo world with a clock that is moved by hand, and [`windfall`]: what befalls its accounts.
//! - [`process`] and [`folder`]: how those components are kept from outliving a test run, whatever ends it.

pub mod bazaar;
pub mod chain;
pub mod coin;
pub mod dice;
pub mod door;
pub mod folder;
pub mod front;
pub mod invariants;
pub mod json;
pub mod manifest;
pub mod outgoing;
mod port;
pub mod postgres;
pub mod premises;
pub mod process;
pub mod product;
pub mod program;
pub mod relay;
pub mod rpc;
pub mod site;
pub mod stage;
pub mod windfall;
pub mod world;
