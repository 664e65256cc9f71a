//! What the tests of the product stand on: throw-away components of this machine, started on demand and gone afterwards.
//!
//! - [`postgres`]: a Postgres cluster for the tests of one binary, and a fresh database for each test.
//! - [`process`] and [`folder`]: how those components are kept from outliving a test run, whatever ends it.

pub mod folder;
pub mod postgres;
pub mod process;
