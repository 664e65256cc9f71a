//! Shared fixtures of the product's tests: local components that are started on demand and removed afterwards.
//!
//! - [`world`]: two EVM [`chain`]s with real contracts, and the [`manifest`] of what is on them.
//! - [`chain_history`]: thousands of transactions on a chain, and [`explorer_server`]: an explorer that lists them.
//! - [`coin_node`]: a Bitcoin and a Litecoin node behind Esplora-like servers, which can be made to pay and to reorganize.
//! - [`mock_upstream`]: a server in the place of a remote source that fails on request, and [`mock_price_sources`]: one for
//!   each price source.
//! - [`changed_past_prices`]: sources of past prices whose answers a test changes.
//! - [`mail_server`]: a mail server that accepts mails, or fails on request.
//! - [`outgoing`]: the product's HTTP client, allowed to reach the mock servers, and a log of its requests.
//! - [`long_ledger`]: an account at Kraken with a history of any length, and [`kraken_protocol`]: its signatures, by an [`hmac`] of its own.
//! - [`postgres`]: a Postgres cluster for the tests of one binary, and a fresh database for each test.
//! - [`json`]: malicious request bodies.
//! - [`rpc`]: a plain client of a node, to compare the product's answers with.
//! - [`product`], and [`program`] on an [`installation`]: the product on the test world, in this process and as a separate one.
//! - [`seeded_entropy`]: random bytes that are the same in every run.
//! - [`sealing`]: the master key of databases.
//! - [`random_ledger`]: entries of invented transactions, for benchmarks.
//! - [`relay`]: a Postgres server that can hang.
//! - [`fault_fixture`]: a product for fault tests, [`api_client`] for its public API, and [`invariants`] of its answers.
//! - [`tracker_fixture`]: a tracker on the demo world with a manual [`clock`], and [`extra_tokens`]: extra tokens for its
//!   accounts.
//! - [`key_wallet`]: a wallet that signs with a known key.
//! - [`mailbox`]: the mails that wait to be sent.
//! - [`patience()`]: the deadlines of tests that wait for work of this machine.
//! - [`cases()`]: how many cases a test tries in each run, and how many in a soak.
//! - [`demo_ports`]: the ports of the demo world, and [`source_profile`]: profiles of sources that exist only in tests.
//! - [`process`] and [`folder`]: keep those components from outliving a test run, however it ends.

pub mod api_client;
pub mod chain;
pub mod chain_history;
pub mod changed_past_prices;
pub mod clock;
pub mod coin_node;
pub mod demo_ports;
pub mod explorer_server;
pub mod extra_tokens;
pub mod fault_fixture;
pub mod folder;
pub mod hmac;
pub mod installation;
pub mod invariants;
pub mod json;
pub mod key_wallet;
pub mod kraken_protocol;
pub mod long_ledger;
pub mod mail_server;
pub mod mailbox;
pub mod manifest;
pub mod mock_price_sources;
pub mod mock_upstream;
pub mod outgoing;
mod patience;
mod port;
pub mod postgres;
pub mod process;
pub mod product;
pub mod program;
pub mod random_ledger;
pub mod relay;
pub mod rpc;
pub mod sealing;
pub mod seeded_entropy;
mod soak;
pub mod source_profile;
pub mod tracker_fixture;
pub mod world;

pub use patience::{GENEROUS, patience};
pub use soak::cases;
