//! Tests of the test world: its components start in seconds, answer as documented, and leave no processes or files.

mod balances;
mod chain;
mod cleanup;
mod ens;
mod mock_upstream;
mod names;
mod postgres;
mod prices;
mod product;
mod protocols;
mod wallet_proof;
